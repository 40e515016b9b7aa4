// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import Foundation

/// Asking for products, and for whom their introductory offers are.
///
/// Source: https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, Purchases), read
/// 2026-11-21.
extension Purchases {
    /// Finds products at the store; those that it does not sell are left out.
    public func getProducts(
        _ productIdentifiers: [String], completion: @escaping ([StoreProduct]) -> Void
    ) {
        // Safe: passed on once and called once, on the main actor.
        let completion = Handed(completion)
        send(
            { self.products(productIdentifiers, isOffline: $1) },
            answered: { completion.value($0) })
    }

    /// Finds products at the store; those that it does not sell are left out.
    ///
    /// Where it fails, without a network for instance, there are none.
    public func products(_ productIdentifiers: [String]) async -> [StoreProduct] {
        await answer { self.products(productIdentifiers, isOffline: $1) }
    }

    private func products(_ identifiers: [String], isOffline: Bool) -> [StoreProduct] {
        guard !isOffline else { return [] }
        var seen: Set<String> = []
        return identifiers.compactMap { identifier in
            guard seen.insert(identifier).inserted else { return nil }
            guard let product = line.catalogue[identifier] else {
                logLater(.warn, "The catalogue has no product \"\(identifier)\".")
                return nil
            }
            return StoreProduct(product)
        }
    }
}

// MARK: Introductory offers

extension Purchases {
    /// Finds out whether the store account gets the introductory offers of products.
    ///
    /// Without a network, and of what the store does not sell, it is
    /// ``IntroEligibilityStatus/unknown``.
    public func checkTrialOrIntroDiscountEligibility(
        productIdentifiers: [String], completion: @escaping ([String: IntroEligibility]) -> Void
    ) {
        // Safe: passed on once and called once, on the main actor.
        let completion = Handed(completion)
        send(
            { self.eligibility(productIdentifiers, isOffline: $1) },
            answered: { completion.value($0) })
    }

    /// Finds out whether the store account gets the introductory offers of products.
    public func checkTrialOrIntroDiscountEligibility(
        productIdentifiers: [String]
    ) async -> [String: IntroEligibility] {
        await answer { self.eligibility(productIdentifiers, isOffline: $1) }
    }

    /// Finds out whether the store account gets the introductory offers of packages.
    public func checkTrialOrIntroDiscountEligibility(
        packages: [Package]
    ) async -> [Package: IntroEligibility] {
        let found = await checkTrialOrIntroDiscountEligibility(
            productIdentifiers: packages.map(\.storeProduct.productIdentifier))
        return packages.reduce(into: [:]) { all, package in
            all[package] =
                found[package.storeProduct.productIdentifier] ?? IntroEligibility(.unknown)
        }
    }

    /// Finds out whether the store account gets the introductory offer of a product.
    public func checkTrialOrIntroDiscountEligibility(
        product: StoreProduct, completion: @escaping (IntroEligibilityStatus) -> Void
    ) {
        // Safe: passed on once and called once, on the main actor.
        let completion = Handed(completion)
        send(
            { self.status(product.productIdentifier, isOffline: $1) },
            answered: { completion.value($0) })
    }

    /// Finds out whether the store account gets the introductory offer of a product.
    public func checkTrialOrIntroDiscountEligibility(
        product: StoreProduct
    ) async -> IntroEligibilityStatus {
        await answer { self.status(product.productIdentifier, isOffline: $1) }
    }

    /// Finds out whether the store account gets the introductory offers of products.
    @available(
        *, deprecated,
        renamed: "checkTrialOrIntroDiscountEligibility(productIdentifiers:completion:)"
    )
    public func checkTrialOrIntroDiscountEligibility(
        _ productIdentifiers: [String], completion: @escaping ([String: IntroEligibility]) -> Void
    ) {
        checkTrialOrIntroDiscountEligibility(
            productIdentifiers: productIdentifiers, completion: completion)
    }

    /// Finds out whether the store account gets the introductory offers of products.
    @available(
        *, deprecated, renamed: "checkTrialOrIntroDiscountEligibility(productIdentifiers:)"
    )
    public func checkTrialOrIntroDiscountEligibility(
        _ productIdentifiers: [String]
    ) async -> [String: IntroEligibility] {
        await checkTrialOrIntroDiscountEligibility(productIdentifiers: productIdentifiers)
    }

    private func eligibility(
        _ identifiers: [String], isOffline: Bool
    ) -> [String: IntroEligibility] {
        identifiers.reduce(into: [:]) { all, identifier in
            all[identifier] = IntroEligibility(status(identifier, isOffline: isOffline))
        }
    }

    private func status(_ identifier: String, isOffline: Bool) -> IntroEligibilityStatus {
        guard !isOffline, line.catalogue[identifier] != nil else { return .unknown }
        return switch line.getsIntroduction(identifier) {
        case nil: .noIntroOfferExists
        case true?: .eligible
        case false?: .ineligible
        }
    }
}
