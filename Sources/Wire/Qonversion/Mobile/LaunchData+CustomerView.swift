// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
package import AllonymSimulation
import Foundation

extension Mobile.LaunchData {
    /// What a user of the simulation has, and what there is to buy.
    package init(_ view: CustomerView, uid: String, catalogue: Catalogue) {
        self.uid = uid
        timestamp = view.date.wireSeconds
        permissions = HeldEntitlement.all(of: view).map(Mobile.Permission.init)
        products = catalogue.products.map(Mobile.Product.init)
        userProducts = view.purchases.filter(\.givesAccess).map { Mobile.Product($0.product) }
        offerings = catalogue.offerings.map { offering in
            Mobile.Offering(
                id: offering.id, tag: offering.id == catalogue.currentOffering?.id ? 1 : 0,
                products: offering.packages.compactMap { package in
                    catalogue[package.product].map(Mobile.Product.init)
                })
        }
        productsPermissions = Dictionary(
            catalogue.products.map { ($0.id, $0.entitlements) }, uniquingKeysWith: { $1 })
    }
}

extension Mobile.Permission {
    /// An entitlement of the simulation; what was given by hand has no product.
    init(_ entitlement: HeldEntitlement) {
        let purchase = entitlement.purchase
        id = entitlement.id
        associatedProduct = purchase?.product.id ?? ""
        active = entitlement.isActive ? 1 : 0
        renewState = Mobile.RenewNumber(purchase)
        startedTimestamp = entitlement.started.wireSeconds
        expirationTimestamp = entitlement.ends?.wireSeconds
        source = purchase.map { EntitlementSource($0.store) } ?? .manual
        grantType =
            purchase.map { $0.isFamilyShared ? .familySharing : .purchase } ?? .manual
        renewsCount = purchase?.renewals ?? 0
        firstPurchaseTimestamp = purchase?.originalPurchaseDate.wireSeconds
        lastPurchaseTimestamp = purchase?.purchaseDate.wireSeconds
        autoRenewDisableTimestamp = purchase?.cancellationDate?.wireSeconds
        currentPeriodType = purchase.flatMap {
            $0.product.kind == .subscription ? PeriodType($0) : nil
        }
    }
}

extension Mobile.RenewNumber {
    /// What was given by hand, or bought once, does not renew.
    init(_ purchase: HeldPurchase?) {
        guard let purchase, purchase.product.kind == .subscription else {
            self = .nonRenewing
            return
        }
        switch RenewState(purchase.state) {
        case .willRenew: self = .willRenew
        case .canceled: self = .canceled
        case .billingIssue: self = .billingIssue
        }
    }
}

extension Mobile.Eligibility.Status {
    /// Of a product's introductory offer, for a user; nobody has bought anything yet.
    ///
    /// An offer is open to who has had none in the product's group and has not bought the product.
    package init(_ product: CatalogueProduct, for view: CustomerView?) {
        guard product.introductoryOffer != nil else {
            self = .noOffer
            return
        }
        let isTaken = (view?.purchases ?? []).contains { held in
            let isGroup =
                held.product.subscriptionGroup != nil
                && held.product.subscriptionGroup == product.subscriptionGroup
            return held.product.id == product.id || isGroup && held.hadIntroduction
        }
        self = isTaken ? .ineligible : .eligible
    }
}
