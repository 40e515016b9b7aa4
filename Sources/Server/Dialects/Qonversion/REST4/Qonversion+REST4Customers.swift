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

    // Customers of REST v4: users as dashboards show them, by the same IDs.

    extension QonversionDialect {
        var customerHandlers: [String: Handler] {
            [
                "qonversion.v4.list-customers": { call, visit in
                    let request = try page(call)
                    return try await visit.project.perform { state, _ in
                        let all = state.ledger.liveCustomers.map {
                            summary($0, in: state)
                        }
                        return try Answer(
                            json: page(request, all, REST4.path("customers"), id: \.clientID))
                    }
                },
                "qonversion.v4.get-customer": { _, visit in
                    try await visit.project.perform { state, _ in
                        let user = try known(
                            visit["customer_id"], in: state, orElse: "v4.not-found")
                        let customer = state.ledger.customer(of: user)
                        return try Answer(
                            json: REST4.Customer(
                                summary(customer, in: state),
                                properties: state.qonversionProperties(of: customer)))
                    }
                },
                "qonversion.v4.get-customer-metrics": { _, _ in
                    try Answer(json: REST4.CustomerMetrics())
                },
                "qonversion.v4.delete-customer": { _, visit in
                    let id = visit["customer_id"]
                    return try await visit.project.perform { state, now in
                        _ = try known(id, in: state, orElse: "v4.not-found")
                        let decision = state.perform(
                            .delete(UserID(unchecked: id)), by: state.qonversionActor(id), now: now)
                        let rules = state.names(of: decision.rows)
                        guard decision.refusal == nil else {
                            throw Refused(fault("v4.forbidden").because(rules))
                        }
                        return Answer(.noContent).because(rules)
                    }
                },
                "qonversion.v4.list-customer-permissions": { _, visit in
                    let id = visit["customer_id"]
                    return try await visit.project.perform { state, now in
                        let active = try held(by: id, in: state, now).filter(\.isActive)
                        return try Answer(
                            json: REST4.ListPage(
                                url: REST4.path("customers", id, "permissions"),
                                active.map(REST4.Permission.init)))
                    }
                },
                "qonversion.v4.grant-permission": { call, visit in
                    let id = visit["customer_id"]
                    return try await visit.project.perform { state, now in
                        _ = try known(id, in: state, orElse: "v4.not-found")
                        let request = try body(
                            call, as: REST4.PermissionRequest.self, orElse: "v4.invalid-data")
                        let end = try request.expiresAt.map { text in
                            guard let date = try? Date(text, strategy: .iso8601), date > now else {
                                throw Refused(
                                    fault(
                                        "v4.invalid-data",
                                        "The end is not an ISO 8601 date in the future.",
                                        field: "expires_at"))
                            }
                            return date
                        }
                        let (given, rules) = try give(
                            request.permissionID, field: "permission_id", to: id, until: end,
                            in: &state, now)
                        let object = REST4.GrantedPermission(
                            given.entitlement, of: id,
                            expiresAt: given.expirationDate?.wireText)
                        return try created(object, at: object.url).because(rules)
                    }
                },
                "qonversion.v4.revoke-permission": { _, visit in
                    try await revoke(visit["permission_id"], from: visit["customer_id"], visit)
                },
            ]
        }

        private func summary(
            _ customer: CustomerHandle, in state: ProjectState
        ) -> REST4.Customer.Summary {
            let isSandbox = state.qonversionEnvironment(of: customer) == .sandbox
            return REST4.Customer.Summary(
                clientID: state.qonversionUserID(of: customer),
                externalIdentity: state.qonversionIdentityID(of: customer),
                environment: isSandbox ? .sandbox : .production,
                since: state.world.born[Int(state.ledger.original(of: customer).index)])
        }
    }
#endif
