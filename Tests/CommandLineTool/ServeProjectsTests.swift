// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymJournal
    import Foundation
    import Testing

    /// Projects that are added to a process while it serves.
    @Suite(.serialized) struct ServeProjectsTests {
        private static let added = """
            {"project":"second","provider":"revenuecat","settings":{"revenuecat.restore":"keep"},
             "keys":{"public":["pk_second"],"secret":["sk_second"],"admin":["ak_second"]},
             "catalogue":[{"id":"month","period":"P1M"}],
             "webhooks":[{"url":"http://10.0.0.1/hook"}]}
            """

        private func servers() throws -> Workspace {
            let workspace = try Workspace()
            try workspace.write(
                #"{"project":"first","provider":"nami","keys":{"admin":["ak_first"]}}"#,
                to: "first.json")
            try workspace.write(Self.added, to: "second.json")
            return workspace
        }

        @Test func `What its webhooks say in vain is said when a project is served`() async throws {
            let workspace = try Workspace()
            try workspace.write(
                """
                {"project":"first","provider":"qonversion","keys":{"admin":["ak_first"]},
                 "webhooks":[{"url":"http://127.0.0.1:9/hook","secret":"s3cret"}]}
                """, to: "first.json")
            let server = try await ServerProcess(in: workspace, project: "first.json")
            let lines = server.complaints.split(separator: "\n").prefix(2).joined(separator: "\n")
            #expect(
                lines == """
                    allonym: webhook http://127.0.0.1:9/hook: "secret" is ignored: the form \
                    "qonversion" has no signature; set "authorization" instead
                    allonym: webhook http://127.0.0.1:9/hook: not delivered to: 127.0.0.1 is this \
                    machine or in a private network; set "allowLoopback": true
                    """)
            #expect(server.terminate() == 0)
        }

        @Test func `That a project's data was of an earlier format is said at the start`()
            async throws
        {
            let workspace = try Workspace()
            try workspace.write(
                #"{"project":"first","provider":"nami","keys":{"admin":["ak_first"]}}"#,
                to: "first.json")
            let data = workspace.folder.appendingPathComponent("data")
            try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
            _ = try SQLiteJournal(data.appendingPathComponent("first.sqlite").path, format: 1)
            let server = try await ServerProcess(in: workspace, project: "first.json")
            #expect(
                server.complaints.contains(
                    "allonym: project \"first\": data/first.sqlite: migrated from format 1 to format "
                        + "\(SQLiteJournal.format), which earlier versions of allonym do not read; the "
                        + "file of before is kept as data/first.sqlite.format-1 until a customer is "
                        + "erased\n"),
                "\(server.complaints)")
            #expect(server.terminate() == 0)
            // The next start has nothing to say of it.
            let again = try await ServerProcess(in: workspace, project: "first.json")
            #expect(!again.complaints.contains("migrated"))
            #expect(again.terminate() == 0)
        }

        @Test func `Which products are sold monthly for want of a period is said at the start`()
            async throws
        {
            let workspace = try Workspace()
            try workspace.write(
                """
                {"project":"first","provider":"qonversion","keys":{"admin":["ak_first"]},
                 "catalogue":[{"id":"life","entitlements":["pro"]},{"id":"year","period":"P1Y"}]}
                """, to: "first.json")
            let server = try await ServerProcess(in: workspace, project: "first.json")
            #expect(
                server.complaints.hasPrefix(
                    "allonym: catalogue of \"first\": sold as a monthly subscription, since there "
                        + "is no \"period\": \"life\"; set \"period\", or \"kind\": "
                        + "\"non-consumable\" for what is bought once\n"))
            #expect(server.terminate() == 0)
        }

        @Test func `Webhooks of a changed file are taken over at the start, and the rest is not`()
            async throws
        {
            let workspace = try Workspace()
            let file = #"{"project":"first","provider":"purchasely","keys":{"admin":["ak_KEY"]}"#
            try workspace.write(file + "}", to: "first.json")
            let new = try await ServerProcess(in: workspace, project: "first.json")
            #expect(!new.complaints.contains("project \"first\": "))
            #expect(new.terminate() == 0)
            let hook = #"{"url":"http://127.0.0.1:9/hook","secret":"shh","allowLoopback":true}"#
            try workspace.write(
                file.replacing("KEY", with: "other")
                    + #","webhooks":[\#(hook)],"catalogue":[{"id":"month","period":"P1M"}]}"#,
                to: "first.json")
            let changed = try await ServerProcess(in: workspace, project: "first.json")
            let added =
                "allonym: project \"first\": webhook http://127.0.0.1:9/hook: added, as the "
                + "project's file lists it now\n"
            let catalogue =
                "allonym: project \"first\": \"catalogue\" in its file is not taken over, "
            #expect(changed.complaints.contains(added), "\(changed.complaints)")
            #expect(changed.complaints.contains(catalogue), "\(changed.complaints)")
            #expect(!changed.complaints.contains("shh"))
            // Its keys are taken over, as before.
            let clock = await changed.call("GET", "/allonym/v1/clock", key: "ak_other")
            #expect(clock?.status == 200)
            // Whatever is acknowledged holds, and what is taken over is.
            changed.kill()
            let again = try await ServerProcess(in: workspace, project: "first.json")
            #expect(!again.complaints.contains(added), "\(again.complaints)")
            #expect(again.complaints.contains(catalogue), "\(again.complaints)")
            #expect(again.terminate() == 0)
            // A new project takes all of it.
            let fresh = try await ServerProcess(
                in: workspace, project: "first.json", data: "fresh")
            #expect(!fresh.complaints.contains("project \"first\": "))
            #expect(fresh.terminate() == 0)
        }

        @Test func `Two files with the same public key are refused, and the second is named`()
            async throws
        {
            let workspace = try Workspace()
            for name in ["first", "second"] {
                try workspace.write(
                    """
                    {"project":"\(name)","provider":"nami",
                     "keys":{"public":["pk_both"],"admin":["ak_both"]}}
                    """, to: "\(name).json")
            }
            let end = try await workspace.run(
                "serve --project first.json --project second.json --data data --listen 127.0.0.1:0")
            #expect(end.code == 65)
            #expect(
                end.errors.contains(
                    "second.json: keys: a public or secret key here is one of the project "
                        + "\"first\" too"), "\(end.errors)")
            #expect(!end.errors.contains("pk_both"))
        }

        @Test func `A project that is added is served, has its webhooks sent, and is kept`()
            async throws
        {
            let workspace = try servers()
            let server = try await ServerProcess(in: workspace, project: "first.json")
            let made = try #require(
                await server.call("POST", "/allonym/v1/projects", Self.added, key: "ak_first"))
            #expect(made.status == 201)
            let bought = await server.call(
                "POST", "/allonym/v1/purchases",
                #"{"account":"app_store:ann","product":"month"}"#, key: "ak_second")
            let token = try #require(bought?.object["token"] as? String)
            let posted = await server.call(
                "POST", "/v1/receipts", #"{"app_user_id":"ann","fetch_token":"\#(token)"}"#,
                key: "pk_second")
            #expect(posted?.status == 200)
            // The address is a private one, so that the first try ends at once.
            var tries = 0
            for _ in 0..<200 where tries == 0 {
                try await Task.sleep(for: .milliseconds(50))
                let found = await server.call(
                    "GET", "/allonym/v1/deliveries", key: "ak_second")
                let deliveries = found?.object["deliveries"] as? [[String: Any]]
                tries = deliveries?.first?["tries"] as? Int ?? 0
            }
            #expect(tries > 0)
            #expect(server.terminate() == 0)
            let said = server.output + server.complaints
            for secret in ["ak_first", "pk_second", "sk_second", "ak_second", token] {
                #expect(!said.contains(secret), "\(said)")
            }

            // Without its file it is served as it was, and nobody else can take it over.
            let other = try await ServerProcess(in: workspace, project: "first.json")
            #expect(other.projects == ["first", "second"])
            let taken = await other.call(
                "POST", "/allonym/v1/projects", Self.added, key: "ak_first")
            #expect(taken?.status == 409)
            let list = await other.call("GET", "/allonym/v1/projects", key: "ak_second")
            let second = (list?.object["projects"] as? [[String: Any]])?.first
            #expect(second?["settings"] as? [String: String] == ["revenuecat.restore": "keep"])
            let seen = await other.call("GET", "/v1/subscribers/ann", key: "pk_second")
            #expect(seen?.status == 200)
            #expect(other.terminate() == 0)

            let own = try await ServerProcess(in: workspace, project: "second.json")
            let customer = await own.call("GET", "/allonym/v1/customers/ann", key: "ak_second")
            #expect(customer?.object["access"] as? [String] == ["month"])
            #expect(own.terminate() == 0)
        }
    }
#endif
