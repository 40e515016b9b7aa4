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
            #expect(!run.output.contains("Everything "))
        }

        /// A user of Qonversion whose entitlement names its own product, and whose purchase the
        /// store's.
        private static let twins = """
            {"object":"list","url":"/v4/users/QON_1b2c3d4e1b2c3d4e1b2c3d4e1b2c3d4e/entitlements",\
            "has_more":false,"data":[{"object":"user_entitlement","id":"pro","is_active":true,\
            "source":"appstore","started_at":"2026-11-01T00:00:00Z",\
            "expires_at":"2026-12-01T00:00:00Z","product":{"product_id":"monthly","subscription":\
            {"renew_state":"will_renew","current_period_type":"normal"}}}]}
            {"object":"list","url":"/v4/users/QON_1b2c3d4e1b2c3d4e1b2c3d4e1b2c3d4e/purchases",\
            "has_more":false,"data":[{"object":"purchase","id":"1","platform":"app_store",\
            "user_id":"QON_1b2c3d4e1b2c3d4e1b2c3d4e1b2c3d4e","product_id":"com.example.monthly",\
            "currency":"USD","price":"9.99","purchased_at":"2026-11-01T00:00:00Z",\
            "expires_at":"2026-12-01T00:00:00Z","is_auto_renewing":true,\
            "created_at":"2026-11-01T00:00:00Z","store_data":{"transaction_id":"900",\
            "original_transaction_id":"900"}}]}

            """

        /// The same under one name in both.
        private static let joined = twins.replacing("com.example.monthly", with: "monthly")

        private static let decide = """
            Everything rehearsed is as the plan says, but 1 customer has findings of 1 kind that still \
            wait for your decision: 1 × twin-products. Decide first, as steps.md in plan says. To list \
            everybody whom a finding concerns: allonym migrate list --plan plan --code twin-products
            Nothing has left this machine. The plan has neither calls nor files to import.
            """

        @Test(
            arguments: [
                (
                    twins,
                    "; 1 customer has findings of 1 kind that still wait for your decision.",
                    decide,
                    ["twin-products"]
                ),
                (
                    joined, "rehearsed: 1 customer has access today.",
                    "Everything is as the plan says. Nothing has left this machine.", []
                ),
            ] as [(String, String, String, [String])])
        func `What is still to be decided is said with what the rehearsal has shown`(
            export: String, head: String, end: String, codes: [String]
        ) async throws {
            let workspace = try Workspace()
            try workspace.write(export, to: "export")
            let run = try await workspace.shell(
                """
                allonym migrate plan --from qonversion --to revenuecat --in export --out plan \
                    --at 2026-11-20T00:00:00Z > log
                allonym migrate rehearse --plan plan --out rehearsed
                """)
            #expect(run.code == 0, "\(run.errors)")
            #expect(run.output.split(separator: "\n").first?.hasSuffix(head) == true)
            #expect(run.output.contains(end), "\(run.output)")
            #expect(try workspace.content(of: "rehearsed/rehearsal.txt").contains(end))
            let json = try JSONSerialization.jsonObject(
                with: Data(workspace.content(of: "rehearsed/rehearsal.json").utf8))
            let open = try #require((json as? [String: Any])?["open"] as? [[String: Any]])
            #expect(open.compactMap { $0["code"] as? String } == codes)
            #expect(open.allSatisfy { $0["severity"] as? String == "needs-decision" })
            #expect(open.allSatisfy { $0["count"] as? Int == 1 })
            #expect((json as? [String: Any])?["holds"] as? Bool == true)
        }
    }
#endif
