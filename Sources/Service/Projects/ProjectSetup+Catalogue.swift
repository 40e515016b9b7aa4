// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    // What a project's owner changes in the catalogue. What stands in two places is changed in both.

    extension ProjectSetup {
        /// Sells a product from now on, in the place of one of its ID that is not sold any more.
        package mutating func add(_ product: ConfiguredProduct) {
            products.removeAll { $0.identifier == product.identifier }
            products.append(product)
        }

        /// Sells a product as something else from now on, in its place in the order.
        package mutating func replace(_ product: ConfiguredProduct) {
            for index in products.indices where products[index].identifier == product.identifier {
                products[index] = product
            }
        }

        /// Stops selling a product, and takes it out of all packages.
        ///
        /// Whoever has bought it keeps it, and what it unlocks.
        package mutating func archive(product id: String) {
            for index in products.indices where products[index].identifier == id {
                products[index].isArchived = true
            }
            for offering in offerings.indices {
                for package in offerings[offering].packages.indices
                where offerings[offering].packages[package].attached.contains(where: {
                    $0.product == id
                }) {
                    offerings[offering].packages[package].attached.removeAll { $0.product == id }
                }
            }
        }

        /// Removes an entitlement; no product unlocks it any more.
        package mutating func remove(entitlement key: String) {
            entitlements.removeAll { $0.identifier == key }
            detach(products.map(\.identifier), from: key)
        }

        /// Lets products unlock an entitlement; those that do already stay as they are.
        package mutating func attach(_ ids: [String], to key: String) {
            for index in products.indices
            where ids.contains(products[index].identifier)
                && !products[index].entitlements.contains(key)
            {
                products[index].entitlements.append(key)
            }
        }

        /// Lets products unlock an entitlement no more.
        package mutating func detach(_ ids: [String], from key: String) {
            for index in products.indices where ids.contains(products[index].identifier) {
                products[index].entitlements.removeAll { $0 == key }
            }
        }

        /// Lets these of the products that are sold unlock an entitlement, and no others.
        ///
        /// What is not sold any more still unlocks it for those who have bought it.
        package mutating func set(_ ids: [String], unlocking key: String) {
            let others = products.filter { !$0.isArchived && !ids.contains($0.identifier) }
            detach(others.map(\.identifier), from: key)
            attach(ids, to: key)
        }

        /// Makes an offering the one that apps are shown.
        package mutating func makeCurrent(_ id: String) {
            for index in offerings.indices {
                offerings[index].isCurrent = offerings[index].identifier == id
            }
        }
    }

    extension ConfiguredOffering {
        /// Puts a package at a position from 1; behind all others where there is none, or no such one.
        package mutating func insert(_ package: Package, at position: Int?) {
            let index = position.map { min(max($0, 1) - 1, packages.count) } ?? packages.count
            packages.insert(package, at: index)
        }
    }

    extension ConfiguredOffering.Package {
        /// Puts products into it; one that is in it already is there for other versions from now on.
        package mutating func attach(_ given: [Attached]) {
            for product in given {
                if let index = attached.firstIndex(where: { $0.product == product.product }) {
                    attached[index] = product
                } else {
                    attached.append(product)
                }
            }
        }
    }
#endif
