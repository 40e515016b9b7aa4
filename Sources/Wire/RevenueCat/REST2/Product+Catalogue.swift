// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
package import AllonymSimulation
package import Foundation

extension REST2.Product {
    /// A product of a catalogue, under its ID at RevenueCat.
    package init(_ product: CatalogueProduct, id: String, app: String, created: Date) {
        let type: REST2.ProductType =
            switch product.kind {
            case .subscription: .subscription
            case .nonRenewing: .nonRenewingSubscription
            case .nonConsumable: .nonConsumable
            case .consumable: .consumable
            }
        self.init(
            id: id, storeIdentifier: product.id, type: type,
            subscription: product.kind != .subscription
                ? nil
                : REST2.SubscriptionProduct(
                    duration: product.period?.isoDuration,
                    gracePeriodDuration: product.gracePeriod.isoDuration,
                    trialDuration: product.trial?.isoDuration),
            oneTime: product.kind == .subscription
                ? nil : REST2.OneTimeProduct(isConsumable: product.kind == .consumable),
            createdAt: created.wireMilliseconds, appID: app, displayName: product.title)
    }
}

extension REST2.Entitlement {
    /// An entitlement of a catalogue, which is its key there.
    package init(lookupKey: String, id: String, project: String, created: Date) {
        self.init(
            projectID: project, id: id, lookupKey: lookupKey, displayName: lookupKey,
            createdAt: created.wireMilliseconds)
    }
}

extension REST2.Offering {
    /// An offering of a catalogue, without its packages.
    package init(
        _ offering: CatalogueOffering, id: String, isCurrent: Bool, project: String, created: Date
    ) {
        self.init(
            id: id, lookupKey: offering.id, displayName: offering.description,
            isCurrent: isCurrent, createdAt: created.wireMilliseconds, projectID: project,
            metadata: offering.metadata.isEmpty ? nil : offering.metadata)
    }
}

extension REST2.Package {
    /// A package of a catalogue, at its position from 1, without its product.
    package init(_ content: CataloguePackage, id: String, position: Int, created: Date) {
        self.init(
            id: id, lookupKey: content.id, displayName: content.id, position: position,
            createdAt: created.wireMilliseconds)
    }
}
