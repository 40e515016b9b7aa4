// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

extension SecondOpinion {
    /// Who has access at RevenueCat.
    ///
    /// | rule | document |
    /// |---|---|
    /// | All IDs that are known to be aliases are one customer, and each sees what it has. IDs are case-sensitive. | Identifying Customers, Aliases |
    /// | REST v2: `gives_access` of a subscription and `status` `owned` of a purchase are the word, whatever the dates say. | API v2, Subscription and Purchase Data Model |
    /// | REST v2: active entitlements are all that are active, under RevenueCat's own IDs. A customer that is only listed is left open. | API v2, Customer Data Model, `active_entitlements` |
    /// | REST v1: an entitlement is active until its `expires_date` or `grace_period_expires_date`; null is for good. The newest answer counts. | API v1, Customer Info; How Grace Periods Work |
    /// | Products are no entitlements: what names none gives none. | API v1, Customer Info, `entitlements`; Data export, `entitlement_identifiers` |
    /// | `customer_id` has a subscription; `original_customer_id` had it once. | API v2, Subscription Data Model |
    /// | The data export and webhooks are in ``Periods``. | |
    struct RevenueCatReading: Reading {
        var ids = IDs()
        let document =
            "RevenueCat, API v2, Data export (effective_end_time) and Event Types and Fields"
        private let moment: Moment
        private var periods: Periods
        /// What they come to, once all is read: by customer what it has, and who is left open.
        private var held: (holdings: [Int: Set<Holding>], open: Set<Int>) = ([:], [])
        /// The lookup keys of entitlements, by RevenueCat's own IDs.
        private var keys: [String: String] = [:]
        /// What subscriptions and purchases of REST v2 give: by their IDs, so that each counts once.
        private var given: [String: (customer: Int, holdings: [Holding])] = [:]
        /// The active entitlements of REST v2, by RevenueCat's own IDs.
        private var active: [Int: Set<String>] = [:]
        /// Whom REST v2 tells anything of, and whom it lists.
        private var told: Set<Int> = []
        private var listed: Set<Int> = []
        /// The answers of REST v1.
        private var answers: [Int: (time: Int64, holdings: Set<Holding>)] = [:]

        init(_ moment: Moment) {
            self.moment = moment
            periods = Periods(moment)
        }

        // MARK: - Reading

        mutating func take(_ row: Table.Row) { periods.take(row, &ids) }

        mutating func finish() {
            held = periods.holdings(ids)
            periods = Periods(moment)
        }

        mutating func take(_ record: JSONView) {
            if let event = record["event"] {
                periods.take(event, &ids)
            } else if record["subscriber"] != nil {
                takeAnswer(record)
            } else if let object = record["object"]?.text {
                object == "list" ? takePage(record) : takeItem(record)
            } else if record["type"] != nil {
                periods.take(record, &ids)
            }
        }

        /// REST v1, one customer.
        private mutating func takeAnswer(_ answer: JSONView) {
            guard let subscriber = answer["subscriber"],
                let customer = ids.number(subscriber["original_app_user_id"]?.spelling)
            else { return }
            let time =
                Instants.milliseconds(answer["request_date_ms"]?.integer)
                ?? Instants.text(answer["request_date"]?.text) ?? 0
            if let known = answers[customer], known.time > time { return }
            var holdings: Set<Holding> = []
            for (name, entitlement) in subscriber["entitlements"]?.members ?? [] {
                let product = entitlement["product_identifier"]?.text
                // What the entitlement leaves out stands with the purchase.
                let purchase = subscriber["subscriptions"]?.members.first { $0.name == product }
                let dates = entitlement.has("expires_date") ? entitlement : purchase?.value
                let end = Instants.text(dates?["expires_date"]?.text)
                let grace = Instants.text(dates?["grace_period_expires_date"]?.text)
                let isOver = moment.isOver(end) && (grace.map { moment.isOver($0) } ?? true)
                let isLater = moment.isLater(Instants.text(entitlement["purchase_date"]?.text))
                let isRefunded = moment.isOver(Instants.text(dates?["refunded_at"]?.text))
                if isOver || isLater || isRefunded { continue }
                holdings.insert(Holding(product: product, entitlement: name))
            }
            answers[customer] = (time, holdings)
        }

        /// REST v2, a page; the customer of some stands in the page's address alone.
        private mutating func takePage(_ page: JSONView) {
            let address = page["url"]?.text.flatMap { Address.owner(in: $0, behind: "/customers/") }
            let items = page["items"]?.elements ?? []
            if let (owner, what) = address {
                // An empty page names its customer, too, and says that there is nothing.
                let isAnswer = ["subscriptions", "purchases", "active_entitlements"].contains {
                    what.hasPrefix($0)
                }
                let isOfIDs = items.contains {
                    let object = $0["object"]?.text
                    return object == "customer.alias" || object == "customer.active_entitlement"
                }
                if isAnswer { emptyPages.insert(ID(owner)) }
                if isOfIDs, let customer = ids.number(owner) { take(items, of: customer) }
            }
            for item in items { takeItem(item) }
        }

        private mutating func take(_ items: [JSONView], of customer: Int) {
            for item in items {
                switch item["object"]?.text {
                case "customer.alias":
                    if let alias = ids.number(item["id"]?.spelling) { ids.join(customer, alias) }
                case "customer.active_entitlement":
                    told.insert(customer)
                    if let id = item["entitlement_id"]?.text {
                        active[customer, default: []].insert(id)
                    }
                default: break
                }
            }
        }

        /// Whom pages are about that name nobody else: they are no IDs before something else names them.
        private var emptyPages: Set<ID> = []

        /// REST v2, one customer, subscription or purchase.
        private mutating func takeItem(_ item: JSONView) {
            switch item["object"]?.text {
            case "customer":
                guard let customer = ids.number(item["id"]?.spelling) else { return }
                if let active = item["active_entitlements"] {
                    told.insert(customer)
                    take(active["items"]?.elements ?? [], of: customer)
                } else {
                    listed.insert(customer)
                }
            case "entitlement": keep(item)
            case "subscription": take(item, gives: item["gives_access"]?.flag == true)
            case "purchase": take(item, gives: item["status"]?.text == "owned")
            default: break
            }
        }

        /// How an entitlement is called.
        private mutating func keep(_ entitlement: JSONView) {
            guard let id = entitlement["id"]?.text else { return }
            keys[id] = entitlement["lookup_key"]?.text
        }

        private mutating func take(_ item: JSONView, gives: Bool) {
            guard let id = item["id"]?.text,
                let customer = ids.number(item["customer_id"]?.spelling)
            else { return }
            told.insert(customer)
            let product = item["product_id"]?.text
            var holdings: [Holding] = []
            for entitlement in item["entitlements"]?["items"]?.elements ?? [] {
                guard let key = entitlement["lookup_key"]?.text else { continue }
                keep(entitlement)
                holdings.append(Holding(product: product, entitlement: key))
            }
            given[id] = (customer, gives ? holdings : [])
        }
    }
}

// MARK: - Deciding

extension SecondOpinion.RevenueCatReading {
    func access() -> [SecondOpinion.Access] {
        var customers: [Int: SecondOpinion.Access] = [:]
        // What each kind of file says, by customer: periods, REST v2, REST v1.
        var kinds: [[Int: Set<SecondOpinion.Holding>]] = [held.holdings, [:], [:]]
        for each in given.values {
            kinds[1][ids.customer(each.customer), default: []].formUnion(each.holdings)
        }
        for customer in self.told { kinds[1][ids.customer(customer), default: []].formUnion([]) }
        for (customer, entitlements) in active {
            let named = kinds[1][ids.customer(customer)] ?? []
            for id in entitlements {
                let name = keys[id] ?? id
                guard !named.contains(where: { $0.entitlement == name }) else { continue }
                kinds[1][ids.customer(customer), default: []].insert(
                    .init(product: nil, entitlement: name))
            }
        }
        var newest: [Int: Int64] = [:]
        for (customer, answer) in answers {
            let root = ids.customer(customer)
            guard newest[root].map({ $0 <= answer.time }) ?? true else { continue }
            (newest[root], kinds[2][root]) = (answer.time, answer.holdings)
        }
        for customer in Set(kinds.flatMap(\.keys)) {
            let said = kinds.compactMap { $0[customer] }
            let sure = said.dropFirst().reduce(said[0]) { $0.intersection($1) }
            // Where kinds of files differ, none of them is said to be the younger one.
            customers[customer] = .init(
                holdings: sure,
                isOpen: held.open.contains(customer) || said.contains { $0 != sure })
        }
        var access = ids.indices.map { customers[ids.customer($0)] ?? .init() }
        for customer in listed {
            let all = ids.customer(customer)
            if customers[all] != nil || isAnswered(customer) { continue }
            access[customer].isOpen = true
        }
        return access
    }

    private func isAnswered(_ customer: Int) -> Bool { emptyPages.contains(ids[customer]) }
}
