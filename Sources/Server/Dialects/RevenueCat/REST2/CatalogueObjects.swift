// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymService
    import AllonymSimulation
    import Foundation
    import RevenueCatWire

    // What a project's owner has set up, as objects of v2.

    extension ProjectSetup {
        private func date(_ created: Int64?) -> Date { Date(milliseconds: created ?? self.created) }

        /// The one app that a project has.
        var app: REST2.App {
            REST2.App(
                id: appID, name: project, createdAt: created, type: .testStore, projectID: project)
        }

        /// A product, with its app where that was asked for.
        func object(_ product: ConfiguredProduct, withApp isExpanded: Bool) -> REST2.Product {
            var object = REST2.Product(
                product.product, id: id(of: .product, product.identifier), app: appID,
                created: date(product.created))
            if let type = product.type.flatMap({ REST2.ProductType(rawValue: $0) }) {
                object.type = type
            }
            // What the project began with has one name for both.
            if product.created != nil { object.displayName = product.displayName }
            if isExpanded { object.app = app }
            return object
        }

        /// An entitlement, with the first of its products where they were asked for.
        func object(
            _ entitlement: ConfiguredEntitlement, withProducts isExpanded: Bool
        ) -> REST2.Entitlement {
            let id = id(of: .entitlement, entitlement.identifier)
            var object = REST2.Entitlement(
                lookupKey: entitlement.identifier, id: id, project: project,
                created: date(entitlement.created))
            object.displayName = entitlement.title
            if isExpanded {
                object.products = PageRequest.first.page(
                    rest: products(unlocking: entitlement.identifier)[...],
                    url: path("entitlements", id, "products"), id: \.id)
            }
            return object
        }

        /// The products that unlock an entitlement.
        func products(unlocking key: String) -> [REST2.Product] {
            sold.filter { $0.entitlements.contains(key) }.map { object($0, withApp: false) }
        }

        /// The entitlements of some keys, in the order in which they were set up.
        func entitlements(of keys: [String]) -> [REST2.Entitlement] {
            entitlements.filter { keys.contains($0.identifier) }.map {
                object($0, withProducts: false)
            }
        }

        /// An offering, with the first of its packages where they were asked for.
        func object(
            _ offering: ConfiguredOffering, withPackages isExpanded: Bool,
            withProducts hasProducts: Bool
        ) -> REST2.Offering {
            let id = id(of: .offering, offering.identifier)
            var object = REST2.Offering(
                id: id, lookupKey: offering.identifier, displayName: offering.title,
                isCurrent: catalogue.currentOffering?.id == offering.identifier,
                createdAt: offering.created ?? created, projectID: project,
                metadata: offering.metadata)
            if isExpanded || hasProducts {
                object.packages = PageRequest.first.page(
                    rest: packages(of: offering, withProducts: hasProducts)[...],
                    url: path("offerings", id, "packages"), id: \.id)
            }
            return object
        }

        /// All packages of an offering.
        func packages(
            of offering: ConfiguredOffering, withProducts isExpanded: Bool
        ) -> [REST2.Package] {
            offering.packages.indices.map {
                object(packageAt: $0, of: offering, withProducts: isExpanded)
            }
        }

        /// A package, with the first of its products where they were asked for.
        func object(
            packageAt index: Int, of offering: ConfiguredOffering, withProducts isExpanded: Bool
        ) -> REST2.Package {
            let package = offering.packages[index]
            let id = packageID(package.identifier, of: offering.identifier)
            var object = REST2.Package(
                id: id, lookupKey: package.identifier, displayName: package.title,
                position: index + 1, createdAt: package.created ?? offering.created ?? created)
            if isExpanded {
                object.products = PageRequest.first.page(
                    rest: products(in: package)[...], url: path("packages", id, "products"),
                    id: \.product.id)
            }
            return object
        }

        /// The products in a package that are sold, and for whom each is in it.
        func products(
            in package: ConfiguredOffering.Package
        ) -> [REST2.PackageProductAssociation] {
            package.attached.compactMap { attached in
                guard let product = sold(attached.product),
                    let criteria = REST2.EligibilityCriteria(rawValue: attached.eligibility)
                else { return nil }
                return REST2.PackageProductAssociation(
                    product: object(product, withApp: false), eligibilityCriteria: criteria)
            }
        }
    }
#endif
