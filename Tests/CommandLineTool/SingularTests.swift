// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import Testing

    /// What is said of one customer with one ID and one purchase.
    @Suite struct SingularTests {
        private static let export = #"""
            {"allonym":1,"type":"customer","ids":[{"id":"ada_1","kind":"custom","original":true}]}
            {"allonym":1,"type":"purchase","user-id":"ada_1","product":"yearly","store-product":"yearly","store":"app_store","kind":"subscription","state":"active","entitlement":["pro"],"environment":"production","transaction-id":"2001","original-transaction-id":"2001","purchase-date":"2026-10-01T00:00:00Z","expiry-date":"2027-10-01T00:00:00Z"}

            """#

        /// A workspace with a plan for that customer, and what was said of the plan.
        private func planned(to target: String) async throws -> (Workspace, said: String) {
            let workspace = try Workspace()
            try workspace.write(Self.export, to: "in.jsonl")
            let run = try await workspace.shell(
                """
                allonym migrate plan --from neutral --to \(target) --in in.jsonl --at 2026-11-01 \\
                    --out plan 2>&1
                """)
            return (workspace, run.output)
        }

        @Test(arguments: ["nami", "purchasely", "qonversion", "revenuecat"])
        func `Nothing that is one is said in the plural`(target: String) async throws {
            let (workspace, said) = try await planned(to: target)
            let run = try await workspace.shell(
                """
                allonym migrate verify --plan plan 2>&1
                allonym migrate diff plan plan 2>&1
                allonym migrate rehearse --plan plan 2>&1
                echo ada_1 | allonym check --for \(target) 2>&1
                cat plan/report.md plan/steps.md
                sed 's/<[^>]*>//g' plan/report.html
                """)
            let verified = "1 customer has access today. At "
            #expect(run.output.contains(verified) && run.output.contains("1 ID was compared: "))
            let plural =
                /(^|[^0-9,.])1 (customers|IDs|calls|rows|records|purchases|products|devices|files|have|see|are|were|do)\b/
            let wrong = (said + run.output).split(separator: "\n").filter { $0.contains(plural) }
            #expect(wrong == [])
        }

        @Test func `A project says what it begins with, in the singular where it is one`()
            async throws
        {
            let (workspace, _) = try await planned(to: "revenuecat")
            try workspace.write(
                #"{"project":"demo","provider":"revenuecat","keys":{"admin":["ak_demo"]}}"#,
                to: "demo.json")
            let server = try await ServerProcess(
                in: workspace, project: "demo.json", ["--from-plan", "plan"])
            let words = "begins with 1 purchase, 1 product and 0 customers, as of 2026-11-01"
            #expect(server.complaints.contains(words), "\(server.complaints)")
            #expect(server.terminate() == 0)
        }
    }
#endif
