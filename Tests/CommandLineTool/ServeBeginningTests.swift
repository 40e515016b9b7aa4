// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import Foundation
    import Testing

    /// Projects that begin with a plan or an export.
    @Suite(.serialized) struct ServeBeginningTests {
        private static func keys(of provider: String) -> String {
            """
            {"project":"demo","provider":"\(provider)",
             "keys":{"public":["pk_demo"],"secret":["sk_demo"],"admin":["ak_demo"]}}
            """
        }

        /// A plan of a provider's sample, and a project file for its target.
        private func plan(from source: String, to target: String) async throws -> Workspace {
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

        private func encoded(_ id: String) -> String {
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

        /// A row of RevenueCat's export: when a period ends, and whether it is a trial, an
        /// introductory one, and one of the sandbox.
        private static func row(_ id: String, _ flags: String) -> String {
            "\(id),\(id),IN,,pro_monthly,,,2026-11-17 14:13:00,2026-12-17 14:13:00,,"
                + "2026-12-17 14:13:00,play_store,true,\(flags),,,,,,GPA.\(id),GPA.\(id),,"
                + #",,INR,,0.00,"[""pro""]",1,,,PURCHASED,,,Android,,,"#
                + "2026-11-17 21:06:39,,,2026-11-14 04:10:21,\n"
        }

        @Test func `A sandbox's purchases and trials of an export stay what they are`() async throws
        {
            let workspace = try Workspace()
            let header = try await workspace.run(
                "migrate sample --from revenuecat --customers 1 | head -n 1")
            try workspace.write(
                header.output + Self.row("box", "false,false,true")
                    + Self.row("try", "true,false,false") + Self.row("new", "false,true,false")
                    + Self.row("pro", "false,false,false"), to: "export")
            try workspace.write(Self.keys(of: "revenuecat"), to: "demo.json")
            let server = try await ServerProcess(
                in: workspace, project: "demo.json",
                ["--from-export", "export", "--from", "revenuecat"])
            for (id, isSandbox, period) in [
                ("box", true, "normal"), ("try", false, "trial"), ("new", false, "normal"),
                ("pro", false, "normal"),
            ] {
                let reply = try #require(
                    await server.call("GET", "/v1/subscribers/\(id)", key: "sk_demo"))
                let subscriber = reply.object["subscriber"] as? [String: Any]
                let bought = subscriber?["subscriptions"] as? [String: [String: Any]]
                let found = try #require(bought?.values.first)
                #expect(found["is_sandbox"] as? Bool == isSandbox, "\(id)")
                #expect(found["period_type"] as? String == period, "\(id)")
            }
            #expect(
                server.complaints.contains(
                    "Not taken over: reduced prices of periods, sold at the product's price: 1"))
            #expect(server.terminate() == 0)
        }

        @Test func `A family's share of an export is one, and is exported again as one`()
            async throws
        {
            let workspace = try Workspace()
            let header = try await workspace.run(
                "migrate sample --from revenuecat --customers 1 | head -n 1")
            let shared = Self.row("kid", "false,false,false")
                .replacing("PURCHASED", with: "FAMILY_SHARED")
            let rows = shared + Self.row("pro", "false,false,false")
            try workspace.write(
                header.output + rows.replacing("play_store", with: "app_store"), to: "export")
            try workspace.write(Self.keys(of: "revenuecat"), to: "demo.json")
            let server = try await ServerProcess(
                in: workspace, project: "demo.json",
                ["--from-export", "export", "--from", "revenuecat"])
            #expect(server.complaints.contains("begins with 2 purchases, "))
            #expect(
                server.complaints.contains(
                    "Purchases of unknown store accounts, which families share: 1"))
            for (id, isShare) in [("kid", true), ("pro", false)] {
                let told = await server.call("GET", "/allonym/v1/customers/\(id)", key: "ak_demo")
                let purchases = told?.object["purchases"] as? [[String: Any]]
                #expect(purchases?.map { $0["isFamilyShare"] as? Bool } == [isShare], "\(id)")
                let first = await server.call("GET", "/v1/subscribers/\(id)", key: "sk_demo")
                let subscriber = first?.object["subscriber"] as? [String: Any]
                let bought = subscriber?["subscriptions"] as? [String: [String: Any]]
                #expect(
                    bought?.values.map { $0["ownership_type"] as? String }
                        == [isShare ? "FAMILY_SHARED" : "PURCHASED"], "\(id)")
                let second = await server.call(
                    "GET", "/v2/projects/demo/customers/\(id)/subscriptions", key: "sk_demo")
                let item = (second?.object["items"] as? [[String: Any]])?.first
                let revenue = item?["total_revenue_in_usd"] as? [String: Any]
                #expect(item?["ownership"] as? String == (isShare ? "family_shared" : "purchased"))
                if isShare { #expect(revenue?["gross"] as? Double == 0) }
            }
            let again = try await workspace.shell(
                "allonym migrate export --from revenuecat --from-url \(server.address) "
                    + "--project demo --key-env DEMO_KEY --rate off --out exported "
                    + "&& allonym migrate plan --from revenuecat --to neutral "
                    + "--in exported/answers/*.jsonl --out plan",
                environment: ["DEMO_KEY": "sk_demo"])
            #expect(again.code == 0, "\(again.errors)")
            let found = try workspace.content(of: "plan/findings.csv").split(separator: "\n")
                .filter { $0.hasPrefix("family-shared,") }
            #expect(found.count == 1 && found[0].contains(",kid,"), "\(found)")
            #expect(server.terminate() == 0)
        }

        @Test func `A trial that goes over by a plan is one at the stores, and nothing else is`()
            async throws
        {
            let workspace = try Workspace()
            let header = try await workspace.run(
                "migrate sample --from revenuecat --customers 1 | head -n 1")
            let rows = Self.row("try", "true,false,false") + Self.row("pro", "false,false,false")
            try workspace.write(
                header.output + rows.replacing("play_store", with: "app_store"), to: "export")
            try workspace.write(Self.keys(of: "revenuecat"), to: "demo.json")
            let planned = try await workspace.run(
                "migrate plan --from revenuecat --to revenuecat --in export --out plan")
            #expect(planned.code == 0, "\(planned.errors)")
            let server = try await ServerProcess(
                in: workspace, project: "demo.json", ["--from-plan", "plan"])
            for (id, period) in [("try", "trial"), ("pro", "normal")] {
                let reply = try #require(
                    await server.call(
                        "POST", "/v1/receipts",
                        #"{"app_user_id":"\#(id)","fetch_token":"GPA.\#(id)"}"#, key: "pk_demo"))
                let subscriber = reply.object["subscriber"] as? [String: Any]
                let bought = subscriber?["subscriptions"] as? [String: [String: Any]]
                let found = try #require(bought?.values.first, "\(id)")
                #expect(found["period_type"] as? String == period, "\(id)")
            }
            #expect(server.terminate() == 0)
        }

        @Test(arguments: ["nami", "purchasely", "qonversion", "revenuecat"])
        func `Every ID of an export has the access that the export says`(
            provider: String
        ) async throws {
            let workspace = try await plan(from: provider, to: "neutral")
            try workspace.write(Self.keys(of: provider), to: "demo.json")
            let server = try await ServerProcess(
                in: workspace, project: "demo.json",
                ["--from-export", "export", "--from", provider])
            let plan = try PlannedCalls(in: workspace, "plan")
            var (count, wrong) = (0, [String]())
            for row in try plan.rows(of: "access.csv") {
                guard let id = row["source_id"] else { continue }
                let reply = await server.call(
                    "GET", "/allonym/v1/customers/\(encoded(id))", key: "ak_demo")
                let found = Set(reply?.object["access"] as? [String] ?? [])
                let wanted = plan.names(row["access"])
                if found != wanted { wrong.append("\(id): \(found) instead of \(wanted)") }
                count += 1
            }
            #expect(count > 20)
            #expect(wrong == [])
            #expect(server.terminate() == 0)
        }
    }
#endif
