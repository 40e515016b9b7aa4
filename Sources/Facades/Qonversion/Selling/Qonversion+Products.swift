// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import Foundation

/// What the app can sell.
extension Qonversion {
    /// What the app can sell, by ID: the catalogue of the world.
    ///
    /// - Parameter completion: Called once on the main actor; with nothing and an error while no
    ///   launch has succeeded.
    public func products(_ completion: @escaping ProductsCompletionHandler) {
        // Safe: passed on once and called once, on the main actor.
        let handed = Handed(completion)
        send({ [self] in loadProducts(&$0, $1) }) { handed.value((try? $0.get()) ?? [:], $0.error) }
    }

    /// What the app can sell, by ID: the catalogue of the world.
    @discardableResult
    public func products() async throws -> [String: Product] {
        try await answer { [self] in loadProducts(&$0, $1) }.get()
    }

    /// What the dashboard puts together for the app to show: the offerings of the catalogue.
    ///
    /// - Parameter completion: Called once on the main actor; with nil and `offeringsNotAvailable`
    ///   where the catalogue has none, and with nil and the error while no launch has succeeded.
    @available(
        *, deprecated, message: "Manage paywall products with remote configurations instead."
    )
    public func offerings(_ completion: @escaping OfferingsCompletionHandler) {
        // Safe: passed on once and called once, on the main actor.
        let handed = Handed(completion)
        send({ [self] in loadOfferings(&$0, $1) }) { handed.value(try? $0.get(), $0.error) }
    }

    /// What the dashboard puts together for the app to show; throws where there is nothing.
    @available(
        *, deprecated, message: "Manage paywall products with remote configurations instead."
    )
    @discardableResult
    public func offerings() async throws -> Offerings {
        try await answer { [self] in loadOfferings(&$0, $1) }.get()
    }

    /// Whether the store account would get the introductory offers of products.
    ///
    /// - Parameters:
    ///   - productIds: The IDs of the products; one that no product has is `unknown`.
    ///   - completion: Called once on the main actor, with the answers by ID.
    public func checkTrialIntroEligibility(
        _ productIds: [String], completion: @escaping EligibilityCompletionHandler
    ) {
        // Safe: passed on once and called once, on the main actor.
        let handed = Handed(completion)
        send({ [self] in checkEligibility(of: productIds, &$0, $1) }) {
            handed.value((try? $0.get()) ?? [:], $0.error)
        }
    }

    /// Whether the store account would get the introductory offers of products, by ID.
    @discardableResult
    public func checkTrialIntroEligibility(
        _ productIds: [String]
    ) async throws -> [String: IntroEligibility] {
        try await answer { [self] in checkEligibility(of: productIds, &$0, $1) }.get()
    }

    /// Has a product's promotional offer signed.
    ///
    /// - Parameters:
    ///   - product: The product.
    ///   - discount: One of the discounts of its ``SKProduct``; any other is `productNotFound`.
    ///   - completion: Called once on the main actor.
    public func getPromotionalOffer(
        for product: Product, discount: SKProductDiscount,
        completion: @escaping PromotionalOfferCompletionHandler
    ) {
        // Safe: passed on once and called once, on the main actor.
        let handed = Handed(completion)
        send({ [self] in sign(discount, of: product, &$0, $1) }) {
            handed.value(try? $0.get(), $0.error)
        }
    }

    /// Has a product's promotional offer signed.
    public func getPromotionalOffer(
        for product: Product, discount: SKProductDiscount
    ) async throws -> PromotionalOffer {
        try await answer { [self] in sign(discount, of: product, &$0, $1) }.get()
    }

    // MARK: Requests

    /// The launch brings what is sold, so only one that failed stands in the way.
    private func launched<Value>(
        _ state: inout SessionState, _ isOffline: Bool, _ value: () -> Result<Value, NSError>
    ) -> Result<Value, NSError> {
        if state.launchError != nil, let error = prepare(&state, isOffline) {
            return .failure(error)
        }
        return value()
    }

    private func loadProducts(
        _ state: inout SessionState, _ isOffline: Bool
    ) -> Result<[String: Product], NSError> {
        launched(&state, isOffline) {
            let products = line.catalogue.products.map { ($0.id, Product($0)) }
            return .success(Dictionary(uniqueKeysWithValues: products))
        }
    }

    private func loadOfferings(
        _ state: inout SessionState, _ isOffline: Bool
    ) -> Result<Offerings, NSError> {
        launched(&state, isOffline) {
            for reason in line.catalogue.unsoldPackages { line.installation.note(reason) }
            return Offerings(line.catalogue).map { .success($0) }
                ?? .failure(
                    ErrorCode.offeringsNotAvailable.error(
                        "There are no offerings for the user; declare a CatalogueOffering."))
        }
    }

    private func checkEligibility(
        of ids: [String], _ state: inout SessionState, _ isOffline: Bool
    ) -> Result<[String: IntroEligibility], NSError> {
        if let error = prepare(&state, isOffline) { return .failure(error) }
        let answers = ids.map { id -> (String, IntroEligibility) in
            guard line.catalogue[id] != nil else { return (id, IntroEligibility(.unknown)) }
            let status: IntroEligibilityStatus =
                switch line.getsIntroduction(id) {
                case nil: .nonIntroOrTrialProduct
                case true?: .eligible
                case false?: .ineligible
                }
            return (id, IntroEligibility(status))
        }
        return .success(Dictionary(answers) { first, _ in first })
    }

    private func sign(
        _ discount: SKProductDiscount, of product: Product, _ state: inout SessionState,
        _ isOffline: Bool
    ) -> Result<PromotionalOffer, NSError> {
        if let error = prepare(&state, isOffline) { return .failure(error) }
        guard let id = discount.identifier, discount.type == .subscription,
            discount.product == product.storeID,
            line.catalogue[product.storeID]?.promotionalOffer(id) != nil
        else {
            return .failure(
                ErrorCode.productNotFound.error("The product has no such promotional offer."))
        }
        let milliseconds = Int64(line.now.timeIntervalSince1970 * 1_000)
        let signed = SKPaymentDiscount(
            identifier: id, keyIdentifier: "simulated", nonce: UUID(), signature: "simulated",
            timestamp: NSNumber(value: milliseconds))
        return .success(PromotionalOffer(discount, signed))
    }
}
