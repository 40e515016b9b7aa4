// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import Foundation
    import Testing

    /// What a project takes over from an export, or from a plan of one.
    extension ServeBeginningTests {
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
