// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymCore
    import AllonymService
    import AllonymSimulation
    import Foundation
    import RevenueCatWire

    // What customers have, as objects of v2. What nobody has presented yet, the provider has not
    // heard of: it has no ID.

    extension ProjectState {
        /// A subscription, whoever has it.
        func subscription(
            _ subscription: HeldSubscription, of customer: String
        ) -> REST2.Subscription {
            let purchase = subscription.whole
            let id = id(of: purchase)
            var object = REST2.Subscription(
                purchase, id: id, customer: customer,
                original: firstOwner(of: PurchaseHandle(purchase.number)) ?? customer,
                product: productID(of: purchase.product.id),
                entitlements: entitlements(purchase.product.entitlements, of: "subscriptions", id))
            if !purchase.isEnded, !purchase.pausesAtRenewal,
                let next = ledger.waiting[PurchaseHandle(purchase.number)]
            {
                object.autoRenewalStatus = .willChangeProduct
                let name = ledger.productNames[Int(next.index)]
                object.pendingChanges = REST2.Subscription.PendingChanges(
                    product: setup.sold(name).map { setup.object($0, withApp: false) })
            }
            return object
        }

        /// What is bought once, whoever has it.
        func purchase(_ purchase: HeldPurchase, of customer: String) -> REST2.Purchase {
            let id = id(of: purchase)
            return REST2.Purchase(
                purchase, id: id, customer: customer,
                original: firstOwner(of: PurchaseHandle(purchase.number)) ?? customer,
                product: productID(of: purchase.product.id),
                entitlements: entitlements(purchase.product.entitlements, of: "purchases", id))
        }

        /// What was given by hand, as the subscription that v2 takes it for.
        func subscription(
            _ grant: Grant, of customer: CustomerHandle, _ now: Date
        ) -> REST2.Subscription {
            let id = ResourceID.grant(
                of: grant.entitlement, customer: Int(customer.index), in: setup.project)
            return REST2.Subscription(
                grant, id: id, customer: originalID(of: customer), now: now,
                entitlements: entitlements([grant.entitlement], of: "subscriptions", id))
        }

        /// What one customer was given by hand, by entitlement.
        func grants(of customer: CustomerHandle) -> [Grant] {
            (world.granted[customer] ?? [:]).sorted { $0.key < $1.key }.map {
                Grant(
                    entitlement: $0.key.text, date: $0.value.date, expirationDate: $0.value.end)
            }
        }

        /// The purchase of an ID, with its customer; nil where nobody has it.
        func held(
            _ id: String, of kind: ResourceID.Kind, _ now: Date
        ) -> (purchase: HeldPurchase, customer: String)? {
            if kind == .subscription {
                return subscription(id, now).map {
                    (purchase: $0.subscription.whole, customer: $0.customer)
                }
            }
            guard let place = ResourceID.place(in: id, of: kind, in: setup.project),
                place.part == 0, place.number < ledger.purchases.count
            else { return nil }
            return held(PurchaseHandle(place.number), of: kind, now)
        }

        /// The subscription of an ID, with its customer; nil where nobody has it.
        func subscription(
            _ id: String, _ now: Date
        ) -> (subscription: HeldSubscription, customer: String)? {
            guard
                let place = ResourceID.place(in: id, of: .subscription, in: setup.project),
                place.number < ledger.purchases.count,
                let (purchase, customer) = held(
                    PurchaseHandle(place.number), of: .subscription, now),
                let subscription = HeldSubscription.all(of: purchase).first(where: {
                    $0.first == place.part
                })
            else { return nil }
            return (subscription: subscription, customer: customer)
        }

        /// A purchase that is of a kind, with its customer; nil where nobody has it.
        func held(
            _ purchase: PurchaseHandle, of kind: ResourceID.Kind, _ now: Date
        ) -> (purchase: HeldPurchase, customer: String)? {
            guard let owner = ledger.purchases[Int(purchase.index)].owner.handle else { return nil }
            let held = world.held(purchase, now: now)
            guard held.resource == kind else { return nil }
            return (purchase: held, customer: originalID(of: owner))
        }

        /// The ID of v2 by which a customer is known.
        func originalID(of customer: CustomerHandle) -> String {
            ledger.id(of: ledger.original(of: customer)).text
        }

        private func id(of purchase: HeldPurchase) -> String {
            ResourceID.id(
                of: purchase.resource,
                at: ResourceID.Place(number: purchase.number, part: purchase.part),
                in: setup.project)
        }

        /// The ID of a product, sold or not.
        private func productID(of product: String) -> String { setup.id(of: .product, product) }

        private func entitlements(
            _ keys: [String], of list: String, _ id: String
        ) -> REST2.ListPage<REST2.Entitlement> {
            PageRequest.first.page(
                rest: setup.entitlements(of: keys)[...], url: setup.path(list, id, "entitlements"),
                id: \.id)
        }
    }

    extension HeldPurchase {
        /// What v2 takes it for: it knows purchases, and subscriptions that renew by themselves.
        var resource: ResourceID.Kind {
            switch product.kind {
            case .subscription: .subscription
            case .nonRenewing, .nonConsumable, .consumable: .purchase
            }
        }
    }
#endif
