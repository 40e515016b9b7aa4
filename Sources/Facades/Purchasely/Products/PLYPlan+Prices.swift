// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
public import Foundation

/// What a plan costs, in numbers and in words.
///
/// Amounts are in the currency of the world's catalogue. Words are English, prices as the language
/// writes them. A free trial is an introductory price of nothing, as it is to the App Store; an
/// introductory price that is paid for several periods has the price and the period of one of them,
/// and the duration of all.
extension PLYPlan {
    /// The price of a period; nil where it is not known.
    public var amount: NSDecimalNumber? { terms.map { NSDecimalNumber(decimal: $0.price) } }

    /// The introductory price: zero for a free trial, nil where there is none.
    public var introAmount: NSDecimalNumber? {
        introduction.map { NSDecimalNumber(decimal: $0.price) }
    }

    /// The period's unit, `month`; nil for what does not end.
    public var period: String? { terms?.period?.unit }

    /// The period as the provider's catalogue writes it, `P1M`; nil for what does not end.
    public var apiPeriod: String? { terms?.period?.code }

    /// How many of the unit a period has; 0 for what does not end.
    public var duration: Int { terms?.period?.count ?? 0 }

    /// The ISO 4217 code of the currency.
    public var currencyCode: String? { terms?.currency }

    /// The currency's symbol, as English writes it.
    public var currencySymbol: String? {
        terms.map { terms in
            let formatter = NumberFormatter()
            formatter.locale = Locale(identifier: "en_US")
            formatter.numberStyle = .currency
            formatter.currencyCode = terms.currency
            return formatter.currencySymbol
        }
    }

    /// Price and period, `$9.99 / month`; the price alone for what does not end.
    public func localizedFullPrice(language: String? = nil) -> String? {
        full(localizedPrice(language: language), terms?.period)
    }

    /// The price, `$9.99`.
    public func localizedPrice(language: String? = nil) -> String? {
        terms.map { written($0.price, language) }
    }

    /// The period, `month` or `3 months`; nil for what does not end.
    public func localizedPeriod(language: String? = nil) -> String? { terms?.period?.words }

    /// Whether there is an introductory price, a free trial included.
    public var hasIntroductoryPrice: Bool { introduction != nil }

    /// Whether there are promotional offers.
    public var hasPromoOffers: Bool { !promoOffers.isEmpty }

    /// Whether there is a free trial.
    public var hasFreeTrial: Bool { introduction?.isFree ?? false }

    /// Introductory price and its period, `$0.00 / week`; nil where there is none.
    public func localizedFullIntroductoryPrice(language: String? = nil) -> String? {
        full(localizedIntroductoryPrice(language: language), introduction?.period)
    }

    /// The introductory price, `$0.00`; nil where there is none.
    public func localizedIntroductoryPrice(language: String? = nil) -> String? {
        introduction.map { written($0.price, language) }
    }

    /// The period of the introductory price, `week`; nil where there is none.
    public func localizedIntroductoryPeriod(language: String? = nil) -> String? {
        introduction?.period.words
    }

    /// The unit of that period, `week`; nil where there is none.
    public func introductoryPeriod(language: String? = nil) -> String? {
        introduction?.period.unit
    }

    /// How long the introductory price lasts, `1 week`; nil where there is none.
    public func localizedIntroductoryDuration(language: String? = nil) -> String? {
        introduction.map(\.duration).map { $0.count == 1 ? "1 \($0.unit)" : $0.words }
    }

    /// How many of the unit the introductory price lasts; 0 where there is none.
    public func introductoryDuration(language: String? = nil) -> Int {
        introduction?.duration.count ?? 0
    }

    /// How much less this plan costs than another for the same time, `$2.00`; nil where it is not
    /// less, or one of them does not say what it costs for a time.
    ///
    /// That time is this plan's period: the documents are silent.
    public func priceDifference(comparedTo plan: PLYPlan) -> String? {
        guard let terms, let other = price(of: plan), other > terms.price else { return nil }
        return written(other - terms.price, nil)
    }

    /// How much less this plan costs than another for the same time, `20%`; nil where it is not
    /// less, or one of them does not say what it costs for a time.
    public func priceDifferenceInPercentage(to plan: PLYPlan) -> String? {
        guard let terms, let other = price(of: plan), other > max(terms.price, 0) else {
            return nil
        }
        var part = (other - terms.price) / other * 100
        var rounded = Decimal()
        NSDecimalRound(&rounded, &part, 0, .plain)
        return "\(rounded)%"
    }

    /// What another plan costs for this plan's period, in the same currency.
    private func price(of plan: PLYPlan) -> Decimal? {
        guard let terms, let other = plan.terms, terms.currency == other.currency,
            let period = terms.period, let otherPeriod = other.period, otherPeriod.months > 0
        else { return nil }
        return other.price * period.months / otherPeriod.months
    }

    private var introduction: PlanTerms.Introduction? { terms?.introduction }

    private func full(_ price: String?, _ period: PlanTerms.Length?) -> String? {
        price.map { price in period.map { "\(price) / \($0.words)" } ?? price }
    }

    private func written(_ price: Decimal, _ language: String?) -> String {
        let locale = Locale(identifier: language ?? "en_US")
        return price.formatted(.currency(code: terms?.currency ?? "USD").locale(locale))
    }
}

extension PLYPlan {
    /// Whether the plan has an introductory price that the store account would get: none in the
    /// plan's subscription group was taken before, and nothing in it runs.
    ///
    /// - Parameter completion: Called once, on the main actor; with false before the start.
    public func isUserEligibleForIntroductoryOffer(completion: @escaping (Bool) -> Void) {
        let session = PurchaselySession.current()
        let completion = Handlers<Bool>({ completion($0) }, { _ in completion(false) })
        session.call(answered: { completion.call($0) }) { [self] _ in
            .success(session.line.getsIntroduction(vendorId) ?? false)
        }
    }
}

/// Keeps which offers are open to the user.
///
/// Does nothing: it has no public member but itself, and eligibility is asked for when it is needed.
/// Source: https://github.com/Purchasely/Purchasely-iOS (6.0.0, PlansEligibilityManager), read
/// 2026-11-21.
public final class PlansEligibilityManager: Sendable {
    /// The one that there is.
    public static let shared = PlansEligibilityManager()

    private init() {}
}
