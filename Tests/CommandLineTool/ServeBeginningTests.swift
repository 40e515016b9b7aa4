// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import Foundation
    import Testing

    /// Projects that begin with a plan or an export.
    @Suite(.serialized) struct ServeBeginningTests {
        static func keys(of provider: String) -> String {
            """
            {"project":"demo","provider":"\(provider)",
             "keys":{"public":["pk_demo"],"secret":["sk_demo"],"admin":["ak_demo"]}}
            """
        }

        /// A plan of a provider's sample, and a project file for its target.
        func plan(from source: String, to target: String) async throws -> Workspace {
            let workspace = try Workspace()
            try workspace.write(Self.keys(of: target), to: "demo.json")
            let made = try await workspace.run(
                "migrate sample --from \(source) --customers 60 --output export")
            #expect(made.code == 0)
            let planned = try await workspace.run(
                "migrate plan --from \(source) --to \(target) --route api --in export --out plan")
            #expect(planned.code == 0)
            return workspace
        }

        func encoded(_ id: String) -> String {
            id.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? id
        }

        /// What RevenueCat's own answer gives access to at a time.
        private func access(
            of id: String, at: String, on server: ServerProcess
        ) async -> Set<String> {
            let reply = await server.call(
                "GET", "/v1/subscribers/\(encoded(id))", key: "sk_demo")
            let subscriber = reply?.object["subscriber"] as? [String: Any]
            let all = subscriber?["entitlements"] as? [String: [String: Any]] ?? [:]
            return Set(
                all.filter { _, entitlement in
                    guard let end = entitlement["expires_date"] as? String else { return true }
                    let grace = entitlement["grace_period_expires_date"] as? String ?? ""
                    return max(end, grace) > at
                }.keys)
        }

        @Test(arguments: [("nami", 0), ("purchasely", 15), ("qonversion", 0)])
        func `Whoever keeps access by a plan has it when its calls are made`(
            source: String, most: Int
        ) async throws {
            let workspace = try await plan(from: source, to: "revenuecat")
            let server = try await ServerProcess(
                in: workspace, project: "demo.json", ["--from-plan", "plan"])
            let plan = try PlannedCalls(in: workspace, "plan")
            let range = try await plan.carryOut(
                on: server, project: "demo", publicKey: "pk_demo", secretKey: "sk_demo")
            #expect(range.upperBound < 300)
            let at = try #require(
                await server.call("GET", "/allonym/v1/clock", key: "ak_demo")?
                    .object["now"] as? String)
            let expected = try plan.expected()
            #expect(expected.count >= most)
            for (id, names) in expected.sorted(by: { $0.key < $1.key }) {
                let found = await access(of: id, at: at, on: server)
                #expect(found.isSuperset(of: names), "\(id)")
            }
            #expect(server.complaints.contains("begins with"))
            #expect(server.terminate() == 0)
        }

        @Test
        func `What the app brings of a plan is known at the stores, and gives what it should`()
            async throws
        {
            let workspace = try await plan(from: "nami", to: "revenuecat")
            let server = try await ServerProcess(
                in: workspace, project: "demo.json", ["--from-plan", "plan"])
            let plan = try PlannedCalls(in: workspace, "plan")
            var count = 0
            for row in try plan.rows(of: "purchases.csv") where row["state"] == "active" {
                guard let id = row["target_id"], let transaction = row["transaction"],
                    row["store"] == "app_store", !id.isEmpty, !transaction.isEmpty
                else { continue }
                let reply = try #require(
                    await server.call(
                        "POST", "/v1/receipts",
                        #"{"app_user_id":"\#(id)","fetch_token":"\#(transaction)"}"#,
                        key: "pk_demo"))
                #expect(reply.status == 200)
                let subscriber = reply.object["subscriber"] as? [String: Any]
                let bought = subscriber?["subscriptions"] as? [String: [String: Any]] ?? [:]
                let once = subscriber?["non_subscriptions"] as? [String: Any] ?? [:]
                let product = row["product"] ?? ""
                #expect(bought[product] != nil || once[product] != nil)
                if let ends = row["ends"], !ends.isEmpty, let found = bought[product] {
                    let end = found["expires_date"] as? String ?? ""
                    #expect(ends.hasPrefix(end.prefix(19)))
                }
                count += 1
            }
            #expect(count > 10)
            let unknown = await server.call(
                "POST", "/v1/receipts", #"{"app_user_id":"ann","fetch_token":"200"}"#,
                key: "pk_demo")
            #expect(unknown?.status == 400)
            #expect(server.terminate() == 0)
        }

        @Test func `A project that is there does not begin again, and a changed plan begins none`()
            async throws
        {
            let workspace = try await plan(from: "nami", to: "revenuecat")
            let server = try await ServerProcess(
                in: workspace, project: "demo.json", ["--from-plan", "plan"])
            #expect(server.terminate() == 0)
            let serve = "serve --listen 127.0.0.1:0 --clock frozen"
            let again = try await workspace.run(
                "\(serve) --project demo.json --from-plan plan --data data")
            #expect(again.code == 65)
            #expect(again.errors.contains("only a new one can start from a plan"))
            let other = try await workspace.run(
                "\(serve) --project other.json --from-plan plan --data data")
            #expect(other.code == 65)
            try workspace.write(Self.keys(of: "nami"), to: "other.json")
            let wrong = try await workspace.run(
                "\(serve) --project other.json --from-plan plan --data new")
            #expect(wrong.code == 65)
            #expect(wrong.errors.contains("one of nami"))
            try workspace.write("source_id\n", to: "plan/purchases.csv")
            let changed = try await workspace.run("\(serve) --from-plan plan --data new")
            #expect(changed.code == 65)
            let lonely = try await workspace.run("\(serve) --from-export export --data new")
            #expect(lonely.code == 64)
            let both = try await workspace.run(
                "\(serve) --from-plan plan --from-export export --from nami --data new")
            #expect(both.code == 64)

            // What it began with is there when it is served again.
            let known = try await ServerProcess(in: workspace, project: "demo.json")
            let plan = try PlannedCalls(in: workspace, "plan")
            let row = try #require(
                try plan.rows(of: "revenuecat-client-sync.csv").first {
                    !($0["original_transaction_id"] ?? "").isEmpty
                })
            let reply = await known.call(
                "POST", "/v1/receipts",
                #"{"app_user_id":"ann","fetch_token":"\#(row["original_transaction_id"] ?? "")"}"#,
                key: "pk_demo")
            #expect(reply?.status == 200)
            #expect(known.terminate() == 0)
        }

        @Test func `An address that is taken leaves no project behind`()
            async throws
        {
            let workspace = try await plan(from: "nami", to: "revenuecat")
            let other = try await ServerProcess(
                in: workspace, project: "demo.json", data: "other")
            let address = other.address.replacing("http://", with: "")
            let data = workspace.folder.appendingPathComponent("data").path
            for begin in ["--from-plan plan", "--from-export export --from nami"] {
                let taken = try await workspace.run(
                    "serve --listen \(address) --data data \(begin)")
                #expect(taken.code == 74)
                #expect(taken.errors.contains("cannot be listened on: Address already in use"))
                #expect(!FileManager.default.fileExists(atPath: data))
            }
            #expect(other.terminate() == 0)
            let server = try await ServerProcess(
                in: workspace, project: "demo.json", ["--from-plan", "plan"])
            #expect(server.complaints.contains("begins with"))
            #expect(server.terminate() == 0)
        }
    }
#endif
