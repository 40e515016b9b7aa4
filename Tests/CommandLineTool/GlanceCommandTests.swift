// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import Foundation
    import Testing

    /// `allonym compare` without a file.
    @Suite struct GlanceCommandTests {
        @Test func `Without a file the table has the questions, and the rest is counted`()
            async throws
        {
            let workspace = try Workspace()
            let run = try await workspace.run("compare")
            #expect(run.code == 0)
            let lines = run.output.split(separator: "\n")
            #expect(lines[0] == "The four at a glance")
            #expect(lines.count < 30)
            let all = try await workspace.run("compare --all")
            let count = try #require(all.output.firstMatch(of: #/(\d+) scenarios, all/#)).output.1
            #expect(lines.contains { $0.hasPrefix("\(count) scenarios, all ") })
            #expect(all.output.hasSuffix("asserted answers hold.\n"))
            #expect(all.output.contains("Two accounts take turns on one tablet\n"))
        }

        @Test(arguments: [60, 80, 200])
        func `It fits the terminal`(width: Int) async throws {
            let run = try await Workspace().run(
                "compare", environment: ["COLUMNS": "\(width)"])
            #expect(run.output.split(separator: "\n").allSatisfy { $0.count <= width })
        }

        @Test(arguments: ["at-a-glance", "at-a-glance.md", "scenarios/at-a-glance.md"])
        func `A built-in file is compared by its name`(name: String) async throws {
            let run = try await Workspace().run("compare \(name)")
            #expect(run.code == 0)
            #expect(run.output.hasPrefix("Reinstall, no log-in\nscenarios/at-a-glance.md:1\n"))
            #expect(run.output.contains("14 scenarios, all "))
        }

        @Test func `A file of one's own comes before a built-in one of its name`() async throws {
            let workspace = try Workspace()
            let text = "# Mine\n\n| Device | Action | Nami |\n|---|---|---|\n| A | install | |\n"
            try workspace.write(text, to: "at-a-glance")
            #expect(try await workspace.run("compare at-a-glance").output.hasPrefix("Mine\n"))
            let missing = try await workspace.run("compare at-a-glance.txt")
            #expect(missing.code == 65)
        }

        @Test func `A setting changes the answers, and each change is named`() async throws {
            let run = try await Workspace().run("compare --set revenuecat.restore=keep")
            #expect(run.code == 1)
            #expect(run.output.contains("set: revenuecat.restore = keep\n"))
            let row = try #require(
                run.output.split(separator: "\n").first { $0.contains("Restore by other account") })
            #expect(row.hasSuffix("refused"))
            #expect(
                run.output.contains(
                    "\nRevenueCat, Restore by other account: moves becomes refused.\n"))
            #expect(
                run.output.contains(#/\n[1-9][0-9]* of the [0-9,]+ expected answers of all\s/#))
            #expect(run.output.contains("at-a-glance --set revenuecat.restore=keep\n"))
            let page = try await Workspace().run(
                "compare --set revenuecat.restore=keep --format html")
            #expect(page.output.contains("<p>set: <span class=\"code\">revenuecat.restore = keep"))
            #expect(
                page.output.contains(
                    "<li>RevenueCat, Restore by other account: moves becomes refused.</li>"))
            let same = try await Workspace().run("compare --set revenuecat.restore=transfer")
            #expect(same.output.contains("\nThese settings change no answer of the table.\n"))
        }

        @Test func `A page begins with the questions if it has their scenarios`() async throws {
            let workspace = try Workspace()
            let title = "<h2 id=\"glance\">The four at a glance</h2>"
            for command in ["compare", "compare at-a-glance", "compare google-play at-a-glance"] {
                let page = try await workspace.run("\(command) --format html").output
                #expect(page.contains(title), "\(command)")
            }
            let other = try await workspace.run("compare google-play --format html").output
            #expect(!other.contains("id=\"glance\""))
            let own = "# Mine\n\n| Device | Action | Nami |\n|---|---|---|\n| A | install | |\n"
            _ = try await workspace.shell("mkdir scenarios")
            try workspace.write(own, to: "scenarios/at-a-glance.md")
            let mine = try await workspace.run("compare scenarios/at-a-glance.md --format html")
            #expect(mine.code == 0)
            #expect(mine.output.contains("Mine") && !mine.output.contains("id=\"glance\""))
        }

        @Test func `Only the providers that are named are shown at a glance`() async throws {
            let workspace = try Workspace()
            let run = try await workspace.run("compare --providers revenuecat,nami")
            #expect(run.code == 0)
            #expect(run.output.hasPrefix("The providers at a glance\n"))
            let head = run.output.split(separator: "\n").first { $0.contains("Question") }
            #expect(head?.hasSuffix("Nami        RevenueCat") == true, "\(run.output)")
            #expect(!run.output.contains("Purchasely"))
            let page = try await workspace.run("compare --providers nami,revenuecat --format html")
            let table = page.output.prefix { $0 != "≠" }
            #expect(table.contains("RevenueCat") && !table.contains("Qonversion</th>"))
            // Of a file's scenarios it adds to those that they ask.
            let file = try await workspace.run(
                "compare at-a-glance --providers nami --format html")
            #expect(file.output.contains("The four at a glance"))
        }

        @Test(arguments: [
            "compare --all", "diverge nami purchasely --depth 4",
            "diverge revenuecat revenuecat --set-b restore=keep --depth 4",
            "diverge --safety qonversion --depth 4",
        ])
        func `Steps fit the terminal, and no word is broken`(command: String) async throws {
            func words(_ text: String) -> Set<Substring> {
                Set(text.split(whereSeparator: \.isWhitespace))
            }
            let workspace = try Workspace()
            let wide = try await workspace.run(command, environment: ["COLUMNS": "100000"])
            let known = words(wide.output)
            for width in [60, 80, 200] {
                let run = try await workspace.run(command, environment: ["COLUMNS": "\(width)"])
                // A step's number and colon are there where the table has no room.
                let broken = words(run.output).subtracting(known).filter {
                    $0.wholeMatch(of: #/\d+\./#) == nil
                        && !($0.hasSuffix(":") && known.contains($0.dropLast()))
                }
                #expect(broken.isEmpty, "\(width): \(broken)")
                // An address or an ID may be longer than a line: then it stands by itself.
                let long = run.output.split(separator: "\n").filter { line in
                    line.count > width && line.split(separator: " ").count > 2
                }
                #expect(long.isEmpty, "\(width): \(long)")
            }
        }

        @Test func `Each question is told with the rules that answer it`() async throws {
            let run = try await Workspace().run("compare at-a-glance")
            let sections = run.output.split(separator: "\nscenarios/at-a-glance.md:").dropFirst()
            #expect(sections.count == 14)
            for section in sections {
                let reasons = section.split(separator: "\nWhy\n")
                #expect(reasons.count == 2, "\(section)")
                #expect(reasons.last?.contains("https://") == true)
            }
        }
    }
#endif
