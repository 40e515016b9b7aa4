// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import Foundation
    import Testing

    /// Every command that the README and the articles show is run, and prints what
    /// these say.
    ///
    /// Its Swift is run by the tests of the façades.
    @Suite struct ReadmeTests {
        private static let root = ConsoleBlocks.root

        @Test func `Every command of the README prints what it shows`() async throws {
            #expect(try await ConsoleBlocks(of: "README.md").run() == 7)
        }

        @Test(arguments: [("Migrating", 11), ("What-goes-over", 5), ("Migrations-in-commands", 17)])
        func `Every command of the articles on migrations prints what it shows`(
            article: String, commands: Int
        ) async throws {
            let page = "Sources/Migration/AllonymMigration.docc/\(article).md"
            #expect(try await ConsoleBlocks(of: page).run() == commands)
        }

        @Test func `Every command of the article on differences prints what it shows`() async throws
        {
            let page = "Sources/Comparison/AllonymComparison.docc/Finding-differences.md"
            #expect(try await ConsoleBlocks(of: page).run() == 4)
        }

        @Test func `The command of the article on scenarios prints what it shows`() async throws {
            let page = "Sources/Comparison/AllonymComparison.docc/Writing-scenarios.md"
            #expect(try await ConsoleBlocks(of: page).run() == 1)
        }

        @Test func `The files and folders that the README names exist`() throws {
            let text = try String(
                contentsOf: Self.root.appendingPathComponent("README.md"), encoding: .utf8)
            let paths = text.split(separator: "`").filter {
                ($0.hasPrefix("Sources/") || $0.hasPrefix("Mappings/") || $0.hasPrefix(".ci/"))
                    && !$0.contains("<")
            }
            let links = text.matches(of: #/\]\(([^)]+)\)/#).map(\.output.1)
            #expect(paths.count >= 6 && links.count >= 3)
            for path in paths + links {
                let full = Self.root.appendingPathComponent(String(path)).path
                #expect(FileManager.default.fileExists(atPath: full), "\(path)")
            }
        }
    }
#endif
