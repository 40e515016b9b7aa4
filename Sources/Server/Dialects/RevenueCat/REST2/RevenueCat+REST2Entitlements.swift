// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymService
    import Foundation
    import HTTPTypes
    import RevenueCatWire

    // Entitlements: set up, renamed, removed, and which products unlock them.

    extension RevenueCatDialect {
        var entitlementHandlers: [String: Handler] {
            [
                "revenuecat.v2.list-entitlements": inProject { call, visit in
                    let request = try pageRequest(call, keeping: ["expand"])
                    let isExpanded = try !expansions(call, of: "items.product").isEmpty
                    return try await read(visit) { setup in
                        let objects = setup.entitlements.map {
                            setup.object($0, withProducts: isExpanded)
                        }
                        return try Answer(
                            json: page(request, objects, setup.path("entitlements"), id: \.id))
                    }
                },
                "revenuecat.v2.create-entitlement": inProject { call, visit in
                    var body = try JSONObject(call.body)
                    let key = try needed("lookup_key", &body, upTo: Self.longestKey)
                    let name = try needed("display_name", &body, upTo: Self.longestName)
                    try body.finish()
                    return try await change(visit, status: .created) { setup, now in
                        guard !setup.entitlements.contains(where: { $0.identifier == key }) else {
                            throw taken("lookup_key")
                        }
                        let entitlement = ConfiguredEntitlement(
                            key, title: name, created: now.milliseconds)
                        setup.entitlements.append(entitlement)
                        return setup.object(entitlement, withProducts: false)
                    }
                },
                "revenuecat.v2.get-entitlement": inProject { call, visit in
                    let isExpanded = try !expansions(call, of: "product").isEmpty
                    return try await read(visit) { setup in
                        let index = try index(ofEntitlement: visit["entitlement_id"], in: setup)
                        return try Answer(
                            json: setup.object(
                                setup.entitlements[index], withProducts: isExpanded))
                    }
                },
                "revenuecat.v2.update-entitlement": inProject { call, visit in
                    var body = try JSONObject(call.body)
                    let name = try needed("display_name", &body, upTo: Self.longestName)
                    try body.finish()
                    return try await changeEntitlement(visit) { setup, index in
                        setup.entitlements[index].title = name
                    }
                },
                "revenuecat.v2.delete-entitlement": inProject { _, visit in
                    let id = visit["entitlement_id"]
                    return try await change(visit) { setup, now in
                        let index = try index(ofEntitlement: id, in: setup)
                        setup.remove(entitlement: setup.entitlements[index].identifier)
                        return deleted(.entitlement, id, now)
                    }
                },
                "revenuecat.v2.get-products-from-entitlement": inProject { call, visit in
                    let request = try pageRequest(call)
                    let id = visit["entitlement_id"]
                    return try await read(visit) { setup in
                        let index = try index(ofEntitlement: id, in: setup)
                        let products = setup.products(
                            unlocking: setup.entitlements[index].identifier)
                        return try Answer(
                            json: page(
                                request, products, setup.path("entitlements", id, "products"),
                                id: \.id))
                    }
                },
                "revenuecat.v2.attach-products-to-entitlement": inProject { call, visit in
                    var body = try JSONObject(call.body)
                    let ids = try productIDs(&body)
                    try body.finish()
                    return try await changeEntitlement(visit) { setup, index in
                        setup.attach(
                            try identifiers(ids, in: setup),
                            to: setup.entitlements[index].identifier)
                    }
                },
                "revenuecat.v2.detach-products-from-entitlement": inProject { call, visit in
                    var body = try JSONObject(call.body)
                    let ids = try productIDs(&body)
                    try body.finish()
                    return try await changeEntitlement(visit) { setup, index in
                        setup.detach(
                            try identifiers(ids, in: setup),
                            from: setup.entitlements[index].identifier)
                    }
                },
            ]
        }

        /// Changes the entitlement in the path, and answers with what it is then.
        private func changeEntitlement(
            _ visit: Visit, _ body: @Sendable (inout ProjectSetup, Int) throws -> Void
        ) async throws -> Answer {
            try await change(visit) { setup, _ in
                let index = try index(ofEntitlement: visit["entitlement_id"], in: setup)
                try body(&setup, index)
                return setup.object(setup.entitlements[index], withProducts: false)
            }
        }

        /// Where the entitlement of an ID stands, which has to be there.
        private func index(ofEntitlement id: String, in setup: ProjectSetup) throws -> Int {
            guard
                let index = setup.entitlements.firstIndex(where: {
                    setup.id(of: .entitlement, $0.identifier) == id
                })
            else { throw missing("There is no such entitlement.") }
            return index
        }
    }
#endif
