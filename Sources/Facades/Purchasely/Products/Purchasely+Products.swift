// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import Foundation

/// What can be bought: the world's catalogue.
extension Purchasely {
    /// All products with their plans.
    public static func allProducts(
        success: @escaping ([PLYProduct]) -> Void, failure: @escaping ((any Error)?) -> Void
    ) {
        let handlers = Handlers(success, failure)
        let session = PurchaselySession.current()
        session.call(answered: { handlers.call($0) }) { _ in .success(session.plans.products) }
    }

    /// The product of an ID.
    ///
    /// - Parameters:
    ///   - vendorId: The product's ID.
    ///   - success: Called with the product.
    ///   - failure: ``PLYError/productNotFound`` where there is none.
    public static func product(
        with vendorId: String, success: @escaping (PLYProduct) -> Void,
        failure: @escaping ((any Error)?) -> Void
    ) {
        let handlers = Handlers(success, failure)
        let session = PurchaselySession.current()
        session.call(answered: { handlers.call($0) }) { _ in
            let found = session.plans.products.first { $0.vendorId == vendorId }
            return found.map { .success($0) } ?? .failure(session.error(for: .unknownProduct))
        }
    }

    /// The plan of an ID.
    ///
    /// - Parameters:
    ///   - vendorId: The plan's ID.
    ///   - success: Called with the plan.
    ///   - failure: ``PLYError/productNotFound`` where there is none.
    public static func plan(
        with vendorId: String, success: @escaping (PLYPlan) -> Void,
        failure: @escaping ((any Error)?) -> Void
    ) {
        let handlers = Handlers(success, failure)
        PurchaselySession.current().find(vendorId) { handlers.call($0) }
    }

    /// The plan that the store sells under an ID, which is the plan's own.
    ///
    /// - Parameters:
    ///   - sku: The product's ID at the store.
    ///   - success: Called with the plan.
    ///   - failure: ``PLYError/productNotFound`` where there is none.
    public static func plan(
        for sku: String, success: @escaping (PLYPlan) -> Void,
        failure: @escaping ((any Error)?) -> Void
    ) {
        let handlers = Handlers(success, failure)
        PurchaselySession.current().find(sku) { handlers.call($0) }
    }

    /// The plan that the store sells under this ID; nil where there is none, and before the start.
    package static func plan(for sku: String) -> PLYPlan? {
        let session = PurchaselySession.current()
        let isStarted = session.state.withLock { $0.isStarted }
        return isStarted ? session.plans.plan(sku) : nil
    }
}

extension PurchaselySession {
    /// The plan of an ID.
    func find(
        _ id: String, answered: @escaping @MainActor @Sendable (Result<PLYPlan, PLYError>) -> Void
    ) {
        call(answered: answered) { [self] _ in
            plans.plan(id).map { .success($0) } ?? .failure(error(for: .unknownProduct))
        }
    }
}
