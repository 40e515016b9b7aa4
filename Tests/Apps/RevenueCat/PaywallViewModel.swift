// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RevenueCat

@MainActor
final class PaywallViewModel {
    enum State: Equatable {
        case loading, ready, purchasing, finished
        case failed(String)
    }

    private(set) var state = State.loading
    private(set) var packages: [Package] = []
    private(set) var headline = ""
    var selected: Package?

    func load() async {
        do {
            let offerings = try await Purchases.shared.offerings()
            guard let offering = offerings.current else {
                state = .failed("There is nothing to buy")
                return
            }
            headline = offering.getMetadataValue(for: "headline", default: "Go Pro")
            packages = offering.availablePackages
            selected = offering.annual ?? offering.monthly ?? packages.first
            state = .ready
        } catch {
            state = .failed(PurchaseErrorPresenter.message(for: error) ?? "")
        }
    }

    func title(of package: Package) -> String {
        switch package.packageType {
        case .lifetime: return "Forever"
        case .annual: return "Yearly"
        case .sixMonth, .threeMonth, .twoMonth: return "Several months"
        case .monthly: return "Monthly"
        case .weekly: return "Weekly"
        case .custom, .unknown: return package.storeProduct.localizedTitle
        @unknown default: return package.identifier
        }
    }

    func priceLine(of package: Package) -> String {
        guard package.packageType == .annual,
            let perMonth = package.storeProduct.localizedPricePerMonth
        else { return package.localizedPriceString }
        return "\(package.localizedPriceString) (\(perMonth) a month)"
    }

    /// What a year saves against twelve months, in per cent.
    var savings: Int? {
        guard
            let year = packages.first(where: { $0.packageType == .annual })?.storeProduct
                .pricePerYear,
            let month = packages.first(where: { $0.packageType == .monthly })?.storeProduct
                .pricePerYear
        else { return nil }
        let ratio = year.dividing(by: month).doubleValue
        return Int(((1 - ratio) * 100).rounded())
    }

    func trialLine(of package: Package) -> String? {
        guard let intro = package.storeProduct.introductoryDiscount,
            intro.paymentMode == .freeTrial
        else { return nil }
        let period = intro.subscriptionPeriod
        let unit: String
        switch period.unit {
        case .day: unit = "days"
        case .week: unit = "weeks"
        case .month: unit = "months"
        case .year: unit = "years"
        @unknown default: unit = ""
        }
        return "\(period.value) \(unit) free"
    }

    func purchase() async {
        guard let selected else { return }
        state = .purchasing
        do {
            let result = try await Purchases.shared.purchase(package: selected)
            guard !result.userCancelled else {
                state = .ready
                return
            }
            let isPro = result.customerInfo.entitlements.active.keys.contains("pro")
            state = isPro ? .finished : .failed("The purchase unlocked nothing")
        } catch {
            state = .failed(PurchaseErrorPresenter.message(for: error) ?? "")
        }
    }

    func restore() async {
        do {
            let info = try await Purchases.shared.restorePurchases()
            state = info.entitlements["pro"]?.isActive == true ? .finished : .ready
        } catch {
            state = .failed(PurchaseErrorPresenter.message(for: error) ?? "")
        }
    }
}
