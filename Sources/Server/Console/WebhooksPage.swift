// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    import AllonymJournal
    import AllonymPages
    import AllonymService
    import Foundation

    /// The webhooks of a project, the newest first, with their tries.
    struct WebhooksPage {
        /// So many are shown at once.
        private static let shown = 50

        private let visit: ConsoleVisit
        private let state: Delivery.State?
        private let deliveries: [Delivery]
        private let counts: [Delivery.State: Int]

        init(_ visit: ConsoleVisit) async throws {
            self.visit = visit
            let state = visit.query["state"].flatMap(Delivery.State.init(rawValue:))
            let start = visit.query["before"].flatMap { Int($0) }
            self.state = state
            (deliveries, counts) = try await visit.project.withJournal { journal in
                (
                    try journal.latestDeliveries(
                        state, of: nil, before: start, limit: WebhooksPage.shown),
                    try journal.deliveryCounts()
                )
            }
        }

        func answer() -> Answer {
            var page = ConsolePage("Webhooks", visit, page: "webhooks")
            page.add { markup in
                markup.element("h1", "Webhooks")
                markup.open("nav", ["class": "filter", "aria-label": "States"])
                filter("all", nil, counts.values.reduce(0, +), &markup)
                for state in Delivery.State.allCases {
                    filter(state.rawValue, state, counts[state] ?? 0, &markup)
                }
                markup.close("nav")
                if deliveries.isEmpty {
                    markup.element(
                        "p", ["class": "soft"],
                        "There are none. One is sent for each event that the provider reports, to "
                            + "every endpoint of the project file.")
                }
                markup.open("ul", ["class": "cards"])
                for delivery in deliveries { write(delivery, &markup) }
                markup.close("ul")
                if deliveries.count == WebhooksPage.shown, let last = deliveries.last {
                    let address =
                        state.map {
                            visit.address(
                                "webhooks", ["state": $0.rawValue, "before": "\(last.id)"])
                        } ?? visit.address("webhooks", ["before": "\(last.id)"])
                    markup.raw("<p>\(link("Older ones", address))</p>\n")
                }
            }
            return page.answer()
        }

        private func filter(
            _ name: String, _ state: Delivery.State?, _ count: Int, _ markup: inout Markup
        ) {
            let address =
                state.map { visit.address("webhooks", ["state": $0.rawValue]) }
                ?? visit.address("webhooks")
            markup.element(
                "a", ["href": address, "aria-current": state == self.state ? "true" : nil],
                "\(name) \(count)")
        }

        private func write(_ delivery: Delivery, _ markup: inout Markup) {
            markup.open("li")
            markup.raw(
                "<h3>\(escaped(delivery.name)) "
                    + "<span class=\"state \(WebhooksPage.tone(delivery.state))\">"
                    + "\(delivery.state.rawValue)</span></h3>\n")
            markup.facts([
                "User": delivery.user.isEmpty
                    ? "<span class=\"soft\">erased</span>"
                    : link(
                        shortened(delivery.user, to: 60),
                        visit.address("customer", ["id": delivery.user])),
                "To": escaped(shortened(delivery.endpoint, to: 120)),
                "Tries": "\(delivery.tries)",
                "Last answer": escaped(shortened(delivery.answer ?? "none yet", to: 200)),
                (delivery.state == .pending ? "Due" : "Was due"): escaped(
                    Date(milliseconds: delivery.due).words),
                "Event": code(delivery.event),
            ])
            WebhooksPage.write(delivery.attempts, &markup)
            markup.raw("<details><summary>What is sent</summary>\n")
            markup.element(
                "pre", shortened(String(decoding: delivery.body, as: UTF8.self), to: 20_000))
            markup.close("details")
            markup.open("div", ["class": "forms"])
            markup.form(
                "Send again", to: visit.address("replay"),
                ["id": "\(delivery.id)", "back": visit.address("webhooks")])
            markup.close("div")
            markup.close("li")
        }

        private static func write(_ attempts: [Delivery.Attempt], _ markup: inout Markup) {
            if attempts.isEmpty { return }
            markup.raw("<details><summary>Attempts</summary>\n")
            markup.open("ul")
            for attempt in attempts {
                markup.element(
                    "li",
                    "\(Date(milliseconds: attempt.time).words): \(attempt.answer), after "
                        + "\(attempt.milliseconds) ms")
            }
            markup.close("ul")
            markup.close("details")
        }

        private static func tone(_ state: Delivery.State) -> String {
            switch state {
            case .pending: "waits"
            case .delivered: "good"
            case .failed, .dropped: "bad"
            }
        }
    }
#endif
