// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import Foundation
    import Testing

    /// What a rehearsal says to do next.
    @Suite struct RehearsedNextTests {
        @Test(arguments: [
            (
                "purchasely", "--route bulk-import",
                "The plan has no calls. Next, hand over its files as steps.md in plan says."
            ),
            ("nami", "", "The plan has neither calls nor files to import. Next, steps.md"),
        ])
        func `A plan without calls goes on as its steps say`(
            target: String, route: String, words: String
        ) async throws {
            let workspace = try Workspace()
            let run = try await workspace.shell(
                """
                allonym migrate sample --from revenuecat --customers 60 --output export
                allonym migrate plan --from revenuecat --to \(target) --in export \
                    \(route) --out plan > log
                allonym migrate rehearse --plan plan
                """)
            #expect(run.code == 0, "\(run.errors)")
            #expect(run.output.contains(words), "\(run.output)")
            #expect(!run.output.contains("migrate apply") && !run.output.contains("0 calls"))
        }

        @Test func `Calls that fail are named with customers, and otherwise steps.md has the rest`()
            async throws
        {
            let workspace = try Workspace()
            let run = try await workspace.shell(
                """
                allonym migrate sample --from revenuecat --customers 300 --output export
                allonym migrate plan --from revenuecat --to revenuecat --in export --out plan > log
                allonym migrate rehearse --plan plan
                """)
            #expect(run.code == 0, "\(run.errors)")
            #expect(
                run.output.contains("Next, steps.md in plan has the commands that send the calls."))
            // Whoever is there already is not made again.
            let there = try await workspace.run("migrate rehearse --plan plan --existing export")
            #expect(there.code == 1)
            let line = try #require(
                there.output.split(separator: "\n").first {
                    $0.hasPrefix("Calls that did not succeed, ")
                })
            let end = try #require(line.firstRange(of: "), for example of ")).upperBound
            let export = try workspace.content(of: "export")
            let named = line[end...].split(separator: ", ")
            #expect(!named.isEmpty && named.allSatisfy { export.contains($0) })
        }

        @Test func `A plan that has rejected every record is not said to come true`() async throws {
            let workspace = try Workspace()
            let run = try await workspace.shell(
                """
                allonym migrate sample --from revenuecat --customers 20 > export
                sed -E 's/,(app_store|play_store|stripe|promotional|amazon),/,x,/' export > odd
                allonym migrate plan --from revenuecat --to qonversion --in odd --out plan > log
                allonym migrate rehearse --plan plan
                """)
            #expect(
                run.output.contains("Nothing could be rehearsed, since every record was rejected"))
            #expect(run.output.contains("see rejected.jsonl in plan, and plan again."))
            #expect(!run.output.contains("migrate apply"))
            #expect(!run.output.contains("Everything is as the plan says"))
        }
    }
#endif
