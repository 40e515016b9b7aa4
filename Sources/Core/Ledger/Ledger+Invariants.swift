// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// What is always true of a ledger, whatever the rules and the actions.
public enum Invariant: String, Hashable, Sendable, CaseIterable {
    /// Every user ID belongs to exactly one customer, which no merge has absorbed; one that is
    /// nobody's belongs to an erased one.
    case oneCustomerPerID = "every user ID belongs to exactly one customer"
    /// A customer that was erased holds nothing.
    case erasedIsEmpty = "an erased customer holds nothing"
    /// A share is in the state of what it is a share of, and one that has ended does not run.
    case sharesFollow = "a share never outlives what it shares"
    /// What waits for a renewal, what a provider has yet to learn, and what was posted, are about
    /// purchases that there are; the posts of an installation about those of its store account.
    case notesAreWhole = "notes about purchases are about purchases that there are"
    /// A customer's original ID is one of its IDs.
    case originalIsAlias = "a customer's original ID is one of its aliases"
    /// A customer is identified when it has a custom ID, and knows whether it has an anonymous one.
    case kindsOfIDs = "a customer knows which kinds of IDs it has"
    /// What a merge absorbed has no IDs, purchases or grants.
    case absorbedIsEmpty = "an absorbed customer holds nothing"
    /// No anonymous ID is minted twice, and no text stands for two IDs.
    case distinctIDs = "no two user IDs have the same text"
    /// A purchase has at most one owner, and exactly one once the provider has seen it.
    case oneOwner = "a purchase has at most one owner, and one before it has copies"
    /// A purchase is held by more than its owner only under rules that document copying.
    case copiesAreDocumented = "only rules that copy give a purchase a second holder"
    /// Each holder's list and each purchase's holders say the same.
    case holdersAgree = "holders and purchases agree"
    /// Each purchase belongs to exactly one store account.
    case oneAccount = "every purchase belongs to exactly one store account"
    /// An installation's current and own IDs belong to customers, its account exists.
    case installationsAreWhole = "an installation's IDs and account exist"
    /// Grants are held by customers that no merge has absorbed.
    case grantsAreHeld = "every grant is held by a customer"
}

extension Ledger {
    /// The invariants that do not hold under the rules that the ledger came about under: none,
    /// unless the program is wrong.
    public func violations(under rules: Rules) -> [Invariant] {
        Invariant.allCases.filter { !holds($0, under: rules) }
    }

    private func holds(_ invariant: Invariant, under rules: Rules) -> Bool {
        switch invariant {
        case .oneCustomerPerID: everyIDHasOneCustomer
        case .erasedIsEmpty:
            customers.indices.map { CustomerHandle($0) }.filter { customers[$0].isErased }
                .allSatisfy { purchases(of: $0).isEmpty && grants[$0] == nil }
        case .sharesFollow: sharesFollow
        case .notesAreWhole: notesAreWhole(under: rules)
        case .originalIsAlias:
            liveCustomers.allSatisfy { aliases(of: $0).contains(customers[$0].original) }
        case .kindsOfIDs: kindsAreRight
        case .absorbedIsEmpty: absorbedAreEmpty
        case .distinctIDs:
            Set(users.indices.map { userNames[$0].utf8.map { $0 } }).count == users.count
                && userNames.count == users.count
        case .oneOwner:
            copies.allSatisfy { !purchases[$0.key].owner.isNone && !$0.value.isEmpty }
                && purchases.allSatisfy { $0.owner.handle.map(isLive) ?? true }
        case .copiesAreDocumented:
            copies.isEmpty
                || rules.provider.rulebook.rows.contains {
                    $0.effect == .copy && $0.holds(under: rules.inForce)
                }
        case .holdersAgree: holdersAgree
        case .oneAccount: everyPurchaseHasOneAccount
        case .installationsAreWhole:
            installations.count == deviceNames.count
                && installations.allSatisfy { installation in
                    isThere(users[installation.current].customer)
                        && installation.own.handle.map { isThere(users[$0].customer) } ?? true
                        && installation.account.index < accounts.count
                }
        case .grantsAreHeld: grants.allSatisfy { isLive($0.key) && !$0.value.isEmpty }
        }
    }

    private func isLive(_ customer: CustomerHandle) -> Bool {
        isThere(customer) && !customers[customer].isErased
    }

    /// Whether it is one that no merge has absorbed, erased or not.
    private func isThere(_ customer: CustomerHandle) -> Bool {
        customer.index < customers.count && customers[customer].absorbedBy.isNone
    }

    private var sharesFollow: Bool {
        shares.allSatisfy { purchase, following in
            !following.isEmpty
                && following.allSatisfy { share in
                    sharedFrom[share] == purchase
                        && purchases[share].state == purchases[purchase].state
                        && purchases[share].product == purchases[purchase].product
                }
        }
            && sharedFrom.allSatisfy { share, purchase in
                shares[purchase]?.contains(share) == true || !purchases[share].state.isActive
            }
    }

    private func notesAreWhole(under rules: Rules) -> Bool {
        waiting.keys.allSatisfy {
            purchases[$0].kind == .subscription && purchases[$0].state != .refunded
        }
            && outdated.allSatisfy {
                !purchases[$0.key].owner.isNone && $0.value != purchases[$0.key].product
            }
            && (posts.isEmpty || rules.asksForPosts)
            && posts.keys.allSatisfy {
                purchases[$0.purchase].account == installations[$0.installation].account
            }
    }

    private var everyIDHasOneCustomer: Bool {
        var seen = Set<UserHandle>()
        for customer in customers.indices.map({ CustomerHandle($0) }) where isThere(customer) {
            for user in aliases(of: customer) {
                guard seen.insert(user).inserted, users[user].customer == customer else {
                    return false
                }
            }
        }
        return seen.count == users.count
    }

    private var kindsAreRight: Bool {
        liveCustomers.allSatisfy { customer in
            let aliases = aliases(of: customer)
            return customers[customer].isIdentified == aliases.contains { !users[$0].isAnonymous }
                && customers[customer].hasAnonymous == aliases.contains { users[$0].isAnonymous }
                && customers[customer].lastUser.handle == aliases.last
        }
    }

    private var absorbedAreEmpty: Bool {
        customers.indices.map { CustomerHandle($0) }
            .filter { !customers[$0].absorbedBy.isNone }
            .allSatisfy {
                aliases(of: $0).isEmpty && purchases(of: $0).isEmpty && grants[$0] == nil
            }
    }

    private var holdersAgree: Bool {
        var holdings = 0
        for customer in liveCustomers {
            let held = purchases(of: customer)
            guard Set(held).count == held.count,
                held.allSatisfy({ holders(of: $0).contains(customer) })
            else { return false }
            holdings += held.count
        }
        let held = purchases.indices.map { holders(of: PurchaseHandle($0)) }
        return held.allSatisfy { Set($0).count == $0.count }
            && held.reduce(0) { $0 + $1.count } == holdings
    }

    private var everyPurchaseHasOneAccount: Bool {
        var seen = Set<PurchaseHandle>()
        for account in accounts.indices.map({ AccountHandle($0) }) {
            for purchase in purchases(of: account) {
                guard seen.insert(purchase).inserted, purchases[purchase].account == account else {
                    return false
                }
            }
        }
        return seen.count == purchases.count
    }
}
