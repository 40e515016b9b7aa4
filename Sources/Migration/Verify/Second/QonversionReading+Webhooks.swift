// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

extension SecondOpinion.QonversionReading {
    /// Who has access by Qonversion's webhooks.
    ///
    /// | rule | document |
    /// |---|---|
    /// | Events of one `original_transaction_id` are one subscription; `time` and `created_at` order them. | Webhooks, Request body |
    /// | It runs until `transaction.expires`; in billing retry until `grace_period_expires`, if there is one. | Webhooks; Subscriptions in the Billing Retry state |
    /// | Cancelling ends nothing before that; `…_expired` does; a refund ends the transaction that it names, and no newer one. | Tracked Events; Subscriptions Movement |
    /// | A newer product is that of the newest event, `new_product_id` first. | Subscription Product Changed |
    /// | With Transfer the user of the newest event has it, with Copy each that an event names. Of events of one moment nothing says whose is the newest. | Restore behavior |
    /// | Whether what was bought once lasts is not said. | In-App Purchase; Non-Subscription Purchases, Types |
    struct Webhooks {
        private let moment: SecondOpinion.Moment
        private let copies: Bool
        private var events: [Event] = []
        /// The users that events name.
        private(set) var users: Set<Int> = []

        private struct Event {
            let time: Int64
            let created: Int64
            let name: String
            let chain: String
            let transaction: String
            let product: String
            let expires: Int64?
            let grace: Int64?
            let user: Int
            let identity: Int?
        }

        init(_ moment: SecondOpinion.Moment, copies: Bool) {
            (self.moment, self.copies) = (moment, copies)
        }

        /// Takes an event.
        mutating func take(_ record: JSONView, user: Int, identity: Int?) {
            guard let name = record["event_name"]?.text,
                let time = SecondOpinion.Instants.seconds(record["time"]?.integer)
            else { return }
            users.insert(user)
            if let identity { users.insert(identity) }
            let product = record["new_product_id"]?.text ?? record["product_id"]?.text
            let transaction = record["transaction"]
            let number = transaction?["transaction_id"]?.spelling
            guard let product, !moment.isLater(time),
                let chain = transaction?["original_transaction_id"]?.spelling ?? number
            else { return }
            events.append(
                Event(
                    time: time,
                    created: SecondOpinion.Instants.seconds(record["created_at"]?.integer) ?? time,
                    name: name, chain: chain, transaction: number ?? chain, product: product,
                    expires: SecondOpinion.Instants.seconds(transaction?["expires"]?.integer),
                    grace: SecondOpinion.Instants.seconds(
                        transaction?["grace_period_expires"]?.integer),
                    user: user, identity: identity))
        }

        /// Adds what the events give.
        func add(to access: inout [SecondOpinion.Access]) {
            let chains = Dictionary(grouping: events, by: \.chain)
            for events in chains.values {
                let events = events.sorted { ($0.time, $0.created) < ($1.time, $1.created) }
                guard let newest = events.last else { continue }
                let holders = copies ? events : events.filter { $0.time == newest.time }
                let (isRunning, isUnsaid) = standing(events)
                guard isRunning || isUnsaid else { continue }
                let isContested = !copies && Set(holders.map(\.user)).count > 1
                let isOpen = isUnsaid || isContested
                // A refund of an older transaction names its product, not the one that runs.
                let running = events.last { !$0.name.hasSuffix("refunded") } ?? newest
                for id in holders.flatMap({ [$0.user, $0.identity].compactMap { $0 } }) {
                    if isOpen {
                        access[id].isOpen = true
                    } else {
                        access[id].holdings.insert(
                            .init(product: running.product, entitlement: nil))
                    }
                }
            }
        }

        /// How a subscription stands, by all its events in order.
        private func standing(_ events: [Event]) -> (isRunning: Bool, isOpen: Bool) {
            var current: Event?
            var isEnded = false
            for event in events {
                switch event.name {
                case "subscription_refunded", "trial_refunded", "in_app_refunded":
                    let isOlder = current.map { $0.transaction != event.transaction } ?? false
                    if !isOlder { isEnded = true }
                case "subscription_expired", "trial_expired": isEnded = true
                default: (current, isEnded) = (event, false)
                }
            }
            guard let current, !isEnded else { return (false, false) }
            if current.name == "in_app_purchase" || current.expires == nil { return (false, true) }
            let isRunning =
                !moment.isOver(current.expires) || current.grace.map { !moment.isOver($0) } ?? false
            return (isRunning, false)
        }
    }
}
