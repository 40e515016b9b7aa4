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

    // Subscriptions of v2, with those that are entitlements given by hand.

    extension RevenueCatDialect {
        var subscriptionHandlers: [String: Handler] {
            [
                "revenuecat.v2.list-subscriptions": inProject { call, visit in
                    let request = try pageRequest(call, keeping: ["environment"])
                    let environment = try environment(call)
                    let id = visit["customer_id"]
                    return try await visit.project.perform { state, now in
                        let customer = try known(id, in: state)
                        let view = state.world.view(of: UserID(unchecked: id), now: now)
                        let bought = (view?.purchases ?? []).filter { $0.resource == .subscription }
                        let objects =
                            bought.flatMap(HeldSubscription.all(of:)).map {
                                state.subscription($0, of: state.originalID(of: customer))
                            }
                            + state.grants(of: customer).map {
                                state.subscription($0, of: customer, now)
                            }
                        return try Answer(
                            json: page(
                                request,
                                objects.filter {
                                    environment == nil || $0.environment == environment
                                },
                                Self.path(of: id, "subscriptions", in: state), id: \.id))
                    }
                },
                "revenuecat.v2.search-subscriptions": inProject { call, visit in
                    let wanted = try searched("store_subscription_identifier", call)
                    return try await visit.project.perform { state, now in
                        let objects = state.purchases(withTransaction: wanted).compactMap {
                            state.held($0, of: .subscription, now)
                        }.flatMap { held in
                            HeldSubscription.all(of: held.purchase).filter { subscription in
                                subscription.whole.transactions.contains { $0.id == wanted }
                            }.map { state.subscription($0, of: held.customer) }
                        }
                        return try Answer(
                            json: PageRequest.first.page(
                                rest: objects[...], url: state.setup.path("subscriptions"), id: \.id
                            ))
                    }
                },
                "revenuecat.v2.get-subscription": inProject { _, visit in
                    try await visit.project.perform { state, now in
                        try Answer(json: subscription(visit, in: state, now))
                    }
                },
                "revenuecat.v2.list-subscription-entitlements": inProject { call, visit in
                    let request = try pageRequest(call)
                    return try await visit.project.perform { state, now in
                        let object = try subscription(visit, in: state, now)
                        return try Answer(
                            json: page(
                                request, object.entitlements.items, object.entitlements.url,
                                id: \.id))
                    }
                },
                "revenuecat.v2.get-play-store-or-app-store-subscription-transactions": inProject {
                    call, visit in
                    let request = try pageRequest(call)
                    let id = visit["subscription_id"]
                    return try await visit.project.perform { state, now in
                        _ = try held(
                            id, of: .subscription, at: [.appStore, .playStore], in: state, now,
                            looking: true)
                        return try Answer(
                            json: page(
                                request, state.transactions(ofSubscription: id, now),
                                state.setup.path("subscriptions", id, "transactions"), id: \.id))
                    }
                },
                "revenuecat.v2.refund-play-store-subscription-transaction": inProject {
                    _, visit in
                    let id = visit["subscription_id"]
                    return try await visit.project.perform { state, now in
                        _ = try held(
                            id, of: .subscription, at: [.playStore], in: state, now)
                        guard
                            let transaction = state.transactions(ofSubscription: id, now)
                                .first(where: { $0.id == visit["transaction_id"] })
                        else { throw missing("The subscription has no such transaction.") }
                        return try Answer(json: transaction)
                    }
                },
                "revenuecat.v2.cancel-subscription": inProject { _, visit in
                    try await store(.cancel, visit["subscription_id"], .subscription, visit)
                },
                "revenuecat.v2.refund-subscription": inProject { _, visit in
                    try await store(.refund, visit["subscription_id"], .subscription, visit)
                },
                "revenuecat.v2.get-authorized-subscription-management-url": inProject {
                    call, visit in
                    let id = visit["subscription_id"]
                    return try await visit.project.perform { state, now in
                        _ = try held(
                            id, of: .subscription, at: [.webBilling], in: state, now, looking: true)
                        guard let (_, customer) = state.subscription(id, now) else {
                            throw missing("There is no such subscription.")
                        }
                        let page = Console.address(
                            of: state.setup.project, "customer", ["id": customer])
                        return try Answer(
                            json: REST2.AuthenticatedManagementURL(
                                managementURL: call.server + page))
                    }
                },
            ]
        }

        /// The subscription in the path, bought or given by hand.
        private func subscription(
            _ visit: Visit, in state: ProjectState, _ now: Date
        ) throws -> REST2.Subscription {
            let id = visit["subscription_id"]
            if let (subscription, customer) = state.subscription(id, now) {
                return state.subscription(subscription, of: customer)
            }
            if let number = ResourceID.customer(inGrant: id),
                number < state.ledger.customers.count
            {
                let customer = CustomerHandle(number)
                for grant in state.grants(of: customer) {
                    let object = state.subscription(grant, of: customer, now)
                    if object.id == id { return object }
                }
            }
            throw missing("There is no such subscription.")
        }
    }

    extension ProjectState {
        /// The transactions of the subscription of an ID, each with the product that it was for.
        fileprivate func transactions(
            ofSubscription id: String, _ now: Date
        ) -> [REST2.SubscriptionTransaction] {
            (subscription(id, now)?.subscription.parts ?? []).flatMap { part in
                part.transactions.map { part.transaction($0) }
            }
        }
    }

    extension HeldPurchase {
        /// One of its transactions.
        fileprivate func transaction(
            _ transaction: TransactionRecord
        ) -> REST2.SubscriptionTransaction {
            let isLast = transaction.id == transactionID
            let end = transaction.expirationDate
            return REST2.SubscriptionTransaction(
                id: transaction.id, purchasedAt: transaction.date.wireMilliseconds,
                expirationDate: end?.wireMilliseconds,
                effectiveExpirationDate: (isLast
                    ? gracePeriodExpirationDate ?? expirationDate : end)?
                    .wireMilliseconds,
                productStoreIdentifier: product.id)
        }
    }
#endif
