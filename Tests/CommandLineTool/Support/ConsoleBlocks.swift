// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import Foundation
    import Testing

    /// The commands that a page shows, each with what it prints, and the files that they read.
    struct ConsoleBlocks {
        private struct Block {
            let language: String
            let before: String
            let lines: [String]
        }

        static let root = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()

        private var blocks: [Block] = []
        /// The commands that a page shows where nothing runs them: in indented code, and in blocks
        /// of another kind.
        private(set) var notRun: [String] = []

        /// The fenced blocks of a page of the repository, each with the line of text before it.
        init(of page: String) throws {
            let text = try String(
                contentsOf: Self.root.appendingPathComponent(page), encoding: .utf8)
            var open: (language: String, before: String, lines: [String])?
            var before = ""
            for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
                if line.hasPrefix("```"), let block = open {
                    blocks.append(
                        Block(language: block.language, before: block.before, lines: block.lines))
                    open = nil
                } else if line.hasPrefix("```") {
                    open = (String(line.dropFirst(3)), before, [])
                } else if open != nil {
                    open?.lines.append(String(line))
                } else if !line.isEmpty {
                    if line.hasPrefix("    ") { notRun.append(String(line.dropFirst(4))) }
                    before = String(line)
                }
            }
            notRun += blocks.filter { $0.language != "console" }.flatMap(\.lines).filter {
                $0.hasPrefix("$ ") || $0.hasPrefix("allonym ")
            }
        }

        /// Runs all of them in one folder, in the order of the page, and compares what they print.
        ///
        /// - Returns: How many commands there were.
        func run() async throws -> Int {
            try await run(in: Workspace()) { $0 }
        }

        /// Writes the files that the page shows.
        func writeFiles(to workspace: Workspace) throws {
            for block in blocks { try write(block, to: workspace) }
        }

        /// Writes a file; the last text in backquotes before it names it.
        private func write(_ block: Block, to workspace: Workspace) throws {
            guard ["markdown", "text"].contains(block.language) else { return }
            let names = block.before.split(separator: "`", omittingEmptySubsequences: false)
            let name = try #require(names.enumerated().last { $0.offset % 2 == 1 }?.element)
            try workspace.write(block.lines.joined(separator: "\n") + "\n", to: String(name))
        }

        /// Runs the commands in a folder, each as it is made of what the page shows.
        ///
        /// What is exported to the environment is there for every later command, as in the shell of
        /// whoever follows the page.
        ///
        /// - Parameters:
        ///   - workspace: The folder.
        ///   - made: The command that is run in place of the one that is shown; nil where it is
        ///     seen to, and prints nothing.
        /// - Returns: How many there were.
        /// - Throws: Where a command cannot be started.
        func run(
            in workspace: Workspace, _ made: (String) async throws -> String?
        ) async throws -> Int {
            var commands = 0
            var exported = ""
            for block in blocks {
                try write(block, to: workspace)
                guard block.language == "console" else { continue }
                for run in 0..<block.lines.count(where: { $0.hasPrefix("$ ") }) {
                    commands += 1
                    let before = exported
                    let command = try await check(block.lines, number: run, workspace) {
                        try await made($0).map { before + $0 }
                    }
                    if command.hasPrefix("export ") { exported += command + "; " }
                }
            }
            return commands
        }

        /// Runs one command of a block.
        ///
        /// - Returns: The command as it is shown.
        private func check(
            _ lines: [String], number: Int, _ workspace: Workspace,
            _ made: (String) async throws -> String?
        ) async throws -> String {
            let starts = lines.indices.filter { lines[$0].hasPrefix("$ ") }
            let start = starts[number]
            let end = number + 1 < starts.count ? starts[number + 1] : lines.count
            let command = String(lines[start].dropFirst(2))
            var output = ""
            if let command = try await made(command) {
                output = try await workspace.shell(command).output
            }
            // A command that prints nothing shows nothing.
            let shown = lines[(start + 1)..<end].map { $0 + "\n" }.joined()
            #expect(output == shown, "\(command)")
            return command
        }
    }
#endif
