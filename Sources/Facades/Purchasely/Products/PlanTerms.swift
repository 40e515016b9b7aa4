// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import Foundation

/// What a plan costs, and for how long.
struct PlanTerms: Codable, Sendable {
    let price: Decimal
    let currency: String
    let period: Length?
    let introduction: Introduction?

    /// A number of days, weeks, months or years.
    struct Length: Codable, Sendable {
        let count: Int
        let unit: String

        init(_ period: BillingPeriod) {
            count = period.count
            unit = period.unit.rawValue
        }

        /// How many months it is, roughly.
        var months: Decimal {
            let days: Decimal =
                switch unit {
                case "day": 1
                case "week": 7
                case "year": 360
                default: 30
                }
            return days * Decimal(count) / 30
        }

        /// The duration by which the provider's catalogue says it: `P1M`.
        var code: String { "P\(count)\(unit.prefix(1).uppercased())" }

        /// `month`, or `3 months`.
        var words: String { count == 1 ? unit : "\(count) \(unit)s" }
    }

    /// What an account pays with its first purchase.
    struct Introduction: Codable, Sendable {
        /// Each payment; 0 of a free trial.
        let price: Decimal
        let isFree: Bool
        /// What each payment is for.
        let period: Length
        /// All of it.
        let duration: Length

        init(_ offer: CatalogueOffer) {
            price = offer.price
            isFree = offer.payment == .free
            duration = Length(
                BillingPeriod(offer.period.count * offer.periods, offer.period.unit))
            period = offer.payment == .asYouGo ? Length(offer.period) : duration
        }
    }

    init(_ product: CatalogueProduct) {
        price = product.price
        currency = product.currencyCode
        period = product.period.map(Length.init)
        introduction = product.introductoryOffer.map(Introduction.init)
    }
}
