// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import Foundation
    import Testing

    /// The server's articles, which no build of documentation reads: its modules have no public symbol.
    @Suite struct ServeArticlesTests {
        private static let catalog = ConsoleBlocks.root.appendingPathComponent(
            "Sources/Server/AllonymServer.docc")
        private static let start = "AllonymServer"

        /// Where a page leads to.
        private struct Links {
            /// Articles, by their file names.
            var articles: [String] = []
            /// Sections of the same page.
            var sections: [String] = []
            /// Files of the repository.
            var files: [String] = []
            /// What can be none of these: symbols, of which there are no pages.
            var symbols: [String] = []

            init(_ text: String) {
                let prose = Links.prose(text)
                for match in prose.matches(of: /<doc:([^>]*)>|\]\(([^)]*)\)|``([^`]+)``/) {
                    if let symbol = match.output.3 {
                        symbols.append(String(symbol))
                        continue
                    }
                    let target = String(match.output.1 ?? match.output.2 ?? "")
                    let article = target.hasPrefix("doc:") ? String(target.dropFirst(4)) : target
                    if match.output.1 != nil || article != target {
                        articles.append(article)
                    } else if target.hasPrefix("#") {
                        sections.append(String(target.dropFirst()))
                    } else if !target.contains("://") {
                        files.append(target)
                    }
                }
            }

            /// A page without its title and its code.
            private static func prose(_ text: String) -> String {
                var isCode = false
                return text.split(separator: "\n").filter { line in
                    if line.hasPrefix("```") { isCode.toggle() }
                    return !isCode && !line.hasPrefix("```") && !line.hasPrefix("    ")
                        && !line.hasPrefix("# ")
                }.joined(separator: "\n")
            }
        }

        /// The pages by their names.
        private func pages() throws -> [String: String] {
            let files = try FileManager.default.contentsOfDirectory(
                at: Self.catalog, includingPropertiesForKeys: nil)
            var pages: [String: String] = [:]
            for file in files where file.pathExtension == "md" {
                pages[file.deletingPathExtension().lastPathComponent] = try String(
                    contentsOf: file, encoding: .utf8)
            }
            return pages
        }

        @Test func `Every article is reached from the first page`() throws {
            let pages = try pages()
            var reached: Set = [Self.start]
            var waiting = [Self.start]
            while let name = waiting.popLast() {
                for article in Links(try #require(pages[name])).articles
                where pages[article] != nil && reached.insert(article).inserted {
                    waiting.append(article)
                }
            }
            #expect(reached == Set(pages.keys))
            #expect(pages.count >= 5)
        }

        @Test func `No link of an article is dead`() throws {
            let pages = try pages()
            for (name, text) in pages {
                let links = Links(text)
                let heads: [String] = text.split(separator: "\n").filter { $0.hasPrefix("#") }
                    .map { String($0.drop { $0 == "#" || $0 == " " }).replacing(" ", with: "-") }
                for article in links.articles {
                    #expect(pages[article] != nil, "\(name): \(article)")
                }
                for section in links.sections {
                    #expect(heads.contains(section), "\(name): #\(section)")
                }
                for file in links.files {
                    let path = Self.catalog.appendingPathComponent(file).path
                    #expect(FileManager.default.fileExists(atPath: path), "\(name): \(file)")
                }
                #expect(links.symbols.isEmpty, "\(name)")
            }
        }

        @Test func `Links of every form are found, and code is passed over`() {
            let links = Links(
                """
                # ``Title``
                See <doc:One>, [two](doc:Two), [here](#A-section), [a file](../../README.md),
                [the web](https://example.com) and ``Symbol``.
                ```text
                <doc:Three>
                ```
                    <doc:Four>
                """)
            #expect(links.articles == ["One", "Two"])
            #expect(links.sections == ["A-section"])
            #expect(links.files == ["../../README.md"])
            #expect(links.symbols == ["Symbol"])
        }

        /// What the pages say that `explain` shows, with or without a placeholder's value.
        @Test func `Whatever the articles tell to explain is explained`() async throws {
            let workspace = try Workspace()
            var names: Set<String> = []
            for text in try pages().values {
                for match in text.matches(of: /`allonym explain ([^`]+)`/) {
                    names.insert(String(match.output.1))
                }
            }
            #expect(names.count >= 5)
            for name in names.sorted() {
                let said = try await workspace.shell("allonym explain '\(name)'")
                #expect(said.code == 0 && !said.output.isEmpty, "\(name)")
            }
        }
    }
#endif
