// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    import AllonymPages
    import AllonymService
    import AllonymSimulation
    import Foundation

    /// What stores and time do: purchases, their events, the clock.
    struct StorePage {
        private struct Known: Sendable {
            let now: Date
            let isFrozen: Bool
            let products: [String]
            let purchases: [PurchaseCard]
            let all: Int
        }

        /// So many purchases are shown.
        private static let shown = 30

        private let visit: ConsoleVisit
        private let known: Known

        init(_ visit: ConsoleVisit) async throws {
            self.visit = visit
            let secret = visit.project.secret
            known = try await visit.project.perform { state, now in
                let count = state.ledger.purchases.count
                let newest = (max(0, count - StorePage.shown)..<count).reversed()
                return Known(
                    now: now, isFrozen: state.clock.frozen != nil,
                    products: state.setup.products.filter { !$0.isArchived }.map(\.identifier),
                    purchases: newest.map {
                        PurchaseCard(PurchaseHandle($0), in: state, secret, now: now)
                    }, all: count)
            }
        }

        func answer() -> Answer {
            var page = ConsolePage("Store and clock", visit, page: "store")
            page.add { markup in
                markup.element("h1", "Store and clock")
                clock(&markup)
                markup.open("section")
                markup.element("h2", "A purchase at a store")
                if known.products.isEmpty {
                    markup.element(
                        "p", ["class": "soft"], "The project's catalogue has no product.")
                } else {
                    markup.element(
                        "p",
                        "The provider does not know of it until an app or a backend presents its "
                            + "token.")
                    markup.form(
                        "Buy", to: visit.address("buy"), ["back": visit.address("store")]
                    ) { markup in
                        markup.field("Store account", "account", value: "app_store:alice")
                        markup.choice("Product", "product", known.products)
                    }
                }
                markup.close("section")
                markup.open("section")
                markup.element(
                    "h2",
                    known.all > StorePage.shown
                        ? "The newest \(StorePage.shown) of \(known.all) purchases" : "Purchases")
                if known.purchases.isEmpty {
                    markup.element("p", ["class": "soft"], "Nobody has bought anything.")
                }
                PurchaseCard.list(
                    known.purchases, visit, back: visit.address("store"), &markup)
                markup.close("section")
            }
            return page.answer()
        }

        private func clock(_ markup: inout Markup) {
            let back = visit.address("store")
            let action = visit.address("clock")
            markup.facts([
                "Now": escaped(known.now.words),
                "The clock": known.isFrozen ? "is frozen" : "follows the machine's clock",
            ])
            markup.open("div", ["class": "stack"])
            if known.isFrozen {
                markup.open("div", ["class": "forms"])
                for (title, period) in [
                    ("Advance 1 day", "P1D"), ("Advance 1 week", "P7D"), ("Advance 1 month", "P1M"),
                    ("Advance 1 year", "P1Y"),
                ] {
                    markup.form(title, to: action, ["advance": period, "back": back])
                }
                markup.close("div")
                markup.form("Advance by", to: action, ["back": back]) { markup in
                    markup.field("Duration", "advance", hint: "P1DT2H")
                }
                markup.form("Set to", to: action, ["back": back]) { markup in
                    markup.field(
                        "Moment", "now",
                        hint: known.now.addingTimeInterval(86_400).ISO8601Format())
                }
                markup.form(
                    "Follow the machine's clock", to: action, ["freeze": "false", "back": back])
            } else {
                markup.element("p", "Only a frozen clock can be moved.")
                markup.form("Freeze the clock", to: action, ["freeze": "true", "back": back])
            }
            markup.close("div")
        }
    }
#endif
