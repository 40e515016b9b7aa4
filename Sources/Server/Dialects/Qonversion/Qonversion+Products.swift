// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymCore
    import AllonymService
    import Foundation
    import HTTPTypes
    import QonversionWire

    // What is sold, as REST v3 has it: listed, set up, changed, taken from sale.

    extension QonversionDialect {
        var productHandlers: [String: Handler] {
            [
                "qonversion.v3.list-products": { _, visit in
                    try await visit.project.perform { state, _ in
                        let setup = state.setup
                        return try Answer(
                            json: REST3.ProductList(setup.sold.map { setup.productOfV3($0) }))
                    }
                },
                "qonversion.v3.get-product": { _, visit in
                    try await visit.project.perform { state, _ in
                        let product = try sold(visit, in: state)
                        return try Answer(json: state.setup.productOfV3(product))
                    }
                },
                "qonversion.v3.create-product": { call, visit in
                    try await visit.project.perform { state, now in
                        let request = try productRequest(call)
                        guard let uid = request.uid, isID(uid) else {
                            throw Refused(fault("v3.invalid-data", Self.ruleOfIDs, field: "uid"))
                        }
                        guard state.setup.sold(uid) == nil else {
                            throw Refused(fault("v3.product-exists"))
                        }
                        var product = state.setup.newProduct(uid, now)
                        try replace(&product, by: request, in: state)
                        var setup = state.setup
                        setup.add(product)
                        try state.change(setup)
                        return try Answer(json: setup.productOfV3(product))
                    }
                },
                "qonversion.v3.replace-product": { call, visit in
                    try await changeProduct(call, visit) { product, request, state in
                        try replace(&product, by: request, in: state)
                    }
                },
                "qonversion.v3.update-product": { call, visit in
                    try await changeProduct(call, visit) { product, request, state in
                        try shape(
                            &product, as: request.type ?? ProductType(product.product),
                            lasting: request.duration, in: state, orElse: "v3.invalid-data")
                        product.storeIdentifiers = try storeIDs(
                            request, over: product.storeIdentifiers)
                    }
                },
                "qonversion.v3.delete-product": { _, visit in
                    try await visit.project.perform { state, _ in
                        let product = try sold(visit, in: state)
                        var setup = state.setup
                        setup.archive(product: product.identifier)
                        try state.change(setup)
                        return Answer(.ok, Array("{}".utf8))
                    }
                },
            ]
        }

        /// The product in the path, which has to be sold.
        private func sold(_ visit: Visit, in state: ProjectState) throws -> ConfiguredProduct {
            guard let product = state.setup.sold(visit["product_id"]) else {
                throw Refused(fault("v3.product-not-found"))
            }
            return product
        }

        private func productRequest(_ call: Call) throws -> REST3.ProductRequest {
            try body(
                call, as: REST3.ProductRequest.self, orElse: "v3.invalid-data",
                rules: [
                    "uid": Self.ruleOfIDs, "type": Self.rule("A type", ProductType.self),
                    "duration": Self.rule("A duration", ProductDuration.self),
                ])
        }

        /// Changes the product in the path, and answers with what it is then.
        ///
        /// It is looked for before the body is read.
        private func changeProduct(
            _ call: Call, _ visit: Visit,
            _ change:
                @Sendable (
                    inout ConfiguredProduct, REST3.ProductRequest, ProjectState
                ) throws -> Void
        ) async throws -> Answer {
            try await visit.project.perform { state, now in
                var product = try sold(visit, in: state)
                try change(&product, try productRequest(call), state)
                product.updated = now.milliseconds
                var setup = state.setup
                setup.replace(product)
                try state.change(setup)
                return try Answer(json: setup.productOfV3(product))
            }
        }

        /// Makes a product what a request says, and nothing else: what it leaves out has its default
        /// or is removed.
        private func replace(
            _ product: inout ConfiguredProduct, by request: REST3.ProductRequest,
            in state: ProjectState
        ) throws {
            let type = request.type ?? .subscription
            try shape(
                &product, as: type, lasting: request.duration, in: state,
                orElse: "v3.invalid-data")
            if type.kind == .subscription { product.period = request.duration?.iso8601 }
            product.storeIdentifiers = try storeIDs(request, over: StoreIdentifiers())
        }

        /// The IDs at stores that a request has, and the former ones where it has none.
        private func storeIDs(
            _ request: REST3.ProductRequest, over former: StoreIdentifiers
        ) throws -> StoreIdentifiers {
            var ids = former
            for (path, text, field) in [
                (\StoreIdentifiers.apple, request.appleProductID, "apple_product_id"),
                (\StoreIdentifiers.google, request.googleProductID, "google_product_id"),
                (\StoreIdentifiers.googleBasePlan, request.googleBasePlanID, "google_base_plan_id"),
                (\StoreIdentifiers.stripe, request.stripeProductID, "stripe_product_id"),
            ] {
                guard let text else { continue }
                ids[keyPath: path] = try storeID(text, field, orElse: "v3.invalid-data")
            }
            return ids
        }
    }

    extension ProjectSetup {
        /// A product as v3 has it.
        func productOfV3(_ product: ConfiguredProduct) -> REST3.Product {
            var object = REST3.Product(product.product)
            let ids = product.storeIdentifiers
            object.appleProductID = ids.apple
            object.googleProductID = ids.google
            object.googleBasePlanID = ids.googleBasePlan
            object.stripeProductID = ids.stripe
            let created = product.created ?? self.created
            object.createdAt = Date(milliseconds: created).wireSeconds
            object.updatedAt = Date(milliseconds: product.updated ?? created).wireSeconds
            return object
        }
    }
#endif
