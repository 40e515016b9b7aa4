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

    // What a product can be, whether v3 or v4 says so.

    extension QonversionDialect {
        /// The rule by which v4 takes IDs, and this server those of v3's products.
        static let ruleOfIDs = "An ID has 1 to 255 letters, digits, dots, underscores and hyphens."

        /// Whether an ID follows the rule.
        ///
        /// Source: https://documentation.qonversion.io/reference/v4/identities, read 2026-11-24, and
        /// https://documentation.qonversion.io/reference/v4/products, read 2026-11-27.
        func isID(_ id: String) -> Bool {
            let signs = Array("._-".utf8)
            return (1...255).contains(id.utf8.count)
                && id.utf8.allSatisfy { byte in
                    (48...57).contains(byte) || (65...90).contains(byte)
                        || (97...122).contains(byte) || signs.contains(byte)
                }
        }

        /// Gives a product a type, and a period where one is named.
        ///
        /// - Parameters:
        ///   - product: The product.
        ///   - type: Its type from now on.
        ///   - duration: Its period from now on; nil for the one that it has.
        ///   - state: What has been bought: a purchase keeps the kind of its product.
        ///   - id: The error that a refusal is.
        /// - Throws: A refusal with the field that is wrong.
        func shape(
            _ product: inout ConfiguredProduct, as type: ProductType,
            lasting duration: ProductDuration?, in state: ProjectState, orElse id: String
        ) throws {
            guard duration == nil || type.kind == .subscription else {
                throw Refused(fault(id, "Only a subscription has a duration.", field: "duration"))
            }
            let former = product.kind
            product.become(type)
            guard product.kind == former || !state.hasSold(product.identifier) else {
                throw Refused(
                    fault(
                        id, "The product has been bought as something else, which it stays.",
                        field: "type"))
            }
            if let duration { product.period = duration.iso8601 }
        }

        /// A product's ID at a store, as it has to be.
        func storeID(_ text: String, _ field: String, orElse id: String) throws -> String {
            guard (1...255).contains(text.unicodeScalars.count) else {
                throw Refused(
                    fault(id, "An ID at a store has 1 to 255 characters.", field: field))
            }
            return text
        }
    }

    extension ConfiguredProduct {
        /// The free trial of a type that has one, where nothing is known of its length: no call says
        /// it, since the store does.
        private static let usualTrial = "P7D"

        /// Makes it a product of a type; what it is already stays.
        fileprivate mutating func become(_ type: ProductType) {
            if ProductType(product) != type {
                kind = type.kind.rawValue
                if type.kind != .subscription { period = nil }
            }
            trial = type == .subscriptionWithPromo ? trial ?? Self.usualTrial : nil
        }
    }

    extension ProjectSetup {
        /// A product to set up: one of this ID that was sold before unlocks what it did, at its price,
        /// so that nobody loses what was bought.
        func newProduct(_ id: String, _ now: Date) -> ConfiguredProduct {
            var product =
                products.first { $0.identifier == id }
                ?? ConfiguredProduct(id, .subscription, created: nil)
            product.isArchived = false
            product.created = now.milliseconds
            product.updated = nil
            return product
        }
    }

    extension ProjectState {
        /// Whether somebody has bought a product at a store.
        fileprivate func hasSold(_ id: String) -> Bool {
            world.records.contains { record in
                record.product.id == id || record.ended.contains { $0.product.id == id }
            }
        }
    }
#endif
