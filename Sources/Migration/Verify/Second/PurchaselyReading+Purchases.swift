// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

// How each purchase stands after all that was read.

extension SecondOpinion.PurchaselyReading {
    /// An anonymous ID, and the one user that it was seen with.
    var pairs: [(Int, Int)] {
        users.compactMap { anonymous, all in
            all.count == 1 ? all.first.map { (anonymous, $0) } : nil
        }
    }

    /// How a purchase stands.
    private struct Purchase {
        var holder: Int?
        /// When an event last named the holder, and whom else one of that moment names.
        var named: Int64?
        var rivals: Set<Int> = []
        /// Since when each plan is on; one without a name is nil.
        var plans: [String?: Int64] = [:]
        /// When any plan was last turned on.
        var newest: Int64?
        var isConsumable = false
        var isRefunded = false
        /// Whether any event turned it on or off.
        var isSwitched = false
        /// Whom other events have named.
        var told: Set<Int> = []

        /// Notes whom an event of the same moment has named before.
        mutating func noteRival(of other: Int, at time: Int64) {
            if named != time {
                rivals = []
            } else if let holder, holder != other {
                rivals.insert(holder)
            }
            named = time
        }
    }

    func access() -> [SecondOpinion.Access] {
        var access = [SecondOpinion.Access](repeating: .init(), count: ids.indices.count)
        let purchases = purchases()
        for purchase in purchases.values {
            guard purchase.isSwitched else {
                for holder in purchase.told { access[holder].isOpen = true }
                continue
            }
            guard let holder = purchase.holder else { continue }
            guard purchase.rivals.isEmpty else {
                for holder in purchase.rivals.union([holder]) { access[holder].isOpen = true }
                continue
            }
            for (plan, time) in purchase.plans {
                // What became of a plan that another one has followed, and that was not turned off,
                // is not said.
                if let plan, time == purchase.newest, !purchase.isConsumable, !purchase.isRefunded {
                    access[holder].holdings.insert(.init(product: plan, entitlement: nil))
                } else {
                    access[holder].isOpen = true
                }
            }
        }
        addRows(to: &access, beside: purchases)
        for (anonymous, users) in users where users.count == 1 { access[anonymous].isOpen = true }
        return access
    }

    /// The purchases by the events, in the order of their times.
    private func purchases() -> [Int: Purchase] {
        var purchases: [Int: Purchase] = [:]
        // Of one moment in the order of the file: sorting keeps the order of what is equal.
        let order = switches.indices.sorted { (switches[$0].time, $0) < (switches[$1].time, $1) }
        for event in order.map({ switches[$0] }) {
            var purchase = purchases[names.root(event.purchase)] ?? Purchase()
            purchase.isConsumable = purchase.isConsumable || event.isConsumable
            switch event.effect {
            case .on:
                purchase.noteRival(of: event.holder, at: event.time)
                if purchase.holder != event.holder {
                    (purchase.holder, purchase.plans) = (event.holder, [:])
                }
                purchase.plans[event.plan] = event.time
                purchase.newest = event.time
                purchase.isRefunded = false
                purchase.isSwitched = true
            case .off:
                if purchase.holder == event.holder {
                    // Without a plan on one of both sides, it is about all there is.
                    purchase.plans = purchase.plans.filter { plan, _ in
                        plan != nil && event.plan != nil && plan != event.plan
                    }
                }
                purchase.isSwitched = true
            case .refunded: purchase.isRefunded = true
            case .given:
                purchase.noteRival(of: event.holder, at: event.time)
                purchase.holder = event.holder
                purchase.told.insert(event.holder)
            case .nothing: purchase.told.insert(event.holder)
            }
            purchases[names.root(event.purchase)] = purchase
        }
        return purchases
    }

    /// What the subscriber files say of purchases that no event tells of.
    private func addRows(
        to access: inout [SecondOpinion.Access], beside purchases: [Int: Purchase]
    ) {
        var holders: [Int: Set<Int>] = [:]
        for row in rows { holders[names.root(row.purchase), default: []].insert(row.holder) }
        for row in rows {
            let purchase = names.root(row.purchase)
            if purchases[purchase]?.isSwitched == true { continue }
            if let product = row.product, row.isActive, holders[purchase]?.count == 1 {
                access[row.holder].holdings.insert(.init(product: product, entitlement: nil))
            } else {
                access[row.holder].isOpen = true
            }
        }
    }
}
