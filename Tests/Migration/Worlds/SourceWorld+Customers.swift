// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// Somebody whom the provider knows, as its own records have it.
struct KnownCustomer {
    struct ID {
        let user: UserHandle
        let text: String
        let isAnonymous: Bool
        let firstSeen: Int64
        let lastSeen: Int64
    }

    /// All IDs, in the order in which they joined.
    let ids: [ID]
    let original: ID
    /// The purchases that it holds, those of others that it holds too among them.
    let purchases: [Course]
    let grants: [GrantCourse]

    /// The ID that was in use last.
    var lastSeen: ID { ids.max { $0.lastSeen < $1.lastSeen } ?? original }

    var customs: [ID] { ids.filter { !$0.isAnonymous } }
    var anonymous: [ID] { ids.filter(\.isAnonymous) }
    var firstSeen: Int64 { ids.map(\.firstSeen).min() ?? 0 }
}

extension SourceWorld {
    /// The customers of the provider.
    var customers: [KnownCustomer] {
        ledger.liveCustomers.filter { !ledger.aliases(of: $0).isEmpty }.map { customer in
            KnownCustomer(
                ids: ledger.aliases(of: customer).map(known),
                original: known(ledger.original(of: customer)),
                purchases: ledger.purchases(of: customer).map { courses[Int($0.index)] },
                grants: grants.filter { ledger.customer(of: $0.user) == customer })
        }
    }

    /// What a ledger of this world says of an ID.
    func known(_ user: UserHandle) -> KnownCustomer.ID {
        KnownCustomer.ID(
            user: user, text: ledger.id(of: user).text, isAnonymous: ledger.isAnonymous(user),
            firstSeen: firstSeen[user] ?? now, lastSeen: lastSeen[user] ?? 0)
    }

    /// What a purchase unlocks.
    func entitlements(of product: ProductID) -> [String] {
        guard let index = ledger.productNames.index(of: product.text) else { return [] }
        return ledger.products[index].entitlements.map { ledger.entitlementNames[Int($0.index)] }
    }

    /// What a log-in as this ID sees; nothing where the provider has no such customer.
    func access(of user: UserHandle) -> Set<String> {
        guard !ledger.isNobody(user) else { return [] }
        let customer = ledger.customer(of: user)
        var names: Set<String> = []
        for purchase in ledger.purchases(of: customer)
        where rules.givesAccess(ledger.known(of: purchase)) {
            names.formUnion(ledger.entitlements(of: purchase).map(\.text))
        }
        for entitlement in ledger.grants[customer] ?? [] {
            names.insert(ledger.entitlementNames[Int(entitlement.index)])
        }
        return names
    }

    /// What there is in it, in words: what has happened, and how purchases and customers stand.
    var signs: Set<String> {
        var signs = Set(outcomes.map(\.word))
        for (step, outcome) in zip(steps, outcomes) where outcome != .refused {
            signs.insert("did " + step.action.word)
        }
        for course in courses where !ledger.holders(of: course.purchase).isEmpty {
            signs.insert("\(course.kind.rawValue) \(course.state.word)")
            if course.sharedFrom != nil { signs.insert("share \(course.state.word)") }
            if course.store == .playStore { signs.insert("play \(course.state.word)") }
        }
        for customer in customers {
            if customer.ids.count > 1 { signs.insert("aliases") }
            if customer.purchases.count > 1 { signs.insert("several purchases") }
            if !access(of: customer.original.user).isEmpty { signs.insert("access") }
        }
        return signs
    }
}
