// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
package import AllonymSimulation
package import Foundation

extension EventDate {
    /// As `created_date` is written: with microseconds and an offset.
    package init(created date: Date) {
        let text = date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        self.init(rawValue: text.dropLast() + "000+00:00")
    }

    /// As the dates of entitlements are written: in seconds.
    package init(_ date: Date) { self.init(rawValue: date.formatted(.iso8601)) }
}

extension ActiveEntitlement {
    /// What a customer of the simulation may use: each entitlement of each purchase that gives
    /// access.
    package static func all(of view: CustomerView) -> [ActiveEntitlement] {
        view.purchases.filter(\.givesAccess).flatMap { purchase in
            purchase.product.entitlements.map { entitlement in
                ActiveEntitlement(
                    entitlement, name: entitlement, description: purchase.product.description,
                    expiration: purchase.accessEnd.map { EventDate($0) },
                    lastVerified: EventDate(view.date),
                    platform: PlatformName.of(purchase.store), skuRefID: purchase.product.id)
            }
        }
    }
}

extension JourneyState {
    /// Of a customer of the simulation.
    ///
    /// Each is true when it is true of any subscription, but for ``formerSubscriber``: there was one,
    /// and every one has ended. A subscription whose payment failed and that gives no access is in
    /// account hold, also when it has ended. How the platform comes to it is documented nowhere.
    package init(_ view: CustomerView) {
        self.init()
        let subscriptions = view.purchases.filter { $0.product.kind == .subscription }
        formerSubscriber =
            !subscriptions.isEmpty
            && subscriptions.allSatisfy { $0.state == .expired || $0.state == .refunded }
        // Of several purchases of one product the newest says where the customer is.
        let newest = Dictionary(subscriptions.map { ($0.product.id, $0) }) { $1 }.values
        let running = newest.filter(\.givesAccess)
        let paid = running.filter { $0.state != .grace }
        inAccountHold = newest.contains {
            $0.billingIssueDate != nil && $0.refundDate == nil && !$0.givesAccess
                && $0.state != .paused
        }
        inGracePeriod = running.contains { $0.state == .grace }
        inTrialPeriod = paid.contains(where: \.isTrial)
        inIntroOfferPeriod = paid.contains {
            $0.offer != nil && !$0.isTrial && $0.hadIntroduction
        }
        inPause = newest.contains { $0.state == .paused }
        isCancelled = newest.contains { $0.state == .cancelled }
    }
}

/// A store as events name it.
package enum PlatformName {
    /// Of Apple the word is documented; the other stores keep their neutral ones.
    package static func of(_ store: Store) -> String {
        switch store {
        case .appStore, .macAppStore: "apple"
        case .playStore, .amazon, .stripe, .paddle, .webBilling, .testStore: store.rawValue
        }
    }
}
