// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymCore
    import AllonymService
    import AllonymSimulation
    import HTTPTypes
    import QonversionWire

    // What is sold, as REST v3 has it.

    extension QonversionDialect {
        var productHandlers: [String: Handler] {
            [
                "qonversion.v3.list-products": { _, visit in
                    try await visit.project.perform { state, _ in
                        let sold = state.setup.products.filter { !$0.isArchived }
                        return try Answer(
                            json: REST3.ProductList(sold.map { REST3.Product($0.product) }))
                    }
                },
                "qonversion.v3.get-product": { _, visit in
                    try await visit.project.perform { state, _ in
                        guard let product = state.setup.sold(visit["product_id"]) else {
                            throw Refused(fault("v3.product-not-found"))
                        }
                        return try Answer(json: REST3.Product(product.product))
                    }
                },
            ]
        }
    }
#endif
