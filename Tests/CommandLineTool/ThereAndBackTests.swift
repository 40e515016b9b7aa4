// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import Foundation
    import Testing

    /// Customers who are moved to Qonversion by its calls, read there by its API, and moved on.
    @Suite struct ThereAndBackTests {
        private static let customers =
            ProcessInfo.processInfo.environment["ALLONYM_CUSTOMERS"].flatMap { Int($0) } ?? 80

        private struct Report: Decodable {
            let customers, confirmed: [String: Int]
            let holds: Bool
        }

        /// A source, and where customers go from Qonversion.
        @Test(arguments: [
            ("purchasely", "revenuecat"), ("revenuecat", "revenuecat"), ("nami", "purchasely"),
            ("purchasely", "nami"),
        ])
        func `Whoever has access at the first target is moved on with all of it, but for findings`(
            source: String, last: String
        ) async throws {
            let workspace = try Workspace()
            let project =
                #"{"project":"demo","provider":"qonversion","keys":{"public":["pk_demo"],"#
            try workspace.write(
                project + #""secret":["sk_demo"],"admin":["ak_demo"]}}"#, to: "demo.json")
            try await run(
                "migrate sample --from \(source) --customers \(Self.customers) --output export",
                in: workspace)
            try await run(
                "migrate plan --from \(source) --to qonversion --route api --in export --out plan",
                in: workspace)
            let there = try await rehearse("plan", in: workspace)
            let server = try await ServerProcess(
                in: workspace, project: "demo.json", ["--from-plan", "plan"])
            try await run(
                "migrate apply --plan plan --to-url \(server.address) --rate off "
                    + "--key-env 'project key=PROJECT' --key-env 'secret key=SECRET'", in: workspace
            )
            try await run(
                "migrate export --from qonversion --from-url \(server.address) --rate off "
                    + "--key-env SECRET --out read", in: workspace)
            #expect(server.terminate() == 0)
            let files = ["users", "entitlements", "purchases"].map { "read/answers/\($0).jsonl" }
                .joined(separator: " ")
            let seen = try await run("migrate verify --plan plan --export \(files)", in: workspace)
            #expect(seen.contains("missing: 0; different: 0."), "\(seen)")
            let planned = try await run(
                "migrate plan --from qonversion --to \(last) --route api --in \(files) --out back",
                in: workspace)
            #expect(!planned.isEmpty)
            try await run("migrate verify --plan back", in: workspace)
            let back = try await rehearse("back", in: workspace)
            // What calls alone have brought is what the API tells of.
            #expect(back.customers["withAccess"] ?? 0 >= there.customers["kept"] ?? 0)
            #expect(back.confirmed["kept"] == back.customers["kept"])
            #expect(back.confirmed["byApp"] == back.customers["byApp"])
        }

        private func rehearse(_ plan: String, in workspace: Workspace) async throws -> Report {
            let text = try await run(
                "migrate rehearse --plan \(plan) --format json", in: workspace)
            let report = try JSONDecoder().decode(Report.self, from: Data(text.utf8))
            #expect(report.holds)
            return report
        }

        @discardableResult
        private func run(_ command: String, in workspace: Workspace) async throws -> String {
            let run = try await workspace.run(
                command, environment: ["PROJECT": "pk_demo", "SECRET": "sk_demo"])
            #expect(run.code == 0, "\(command): \(run.errors)\(run.output)")
            return run.output
        }

        @Test(arguments: ["revenuecat", "qonversion"])
        func `An entitlement that is only granted is there in a rehearsal`(
            target: String
        ) async throws {
            let workspace = try Workspace()
            try workspace.write(
                #"{"allonym":1,"type":"customer","ids":[{"id":"ada_1","kind":"custom"}]}"# + "\n"
                    + #"{"allonym":1,"type":"grant","user-id":"ada_1","entitlement":["gold"],"#
                    + #""state":"active","expiry-date":"2027-11-01T00:00:00Z"}"# + "\n",
                to: "neutral.jsonl")
            try await run(
                "migrate plan --from neutral --to \(target) --at 2026-11-20T00:00:00Z "
                    + "--route api --in neutral.jsonl --out plan", in: workspace)
            let report = try await rehearse("plan", in: workspace)
            #expect(report.confirmed["kept"] == 1)
        }
    }
#endif
