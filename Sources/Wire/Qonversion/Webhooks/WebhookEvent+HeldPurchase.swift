// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
package import AllonymSimulation
package import Foundation

extension WebhookEvent {
    /// What happened to a purchase of the simulation.
    ///
    /// - Parameters:
    ///   - name: The event's name.
    ///   - user: The user's ID, the identity and the properties.
    ///   - purchase: The purchase, as it is afterwards.
    ///   - date: When it happened.
    ///   - value: What was paid, negative where it was paid back; nil where no money moved.
    ///   - former: The product before, where it has changed.
    package init(
        _ name: String, user: EventUser, purchase: HeldPurchase, date: Date, value: Decimal?,
        former: String?
    ) {
        eventName = name
        userID = user.id
        customUserID = user.properties[PropertyKey.customUserID.rawValue] ?? ""
        identityID = user.identityID ?? ""
        time = date.wireSeconds
        createdAt = date.wireSeconds
        productID = purchase.product.id
        revenue = value.map { Money($0, of: purchase.product) }
        revenue?.isProceed = 0
        price = Money(purchase.product.price, of: purchase.product)
        transaction = Transaction(
            transactionID: TransactionNumber(purchase.transactionID),
            originalTransactionID: TransactionNumber(purchase.originalTransactionID),
            expires: purchase.expirationDate?.wireSeconds,
            gracePeriodExpires: purchase.gracePeriodExpirationDate?.wireSeconds,
            transactionDate: purchase.purchaseDate.wireSeconds)
        properties = user.properties
        environment = purchase.isSandbox ? .sandbox : .production
        platform = EventPlatform(purchase.store)
        oldProductID = former
        newProductID = former == nil ? nil : purchase.product.id
    }
}

/// Whom an event is about.
package struct EventUser: Hashable, Sendable {
    package var id: String
    package var identityID: String?
    package var properties: [String: String]

    package init(id: String, identityID: String?, properties: [String: String]) {
        self.id = id
        self.identityID = identityID
        self.properties = properties
    }
}

extension WebhookEvent.Money {
    init(_ amount: Decimal, of product: CatalogueProduct) {
        value = amount.nearestDouble
        currency = product.currencyCode
        valueUSD = currency == "USD" ? value : nil
    }
}

extension EventPlatform {
    /// Nil for stores that the page does not name.
    init?(_ store: Store) {
        switch store {
        case .appStore, .macAppStore: self = .iOS
        case .playStore: self = .android
        case .stripe: self = .stripe
        case .amazon, .paddle, .webBilling, .testStore: return nil
        }
    }
}
