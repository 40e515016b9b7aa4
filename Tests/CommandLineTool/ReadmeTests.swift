// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import AllonymCore
    import AllonymMappings
    import Foundation
    import Testing

    /// Everything that the README shows is run, and shows what the README says.
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

        @Test func `Every command of the README prints what it shows`() throws {
            let place = try Workplace()
            var commands = 0
            for block in try blocks() {
                if ["markdown", "text"].contains(block.language) {
                    let name = try #require(block.before.split(separator: "`").dropFirst().first)
                    let text = block.lines.joined(separator: "\n") + "\n"
                    try place.write(text, to: String(name))
                }
                guard block.language == "console" else { continue }
                for run in block.lines.split(whereSeparator: { $0.hasPrefix("$ ") }).indices {
                    commands += 1
                    try check(block.lines, number: run, place)
                }
            }
            #expect(commands >= 5)
        }

        private func check(_ lines: [String], number: Int, _ place: Workplace) throws {
            let starts = lines.indices.filter { lines[$0].hasPrefix("$ ") }
            let start = starts[number]
            let end = number + 1 < starts.count ? starts[number + 1] : lines.count
            let command = String(lines[start].dropFirst(2))
            let output = try place.shell(command).output
            #expect(output == lines[(start + 1)..<end].joined(separator: "\n") + "\n", "\(command)")
        }

        @Test func `The README's code prints what it shows`() throws {
            var printed: [String] = []
            func print(_ items: Any...) {
                printed.append("// " + items.map { "\($0)" }.joined(separator: " "))
            }
            // README
            let mappings = try Mappings.load()
            for key in ["nami", "revenuecat"] {
                guard let provider = mappings.provider(key) else { continue }
                var world = World(rules: try provider.rules())
                world.perform(.install("app_store:alice"), on: "phone")
                world.perform(.buy(Product("premium")), on: "phone")
                let decision = world.perform(.logIn("42"), on: "phone")
                print(provider.name, decision.outcome.word, world.access(on: "phone").entitlements)
            }
            // END
            let block = try #require(try blocks().first { $0.language == "swift" })
            let own = try String(contentsOf: URL(fileURLWithPath: #filePath), encoding: .utf8)
                .split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            let start = try #require(own.firstIndex(of: "// README"))
            let end = try #require(own.firstIndex(of: "// END"))
            let shown = block.lines.map { $0.trimmingCharacters(in: .whitespaces) }
            #expect(shown == own[(start + 1)..<end] + printed)
        }

        @Test func `The places that the README names exist`() throws {
            let text = try String(
                contentsOf: Self.root.appendingPathComponent("README.md"), encoding: .utf8)
            let places = text.split(separator: "`").filter {
                ($0.hasPrefix("Sources/") || $0.hasPrefix("Mappings/") || $0.hasPrefix(".ci/"))
                    && !$0.contains("<")
            }
            #expect(places.count >= 6)
            for place in places {
                let path = Self.root.appendingPathComponent(String(place)).path
                #expect(FileManager.default.fileExists(atPath: path), "\(place)")
            }
        }
    }
#endif
