// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymJournal
    import AllonymServer
    import AllonymService
    import Foundation
    import HTTPTypes
    import Testing

    /// Nami's setting of a webhook that holds events until an ID of the app's is known.
    @Suite struct NamiLogInFilterTests {
        private static let anonymous = "$RCAnonymousID:0123456789abcdef0123456789abcdef"
        private static let day = 86_400

        /// A purchase by somebody anonymous, of which Nami tells.
        private func buy(_ bench: WebhookBench) async {
            let token = await bench.server.buy("year")
            #expect(await bench.server.post(token, as: Self.anonymous).status < 300)
        }

        private func logIn(_ bench: WebhookBench) async {
            let reply = await bench.server.call(
                .post, "/v1/subscribers/identify",
                #"{"app_user_id":"\#(Self.anonymous)","new_app_user_id":"\#(WebhookBench.ann)"}"#)
            #expect(reply.status < 300)
        }

        private func ids(_ request: WebhookReceiver.Received?) -> [String] {
            let ids = request?.object["external_ids"] as? [[String: Any]]
            return (ids ?? []).filter { $0["key"] as? String == "external_id" }.compactMap {
                $0["value"] as? String
            }
        }

        @Test func `An event waits until its user has an ID, and names it then`() async throws {
            let endpoint = #","form":"nami","awaitLogIn":true"#
            try await WebhookBench.run("revenuecat", endpoint: endpoint) { bench in
                await buy(bench)
                await bench.deliver()
                try await bench.wait(Self.day)
                await bench.deliver()
                #expect(bench.receiver.received.isEmpty)
                let waiting = try #require(try await bench.deliveries.first)
                #expect(waiting.state == .pending && waiting.tries == 0)
                await logIn(bench)
                try await bench.wait(Self.day - 1)
                await bench.deliver()
                #expect(bench.receiver.received.isEmpty)
                try await bench.wait(1)
                await bench.deliver()
                #expect(bench.receiver.received.count == 1)
                let request = bench.receiver.received.first
                #expect(request?.text("id") == waiting.event)
                #expect(ids(request) == [WebhookBench.ann])
                #expect(try await bench.deliveries.first?.state == .delivered)
            }
        }

        @Test(arguments: ["", #","order":"none""#])
        func `Later events of the user wait for one that waits for the log-in, and follow in order`(
            order: String
        ) async throws {
            let endpoint = #","form":"nami","awaitLogIn":true\#(order)"#
            try await WebhookBench.run("revenuecat", endpoint: endpoint) { bench in
                await buy(bench)
                await bench.deliver()
                try await bench.wait(2 * 3_600)
                await logIn(bench)
                try await bench.buy("book")
                await bench.deliver()
                #expect(bench.receiver.received.isEmpty == order.isEmpty)
                try await bench.wait(Self.day - 2 * 3_600)
                await bench.deliver()
                let events = try await bench.deliveries.map(\.event)
                let sent = bench.receiver.received.compactMap { $0.text("id") }
                #expect(Set(sent) == Set(events) && (sent == events) == order.isEmpty)
                #expect(bench.receiver.received.allSatisfy { ids($0) == [WebhookBench.ann] })
                #expect(try await bench.deliveries.allSatisfy { $0.state == .delivered })
            }
        }

        @Test(arguments: ["", #","awaitLogIn":false"#])
        func `Without the setting it is sent at once, without an ID`(member: String) async throws {
            try await WebhookBench.run("revenuecat", endpoint: #","form":"nami"\#(member)"#) {
                bench in
                await buy(bench)
                await bench.deliver()
                #expect(bench.receiver.received.count == 1)
                #expect(ids(bench.receiver.received.first) == [])
            }
        }

        @Test(arguments: ["purchasely", "qonversion", "revenuecat"])
        func `Other forms have no such setting, and send at once`(form: String) async throws {
            let endpoint = #","form":"\#(form)","awaitLogIn":true"#
            try await WebhookBench.run("revenuecat", endpoint: endpoint) { bench in
                await buy(bench)
                await bench.deliver()
                #expect(!bench.receiver.received.isEmpty)
            }
        }

        @Test func `Somebody with an ID waits for nothing`() async throws {
            let endpoint = #","form":"nami","awaitLogIn":true"#
            try await WebhookBench.run("revenuecat", endpoint: endpoint) { bench in
                try await bench.buy("book")
                await bench.deliver()
                #expect(ids(bench.receiver.received.first) == [WebhookBench.ann])
            }
        }

        @Test func `The header that Nami signs with is not sent, since nobody could check it`()
            async throws
        {
            try await WebhookBench.run("nami", endpoint: #","secret":"s3cret""#) { bench in
                try await bench.buy("book")
                await bench.deliver()
                #expect(bench.receiver.received.first?.header("nami-signature") == nil)
                #expect(bench.receiver.received.count == 1)
            }
        }
    }
#endif
