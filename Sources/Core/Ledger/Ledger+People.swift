// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

// Who is who: how changes of customers and of their IDs are applied.

extension Ledger {
    /// Takes everything from a customer but its IDs, which are nobody's from now on.
    mutating func erase(_ customer: CustomerHandle) {
        for purchase in purchases(of: customer) {
            guard purchases[purchase].owner.handle == customer else {
                copies[purchase]?.removeAll { $0 == customer }
                tidyCopies(of: customer, [purchase])
                continue
            }
            unchain(purchase, from: customer)
            purchases[purchase].owner = .none
            purchases[purchase].isFirstHand = false
            // Who holds a copy goes on holding the purchase.
            if let next = copies[purchase]?.first {
                copies[purchase]?.removeFirst()
                copiesHeld[next]?.removeAll { $0 == purchase }
                tidyCopies(of: next, [purchase])
                setOwner(of: purchase, to: next)
            } else {
                outdated[purchase] = nil
            }
        }
        copiesHeld[customer] = nil
        grants[customer] = nil
        customers[customer].isErased = true
    }

    /// A customer for an ID that was nobody's.
    mutating func giveBack(_ user: UserHandle) {
        let erased = users[user].customer
        let staying = aliases(of: erased).filter { $0 != user }
        let customer = CustomerHandle(customers.count)
        let isAnonymous = users[user].isAnonymous
        users[user].customer = customer
        users[user].next = .none
        customers.appendTightly(
            CustomerRecord(
                original: user, firstUser: Link(user), lastUser: Link(user),
                isIdentified: !isAnonymous, hasAnonymous: isAnonymous))
        customers[erased].firstUser = .none
        customers[erased].lastUser = .none
        for user in staying { join(user, to: erased) }
    }

    mutating func add(
        _ id: UserID, _ kind: UserIDKind, to customer: CustomerHandle
    ) -> UserHandle {
        let user = UserHandle(userNames.append(Ledger.key(id, kind)))
        users.appendTightly(UserRecord(customer: customer, isAnonymous: kind != .custom))
        return user
    }

    mutating func join(_ user: UserHandle, to customer: CustomerHandle) {
        users[user].customer = customer
        users[user].next = .none
        if let last = customers[customer].lastUser.handle {
            users[last].next = Link(user)
        } else {
            customers[customer].firstUser = Link(user)
        }
        customers[customer].lastUser = Link(user)
        if users[user].isAnonymous {
            customers[customer].hasAnonymous = true
        } else {
            customers[customer].isIdentified = true
        }
    }

    mutating func merge(_ absorbed: CustomerHandle, into survivor: CustomerHandle) {
        let aliases = aliases(of: absorbed)
        let held = purchases(of: absorbed)
        let granted = grants.removeValue(forKey: absorbed) ?? []
        for purchase in held {
            if purchases[purchase].owner.handle == absorbed {
                copies[purchase]?.removeAll { $0 == survivor }
                copiesHeld[survivor]?.removeAll { $0 == purchase }
                setOwner(of: purchase, to: survivor)
            } else {
                replaceCopy(of: purchase, by: absorbed, with: survivor)
            }
        }
        copiesHeld[absorbed] = nil
        tidyCopies(of: survivor, held)
        for user in aliases { join(user, to: survivor) }
        for entitlement in granted where !(grants[survivor] ?? []).contains(entitlement) {
            grants[survivor, default: []].append(entitlement)
        }
        customers[absorbed].firstUser = .none
        customers[absorbed].lastUser = .none
        customers[absorbed].absorbedBy = Link(survivor)
    }

    /// The undoing of ``merge(_:into:)`` for IDs; purchases and grants follow as changes of their
    /// own.
    mutating func split(
        _ customer: CustomerHandle, from survivor: CustomerHandle, users leaving: [UserHandle]
    ) {
        let staying = aliases(of: survivor).filter { !leaving.contains($0) }
        for (customer, aliases) in [(customer, leaving), (survivor, staying)] {
            customers[customer].firstUser = .none
            customers[customer].lastUser = .none
            customers[customer].isIdentified = false
            customers[customer].hasAnonymous = false
            for user in aliases { join(user, to: customer) }
        }
        customers[customer].absorbedBy = .none
    }
}
