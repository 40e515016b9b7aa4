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
            let same = try await Workspace().run("compare --set revenuecat.restore=transfer")
            #expect(same.output.contains("\nThese settings change no answer of the table.\n"))
        }

        @Test func `Only the page of all scenarios begins with the questions`() async throws {
            let workspace = try Workspace()
            let page = try await workspace.run("compare --format html").output
            #expect(page.contains("<h2 id=\"glance\">The four at a glance</h2>"))
            let one = try await workspace.run("compare at-a-glance --format html").output
            #expect(!one.contains("<h2 id=\"glance\">"))
        }
    }
#endif
