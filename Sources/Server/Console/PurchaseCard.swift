// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    import AllonymPages
    import AllonymService
    import AllonymSimulation
    import Foundation

    /// A purchase at a simulated store, and what the store can do to it.
    struct PurchaseCard: Sendable {
        private let product: String
        private let account: String
        private let state: PurchaseState
        private let token: String
        private let transaction: String
        private let ends: Date?
        /// Whether a pause is set for its renewal, and when that one ends by itself.
        private let isPauseSet: Bool
        private let resumes: Date?
        /// Whether one can be.
        private let takesPause: Bool
        private let events: [StoreEvent]
        /// What a subscription can go over to.
        private let others: [String]
        /// Whether a family member can get a share of it.
        private let takesMembers: Bool
        /// The accounts of the family members who have one.
        private let members: [String]
        /// An ID of the one who holds it; nil where the provider has not seen it, or has erased the
        /// customer.
        private let holder: String?

        init(
            _ purchase: PurchaseHandle, in state: ProjectState, _ secret: [UInt8], now: Date
        ) {
            let record = state.world.records[Int(purchase.index)]
            let current = state.ledger.state(of: purchase)
            product = record.product.id
            account = "\(state.ledger.account(of: purchase))"
            self.state = current
            token = state.token(of: purchase, secret: secret)
            transaction = record.transactions.last?.id ?? ""
            ends = record.expirationDate
            isPauseSet = record.pausesAtRenewal && current == .active
            resumes = record.resumeDate
            takesPause = record.takesPause(in: current)
            let kind = record.product.kind
            // A share follows its purchase: the store does nothing to it alone.
            let isShare = record.sharedFrom != nil
            events = StoreEvent.allCases.filter { event in
                guard !isShare, let next = event.next(after: current, of: kind) else {
                    return false
                }
                return next != current || event == .renew
            }
            let own = record.product.id
            others =
                kind == .subscription && current.isActive && !isShare
                ? state.setup.products.filter {
                    $0.product.kind == .subscription && !$0.isArchived && $0.identifier != own
                }.map(\.identifier) : []
            let shares = state.ledger.shares[purchase] ?? []
            members = shares.map { "\(state.ledger.account(of: $0))" }
            takesMembers =
                record.store.sharesInFamilies && kind.isShownAfterSale && current.isActive
                && !isShare
            holder = state.ledger.holders(of: purchase).first.map { customer in
                state.ledger.id(of: state.ledger.displayID(for: customer)).text
            }
        }

        /// Several of them; after a button the reader comes back to the same page.
        static func list(
            _ cards: [PurchaseCard], _ visit: ConsoleVisit, back: String, _ markup: inout Markup
        ) {
            guard !cards.isEmpty else { return }
            markup.open("ul", ["class": "cards"])
            for card in cards { card.write(visit, back, &markup) }
            markup.close("ul")
        }

        private func write(_ visit: ConsoleVisit, _ back: String, _ markup: inout Markup) {
            markup.open("li")
            markup.raw(
                "<h3>\(escaped(product)) <span class=\"state \(tone)\">\(escaped(words))</span>"
                    + "</h3>\n")
            markup.facts([
                "Account": escaped(shortened(account, to: 120)),
                "Held by": holder.map {
                    link(shortened($0, to: 60), visit.address("customer", ["id": $0]))
                } ?? "<span class=\"soft\">nobody</span>",
                "Ends": escaped(end), "Transaction": code(transaction),
                "Token": code(token),
            ])
            markup.open("div", ["class": "forms"])
            for event in events {
                markup.form(
                    event.rawValue, to: visit.address("store"),
                    ["token": token, "event": event.rawValue, "back": back])
            }
            if takesPause {
                markup.form(
                    "pause at renewal", to: visit.address("store"),
                    [
                        "token": token, "event": StoreEvent.pause.rawValue, "atRenewal": "true",
                        "back": back,
                    ]
                ) { markup in
                    let month = ends?.addingTimeInterval(30 * 86_400)
                    markup.field(
                        "Resumes (optional)", "resumes", hint: month?.ISO8601Format(),
                        isNeeded: false)
                }
            }
            if !others.isEmpty {
                markup.form(
                    "change", to: visit.address("store"),
                    ["token": token, "event": "change", "back": back]
                ) { markup in
                    markup.choice("Change to", "to", others)
                }
            }
            if takesMembers { family(visit, back, &markup) }
            markup.close("div")
            markup.close("li")
        }

        /// What family sharing there is, and can be.
        private func family(_ visit: ConsoleVisit, _ back: String, _ markup: inout Markup) {
            for member in members {
                markup.form(
                    "unshare with \(shortened(member, to: 60))", to: visit.address("store"),
                    ["token": token, "event": "unshare", "with": member, "back": back])
            }
            markup.form(
                "share", to: visit.address("store"),
                ["token": token, "event": "share", "back": back]
            ) { markup in
                markup.field("Family member's account", "with", hint: "app_store:bob")
            }
        }

        /// The state, and what is set for its renewal.
        private var words: String { isPauseSet ? "\(state.word), pause set" : state.word }

        /// When its period ends, and what follows if that is known.
        private var end: String {
            let end = ends?.words ?? "never"
            return isPauseSet
                ? "\(end), then paused until \(resumes?.words ?? "it is resumed")" : end
        }

        private var tone: String {
            switch state {
            case .active: isPauseSet ? "waits" : "good"
            case .cancelled, .grace, .paused, .billingRetry: "waits"
            case .expired, .refunded: "bad"
            }
        }
    }
#endif
