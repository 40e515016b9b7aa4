// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymComparison
    import AllonymMappings
    import AllonymServer
    import AllonymService
    import AllonymTestSupport
    import Foundation
    import HTTPTypes
    import Testing

    /// Projects, scenarios and counters.
    @Suite struct ControlServerTests {
        private func post(_ path: String, _ body: String, at server: TestServer) async
            -> TestServer.Reply
        {
            await server.call(.post, "/allonym/v1/\(path)", body, key: "admin")
        }

        @Test func `A project is added while others are served, with keys that are shown once`()
            async throws
        {
            let server = try TestServer("revenuecat")
            let made = await post(
                "projects", #"{"project":"second","provider":"purchasely"}"#, at: server)
            #expect(made.status == 201)
            let key = try #require((made["keys", "admin"] as? [String])?.first)
            let own = await server.call(.get, "/allonym/v1/projects", key: key)
            let names = (own["projects"] as? [[String: Any]])?.compactMap {
                $0["project"] as? String
            }
            #expect(names == ["second"])
            #expect(await server.call(.get, "/allonym/v1/clock", key: key).status == 200)
            let app = try #require((made["keys", "public"] as? [String])?.first)
            #expect(await server.call(.get, "/allonym/v1/clock", key: app).status == 401)
        }

        @Test(
            arguments: [
                (#"{"project":"test","provider":"nami"}"#, 409),
                (#"{"project":"new","provider":"nami","keys":{"admin":["ak_test"]}}"#, 201),
                (#"{"project":"new","provider":"nobody"}"#, 400), (#"{"provider":"nami"}"#, 400),
                (#"{"project":"../new","provider":"nami"}"#, 400),
                (#"{"project":"new","provider":"nami","settings":{"nami.switch":"?"}}"#, 400),
                ("", 400),
            ])
        func `A project file is taken or refused`(body: String, status: Int) async throws {
            let server = try TestServer("revenuecat")
            let reply = await post("projects", body, at: server)
            #expect(reply.status == status)
            #expect((reply["error", "message"] != nil) == (status != 201))
            #expect(reply["keys"] == nil)
        }

        @Test(
            arguments: [
                ("127.0.0.1", "http://127.0.0.1:8080"), ("localhost", "http://localhost:8080"),
                ("::1", "http://[::1]:8080"),
            ])
        func `Where a server listens is an address that can be called`(host: String, says: String) {
            #expect(AllonymServer.address(host, 8080) == says)
        }

        @Test func `Where a key is for several projects, the call says which`() async throws {
            let server = try TestServer("revenuecat")
            _ = await post(
                "projects", #"{"project":"new","provider":"nami","keys":{"admin":["ak_test"]}}"#,
                at: server)
            for (name, status) in [(nil, 400), ("new", 200), ("test", 200), ("none", 404)] {
                let reply = await server.call(
                    .get, "/allonym/v1/clock", key: "admin",
                    headers: name.map { ["Allonym-Project": $0] } ?? [:])
                #expect(reply.status == status)
            }
            #expect(await server.call(.get, "/allonym/v1/projects", key: "admin").status == 200)
        }

        @Test(
            arguments: [
                (#"{"public":["pk_test"]}"#, 400), (#"{"secret":["sk_test"]}"#, 400),
                (#"{"public":["sk_test"]}"#, 400), (#"{"admin":["pk_test"]}"#, 400),
                (#"{"public":["ak_test"]}"#, 400), (#"{"admin":["ak_test"]}"#, 201),
                (#"{"public":["pk_new"],"secret":["sk_new"],"admin":["ak_new"]}"#, 201),
            ])
        func `A public or secret key is of one project, an admin key of several`(
            keys: String, status: Int
        ) async throws {
            let server = try TestServer("revenuecat")
            let reply = await post(
                "projects", #"{"project":"new","provider":"nami","keys":\#(keys)}"#, at: server)
            #expect(reply.status == status, "\(reply.text)")
            #expect(server.served.all.count == (status == 201 ? 2 : 1))
            guard status == 400 else { return }
            #expect(reply["error", "code"] as? String == "wrong-body")
            let said = try #require(reply["error", "message"] as? String)
            #expect(said.hasPrefix("keys: ") && said.contains("the project \"test\""))
            #expect(!said.contains("_test"), "\(said)")
        }

        @Test func `A delivery that is not there is named as it was asked for`() async throws {
            let server = try TestServer("revenuecat")
            for id in ["abc", "7"] {
                let reply = await post("deliveries/\(id)/replay", "", at: server)
                #expect(reply.status == 404)
                #expect(reply["error", "message"] as? String == "There is no delivery \(id).")
            }
        }

        @Test(
            arguments: [
                ("nothing", "42", 404, "The catalogue has no product"),
                (
                    "month", "ann", 400,
                    "customer: expected a customer ID that the rules of nami take"
                ),
                ("month", "42", 201, nil),
            ] as [(String, String, Int, String?)])
        func `A sale on the web says whether the product or the customer is refused`(
            product: String, customer: String, status: Int, words: String?
        ) async throws {
            let reply = await post(
                "purchases",
                #"{"account":"stripe:a","product":"\#(product)","customer":"\#(customer)"}"#,
                at: try TestServer("nami"))
            #expect(reply.status == status, "\(reply.text)")
            let said = reply["error", "message"] as? String
            #expect(words.map { said?.hasPrefix($0) == true } ?? (said == nil), "\(reply.text)")
        }

        @Test func `Two projects of one name are added once`() async throws {
            let server = try TestServer("revenuecat")
            let statuses = await withTaskGroup(of: Int.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        await post(
                            "projects", #"{"project":"new","provider":"nami"}"#, at: server
                        ).status
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.sorted() == [201] + [Int](repeating: 409, count: 7))
        }

        private static let scenario = """
            # Two devices

            | Device | Action | RevenueCat |
            |---|---|---|
            | A | install | none |
            | A | buy X | |
            | B | install app_store:A | |
            | B | restore | |

            """

        @Test func `A scenario is answered by the project's rules and settings, as compare does`()
            async throws
        {
            let mappings = EveryProvider.mappings
            for restore in ["transfer", "keep"] {
                let server = try TestServer(
                    "revenuecat", settings: ["revenuecat.restore": restore])
                let reply = await post("scenarios", Self.scenario, at: server)
                #expect(reply.status == 200, "\(reply.text)")
                let file = try ScenarioFile(
                    name: "scenario.md", bytes: Array(Self.scenario.utf8), mappings: mappings)
                let runner = Runner(
                    mappings, settings: [try SettingChoice("revenuecat.restore", restore, mappings)]
                )
                var report = JSONReport()
                var text = report.head
                for scenario in file.scenarios {
                    try report.add(try runner.run(scenario, of: file)) { text += $0 }
                }
                #expect(reply.text == text + report.tail)
            }
        }

        @Test func `A scenario without the project's column has its answers all the same`()
            async throws
        {
            let server = try TestServer("revenuecat", rules: "qonversion")
            let reply = await post(
                "scenarios", Self.scenario.replacing("RevenueCat", with: "Nami"), at: server)
            let scenario = try #require((reply["scenarios"] as? [[String: Any]])?.first)
            let step = try #require((scenario["steps"] as? [[String: Any]])?.first)
            #expect((step["answers"] as? [String: Any])?.keys.sorted() == ["nami", "qonversion"])
        }

        @Test(arguments: [
            "# A\n\n| Device | Action |\n|---|---|\n| A | explode |\n", "\u{FFFD}|", "",
        ])
        func `A scenario that cannot be read is refused, and leaves no trace`(text: String)
            async throws
        {
            let server = try TestServer("revenuecat")
            let before = try await server.project.perform { state, _ in state.sequence }
            let reply = await post("scenarios", text, at: server)
            #expect(reply.status == 400)
            #expect(reply["error", "code"] as? String == "wrong-scenario")
            #expect(try await server.project.perform { state, _ in state.sequence } == before)
        }

        @Test func `Counters are there without a key, and name nobody`() async throws {
            let server = try TestServer("revenuecat")
            _ = await server.post(await server.buy("month"), as: "ann-the-customer")
            _ = await server.call(.get, "/v1/subscribers/ann-the-customer")
            _ = await server.call(.get, "/v1/subscribers/guest")
            _ = await server.call(.get, "/v1/nothing")
            let reply = await server.call(.get, "/allonym/v1/metrics", key: nil)
            #expect(reply.status == 200)
            #expect(reply.header("Content-Type") == "text/plain; version=0.0.4; charset=utf-8")
            let lines = reply.text.split(separator: "\n")
            for line in [
                #"allonym_requests_total{project="test",operation="POST /allonym/v1/purchases",status="201"} 1"#,
                #"allonym_requests_total{project="test",operation="unknown",status="404"} 1"#,
                #"allonym_request_duration_seconds_count{project="test",operation="unknown",status="404"} 1"#,
                #"allonym_project_ready{project="test"} 1"#,
                #"allonym_customers{project="test"} 1"#,
                #"allonym_deliveries{project="test",state="pending"} 1"#,
                #"allonym_deliveries{project="test",state="failed"} 0"#,
            ] { #expect(lines.contains(Substring(line)), "\(line)") }
            let sequence = try await server.project.perform { state, _ in state.sequence }
            #expect(
                lines.contains(
                    Substring(#"allonym_journal_entries_total{project="test"} \#(sequence)"#)))
            #expect(!reply.text.contains("ann"))
            // Each line is a comment or a name, labels and a number.
            let form =
                #/(# (HELP|TYPE) [a-z_]+ .+)|([a-z_]+(\{([a-z]+="[^"\n]*",?)+\})? [0-9.e-]+)/#
            for line in lines { #expect(line.wholeMatch(of: form) != nil, "\(line)") }
        }
    }
#endif
