// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymCore
    import AllonymJournal
    import AllonymService
    import AllonymSimulation
    import Foundation
    import HTTPTypes
    import Testing

    /// What a backend asks a store to do, through v1.
    @Suite struct RevenueCatRESTStoreTests {
        private let path = "/v1/subscribers/ann"

        /// A server on which ann has bought a product; it is the first purchase.
        private func server(_ product: String, at store: String) async throws -> TestServer {
            let server = try TestServer("revenuecat")
            _ = await server.post(
                await server.buy(product, by: "\(store):alice"), as: "ann")
            return server
        }

        @Test func `A subscription at Google Play is deferred, and ends then`() async throws {
            let server = try await server("year", at: "play_store")
            let path = path + "/subscriptions"
            let deferred = await server.call(
                .post, path + "/year/defer", #"{"extend_by_days":10}"#, key: "secret")
            #expect(
                deferred["subscriber", "entitlements", "gold", "expires_date"] as? String
                    == "2027-01-11T12:00:00Z")
            for (name, body, status) in [
                ("/year/defer", #"{"extend_by_days":366}"#, 400), ("/year/defer", "{}", 400),
                ("/year/defer", #"{"expiry_time_ms":1}"#, 400),
                ("/year/defer", #"{"expiry_time_ms":253402300800000}"#, 400),
                ("/year/defer", #"{"expiry_time_ms":9007199254740991}"#, 400),
                ("/month/defer", #"{"extend_by_days":1}"#, 404),
            ] {
                let reply = await server.call(.post, path + name, body, key: "secret")
                #expect(reply.status == status, "\(name) \(body)")
            }
            await server.advance("P1Y")
            let waits = await server.call(.get, "/v1/subscribers/ann")
            #expect(
                waits["subscriber", "entitlements", "gold", "expires_date"] as? String
                    == "2027-01-11T12:00:00Z")
        }

        @Test(arguments: ["app_store", "mac_app_store"])
        func `A subscription at Apple's stores is extended`(store: String) async throws {
            let server = try await server("year", at: store)
            let path = path + "/subscriptions"
            let extended = await server.call(
                .post, path + "/1000000001/extend",
                #"{"extend_by_days":90,"extend_reason_code":1}"#, key: "secret")
            #expect(
                extended["subscriber", "entitlements", "gold", "expires_date"] as? String
                    == "2027-04-01T12:00:00Z")
            for (name, body, status) in [
                ("/1/extend", #"{"extend_by_days":1,"extend_reason_code":0}"#, 404),
                ("/1000000001/extend", #"{"extend_by_days":91,"extend_reason_code":0}"#, 400),
                ("/1000000001/extend", #"{"extend_by_days":1}"#, 400),
                ("/1000000001/extend", #"{"extend_by_days":1,"extend_reason_code":4}"#, 400),
                ("/1000000001/extend", #"{"extend_by_days":1,"extend_reason_code":3}"#, 200),
            ] {
                let reply = await server.call(.post, path + name, body, key: "secret")
                #expect(reply.status == status, "\(name) \(body)")
            }
        }

        @Test func `Google's purchases are cancelled and refunded once by the backend`()
            async throws
        {
            let server = try await server("month", at: "play_store")
            let cancel = path + "/subscriptions/1000000001/cancel"
            let cancelled = await server.call(.post, cancel, key: "secret")
            #expect(
                cancelled["subscriber", "subscriptions", "month", "unsubscribe_detected_at"]
                    as? String
                    == "2026-01-01T12:00:00Z")
            let again = await server.call(.post, cancel, key: "secret")
            #expect(again.status == 400 && again["code"] as? Int == 7226)
            let refund = path + "/transactions/1000000001/refund"
            let refunded = await server.call(.post, refund, key: "secret")
            #expect(
                refunded["subscriber", "subscriptions", "month", "refunded_at"] as? String
                    == "2026-01-01T12:00:00Z")
            let deliveries = try await server.project.withJournal {
                try $0.deliveries(nil, dueBy: nil, limit: 100).count
            }
            for path in [cancel, refund, path + "/subscriptions/month/revoke"] {
                let reply = await server.call(.post, path, key: "secret")
                #expect(reply.status == 400 && reply["code"] as? Int == 7226, "\(path)")
                let message = reply["message"] as? String
                #expect(message == "A purchase that is refunded cannot be changed like that.")
            }
            let after = try await server.project.withJournal {
                try $0.deliveries(nil, dueBy: nil, limit: 100).count
            }
            #expect(after == deliveries)
            let gone = await server.call(.post, path + "/subscriptions/year/revoke", key: "secret")
            #expect(gone.status == 404 && gone["code"] as? Int == 7259)
        }

        @Test(
            arguments: [
                ("play_store", "/subscriptions/month/revoke", "", "refunded_at", "2026-01-01"),
                (
                    "play_store", "/subscriptions/month/defer", #"{"extend_by_days":1}"#,
                    "expires_date", "2026-01-09"
                ),
                (
                    "play_store", "/subscriptions/1000000001/cancel", "",
                    "unsubscribe_detected_at", "2026-01-01"
                ),
                ("play_store", "/transactions/1000000001/refund", "", "refunded_at", "2026-01-01"),
                (
                    "app_store", "/subscriptions/1000000001/extend",
                    #"{"extend_by_days":1,"extend_reason_code":0}"#, "expires_date", "2026-01-09"
                ),
            ])
        func `A store does what it is asked to a purchase of its own`(
            store: String, operation: String, body: String, member: String, day: String
        ) async throws {
            let server = try await server("month", at: store)
            let reply = await server.call(.post, path + operation, body, key: "secret")
            #expect(reply.status == 200)
            let date = reply["subscriber", "subscriptions", "month", member] as? String
            #expect(date == "\(day)T12:00:00Z", "\(reply.text)")
        }

        @Test(
            arguments: [
                (
                    "play_store", "/subscriptions/1000000001/extend",
                    #"{"extend_by_days":1,"extend_reason_code":0}"#, "app_store and mac_app_store"
                ),
                ("app_store", "/subscriptions/month/revoke", "", "play_store"),
                (
                    "app_store", "/subscriptions/month/defer", #"{"extend_by_days":1}"#,
                    "play_store"
                ),
                ("app_store", "/subscriptions/1000000001/cancel", "", "play_store"),
                ("app_store", "/transactions/1000000001/refund", "", "play_store"),
                ("amazon", "/transactions/1000000001/refund", "", "play_store"),
                (
                    "amazon", "/subscriptions/1000000001/extend",
                    #"{"extend_by_days":1,"extend_reason_code":0}"#, "app_store and mac_app_store"
                ),
            ])
        func `A store is asked only for purchases of its own`(
            store: String, operation: String, body: String, stores: String
        ) async throws {
            let server = try await server("month", at: store)
            let before = await server.call(.get, path)
            let sequence = try await server.project.perform { state, _ in state.sequence }
            let reply = await server.call(.post, path + operation, body, key: "secret")
            #expect(reply.status == 400)
            #expect(reply.object.keys.sorted() == ["code", "message"])
            #expect(reply["code"] as? Int == 7226)
            #expect(
                reply["message"] as? String
                    == "That is for purchases at \(stores); this one is of \(store).")
            #expect(await server.call(.get, path).text == before.text)
            #expect(try await server.project.perform { state, _ in state.sequence } == sequence)
        }

        @Test func `Of a product at two stores Google's purchase is revoked`() async throws {
            let server = try await server("month", at: "play_store")
            _ = await server.post(await server.buy("month", by: "app_store:alice"), as: "ann")
            let revoke = path + "/subscriptions/month/revoke"
            #expect(await server.call(.post, revoke, key: "secret").status == 200)
            let states = try await server.project.perform { state, _ in
                state.world.records.indices.map { number in
                    let purchase = state.ledger.state(of: PurchaseHandle(number))
                    return "\(state.world.records[number].store.rawValue) \(purchase.word)"
                }
            }
            #expect(states == ["play_store refunded", "app_store active"])
        }

        @Test(arguments: [(["P1Y"], 200), (["P1Y", "P1D"], 400)])
        func `A one-time purchase is refunded for a year`(passing: [String], status: Int)
            async throws
        {
            let server = try await server("book", at: "play_store")
            for period in passing { await server.advance(period) }
            let reply = await server.call(
                .post, path + "/transactions/1000000001/refund", key: "secret")
            #expect(reply.status == status)
        }

        @Test(
            arguments: [
                ("/subscriptions/book/revoke", 404), ("/subscriptions/1000000001/cancel", 400),
            ])
        func `A one-time purchase is neither revoked nor cancelled as a subscription`(
            operation: String, status: Int
        ) async throws {
            let server = try await server("book", at: "play_store")
            let reply = await server.call(.post, path + operation, key: "secret")
            #expect(reply.status == status)
        }
    }
#endif
