// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
public import Foundation

extension Qonversion {
    /// A product that the app can sell.
    ///
    /// It is one of the world's catalogue, whose ID is both the store's and Qonversion's.
    /// Source: https://github.com/qonversion/qonversion-ios-sdk, QONProduct (6.13.1, 2026-07-21), read
    /// 2026-11-24.
    public final class Product: NSObject, Sendable {
        private let product: CatalogueProduct
        /// The offering from which the app has it; nil for one of ``Qonversion/products(_:)``.
        public let offeringID: String?

        init(_ product: CatalogueProduct, in offering: String? = nil) {
            self.product = product
            offeringID = offering
        }

        /// The product's ID in the dashboard.
        public var qonversionID: String { product.id }
        /// The product's ID at the store.
        public var storeID: String { product.id }
        /// What is sold.
        public var type: ProductType { ProductType(product) }
        /// How long it runs.
        @available(*, deprecated, message: "Use subscriptionPeriod instead.")
        public var duration: ProductDuration { ProductDuration(product) }
        /// How long it runs until it renews; nil for what does not renew.
        public var subscriptionPeriod: SubscriptionPeriod? {
            guard product.kind == .subscription else { return nil }
            return product.period.map(SubscriptionPeriod.init)
        }
        /// How long the free trial is; nil without one.
        public var trialPeriod: SubscriptionPeriod? { product.trial.map(SubscriptionPeriod.init) }
        /// How long the free trial is.
        @available(*, deprecated, message: "Use trialPeriod instead.")
        public var trialDuration: TrialDuration { TrialDuration(product.trial) }
        /// StoreKit's product; here a stand-in, which is always there.
        public var skProduct: SKProduct? { SKProduct(product) }
        /// The price for people, such as `$9.99`.
        public var prettyPrice: String { SKProduct(product).prettyPrice }

        /// Whether it is the same product from the same offering.
        public override func isEqual(_ object: Any?) -> Bool {
            guard let other = object as? Product else { return false }
            return product == other.product && offeringID == other.offeringID
        }

        /// A hash of the ID.
        public override var hash: Int { product.id.hash }
    }

    /// What a product sells.
    public enum ProductType: Int, Sendable, CaseIterable {
        /// Nothing that this version of the SDK knows.
        case unknown = -1
        /// A subscription that begins with a free trial.
        case trial = 0
        /// A subscription without one.
        case directSubscription = 1
        /// Something that is paid once.
        case oneTime = 2
    }

    /// How long a product runs, as the SDK had it before it had periods.
    public enum ProductDuration: Int, Sendable, CaseIterable {
        /// Any other time.
        case durationUnknown = -1
        /// A week.
        case durationWeekly = 0
        /// A month.
        case durationMonthly = 1
        /// Three months.
        case duration3Months = 2
        /// Six months.
        case duration6Months = 3
        /// A year.
        case durationAnnual = 4
        /// For good.
        case durationLifetime = 5
    }

    /// How long a free trial is, as the SDK had it before it had periods.
    public enum TrialDuration: Int, Sendable, CaseIterable {
        /// There is none.
        case notAvailable = -1
        /// The store did not say.
        case unknown = 0
        /// Three days.
        case threeDays = 1
        /// A week.
        case week = 2
        /// Two weeks.
        case twoWeeks = 3
        /// A month.
        case month = 4
        /// Two months.
        case twoMonths = 5
        /// Three months.
        case threeMonths = 6
        /// Six months.
        case sixMonths = 7
        /// A year.
        case year = 8
        /// Any other time.
        case other = 9
    }
}

extension Qonversion.ProductType {
    init(_ product: CatalogueProduct) {
        switch product.kind {
        case .subscription: self = product.trial == nil ? .directSubscription : .trial
        case .nonConsumable, .consumable, .nonRenewing: self = .oneTime
        }
    }
}

extension Qonversion.ProductDuration {
    init(_ product: CatalogueProduct) {
        guard let period = product.period else {
            self = product.kind == .nonConsumable ? .durationLifetime : .durationUnknown
            return
        }
        switch (period.count, period.unit) {
        case (7, .day), (1, .week): self = .durationWeekly
        case (1, .month): self = .durationMonthly
        case (3, .month): self = .duration3Months
        case (6, .month): self = .duration6Months
        case (12, .month), (1, .year): self = .durationAnnual
        default: self = .durationUnknown
        }
    }
}

extension Qonversion.TrialDuration {
    init(_ trial: BillingPeriod?) {
        guard let trial else {
            self = .notAvailable
            return
        }
        switch (trial.count, trial.unit) {
        case (3, .day): self = .threeDays
        case (7, .day), (1, .week): self = .week
        case (14, .day), (2, .week): self = .twoWeeks
        case (1, .month): self = .month
        case (2, .month): self = .twoMonths
        case (3, .month): self = .threeMonths
        case (6, .month): self = .sixMonths
        case (12, .month), (1, .year): self = .year
        default: self = .other
        }
    }
}
