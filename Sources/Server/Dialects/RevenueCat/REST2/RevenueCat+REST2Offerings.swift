// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymMappings
    import AllonymService
    import AllonymSimulation
    import Foundation
    import HTTPTypes
    import RevenueCatWire

    // Offerings: set up, changed, removed with their packages.

    extension RevenueCatDialect {
        var offeringHandlers: [String: Handler] {
            [
                "revenuecat.v2.list-offerings": inProject { call, visit in
                    let request = try pageRequest(call, keeping: ["expand"])
                    let names = try expansions(call, of: "items.package", "items.package.product")
                    return try await read(visit) { setup in
                        let objects = setup.offerings.map {
                            setup.object(
                                $0, withPackages: !names.isEmpty,
                                withProducts: names.contains("items.package.product"))
                        }
                        return try Answer(
                            json: page(request, objects, setup.path("offerings"), id: \.id))
                    }
                },
                "revenuecat.v2.create-offering": inProject { call, visit in
                    var body = try JSONObject(call.body)
                    let key = try needed("lookup_key", &body, upTo: Self.longestKey)
                    let name = try needed("display_name", &body, upTo: Self.longestName)
                    let metadata = try metadata(&body)
                    try body.finish()
                    return try await change(visit, status: .created) { setup, now in
                        guard !setup.offerings.contains(where: { $0.identifier == key }) else {
                            throw taken("lookup_key")
                        }
                        var offering = ConfiguredOffering(
                            key, title: name, created: now.milliseconds)
                        offering.metadata = metadata
                        setup.offerings.append(offering)
                        return setup.object(offering, withPackages: false, withProducts: false)
                    }
                },
                "revenuecat.v2.get-offering": inProject { call, visit in
                    let names = try expansions(call, of: "package", "package.product")
                    return try await read(visit) { setup in
                        let index = try index(ofOffering: visit["offering_id"], in: setup)
                        return try Answer(
                            json: setup.object(
                                setup.offerings[index], withPackages: !names.isEmpty,
                                withProducts: names.contains("package.product")))
                    }
                },
                "revenuecat.v2.update-offering": inProject { call, visit in
                    var body = try JSONObject(call.body)
                    let name = try changed("display_name", &body, upTo: Self.longestName)
                    let isCurrent = try body.flag("is_current")
                    let hasMetadata = body.names.contains("metadata")
                    let metadata = try metadata(&body)
                    try body.finish()
                    return try await change(visit) { setup, _ in
                        let index = try index(ofOffering: visit["offering_id"], in: setup)
                        let key = setup.offerings[index].identifier
                        if let name { setup.offerings[index].title = name }
                        if hasMetadata { setup.offerings[index].metadata = metadata }
                        if isCurrent == true { setup.makeCurrent(key) }
                        if isCurrent == false, setup.catalogue.currentOffering?.id == key {
                            throw Refused(
                                problem(
                                    "v2.unprocessable-entity",
                                    "Another offering has to become the current one.",
                                    param: "is_current"))
                        }
                        return setup.object(
                            setup.offerings[index], withPackages: false, withProducts: false)
                    }
                },
                "revenuecat.v2.delete-offering": inProject { _, visit in
                    let id = visit["offering_id"]
                    return try await change(visit) { setup, now in
                        setup.offerings.remove(at: try index(ofOffering: id, in: setup))
                        return deleted(.offering, id, now)
                    }
                },
            ]
        }

        /// Where the offering of an ID stands, which has to be there.
        func index(ofOffering id: String, in setup: ProjectSetup) throws -> Int {
            guard let index = setup.index(ofOffering: id) else {
                throw missing("There is no such offering.")
            }
            return index
        }

        /// The member `metadata`: an object of anything, or null.
        private func metadata(_ body: inout JSONObject) throws -> [String: CatalogueValue]? {
            guard let value = body.value("metadata") else { return nil }
            guard case .object(let members) = value else {
                throw wrong("metadata", "metadata is an object.")
            }
            return members
        }
    }
#endif
