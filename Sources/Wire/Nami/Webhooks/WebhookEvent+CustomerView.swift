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
    /// Of a customer of the simulation; it was a subscriber once where a subscription has ended and
    /// none runs.
    package init(_ view: CustomerView) {
        self.init()
        let subscriptions = view.purchases.filter { $0.product.kind == .subscription }
        let running = subscriptions.filter(\.givesAccess)
        formerSubscriber = running.isEmpty && !subscriptions.isEmpty
        inAccountHold = subscriptions.contains { $0.state == .billingRetry }
        inGracePeriod = running.contains { $0.state == .grace }
        inTrialPeriod = running.contains { $0.isTrial }
        inIntroOfferPeriod = running.contains { $0.offer != nil && !$0.isTrial }
        inPause = subscriptions.contains { $0.state == .paused }
        isCancelled = running.contains { $0.state == .cancelled }
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
