// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymCore
    import AllonymService
    import AllonymSimulation
    import Foundation
    import HTTPTypes
    import QonversionWire

    // What is sold, as REST v4 has it: the products of v3 in other words.

    extension QonversionDialect {
        var productHandlersOfV4: [String: Handler] {
            [
                "qonversion.v4.list-products": { call, visit in
                    let request = try page(call)
                    let names = call.query.all("filter[type]")
                    let types = names.compactMap(REST4.ProductWord.init(rawValue:))
                    guard types.count == names.count else {
                        throw Refused(
                            fault(
                                "v4.invalid-data", Self.rule("A type", REST4.ProductWord.self),
                                field: "filter[type]"))
                    }
                    return try await visit.project.perform { state, _ in
                        // The newest first, and what the project began with from its end.
                        let products = state.setup.sold.reversed().map {
                            state.setup.productOfV4($0)
                        }
                        let listed = products.filter { types.isEmpty || types.contains($0.type) }
                        return try Answer(
                            json: page(request, listed, REST4.path("products"), id: \.id))
                    }
                },
                "qonversion.v4.get-product": { _, visit in
                    try await visit.project.perform { state, _ in
                        let product = try sold(visit, in: state)
                        return try Answer(json: state.setup.productOfV4(product))
                    }
                },
                "qonversion.v4.create-product": { call, visit in
                    let request = try productRequest(call)
                    guard let id = request.id, isID(id) else { throw Refused(wrongID("id")) }
                    return try await visit.project.perform { state, now in
                        guard state.setup.sold(id) == nil else {
                            throw Refused(fault("v4.product-exists", field: "id"))
                        }
                        var product = state.setup.newProduct(id, now)
                        if product.product.kind == .subscription { product.period = nil }
                        product.storeIdentifiers = StoreIdentifiers()
                        try change(
                            &product, to: request.type ?? .subscription, by: request, in: state)
                        var setup = state.setup
                        setup.add(product)
                        try state.change(setup)
                        let object = setup.productOfV4(product)
                        return try created(object, at: object.url)
                    }
                },
                "qonversion.v4.update-product": { call, visit in
                    try await visit.project.perform { state, now in
                        var product = try sold(visit, in: state)
                        let request = try productRequest(call)
                        let type = request.type ?? REST4.ProductWord(ProductType(product.product))
                        try change(&product, to: type, by: request, in: state)
                        product.updated = now.milliseconds
                        var setup = state.setup
                        setup.replace(product)
                        try state.change(setup)
                        return try Answer(json: setup.productOfV4(product))
                    }
                },
                "qonversion.v4.delete-product": { _, visit in
                    try await visit.project.perform { state, _ in
                        let product = try sold(visit, in: state)
                        var setup = state.setup
                        setup.archive(product: product.identifier)
                        try state.change(setup)
                        return Answer(.noContent)
                    }
                },
            ]
        }

        /// The product in the path, which has to be sold.
        private func sold(_ visit: Visit, in state: ProjectState) throws -> ConfiguredProduct {
            guard let product = state.setup.sold(visit["product_id"]) else {
                throw Refused(fault("v4.not-found"))
            }
            return product
        }

        private func productRequest(_ call: Call) throws -> REST4.ProductRequest {
            try body(
                call, as: REST4.ProductRequest.self, orElse: "v4.invalid-data",
                rules: [
                    "id": Self.ruleOfIDs, "type": Self.rule("A type", REST4.ProductWord.self),
                    "duration": Self.ruleOfDurations,
                ])
        }

        private static let ruleOfDurations =
            "A duration is one of "
            + ProductDuration.allCases.map(\.iso8601).joined(separator: ", ") + "."

        /// Changes of a product what a request names; null is the default, or removes.
        private func change(
            _ product: inout ConfiguredProduct, to type: REST4.ProductWord,
            by request: REST4.ProductRequest, in state: ProjectState
        ) throws {
            var duration: ProductDuration?
            if let text = request.duration.value {
                duration = ProductDuration(iso8601: text)
                guard duration != nil else {
                    throw Refused(
                        fault("v4.invalid-data", Self.ruleOfDurations, field: "duration"))
                }
            }
            try shape(
                &product, as: type.type, lasting: duration, in: state, orElse: "v4.invalid-data")
            if request.duration == .null, type.type.kind == .subscription { product.period = nil }
            var ids = product.storeIdentifiers
            for (path, given, field) in [
                (\StoreIdentifiers.apple, request.appleProductID, "apple_product_id"),
                (\StoreIdentifiers.google, request.googleProductID, "google_product_id"),
                (\StoreIdentifiers.googleBasePlan, request.googleBasePlanID, "google_base_plan_id"),
                (\StoreIdentifiers.stripe, request.stripeProductID, "stripe_product_id"),
            ] {
                if let text = given.value {
                    _ = try storeID(text, field, orElse: "v4.invalid-data")
                }
                ids[keyPath: path] = given.over(ids[keyPath: path])
            }
            product.storeIdentifiers = ids
        }
    }

    extension ProjectSetup {
        /// A product as v4 has it.
        fileprivate func productOfV4(_ product: ConfiguredProduct) -> REST4.Product {
            REST4.Product(productOfV3(product))
        }
    }
#endif
