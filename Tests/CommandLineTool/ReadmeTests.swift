// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import Foundation
    import Testing

    /// Every command that the README shows is run, and prints what the README says.
    ///
    /// Its Swift is run by the tests of the façades.
    @Suite struct ReadmeTests {
        private struct Block {
            let language: String
            let before: String
            let lines: [String]
        }

        private static let root = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

        /// The fenced blocks of the README, each with the line of text before it.
        private func blocks() throws -> [Block] {
            let text = try String(
                contentsOf: Self.root.appendingPathComponent("README.md"), encoding: .utf8)
            var blocks: [Block] = []
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
            return blocks
        }

        @Test func `Every command of the README prints what it shows`() async throws {
            let workspace = try Workspace()
            var commands = 0
            for block in try blocks() {
                if ["markdown", "text"].contains(block.language) {
                    let name = try #require(block.before.split(separator: "`").dropFirst().first)
                    let text = block.lines.joined(separator: "\n") + "\n"
                    try workspace.write(text, to: String(name))
                }
                guard block.language == "console" else { continue }
                for run in 0..<block.lines.count(where: { $0.hasPrefix("$ ") }) {
                    commands += 1
                    try await check(block.lines, number: run, workspace)
                }
            }
            #expect(commands == 8)
        }

        private func check(_ lines: [String], number: Int, _ workspace: Workspace) async throws {
            let starts = lines.indices.filter { lines[$0].hasPrefix("$ ") }
            let start = starts[number]
            let end = number + 1 < starts.count ? starts[number + 1] : lines.count
            let command = String(lines[start].dropFirst(2))
            let output = try await workspace.shell(command).output
            // A command that prints nothing shows nothing.
            let shown = lines[(start + 1)..<end].map { $0 + "\n" }.joined()
            #expect(output == shown, "\(command)")
        }

        @Test func `The folders that the README names exist`() throws {
            let text = try String(
                contentsOf: Self.root.appendingPathComponent("README.md"), encoding: .utf8)
            let paths = text.split(separator: "`").filter {
                ($0.hasPrefix("Sources/") || $0.hasPrefix("Mappings/") || $0.hasPrefix(".ci/"))
                    && !$0.contains("<")
            }
            #expect(paths.count >= 6)
            for path in paths {
                let full = Self.root.appendingPathComponent(String(path)).path
                #expect(FileManager.default.fileExists(atPath: full), "\(path)")
            }
        }
    }
#endif
