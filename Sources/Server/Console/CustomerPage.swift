// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    import AllonymMappings
    import AllonymPages
    import AllonymService
    import AllonymSimulation
    import Foundation

    /// One customer: IDs, access, purchases with what their store can do, and what happened, with
    /// the rule and the source behind each step.
    struct CustomerPage {
        private struct Known: Sendable {
            let customer: CustomerAnswer
            let purchases: [PurchaseCard]
            let rules: Rules
        }

        private let visit: ConsoleVisit
        private let id: String
        private let known: Known
        private let moments: [ProjectPast.Moment]

        /// Of the ID in the query; nil where nobody has it.
        init?(_ visit: ConsoleVisit) async throws {
            self.visit = visit
            let id = visit.query["id"] ?? ""
            self.id = id
            let secret = visit.project.secret
            let known = try await visit.project.perform { state, now -> Known? in
                guard let customer = CustomerAnswer(id, in: state, now: now),
                    let user = state.ledger.user(UserID(unchecked: id))
                else { return nil }
                let held = state.ledger.purchases(of: state.ledger.customer(of: user))
                return Known(
                    customer: customer,
                    purchases: held.map { PurchaseCard($0, in: state, secret, now: now) },
                    rules: state.rules)
            }
            guard let known else { return nil }
            self.known = known
            moments = try await visit.project.history(of: id)
        }

        func answer() -> Answer {
            let customer = known.customer
            var page = ConsolePage(shortened(id, to: 60), visit, page: "customer")
            page.add { markup in
                markup.element("h1", shortened(id, to: 200))
                markup.facts([
                    "Access": access(customer.access),
                    "Original ID": code(customer.original),
                    "First seen": escaped(readable(customer.firstSeen)),
                ])
                markup.element("h2", customer.aliases.count == 1 ? "Only ID" : "All IDs")
                markup.open("ul", ["class": "names"])
                for alias in customer.aliases {
                    markup.raw("<li>\(code(alias))</li>\n")
                }
                markup.close("ul")
                if !customer.grants.isEmpty {
                    markup.table(
                        "Granted by hand", ["Entitlement", "Granted", "Ends"],
                        customer.grants.map { grant in
                            [
                                escaped(grant.entitlement), escaped(readable(grant.granted)),
                                escaped(grant.ends.map(readable) ?? "never"),
                            ]
                        })
                }
                if !customer.attributes.isEmpty {
                    markup.table(
                        "Attributes", ["Name", "Value"],
                        customer.attributes.sorted { $0.key < $1.key }.map { name, value in
                            [code(name), escaped(shortened(value, to: 500))]
                        })
                }
                markup.open("section")
                markup.element("h2", "Purchases")
                if known.purchases.isEmpty {
                    markup.element("p", ["class": "soft"], "It holds none.")
                }
                PurchaseCard.list(
                    known.purchases, visit, back: visit.address("customer", ["id": id]), &markup)
                markup.close("section")
                timeline(&markup)
            }
            return page.answer()
        }

        // MARK: What happened

        private func timeline(_ markup: inout Markup) {
            markup.open("section")
            markup.element("h2", "What happened")
            markup.open("ol", ["class": "timeline"])
            for moment in moments.reversed() {
                markup.open("li")
                let (word, outcome) = (moment.step.word, moment.step.outcome.word)
                markup.element("h3", meaning(of: word, in: "actions"))
                markup.raw(
                    "<p>\(code(word)): \(code(outcome)). "
                        + "\(escaped(meaning(of: outcome, in: "outcomes")))</p>\n")
                markup.element(
                    "p", ["class": "when"],
                    "\(moment.step.date.words), step \(moment.number), by "
                        + shortened(moment.step.actor.words, to: 120))
                markup.open("ul")
                for event in moment.events { markup.element("li", shortened(event, to: 600)) }
                markup.close("ul")
                for rule in moment.step.rules { explain(rule, &markup) }
                if moment.isUndoable {
                    markup.open("div", ["class": "forms"])
                    markup.form(
                        "Undo this merge", to: visit.address("undo"),
                        [
                            "id": id, "step": "\(moment.number)",
                            "back": visit.address("customer", ["id": id]),
                        ])
                    markup.close("div")
                }
                markup.close("li")
            }
            markup.close("ol")
            markup.close("section")
        }

        /// The sentence that says what a neutral word means; the word itself where none does.
        private func meaning(of word: String, in list: String) -> String {
            visit.neutral.words(of: list).first { $0.word == word }?.means ?? word
        }

        private func explain(_ rule: String, _ markup: inout Markup) {
            // A rule of an earlier version of the rulebook may be gone.
            guard let citation = known.rules.citation(of: rule) else {
                markup.raw("<p>\(code(rule))</p>\n")
                return
            }
            markup.raw("<details><summary>\(code(rule))</summary>\n")
            markup.element("p", citation.says)
            if let note = citation.note { markup.element("p", ["class": "soft"], note) }
            markup.raw(
                "<p class=\"soft\">\(escaped(citation.authority.rawValue)), "
                    + "\(escaped(citation.checked)): \(escaped(citation.source)), "
                    + "\(linked(citation.address))</p>\n")
            markup.close("details")
        }
    }
#endif
