// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    import AllonymJournal
    import AllonymService
    import AllonymSimulation
    import AllonymTestSupport
    import Foundation
    import Testing

    /// Projects that begin with customers and purchases.
    @Suite struct BeginningTests {
        private static let alice = StoreAccount(.appStore, "alice")

        private func beginning() -> ProjectBeginning {
            var beginning = ProjectBeginning()
            var ann = ProjectBeginning.Customer([
                UserID(unchecked: "ann"), UserID(unchecked: "other"),
            ])
            ann.attributes = ["city": "Bonn"]
            ann.grants = [
                ProjectBeginning.Grant(
                    EntitlementID(unchecked: "gift"), since: nil,
                    until: newYear.addingTimeInterval(60)),
                ProjectBeginning.Grant(
                    EntitlementID(unchecked: "gone"), since: nil,
                    until: newYear.addingTimeInterval(-60)),
            ]
            beginning.customers = [ann]
            let states: [PurchaseState] = [
                .active, .cancelled, .grace, .billingRetry, .paused, .expired, .refunded,
            ]
            beginning.purchases = states.enumerated().map { number, state in
                var purchase = ProjectBeginning.Purchase(
                    "product-\(number)", of: Self.alice, state)
                purchase.ends = newYear.addingTimeInterval(
                    state == .active || state == .cancelled ? 86_400 : -86_400)
                purchase.transaction = "transaction-\(number)"
                purchase.tokens = ["token-\(number)"]
                purchase.holders = number % 2 == 0 ? [0] : []
                return purchase
            }
            return beginning
        }

        private func project(
            in journal: any Journal, _ beginning: ProjectBeginning?, _ vault: Vault = Vault(),
            of provider: String = "revenuecat"
        ) throws -> Project {
            try Project(
                testFile(provider), testRules(provider), in: journal,
                clock: ProjectClock(frozen: newYear), forms: WebhookForms([:]),
                vault: vault, beginning: beginning)
        }

        @Test func `A beginning is one entry, and what is loaded from it is what was begun`()
            async throws
        {
            let journal = MemoryJournal()
            let project = try project(in: journal, beginning())
            try await project.begin()
            #expect(journal.head().sequence == 1)
            var loaded = try emptyState("revenuecat")
            try ProjectLoader.load(&loaded, from: journal)
            let live = try await project.perform { state, _ in state }
            #expect(loaded.ledger == live.ledger)
            #expect(loaded.attributes == live.attributes)
            #expect(loaded.tokens == live.tokens)
            #expect(loaded.world.records.map(\.dates) == live.world.records.map(\.dates))
            #expect(
                loaded.world.records.map(\.transactions) == live.world.records.map(\.transactions))
            #expect(loaded.ledger.violations(under: loaded.rules).isEmpty)
        }

        @Test func `Whoever is in a beginning has what it says, and the rest waits for its token`()
            async throws
        {
            let project = try project(in: MemoryJournal(), beginning())
            try await project.perform { state, now in
                let user = try #require(state.ledger.user(UserID(unchecked: "other")))
                let customer = state.ledger.customer(of: user)
                #expect(state.attributes[customer]?["city"]?.value == "Bonn")
                #expect(state.world.granted[customer]?.keys.map(\.text) == ["gift"])
                let secret = project.secret
                let (held, free) = (
                    state.purchase(of: "token-0", secret: secret),
                    state.purchase(of: "token-1", secret: secret)
                )
                #expect(
                    try state.ledger.purchases[Int(#require(held).index)].owner.handle == customer)
                #expect(try state.ledger.purchases[Int(#require(free).index)].owner.handle == nil)
                #expect(state.purchase(of: "token-9", secret: secret) == nil)
                for (number, record) in state.world.records.enumerated() {
                    #expect(record.transactions.map(\.id) == ["transaction-\(number)"])
                    let isRunning = state.ledger.state(of: PurchaseHandle(number)).isActive
                    let end = try #require(record.graceEnd ?? record.expirationDate)
                    #expect((end > now) == isRunning)
                }
            }
        }

        @Test(arguments: [(false, false), (true, false), (false, true), (true, true)])
        func `What was bought in a sandbox or is a free trial stays so, in the journal too`(
            isSandbox: Bool, isTrial: Bool
        ) async throws {
            var beginning = ProjectBeginning()
            var purchase = ProjectBeginning.Purchase("pro", of: Self.alice, .active)
            purchase.ends = newYear.addingTimeInterval(86_400)
            (purchase.isSandbox, purchase.isTrial) = (isSandbox, isTrial)
            beginning.purchases = [purchase]
            let journal = MemoryJournal()
            try await project(in: journal, beginning).begin()
            var loaded = try emptyState("revenuecat")
            try ProjectLoader.load(&loaded, from: journal)
            let record = try #require(loaded.world.records.first)
            #expect(record.isSandbox == isSandbox)
            #expect(record.transactions.map(\.isTrial) == [isTrial])
            #expect((record.transactions[0].price == 0) == isTrial)
            #expect(record.hadIntroduction == isTrial)
        }

        /// What a customer has, which is one purchase.
        private func held(
            _ id: String, in state: ProjectState, _ now: Date
        ) throws -> HeldPurchase {
            let user = try #require(state.ledger.user(UserID(unchecked: id)))
            let view = state.world.view(of: user, now: now)
            #expect(view.purchases.count == 1)
            return try #require(view.purchases.first)
        }

        @Test func `A family's share follows a purchase that is nobody's, in the journal too`()
            async throws
        {
            let day: Double = 86_400
            var beginning = ProjectBeginning()
            beginning.customers = [ProjectBeginning.Customer([UserID(unchecked: "kid")])]
            var bought = ProjectBeginning.Purchase(
                "month", of: StoreAccount(.appStore, "family"), .active)
            bought.ends = newYear.addingTimeInterval(day)
            var share = ProjectBeginning.Purchase("month", of: Self.alice, .active)
            (share.ends, share.sharedFrom) = (bought.ends, 0)
            (share.transaction, share.tokens, share.holders) = ("7", ["token"], [0])
            beginning.purchases = [bought, share]
            let journal = MemoryJournal()
            let project = try project(in: journal, beginning)
            try await project.begin()
            var loaded = try emptyState("revenuecat")
            try ProjectLoader.load(&loaded, from: journal)
            let live = try await project.perform { state, _ in state }
            #expect(loaded.ledger == live.ledger)
            #expect(loaded.world.records.map(\.sharedFrom) == [nil, 0])
            #expect(loaded.ledger.violations(under: loaded.rules).isEmpty)
            try await project.perform { state, now in
                let first = try self.held("kid", in: state, now)
                #expect(first.isFamilyShared && first.transactionID == "7" && first.price == 0)
                #expect(state.purchase(of: "token", secret: project.secret)?.index == 1)
                // The store renews what was bought, and the share follows.
                let later = now.addingTimeInterval(2 * day)
                state.settle(later)
                let next = try self.held("kid", in: state, later)
                #expect(next.isFamilyShared && next.givesAccess && next.transactions.count == 2)
                #expect(next.price == 0)
                #expect(state.ledger.violations(under: state.rules).isEmpty)
            }
        }

        @Test(arguments: [(true, 7), (false, 31)])
        func `Without a date a purchase was made a period before its end, a trial its own`(
            isTrial: Bool, days: Double
        ) async throws {
            let end = newYear.addingTimeInterval(86_400)
            var beginning = ProjectBeginning()
            var purchase = ProjectBeginning.Purchase("month", of: Self.alice, .active)
            (purchase.ends, purchase.isTrial) = (end, isTrial)
            beginning.purchases = [purchase]
            let project = try project(in: MemoryJournal(), beginning)
            try await project.perform { state, _ in
                let bought = try #require(state.world.records.first?.transactions.first)
                #expect(end.timeIntervalSince(bought.date) == days * 86_400)
            }
        }

        @Test(arguments: [("qonversion", true), ("revenuecat", false)])
        func `An ID that the provider minted stands where the provider keeps such IDs`(
            provider: String, isApart: Bool
        ) async throws {
            let (ann, own) = (UserID(unchecked: "ann"), UserID(unchecked: "any-form"))
            var beginning = ProjectBeginning()
            var customer = ProjectBeginning.Customer([own, ann])
            customer.anonymous = [own]
            // Somebody else's ID of the same text is another one there.
            beginning.customers = [customer, ProjectBeginning.Customer([own])]
            let project = try project(in: MemoryJournal(), beginning, of: provider)
            try await project.perform { state, _ in
                let user = try #require(state.ledger.user(ann))
                let minted = try #require(state.ledger.minted(own, under: state.rules))
                #expect(state.ledger.isApart(minted) == isApart)
                #expect(state.ledger.customer(of: minted) == state.ledger.customer(of: user))
                #expect(state.ledger.customers.count == (isApart ? 2 : 1))
                #expect(state.ledger.violations(under: state.rules).isEmpty)
            }
        }

        @Test func `A known project is not begun again`() async throws {
            let journal = MemoryJournal()
            let vault = Vault()
            try await project(in: journal, nil, vault).begin()
            let known = try project(in: journal, beginning(), vault)
            try await known.begin()
            #expect(try await known.perform { state, _ in state.ledger.purchases.count } == 0)
        }
    }
#endif
