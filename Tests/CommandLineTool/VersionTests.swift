// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import AllonymMappings
    import Foundation
    import Testing

    @Suite struct VersionTests {
        @Test(arguments: ["--version", "version", "version --format text"])
        func `The version says how old the rules are`(arguments: String) async throws {
            let run = try await Workspace().run(arguments)
            let mappings = try Mappings.load()
            let days = try mappings.readingDays()
            let lines = run.output.split(separator: "\n")
            #expect(run.code == 0 && run.errors.isEmpty && lines.count == 2)
            #expect(lines[0].wholeMatch(of: /allonym 0\.[0-9]+\.[0-9]+/) != nil)
            #expect(
                lines[1]
                    == "rules of \(days.newest): \(mappings.providers.count) providers, sources read "
                    + "from \(days.oldest) to \(days.newest)")
        }

        @Test(
            arguments: [
                ("2026-11-25", false), ("2027-05-24", false), ("2027-05-25", true),
                ("2030-01-01", true),
                ("2020-01-01", false),
            ])
        func `Rules older than 180 days are warned of`(today: String, isWarned: Bool) async throws {
            // Days are counted from a file whose sources were all read on one day.
            let workspace = try Workspace()
            let source = try Mappings.load().directory
            _ = try await workspace.shell(
                """
                cp -R '\(source)' own
                sed -i -E 's/"checked": "[0-9-]+"/"checked": "2026-11-25"/g' own/*.json own/*/*.json
                """)
            let run = try await workspace.run(
                "--version --mappings own", environment: ["ALLONYM_TODAY": today])
            #expect(run.code == 0)
            let days = today == "2027-05-25" ? "181" : "1133"
            #expect(
                run.errors
                    == (isWarned
                        ? "allonym: warning: the rules are of 2026-11-25 and \(days) days old; "
                            + "providers may have changed since: look for a newer version of allonym\n"
                        : ""))
        }

        @Test func `A plan warns of old rules as well`() async throws {
            let workspace = try Workspace()
            _ = try await workspace.run("migrate sample --from nami --customers 3 --output in")
            let command = "migrate plan --from nami --to neutral --in in --out plan"
            #expect(try await workspace.run(command).errors.isEmpty)
            let late = try await workspace.run(
                command, environment: ["ALLONYM_TODAY": "2031-01-01"])
            #expect(late.code == 0)
            #expect(late.errors.hasPrefix("allonym: warning: the rules are of "))
        }

        @Test(arguments: [("2026-12-24", false), ("2027-12-24", true)])
        func `A report warns of rules that were old at its moment`(
            day: String, isWarned: Bool
        ) async throws {
            let workspace = try Workspace()
            _ = try await workspace.run("migrate sample --from nami --customers 3 --output in")
            let run = try await workspace.run(
                "migrate plan --from nami --to neutral --in in --out plan --at \(day)T00:00:00Z")
            #expect(run.code == 0, "\(run.errors)")
            for file in ["report.md", "report.html"] {
                let text = try workspace.content(of: "plan/\(file)")
                #expect(text.contains("Warning: the rules are of 2026-") == isWarned)
            }
            let report = try workspace.content(of: "plan/report.json")
            #expect(report.contains("\"tooOld\" : \(isWarned)"))
        }
    }
#endif
