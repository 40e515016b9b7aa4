// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymService
    import Foundation
    import HTTPTypes
    import QonversionWire

    // Entitlements of REST v4 as the project defines them: listed, defined, changed, deleted.

    extension QonversionDialect {
        var definitionHandlers: [String: Handler] {
            [
                "qonversion.v4.list-entitlements": { call, visit in
                    let request = try page(call)
                    return try await visit.project.perform { state, _ in
                        let setup = state.setup
                        let all = setup.entitlementKeys.map { setup.definition($0) }
                        return try Answer(
                            json: page(request, all, REST4.path("entitlements"), id: \.id))
                    }
                },
                "qonversion.v4.get-entitlement": { _, visit in
                    try await visit.project.perform { state, _ in
                        try Answer(json: state.setup.definition(defined(visit, in: state)))
                    }
                },
                "qonversion.v4.create-entitlement": { call, visit in
                    let request = try definitionRequest(call)
                    guard let id = request.id, isID(id) else { throw Refused(wrongID("id")) }
                    return try await visit.project.perform { state, now in
                        var setup = state.setup
                        guard !setup.givesEntitlement(id) else {
                            throw Refused(fault("v4.entitlement-exists", field: "id"))
                        }
                        setup.entitlements.append(
                            ConfiguredEntitlement(id, title: id, created: now.milliseconds))
                        try change(id, by: request, in: &setup)
                        try state.change(setup)
                        let object = setup.definition(id)
                        return try created(object, at: object.url)
                    }
                },
                "qonversion.v4.update-entitlement": { call, visit in
                    try await visit.project.perform { state, now in
                        let id = try defined(visit, in: state)
                        let request = try definitionRequest(call)
                        var setup = state.setup
                        let index = setup.index(ofDefinition: id)
                        setup.entitlements[index].updated = now.milliseconds
                        try change(id, by: request, in: &setup)
                        try state.change(setup)
                        return try Answer(json: setup.definition(id))
                    }
                },
                "qonversion.v4.delete-entitlement": { _, visit in
                    try await visit.project.perform { state, _ in
                        var setup = state.setup
                        setup.remove(entitlement: try defined(visit, in: state))
                        try state.change(setup)
                        return Answer(.noContent)
                    }
                },
            ]
        }

        /// The entitlement in the path, which has to be defined.
        private func defined(_ visit: Visit, in state: ProjectState) throws -> String {
            let id = visit["entitlement_id"]
            guard state.setup.givesEntitlement(id) else { throw Refused(fault("v4.not-found")) }
            return id
        }

        private func definitionRequest(_ call: Call) throws -> REST4.EntitlementRequest {
            try body(
                call, as: REST4.EntitlementRequest.self, orElse: "v4.invalid-data",
                rules: [
                    "id": Self.ruleOfIDs,
                    "product_ids": "The product_ids are a list of the IDs of products.",
                ])
        }

        /// Changes of a definition what a request names; null removes.
        private func change(
            _ id: String, by request: REST4.EntitlementRequest, in setup: inout ProjectSetup
        ) throws {
            let index = setup.index(ofDefinition: id)
            let former = setup.entitlements[index].description
            setup.entitlements[index].description = request.description.over(former)
            guard request.productIDs != .missing else { return }
            let products = request.productIDs.value ?? []
            for product in products where setup.sold(product) == nil {
                throw Refused(
                    fault(
                        "v4.invalid-data", "There is no product \"\(product)\".",
                        field: "product_ids"))
            }
            setup.set(products, unlocking: id)
        }
    }

    extension ProjectSetup {
        /// All that is defined, sorted: what products give, and what is only granted.
        fileprivate var entitlementKeys: [String] {
            Set(products.flatMap(\.entitlements) + entitlements.map(\.identifier)).sorted()
        }

        /// An entitlement, with the products that are sold and give it.
        fileprivate func definition(_ id: String) -> REST4.Entitlement {
            let known = entitlements.first { $0.identifier == id }
            let created = known?.created ?? self.created
            return REST4.Entitlement(
                id: id, description: known?.description,
                products: sold.filter { $0.entitlements.contains(id) }.map(\.identifier),
                created: Date(milliseconds: created),
                updated: Date(milliseconds: known?.updated ?? created))
        }

        /// Where an entitlement stands that is defined; one that only a product names is noted first.
        fileprivate mutating func index(ofDefinition id: String) -> Int {
            if let index = entitlements.firstIndex(where: { $0.identifier == id }) { return index }
            entitlements.append(ConfiguredEntitlement(id, title: id, created: nil))
            return entitlements.count - 1
        }
    }
#endif
