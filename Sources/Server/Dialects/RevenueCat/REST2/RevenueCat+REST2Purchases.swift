// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymCore
    import AllonymService
    import AllonymSimulation
    import Foundation
    import HTTPTypes
    import RevenueCatWire

    // Purchases of v2 that are no subscriptions, and what stores do to both.

    extension RevenueCatDialect {
        var purchaseHandlers: [String: Handler] {
            [
                "revenuecat.v2.list-purchases": inProject { call, visit in
                    let request = try pageRequest(call, keeping: ["environment"])
                    let environment = try environment(call)
                    let id = visit["customer_id"]
                    return try await visit.project.perform { state, now in
                        let customer = state.originalID(of: try known(id, in: state))
                        let view = state.world.view(of: UserID(unchecked: id), now: now)
                        let objects = (view?.purchases ?? []).filter { $0.resource == .purchase }
                            .map { state.purchase($0, of: customer) }
                        return try Answer(
                            json: page(
                                request,
                                objects.filter {
                                    environment == nil || $0.environment == environment
                                },
                                Self.path(of: id, "purchases", in: state), id: \.id))
                    }
                },
                "revenuecat.v2.search-purchases": inProject { call, visit in
                    let wanted = try searched("store_purchase_identifier", call)
                    return try await visit.project.perform { state, now in
                        let objects = state.purchases(withTransaction: wanted).compactMap {
                            state.held($0, of: .purchase, now).map {
                                state.purchase($0.purchase, of: $0.customer)
                            }
                        }
                        return try Answer(
                            json: PageRequest.first.page(
                                rest: objects[...], url: state.setup.path("purchases"), id: \.id))
                    }
                },
                "revenuecat.v2.get-purchase": inProject { _, visit in
                    try await visit.project.perform { state, now in
                        try Answer(json: purchase(visit, in: state, now))
                    }
                },
                "revenuecat.v2.list-purchase-entitlements": inProject { call, visit in
                    let request = try pageRequest(call)
                    return try await visit.project.perform { state, now in
                        let object = try purchase(visit, in: state, now)
                        return try Answer(
                            json: page(
                                request, object.entitlements.items, object.entitlements.url,
                                id: \.id))
                    }
                },
                "revenuecat.v2.refund-purchase": inProject { _, visit in
                    try await store(.refund, visit["purchase_id"], .purchase, visit)
                },
            ]
        }

        private func purchase(
            _ visit: Visit, in state: ProjectState, _ now: Date
        ) throws -> REST2.Purchase {
            guard let (purchase, customer) = state.held(visit["purchase_id"], of: .purchase, now)
            else { throw missing("There is no such purchase.") }
            return state.purchase(purchase, of: customer)
        }

        /// A purchase that was made at one of some stores: of others v2 does not offer the operation.
        ///
        /// What only looks is documented without a 422, so there it is not there.
        func held(
            _ id: String, of kind: ResourceID.Kind, at stores: [Store], in state: ProjectState,
            _ now: Date, looking isLooking: Bool = false
        ) throws -> HeldPurchase {
            guard let (purchase, _) = state.held(id, of: kind, now) else {
                throw missing("There is no such purchase.")
            }
            guard stores.contains(purchase.store) else {
                let names = stores.map(\.rawValue).joined(separator: " and ")
                throw Refused(
                    problem(
                        isLooking ? "v2.resource-missing" : "v2.unprocessable-entity",
                        "That is for purchases at \(names); this one is of \(purchase.store.rawValue)."
                    ))
            }
            return purchase
        }

        /// The store that sells on the web does something to a purchase; the others do nothing for the
        /// provider.
        func store(
            _ event: StoreEvent, _ id: String, _ kind: ResourceID.Kind, _ visit: Visit
        ) async throws -> Answer {
            try await visit.project.perform { state, now in
                let purchase = try held(id, of: kind, at: [.webBilling], in: state, now)
                guard !purchase.isEnded,
                    state.store(event, to: PurchaseHandle(purchase.number), now: now)
                else {
                    throw Refused(
                        problem(
                            "v2.unprocessable-entity",
                            "A purchase that is \(purchase.state.word) cannot be changed like "
                                + "that."))
                }
                if kind == .subscription, let (after, customer) = state.subscription(id, now) {
                    return try Answer(json: state.subscription(after, of: customer))
                }
                guard let (after, customer) = state.held(id, of: kind, now) else {
                    throw missing("There is no such purchase.")
                }
                return try Answer(json: state.purchase(after, of: customer))
            }
        }

        // MARK: Queries

        /// The environment that a list is of; nil for both.
        func environment(_ call: Call) throws -> REST2.Environment? {
            guard let name = call.query["environment"] else { return nil }
            guard let environment = REST2.Environment(rawValue: name) else {
                throw wrong("environment", "environment is production or sandbox.")
            }
            return environment
        }

        /// The identifier at the store that a search is for.
        func searched(_ name: String, _ call: Call) throws -> String {
            guard let text = call.query[name], (1...255).contains(text.unicodeScalars.count) else {
                throw wrong(name, "\(name) is needed, of 1 to 255 characters.")
            }
            return text
        }
    }

    extension ProjectState {
        /// The purchases that have a transaction of this ID, now or before.
        func purchases(withTransaction id: String) -> [PurchaseHandle] {
            world.records.indices.filter { number in
                world.records[number].transactions.contains { $0.id == id }
            }.map { PurchaseHandle($0) }
        }
    }
#endif
