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
