// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A subscription for less, or for nothing, at its beginning.
///
/// As an introductory offer it comes with an account's first purchase; as a promotional offer the
/// app asks for it when it buys, by ``id``.
public struct CatalogueOffer: Hashable, Sendable {
    /// When it is paid.
    public enum Payment: String, Hashable, Sendable, CaseIterable {
        /// Never.
        case free
        /// For each of its periods.
        case asYouGo
        /// Once, for all of its periods.
        case upFront
    }

    /// Its ID at the store; introductory offers have none.
    public let id: String?
    /// When it is paid.
    public let payment: Payment
    /// What each payment is, in the product's currency.
    public let price: Decimal
    /// How long one of its periods is.
    public let period: BillingPeriod
    /// How many there are; from 1 to 100.
    public let periods: Int

    /// An offer; a count below 1 is taken as 1, one above 100 as that.
    public init(
        _ payment: Payment, price: Decimal, period: BillingPeriod, periods: Int = 1,
        id: String? = nil
    ) {
        self.id = id
        self.payment = payment
        self.price = payment == .free ? 0 : price
        self.period = period
        self.periods = min(max(periods, 1), 100)
    }

    /// Nothing is paid for so long.
    public static func freeTrial(_ period: BillingPeriod, id: String? = nil) -> CatalogueOffer {
        CatalogueOffer(.free, price: 0, period: period, id: id)
    }

    /// So much is paid for each of the first periods.
    public static func payAsYouGo(
        _ price: Decimal, every period: BillingPeriod, periods: Int = 1, id: String? = nil
    ) -> CatalogueOffer {
        CatalogueOffer(.asYouGo, price: price, period: period, periods: periods, id: id)
    }

    /// So much is paid at once for the first period.
    public static func payUpFront(
        _ price: Decimal, for period: BillingPeriod, id: String? = nil
    ) -> CatalogueOffer {
        CatalogueOffer(.upFront, price: price, period: period, id: id)
    }

    /// How often it is paid, or renewed without payment, before the product's own price counts.
    var payments: Int { payment == .asYouGo ? periods : 1 }

    /// When one of its payments ends what it was for; the first is 1.
    func end(ofPayment number: Int, from start: Date) -> Date {
        period.end(of: payment == .asYouGo ? number : periods, from: start)
    }
}
