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

    // What is sold: listed, set up, taken from sale.

    extension RevenueCatDialect {
        var productHandlers: [String: Handler] {
            [
                "revenuecat.v2.list-products": inProject { call, visit in
                    let request = try pageRequest(call, keeping: ["app_id", "expand"])
                    let isExpanded = try !expansions(call, of: "items.app").isEmpty
                    let app = call.query["app_id"]
                    return try await read(visit) { setup in
                        let isOurs = app == nil || app == setup.appID
                        let products = isOurs ? setup.sold : []
                        return try Answer(
                            json: page(
                                request, products.map { setup.object($0, withApp: isExpanded) },
                                setup.path("products"), id: \.id))
                    }
                },
                "revenuecat.v2.create-product": inProject { call, visit in
                    let wanted = try wantedProduct(call)
                    return try await change(visit, status: .created) { setup, now in
                        guard wanted.app == setup.appID else {
                            throw wrong("app_id", "The project has no such app.")
                        }
                        let id = wanted.product.identifier
                        guard setup.sold(id) == nil else { throw taken("store_identifier") }
                        if let former = setup.products.first(where: { $0.identifier == id }),
                            former.kind != wanted.product.kind
                        {
                            throw Refused(
                                problem(
                                    "v2.unprocessable-entity",
                                    "A product with this identifier had the kind "
                                        + "\(former.kind).",
                                    param: "type"))
                        }
                        var product = wanted.product
                        product.created = now.milliseconds
                        setup.add(product)
                        return setup.object(product, withApp: false)
                    }
                },
                "revenuecat.v2.get-product": inProject { call, visit in
                    let isExpanded = try !expansions(call, of: "app").isEmpty
                    return try await read(visit) { setup in
                        let product = try product(visit["product_id"], in: setup)
                        return try Answer(json: setup.object(product, withApp: isExpanded))
                    }
                },
                "revenuecat.v2.delete-product": inProject { _, visit in
                    let id = visit["product_id"]
                    return try await change(visit) { setup, now in
                        setup.archive(product: try product(id, in: setup).identifier)
                        return deleted(.product, id, now)
                    }
                },
            ]
        }

        /// The product of an ID, which has to be there.
        func product(_ id: String, in setup: ProjectSetup) throws -> ConfiguredProduct {
            guard let product = setup.product(of: id) else {
                throw missing("There is no such product.")
            }
            return product
        }

        /// How long subscriptions may run that v2 sets up.
        ///
        /// Source: https://www.revenuecat.com/docs/api-v2, Duration, read 2026-11-25.
        private static let durations = ["P1W", "P1M", "P2M", "P3M", "P6M", "P1Y"]

        /// The product that a body describes, at the usual price: v2 says nothing of prices.
        private func wantedProduct(
            _ call: Call
        ) throws -> (product: ConfiguredProduct, app: String) {
            var body = try JSONObject(call.body)
            let identifier = try needed("store_identifier", &body, upTo: Self.longestKey)
            let app = try needed("app_id", &body, upTo: 255)
            let name = try needed("type", &body, upTo: Self.longestName)
            guard let type = REST2.ProductType(rawValue: name) else {
                throw wrong("type", "There is no type of products \"\(name)\".")
            }
            let displayName = try label("display_name", &body, upTo: Self.longestName)
            let title = try label("title", &body, upTo: Self.longestName)
            var duration: String?
            if var subscription = try body.object("subscription") {
                let text = try subscription.needed("duration")
                guard Self.durations.contains(text) else {
                    throw wrong(
                        "subscription.duration",
                        "A duration is one of \(Self.durations.joined(separator: ", ")).")
                }
                try subscription.finish()
                duration = text
            }
            try body.finish()
            if duration != nil, type != .subscription {
                throw wrong("subscription", "Only a subscription has a duration.")
            }
            var product = ConfiguredProduct(identifier, type.kind, created: 0)
            product.type = name
            product.period = duration
            product.displayName = displayName
            product.title = title ?? displayName ?? identifier
            return (product: product, app: app)
        }
    }

    extension REST2.ProductType {
        /// The kind of product that it is at the stores.
        ///
        /// That a one-time product is not used up is inferred: of such products v2 says so apart, in
        /// `is_consumable`.
        fileprivate var kind: ProductKind {
            switch self {
            case .subscription: .subscription
            case .consumable: .consumable
            case .nonRenewingSubscription: .nonRenewing
            case .nonConsumable, .oneTime: .nonConsumable
            }
        }
    }
#endif
