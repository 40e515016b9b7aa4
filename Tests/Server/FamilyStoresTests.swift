// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymCore
    import AllonymService
    import AllonymSimulation
    import AllonymTestSupport
    import HTTPTypes
    import Testing

    /// At which stores family members can get a share, and what stores do to one.
    @Suite struct FamilyStoresTests {
        @Test(arguments: Store.allCases, ["share", "unshare"])
        func `Only Apple's stores share in a family`(store: Store, word: String) async throws {
            let server = try TestServer("revenuecat")
            let token = await server.buy("year", by: "\(store.rawValue):alice")
            let before = try await server.project.perform { state, _ in state.sequence }
            let reply = await server.call(
                .post, "/allonym/v1/store-events",
                #"{"token":"\#(token)","event":"\#(word)","with":"\#(store.rawValue):bob"}"#,
                key: "admin")
            let after = try await server.project.perform { state, _ in state.sequence }
            guard ![.appStore, .macAppStore].contains(store) else {
                #expect(reply.status == 200)
                #expect(reply["applied"] as? Bool == (word == "share") && after >= before)
                return
            }
            #expect(reply.status == 400 && after == before)
            #expect(
                reply["error", "message"] as? String
                    == "event: only Apple's stores share in a family, and this purchase is of "
                    + "\(store.rawValue); send \(word) with the token of a purchase at app_store or "
                    + "mac_app_store")
        }

        @Test(
            arguments: [
                ("app_store", true), ("mac_app_store", true), ("play_store", false),
                ("test_store", false),
            ])
        func `The console offers a share where there is one`(
            store: String, isOffered: Bool
        ) async throws {
            var visitor = ConsoleVisitor(try TestServer("revenuecat"))
            _ = await visitor.signIn()
            _ = await visitor.server.buy("year", by: "\(store):alice")
            let buttons = try await visitor.page("/allonym/console/test/store").all("button")
                .map(\.text)
            #expect(buttons.contains("cancel") && buttons.contains("share") == isOffered)
        }

        @Test(
            arguments: [
                ("app_store", "extend", #"{"extend_by_days":9,"extend_reason_code":0}"#),
                ("play_store", "cancel", ""), ("play_store", "refund", ""),
                ("play_store", "defer", #"{"extend_by_days":9}"#), ("play_store", "revoke", ""),
            ])
        func `RevenueCat's v1 changes no share`(
            store: String, word: String, body: String
        ) async throws {
            let server = try TestServer("revenuecat")
            let token = await server.buy("year", by: "\(store):alice")
            // At Google Play there are such from an export, or from an earlier version.
            let secret = server.project.secret
            let shared = try await server.project.perform { state, now in
                let bought = state.purchase(of: token, secret: secret)
                let bob = StoreAccount(unchecked: "\(store):bob")
                let given = try state.share(#require(bought), with: bob, now: now)
                let share = try #require(given)
                return (
                    token: state.token(of: share, secret: secret),
                    transaction: state.world.records[Int(share.index)].transactions.last?.id
                )
            }
            _ = await server.post(shared.token, as: "bob")
            let transaction = try #require(shared.transaction)
            let name = ["defer", "revoke"].contains(word) ? "year" : transaction
            let list = word == "refund" ? "transactions" : "subscriptions"
            let before = await server.call(.get, "/v1/subscribers/bob")
            let reply = await server.call(
                .post, "/v1/subscribers/bob/\(list)/\(name)/\(word)", body, key: "secret")
            #expect(reply.status == 400 && reply["code"] as? Int == 7226, "\(reply.text)")
            let message = try #require(reply["message"] as? String)
            #expect(message.hasPrefix("This is a family member's share"))
            #expect(await server.call(.get, "/v1/subscribers/bob").text == before.text)
        }
    }
#endif
