// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymSimulation
import Foundation

extension REST2.Customer {
    /// A customer of the simulation, without the lists that have to be asked for.
    ///
    /// What a device tells, such as its platform, the simulation does not know.
    ///
    /// - Parameters:
    ///   - view: What the server says of them.
    ///   - project: The project's ID.
    package init(_ view: CustomerView, project: String) {
        self.init(
            id: view.originalID, projectID: project, firstSeenAt: view.firstSeen.wireMilliseconds)
    }
}

extension REST2.CustomerEntitlement {
    /// What is unlocked now, each until the latest end that unlocks it.
    ///
    /// - Parameters:
    ///   - view: What the server says of a customer.
    ///   - id: An entitlement's ID at RevenueCat; nil leaves it out.
    /// - Returns: The entitlements, in byte order of their keys.
    package static func active(
        of view: CustomerView, id: (String) -> String?
    ) -> [REST2.CustomerEntitlement] {
        view.entitlements.compactMap { entitlement in
            guard let id = id(entitlement) else { return nil }
            return REST2.CustomerEntitlement(
                entitlementID: id, expiresAt: view.end(of: entitlement)?.wireMilliseconds)
        }
    }
}

extension CustomerView {
    /// Until when what is unlocked stays so; nil for ever.
    fileprivate func end(of entitlement: String) -> Date? {
        let bought = purchases.filter {
            $0.givesAccess && $0.product.entitlements.contains(entitlement)
        }
        let granted = grants.filter { $0.entitlement == entitlement }
        let ends = bought.map(\.accessEnd) + granted.map(\.expirationDate)
        return ends.contains(nil) ? nil : ends.compactMap { $0 }.max()
    }
}
