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
                    before = String(line)
                }
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
        /// - Returns: How many there were.
        func run(
            in workspace: Workspace, _ made: (String) -> String
        ) async throws -> Int {
            var commands = 0
            for block in blocks {
                try write(block, to: workspace)
                guard block.language == "console" else { continue }
                for run in 0..<block.lines.count(where: { $0.hasPrefix("$ ") }) {
                    commands += 1
                    try await check(block.lines, number: run, workspace, made)
                }
            }
            return commands
        }

        private func check(
            _ lines: [String], number: Int, _ workspace: Workspace, _ made: (String) -> String
        ) async throws {
            let starts = lines.indices.filter { lines[$0].hasPrefix("$ ") }
            let start = starts[number]
            let end = number + 1 < starts.count ? starts[number + 1] : lines.count
            let command = String(lines[start].dropFirst(2))
            let output = try await workspace.shell(made(command)).output
            // A command that prints nothing shows nothing.
            let shown = lines[(start + 1)..<end].map { $0 + "\n" }.joined()
            #expect(output == shown, "\(command)")
        }
    }
#endif
