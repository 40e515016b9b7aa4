// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymCore
    import AllonymJournal
    import AllonymServer
    import AllonymService
    import AllonymSimulation
    import Foundation
    import HTTPTypes
    import Testing

    /// Family sharing between store accounts, as the control API and the console have it.
    @Suite struct FamilySharingTests {
        private func event(
            _ event: String, _ token: String, with member: String?, _ server: TestServer
        ) async -> TestServer.Reply {
            let member = member.map { #","with":"\#($0)""# } ?? ""
            return await server.call(
                .post, "/allonym/v1/store-events",
                #"{"token":"\#(token)","event":"\#(event)"\#(member)}"#, key: "admin")
        }

        private func access(_ id: String, _ server: TestServer) async -> [String]? {
            await server.call(.get, "/allonym/v1/customers/\(id)", key: "admin")["access"]
                as? [String]
        }

        private func names(_ server: TestServer, of user: String) async throws -> [String] {
            try await server.project.withJournal {
                try $0.latestDeliveries(nil, of: [user], before: nil, limit: 99)
            }.reversed().map(\.name)
        }

        @Test func `A share follows its purchase, is presented by its own token, and ends alone`()
            async throws
        {
            let journal = MemoryJournal()
            let server = try TestServer("revenuecat", journal: journal)
            let token = await server.buy("year")
            _ = await server.post(token, as: "ann")
            let shared = await event("share", token, with: "app_store:bob", server)
            #expect(shared["applied"] as? Bool == true && shared["state"] as? String == "active")
            let own = try #require(shared["token"] as? String)
            #expect(own != token)
            #expect(await server.post(own, as: "bob").status < 300)
            let bob = await server.call(.get, "/allonym/v1/customers/bob", key: "admin")
            let held = (bob["purchases"] as? [[String: Any]])?.first
            #expect(held?["isFamilyShare"] as? Bool == true)
            #expect(held?["transaction"] as? String == shared["transaction"] as? String)
            #expect(await event("share", token, with: "app_store:bob", server)["token"] == nil)
            // A share is nobody's to share, and is what it was after a start.
            #expect(
                await event("share", own, with: "app_store:cy", server)["applied"] as? Bool
                    == false)
            let later = try TestServer("revenuecat", journal: journal)
            #expect(await access("bob", later) == ["gold"])
            let ended = await event("unshare", token, with: "app_store:bob", later)
            #expect(ended["applied"] as? Bool == true && ended["state"] as? String == "expired")
            #expect(ended["token"] as? String == own)
            #expect(await access("bob", later) == [])
            #expect(await access("ann", later) == ["gold"])
            #expect(
                await event("unshare", token, with: "app_store:bob", later)["applied"] as? Bool
                    == false)
            #expect(try await names(later, of: "bob").suffix(2) == ["CANCELLATION", "EXPIRATION"])
        }

        @Test func `A share ends with its purchase`() async throws {
            let server = try TestServer("purchasely")
            let token = await server.buy("year")
            let shared = await event("share", token, with: "app_store:bob", server)
            let receipt = await server.call(
                .post, "/receipts",
                #"{"user_id":"bob","receipt_data":"\#(shared["token"] as? String ?? "")"}"#,
                headers: ["X-PLATFORM-TYPE": "APP_STORE"])
            #expect(receipt.status == 200)
            #expect(await access("bob", server) == ["gold"])
            #expect(await event("refund", token, with: nil, server)["applied"] as? Bool == true)
            #expect(await access("bob", server) == [])
        }

        @Test(
            arguments: [
                ("year", "app_store:bob", true), ("book", "app_store:bob", true),
                ("year", "app_store:alice", false), ("year", "play_store:bob", false),
                ("coins", "app_store:bob", false),
            ])
        func `Only another account of the store gets a share, of what lasts`(
            product: String, member: String, isApplied: Bool
        ) async throws {
            let server = try TestServer("revenuecat")
            let token = await server.buy(product)
            let before = try await server.project.perform { state, _ in state.sequence }
            let reply = await event("share", token, with: member, server)
            #expect(reply.status == 200 && reply["applied"] as? Bool == isApplied)
            #expect((reply["token"] != nil) == isApplied)
            // What comes to nothing leaves nothing behind.
            let after = try await server.project.perform { state, _ in state.sequence }
            #expect((after > before) == isApplied)
        }

        @Test(
            arguments: [
                ("share", "year", "app_store:alice", "app_store:alice made this purchase; name "),
                (
                    "share", "year", "play_store:bob",
                    "play_store:bob is at another store than the purchase; name an account at "
                        + "app_store."
                ),
                (
                    "share", "coins", "app_store:bob",
                    "A consumable product is over with its sale and cannot be shared."
                ), ("unshare", "year", "app_store:bob", "app_store:bob has no share of it."),
                ("unshare", "year", "app_store:alice", "app_store:alice made this purchase; name "),
            ])
        func `Why no share begins or ends is said`(
            word: String, product: String, member: String, why: String
        ) async throws {
            let server = try TestServer("revenuecat")
            let reply = await event(word, await server.buy(product), with: member, server)
            #expect(reply.status == 200 && reply["applied"] as? Bool == false)
            #expect((reply["why"] as? String)?.hasPrefix(why) == true, "\(reply.text)")
        }

        @Test func `Why a share stays as it is is said, whatever is asked of it`() async throws {
            let server = try TestServer("revenuecat")
            let token = await server.buy("year")
            let shared = await event("share", token, with: "app_store:bob", server)
            #expect(shared["why"] == nil)
            let own = try #require(shared["token"] as? String)
            for (word, token, member, why) in [
                ("share", token, "app_store:bob", "app_store:bob has a share of it already."),
                (
                    "share", own, "app_store:cy",
                    "This is a share, which cannot be shared: share the purchase that it is of."
                ),
                (
                    "unshare", own, "app_store:bob",
                    "This is a share: take it back with the token of the purchase that it is of."
                ), ("refund", token, nil, nil),
                (
                    "share", token, "app_store:cy",
                    "The purchase is refunded; only one that runs can be shared."
                ),
                (
                    "unshare", token, "app_store:bob",
                    "The share is refunded; only one that runs can be taken back."
                ),
            ] as [(String, String, String?, String?)] {
                let reply = await event(word, token, with: member, server)
                #expect(reply["applied"] as? Bool == (why == nil), "\(reply.text)")
                #expect(reply["why"] as? String == why)
            }
        }

        @Test(
            arguments: [
                "cancel", "renew", "expire", "refund", "fail", "hold", "pause",
                #"change","to":"month"#,
            ])
        func `The store does nothing to a share alone`(word: String) async throws {
            let server = try TestServer("revenuecat")
            let token = await server.buy("year")
            let shared = await event("share", token, with: "app_store:bob", server)
            let own = try #require(shared["token"] as? String)
            _ = await server.post(own, as: "bob")
            let before = try await server.project.perform { state, _ in state.sequence }
            let reply = await event(word, own, with: nil, server)
            #expect(reply.status == 200 && reply["applied"] as? Bool == false)
            #expect(reply["state"] as? String == "active")
            let why = reply["why"] as? String
            #expect(why?.hasPrefix("This is a family member's share, which follows") == true)
            let after = try await server.project.perform { state, _ in state.sequence }
            #expect(after == before)
            #expect(await access("bob", server) == ["gold"])
            _ = await event("unshare", token, with: "app_store:bob", server)
            let gone = await event(word, own, with: nil, server)
            #expect(gone["applied"] as? Bool == false && gone["state"] as? String == "expired")
            #expect((gone["why"] as? String)?.hasPrefix("This share was taken back") == true)
        }

        @Test func `A change with a share's token leaves the member's own purchase alone`()
            async throws
        {
            let server = try TestServer("revenuecat")
            _ = await server.buy("year", by: "app_store:bob")
            let token = await server.buy("year")
            let shared = await event("share", token, with: "app_store:bob", server)
            let own = try #require(shared["token"] as? String)
            let reply = await event(#"change","to":"month"#, own, with: nil, server)
            #expect(reply["applied"] as? Bool == false && reply["state"] as? String == "active")
            let products = try await server.project.perform { state, _ in
                state.world.records.map(\.product.id)
            }
            #expect(products == ["year", "year", "year"])
        }

        @Test(
            arguments: [
                (
                    "share", nil,
                    "with: expected the family member's account, such as app_store:bob"
                ), ("unshare", "bob", "with: expected store:name with one of "),
                (
                    "renew", "app_store:bob",
                    "with: only share and unshare name a family member; found \"renew\""
                ),
            ] as [(String, String?, String)])
        func `Whom a share is for is said with it, and with nothing else`(
            word: String, member: String?, message: String
        ) async throws {
            let server = try TestServer("revenuecat")
            let reply = await event(word, await server.buy("year"), with: member, server)
            #expect(reply.status == 400)
            #expect((reply["error", "message"] as? String)?.hasPrefix(message) == true)
        }

        @Test func `The console shares with a button, and takes the share back with another`()
            async throws
        {
            var visitor = ConsoleVisitor(try TestServer("revenuecat"))
            _ = await visitor.signIn()
            let path = "/allonym/console/test/store"
            let token = await visitor.server.buy("year")
            func shares() async throws -> Int? {
                try await visitor.server.project.perform { state, _ in
                    state.purchase(of: token, secret: visitor.server.project.secret).map {
                        state.ledger.shares[$0]?.count ?? 0
                    }
                }
            }
            #expect(
                await visitor.submit(
                    try await visitor.page(path), to: "store", ["event": "share"],
                    filling: ["with": "app_store:bob"])?.status == 303)
            #expect(try await shares() == 1)
            #expect(
                await visitor.submit(
                    try await visitor.page(path), to: "store", ["event": "unshare"])?.status == 303)
            #expect(try await shares() == 0)
        }
    }
#endif
