// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymSimulation
package import Foundation

/// An entitlement that a user has or had, with what gives it.
package struct HeldEntitlement: Sendable {
    package let id: String
    package let isActive: Bool
    package let started: Date
    /// When it ends or ended; nil for never.
    package let ends: Date?
    /// What was bought; nil where it was given by hand.
    package let purchase: HeldPurchase?

    private init(
        _ id: String, isActive: Bool, started: Date, ends: Date?, purchase: HeldPurchase?
    ) {
        self.id = id
        self.isActive = isActive
        self.started = started
        self.ends = ends
        self.purchase = purchase
    }

    /// What was given by hand.
    package init(_ grant: Grant) {
        self.init(
            grant.entitlement, isActive: true, started: grant.date, ends: grant.expirationDate,
            purchase: nil)
    }

    /// All entitlements of a user, sorted by ID, each once: an active one before an ended one, and of
    /// two alike the one that lasts longer.
    package static func all(of view: CustomerView) -> [HeldEntitlement] {
        var found: [String: HeldEntitlement] = [:]
        func add(_ entitlement: HeldEntitlement) {
            if let known = found[entitlement.id], !entitlement.outdoes(known) { return }
            found[entitlement.id] = entitlement
        }
        for purchase in view.purchases {
            for id in purchase.product.entitlements {
                add(
                    HeldEntitlement(
                        id, isActive: purchase.givesAccess,
                        started: purchase.originalPurchaseDate, ends: purchase.accessEnd,
                        purchase: purchase))
            }
        }
        for grant in view.grants { add(HeldEntitlement(grant)) }
        return found.values.sorted { $0.id < $1.id }
    }

    private func outdoes(_ other: HeldEntitlement) -> Bool {
        guard isActive == other.isActive else { return isActive }
        guard let end = other.ends else { return false }
        return ends.map { $0 > end } ?? true
    }
}
