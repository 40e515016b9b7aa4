// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymJournal
    import AllonymService
    import AllonymTestSupport
    import Foundation
    import HTTPTypes
    import Testing

    /// The anonymous ID of a dialect is an anonymous customer, whoever's the rules are.
    @Suite struct AnonymousCustomerTests {
        /// A user ID that every provider takes.
        private static let ann = WebhookBench.ann
        private static let bob = WebhookBench.bob

        /// What becomes of an anonymous customer and a subscription under a provider's rules.
        struct Fate: Sendable {
            let rules: String
            /// The row that the first launch asks about purchases.
            let started: String
            /// The row that gives the purchase to the anonymous ID.
            let bought: String
            /// The row that decides about a log-in to a new ID.
            let loggedIn: String
            /// Whether both IDs are one customer from then on.
            let isOne: Bool
            /// Whether the purchase goes along to the new ID.
            let isCarried: Bool
            /// The row that decides about the purchase when the new ID presents it.
            let restored: String
        }

        private static let fates = [
            // A log-in over the wire shows no store account: the next receipt moves the purchase.
            Fate(
                rules: "nami", started: "nami.present.3", bought: "nami.claim.2",
                loggedIn: "nami.identify.2", isOne: false, isCarried: false,
                restored: "nami.claim.4"),
            Fate(
                rules: "purchasely", started: "purchasely.present.7", bought: "purchasely.claim.1",
                loggedIn: "purchasely.identify.2", isOne: false, isCarried: true,
                restored: "purchasely.claim.2"),
            Fate(
                rules: "qonversion", started: "qonversion.present.2", bought: "qonversion.claim.1",
                loggedIn: "qonversion.identify.3", isOne: true, isCarried: true,
                restored: "qonversion.claim.2"),
            Fate(
                rules: "revenuecat", started: "revenuecat.present.7", bought: "revenuecat.claim.20",
                loggedIn: "revenuecat.identify.2", isOne: true, isCarried: true,
                restored: "revenuecat.claim.2"),
        ]

        @Test func `Every provider's rules are in the table`() {
            #expect(Self.fates.map(\.rules) == EveryProvider.keys)
        }

        @Test(arguments: EveryProvider.keys, fates)
        func `Who buys without an ID and logs in fares as the rules say of anonymous customers`(
            provider: String, fate: Fate
        ) async throws {
            let app = try AnonymousApp(provider, rules: fate.rules)
            func expect(_ rules: [String], _ row: String) {
                #expect(rules.contains(row), "\(rules)")
                #expect(rules.allSatisfy { $0.hasPrefix("\(fate.rules).") }, "\(rules)")
            }
            expect(try await app.start(), fate.started)
            let token = await app.server.buy("month")
            expect(try await app.buy(token), fate.bought)
            let before = await app.customer(app.anonymous)
            #expect(before["isAnonymous"] as? Bool == true)
            #expect(before["aliases"] as? [String] == [app.anonymous])
            #expect(before["access"] as? [String] == ["gold"])
            try await expectWebhooks(of: app, provider)

            let (user, rules) = try await app.logIn(Self.ann)
            expect(rules, fate.loggedIn)
            let ids = fate.isOne ? [app.anonymous, Self.ann] : [Self.ann]
            let after = await app.customer(Self.ann)
            #expect(after["isAnonymous"] as? Bool == false)
            #expect(after["aliases"] as? [String] == ids)
            #expect(after["original"] as? String == ids[0])
            #expect(after["access"] as? [String] == (fate.isCarried ? ["gold"] : []))
            let isLeft = fate.isOne || !fate.isCarried
            #expect(await app.access(app.anonymous) == (isLeft ? ["gold"] : []))

            expect(try await app.restore(token, as: user), fate.restored)
            #expect(await app.access(Self.ann) == ["gold"])
            #expect(await app.access(app.anonymous) == (fate.isOne ? ["gold"] : []))
        }

        /// Expects that what is told of the anonymous customer names the ID that the SDK has made.
        private func expectWebhooks(of app: AnonymousApp, _ provider: String) async throws {
            let deliveries = try await app.server.project.withJournal {
                try $0.deliveries(nil, dueBy: nil, limit: 1_000)
            }
            #expect(!deliveries.isEmpty)
            for delivery in deliveries {
                #expect(delivery.user == app.anonymous)
                let body = try JSONSerialization.jsonObject(with: Data(delivery.body))
                let object = try #require(body as? [String: Any])
                switch provider {
                case "purchasely":
                    #expect(object["anonymous_user_id"] as? String == app.anonymous)
                    #expect(object["user_id"] == nil)
                case "revenuecat":
                    let event = try #require(object["event"] as? [String: Any])
                    #expect(event["app_user_id"] as? String == app.anonymous)
                    #expect(event["original_app_user_id"] as? String == app.anonymous)
                    #expect(event["aliases"] as? [String] == [app.anonymous])
                default:
                    #expect(String(decoding: delivery.body, as: UTF8.self).contains(app.anonymous))
                }
            }
        }

        @Test(arguments: EveryProvider.keys(but: "revenuecat"))
        func `RevenueCat's SDK is told of whom it has become by the IDs that it knows`(
            rules: String
        ) async throws {
            let app = try AnonymousApp("revenuecat", rules: rules)
            let fate = try #require(Self.fates.first { $0.rules == rules })
            let first = await app.call(.get, "/v1/subscribers/\(app.encoded(app.anonymous))")
            #expect(first.status == 201)
            #expect(first["subscriber", "original_app_user_id"] as? String == app.anonymous)
            _ = try await app.buy(await app.server.buy("month"))
            let reply = await app.call(
                .post, "/v1/subscribers/identify",
                #"{"app_user_id":"\#(app.anonymous)","new_app_user_id":"\#(Self.ann)"}"#)
            #expect(reply.status == 201)
            let original = fate.isOne ? app.anonymous : Self.ann
            #expect(reply["subscriber", "original_app_user_id"] as? String == original)
            #expect((reply["subscriber", "entitlements", "gold"] != nil) == fate.isCarried)
            // From one custom ID to another nothing goes along, under any of them.
            let next = await app.call(
                .post, "/v1/subscribers/identify",
                #"{"app_user_id":"\#(Self.ann)","new_app_user_id":"\#(Self.bob)"}"#)
            #expect(next.status == 201)
            #expect(next["subscriber", "entitlements", "gold"] == nil)
        }

        @Test func `A user ID that Qonversion's rules make is of RevenueCat's form in its dialect`()
            async throws
        {
            let app = try AnonymousApp("revenuecat", rules: "qonversion")
            let reply = await app.call(
                .post, "/v1/subscribers/identify",
                #"{"app_user_id":"\#(Self.ann)","new_app_user_id":"\#(Self.bob)"}"#)
            #expect(app.rules(of: reply).contains("qonversion.identify.4"))
            let original = try #require(
                reply["subscriber", "original_app_user_id"] as? String)
            #expect(original.wholeMatch(of: /\$RCAnonymousID:[0-9a-f]{32}/) != nil)
            #expect(await app.customer(original)["aliases"] as? [String] == [original, Self.bob])
        }

        @Test func `A restore that would take the device over leaves RevenueCat's ID as it is`()
            async throws
        {
            let app = try AnonymousApp("revenuecat", rules: "qonversion")
            let token = await app.server.buy("month")
            _ = try await app.buy(token)
            _ = try await app.logIn(Self.ann)
            let other = "$RCAnonymousID:0123456789abcdef0123456789abcdef"
            #expect(try await app.restore(token, as: other).contains("qonversion.claim.3"))
            #expect(await app.access(other) == [])
            #expect(await app.access(Self.ann) == ["gold"])
        }

        @Test(arguments: ["guest", "$RCAnonymousID:1", "$RCAnonymousID:"])
        func `What is no anonymous ID is judged by the project's rules about user IDs`(
            id: String
        ) async throws {
            let app = try AnonymousApp("revenuecat", rules: "nami")
            let reply = await app.call(.get, "/v1/subscribers/\(app.encoded(id))")
            #expect(reply.status == 400 && reply["code"] as? Int == 7256)
            #expect(reply.header("Allonym-Rules")?.contains("nami.id.2") == true)
        }

        @Test func `An identity of RevenueCat's anonymous form is a custom ID to Qonversion's SDK`()
            async throws
        {
            let app = try AnonymousApp("qonversion", rules: "revenuecat")
            let identity = "$RCAnonymousID:0123456789abcdef0123456789abcdef"
            _ = try await app.start()
            #expect(try await app.logIn(identity).rules.contains("revenuecat.identify.2"))
            let customer = await app.customer(identity)
            #expect(customer["isAnonymous"] as? Bool == false)
            #expect(customer["aliases"] as? [String] == [app.anonymous, identity])
        }

        // MARK: Later starts

        @Test(arguments: EveryProvider.keys, EveryProvider.keys)
        func `Who was anonymous is the same customer after a start, from entries or a snapshot`(
            provider: String, rules: String
        ) async throws {
            let journal = MemoryJournal()
            let app = try AnonymousApp(provider, rules: rules, journal: journal)
            _ = try await app.start()
            _ = try await app.buy(await app.server.buy("month"))
            let (user, _) = try await app.logIn(Self.ann)
            let ids = [app.anonymous, Self.ann, user]
            for makesSnapshot in [false, true] {
                if makesSnapshot {
                    let made = await app.server.call(.post, "/allonym/v1/snapshot", key: "admin")
                    #expect(made.status == 201)
                }
                let again = try AnonymousApp(provider, rules: rules, journal: journal)
                for id in ids {
                    let (before, after) = (await app.customer(id), await again.customer(id))
                    #expect(before.status == 200 && after.body == before.body, "\(id)")
                }
            }
        }

        @Test func `Rules that are changed for a later start find the same anonymous customers`()
            async throws
        {
            let journal = MemoryJournal()
            let first = try AnonymousApp("revenuecat", rules: "qonversion", journal: journal)
            _ = try await first.start()
            _ = try await first.buy(await first.server.buy("month"))
            let later = try AnonymousApp("revenuecat", rules: "purchasely", journal: journal)
            #expect(try await later.logIn(Self.ann).rules.contains("purchasely.identify.2"))
            #expect(await later.access(Self.ann) == ["gold"])
            #expect(await later.access(later.anonymous) == [])
        }
    }
#endif
