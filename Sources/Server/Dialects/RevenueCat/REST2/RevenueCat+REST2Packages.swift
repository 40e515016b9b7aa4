// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymService
    import Foundation
    import HTTPTypes
    import RevenueCatWire

    // Packages of offerings, and the products in them.

    extension RevenueCatDialect {
        var packageHandlers: [String: Handler] {
            [
                "revenuecat.v2.list-packages": inProject { call, visit in
                    let request = try pageRequest(call, keeping: ["expand"])
                    let isExpanded = try !expansions(call, of: "items.product").isEmpty
                    let id = visit["offering_id"]
                    return try await read(visit) { setup in
                        let index = try index(ofOffering: id, in: setup)
                        let packages = setup.packages(
                            of: setup.offerings[index], withProducts: isExpanded)
                        return try Answer(
                            json: page(
                                request, packages, setup.path("offerings", id, "packages"),
                                id: \.id))
                    }
                },
                "revenuecat.v2.create-packages": inProject { call, visit in
                    var body = try JSONObject(call.body)
                    let key = try needed("lookup_key", &body, upTo: Self.longestKey)
                    let name = try needed("display_name", &body, upTo: Self.longestName)
                    let position = try position(&body)
                    try body.finish()
                    return try await change(visit, status: .created) { setup, now in
                        let index = try index(ofOffering: visit["offering_id"], in: setup)
                        let packages = setup.offerings[index].packages
                        guard !packages.contains(where: { $0.identifier == key }) else {
                            throw taken("lookup_key")
                        }
                        setup.offerings[index].insert(
                            .init(key, title: name, created: now.milliseconds), at: position)
                        let id = setup.packageID(key, of: setup.offerings[index].identifier)
                        return try package(id, in: setup, withProducts: false)
                    }
                },
                "revenuecat.v2.get-package": inProject { call, visit in
                    let isExpanded = try !expansions(call, of: "product").isEmpty
                    return try await read(visit) { setup in
                        try Answer(
                            json: package(
                                visit["package_id"], in: setup, withProducts: isExpanded))
                    }
                },
                "revenuecat.v2.update-package": inProject { call, visit in
                    var body = try JSONObject(call.body)
                    let name = try changed("display_name", &body, upTo: Self.longestName)
                    let position = try position(&body)
                    try body.finish()
                    return try await changePackage(visit) { offering, index in
                        if let name { offering.packages[index].title = name }
                        if let position {
                            offering.insert(offering.packages.remove(at: index), at: position)
                        }
                    }
                },
                "revenuecat.v2.delete-package-from-offering": inProject { _, visit in
                    let id = visit["package_id"]
                    return try await change(visit) { setup, now in
                        let place = try place(ofPackage: id, in: setup)
                        setup.offerings[place.offering].packages.remove(at: place.package)
                        return deleted(.package, id, now)
                    }
                },
                "revenuecat.v2.get-products-from-package": inProject { call, visit in
                    let request = try pageRequest(call)
                    let id = visit["package_id"]
                    return try await read(visit) { setup in
                        let place = try place(ofPackage: id, in: setup)
                        let products = setup.products(
                            in: setup.offerings[place.offering].packages[place.package])
                        return try Answer(
                            json: page(
                                request, products, setup.path("packages", id, "products"),
                                id: \.product.id))
                    }
                },
                "revenuecat.v2.attach-products-to-package": inProject { call, visit in
                    var body = try JSONObject(call.body)
                    let wanted = try associations(&body)
                    try body.finish()
                    return try await change(visit) { setup, _ in
                        let id = visit["package_id"]
                        let place = try place(ofPackage: id, in: setup)
                        let products = try identifiers(wanted.map(\.productID), in: setup)
                        setup.offerings[place.offering].packages[place.package].attach(
                            zip(products, wanted).map {
                                .init(product: $0, eligibility: $1.eligibilityCriteria.rawValue)
                            })
                        return try package(id, in: setup, withProducts: false)
                    }
                },
                "revenuecat.v2.detach-products-from-package": inProject { call, visit in
                    var body = try JSONObject(call.body)
                    let ids = try productIDs(&body)
                    try body.finish()
                    return try await change(visit) { setup, _ in
                        let id = visit["package_id"]
                        let place = try place(ofPackage: id, in: setup)
                        let products = try identifiers(ids, in: setup)
                        setup.offerings[place.offering].packages[place.package].attached
                            .removeAll { products.contains($0.product) }
                        return try package(id, in: setup, withProducts: false)
                    }
                },
            ]
        }

        /// Changes the package in the path, and answers with what it is then.
        private func changePackage(
            _ visit: Visit, _ body: @Sendable (inout ConfiguredOffering, Int) -> Void
        ) async throws -> Answer {
            let id = visit["package_id"]
            return try await change(visit) { setup, _ in
                let place = try place(ofPackage: id, in: setup)
                body(&setup.offerings[place.offering], place.package)
                return try package(id, in: setup, withProducts: false)
            }
        }

        private func place(
            ofPackage id: String, in setup: ProjectSetup
        ) throws -> (offering: Int, package: Int) {
            guard let place = setup.place(ofPackage: id) else {
                throw missing("There is no such package.")
            }
            return place
        }

        private func package(
            _ id: String, in setup: ProjectSetup, withProducts isExpanded: Bool
        ) throws -> REST2.Package {
            let place = try place(ofPackage: id, in: setup)
            return setup.object(
                packageAt: place.package, of: setup.offerings[place.offering],
                withProducts: isExpanded)
        }

        /// The member `position`, from 1; nil where it is missing.
        private func position(_ body: inout JSONObject) throws -> Int? {
            let position = try body.number("position")
            guard position.map({ $0 >= 1 }) ?? true else {
                throw wrong("position", "A position is a number from 1.")
            }
            return position
        }

        /// The member `products`: products, and for whom each is, 1 to 50.
        private func associations(
            _ body: inout JSONObject
        ) throws -> [REST2.AttachProducts.Association] {
            let objects = try body.objects("products")
            guard (1...50).contains(objects.count) else {
                throw wrong("products", "products has 1 to 50 products.")
            }
            return try objects.map { object in
                var object = object
                let id = try object.needed("product_id")
                let word = try object.needed("eligibility_criteria")
                try object.finish()
                guard let criteria = REST2.EligibilityCriteria(rawValue: word) else {
                    throw wrong(
                        object.place("eligibility_criteria"),
                        "There is no such criterion as \"\(word)\".")
                }
                return REST2.AttachProducts.Association(
                    productID: id, eligibilityCriteria: criteria)
            }
        }
    }
#endif
