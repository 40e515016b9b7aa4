// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymService
    import AllonymSimulation

    /// The IDs of v2 for what a project file names by its own identifiers.
    ///
    /// They follow from the project and the identifier, so that they are the same after each start.
    enum ResourceID {
        /// What an ID is of; the raw value is what IDs of the kind begin with.
        ///
        /// Source: https://www.revenuecat.com/docs/api-v2, examples of the schema, read 2026-11-22.
        enum Kind: String {
            case entitlement = "entl"
        }

        /// The ID of something that is declared.
        static func id(of kind: Kind, _ identifier: String, in project: String) -> String {
            kind.rawValue
                + KeyRing.hash("\(kind.rawValue)\u{1F}\(project)\u{1F}\(identifier)").prefix(12)
        }
    }

    extension ProjectSetup {
        /// The identifiers of all entitlements that products give, in the order of the products.
        var entitlementKeys: [String] {
            var keys: [String] = []
            for product in products {
                for key in product.product.entitlements where !keys.contains(key) {
                    keys.append(key)
                }
            }
            return keys
        }

        /// The identifier of the entitlement that v2 knows by an ID.
        func entitlementKey(of id: String) -> String? {
            entitlementKeys.first { ResourceID.id(of: .entitlement, $0, in: project) == id }
        }
    }
#endif
