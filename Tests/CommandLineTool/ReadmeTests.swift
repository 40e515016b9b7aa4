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
            #expect(try await ConsoleBlocks(of: "README.md").run() == 6)
        }

        @Test(arguments: [("What-goes-over", 5), ("Migrations-in-commands", 17)])
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

        private static let spinArticle =
            "Sources/Promela/AllonymPromela.docc/Cross-checking-with-Spin.md"

        /// Whether a program is there that the README does not ask for.
        private static func has(_ program: String) -> Bool {
            let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
            return folders.contains {
                FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
            }
        }

        @Test(.enabled(if: has("spin") && has("cc"), "Spin or a C compiler is missing"))
        func `Every command of the article on Spin prints what it shows`() async throws {
            #expect(try await ConsoleBlocks(of: Self.spinArticle).run() == 5)
        }

        /// A page that has commands is run by a test of this suite or of `ServeGuideTests`.
        @Test func `Every page that shows commands is run`() throws {
            let catalog = "Sources/Migration/AllonymMigration.docc"
            let server = "Sources/Server/AllonymServer.docc"
            let tested: Set = [
                "README.md", "\(catalog)/Migrating.md", "\(catalog)/What-goes-over.md",
                "\(catalog)/Migrations-in-commands.md", "\(catalog)/Applying-a-plan.md",
                "Sources/Comparison/AllonymComparison.docc/Finding-differences.md",
                "Sources/Comparison/AllonymComparison.docc/Writing-scenarios.md",
                Self.spinArticle, "\(server)/Testing-a-backend.md", "\(server)/Testing-an-app.md",
                "\(server)/Receiving-webhooks.md", "\(server)/Rehearsing-a-migration.md",
            ]
            let root = Self.root.standardizedFileURL.path
            let files = try #require(
                FileManager.default.enumerator(
                    at: Self.root.standardizedFileURL, includingPropertiesForKeys: nil,
                    options: [.skipsHiddenFiles]))
            var pages: Set<String> = []
            for case let file as URL in files where file.pathExtension == "md" {
                let text = try String(contentsOf: file, encoding: .utf8)
                guard text.hasPrefix("```console") || text.contains("\n```console") else {
                    continue
                }
                pages.insert(String(file.standardizedFileURL.path.dropFirst(root.count + 1)))
            }
            #expect(pages == tested)
        }

        @Test func `The README links every article, and explains every outcome`() throws {
            let text = try String(
                contentsOf: Self.root.appendingPathComponent("README.md"), encoding: .utf8)
            let links = Set(text.matches(of: #/\]\(([^)]+\.md)\)/#).map { String($0.output.1) })
            let root = Self.root.standardizedFileURL.path
            let files = try #require(
                FileManager.default.enumerator(
                    at: Self.root.standardizedFileURL, includingPropertiesForKeys: nil,
                    options: [.skipsHiddenFiles]))
            var articles: Set<String> = []
            for case let file as URL in files where file.pathExtension == "md" {
                let path = String(file.standardizedFileURL.path.dropFirst(root.count + 1))
                let parts = path.split(separator: "/")
                // A catalog's first page has its module's name.
                guard let catalog = parts.first(where: { $0.hasSuffix(".docc") }),
                    parts.last.map(String.init) != String(catalog).replacing(".docc", with: ".md")
                else { continue }
                articles.insert(path)
            }
            #expect(articles.count > 15)
            #expect(articles.subtracting(links) == [])
            let neutral = try Data(
                contentsOf: Self.root.appendingPathComponent("Mappings/neutral.json"))
            let object = try #require(
                try JSONSerialization.jsonObject(with: neutral) as? [String: Any])
            let words = try #require(object["words"] as? [[String: String]])
            for word in words where word["list"] == "outcomes" {
                #expect(text.contains("`[\(word["word"] ?? "")]`"), "\(word)")
            }
        }

        @Test func `The files and folders that the README names exist`() throws {
            let text = try String(
                contentsOf: Self.root.appendingPathComponent("README.md"), encoding: .utf8)
            let paths = text.split(separator: "`").filter {
                ($0.hasPrefix("Sources/") || $0.hasPrefix("Mappings/") || $0.hasPrefix(".ci/"))
                    && !$0.contains("<")
            }
            let links = text.matches(of: #/\]\(([^)]+)\)/#).map(\.output.1)
            #expect(paths.count >= 2 && links.count >= 25)
            for path in paths + links {
                let full = Self.root.appendingPathComponent(String(path)).path
                #expect(FileManager.default.fileExists(atPath: full), "\(path)")
            }
        }
    }
#endif
