// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymCore
    import AllonymService
    import AllonymSimulation
    import Foundation
    import HTTPTypes
    import RevenueCatWire

    // What is said of v2's customers, given to them, and moved between them.

    extension RevenueCatDialect {
        var customerActionHandlers: [String: Handler] {
            [
                "revenuecat.v2.list-customer-attributes": inProject { call, visit in
                    let request = try pageRequest(call)
                    let id = visit["customer_id"]
                    return try await visit.project.perform { state, _ in
                        try Answer(json: attributePage(request, id, in: state))
                    }
                },
                "revenuecat.v2.set-customer-attributes": inProject { call, visit in
                    var body = try JSONObject(call.body)
                    guard body.names.contains("attributes") else {
                        throw wrong("attributes", "attributes is needed.")
                    }
                    let given = try attributeList(&body)
                    try body.finish()
                    let id = visit["customer_id"]
                    return try await visit.project.perform { state, now in
                        _ = try known(id, in: state)
                        _ = set(given, of: id, in: &state, now)
                        return try Answer(
                            json: attributePage(.first, id, in: state))
                    }
                },
                "revenuecat.v2.grant-customer-entitlement": inProject { call, visit in
                    var body = try JSONObject(call.body)
                    let entitlement = try body.needed("entitlement_id")
                    let milliseconds = try body.number("expires_at")
                    try body.finish()
                    guard let milliseconds else {
                        throw wrong("expires_at", "expires_at is needed.")
                    }
                    let end = Date(milliseconds: Int64(milliseconds))
                    let id = visit["customer_id"]
                    var answer = try await act(visit) { state, now in
                        let key = try self.key(of: entitlement, in: state)
                        guard end > now else {
                            throw wrong("expires_at", "The end is not in the future.")
                        }
                        // v1 and webhooks tell of the same grant.
                        guard WireDate.whole(end) <= WireDate.latest else {
                            throw wrong("expires_at", WireDate.tooLate)
                        }
                        let given = EntitlementID(unchecked: key)
                        // The document grants it unless one exists; that this is one given by
                        // hand, and that the answer is 201 all the same, is inferred.
                        guard state.grant(of: given, to: id, now) == nil else { return nil }
                        return (Action.grant(given), end)
                    }
                    answer.status = .created
                    return answer
                },
                "revenuecat.v2.revoke-customer-granted-entitlement": inProject { call, visit in
                    var body = try JSONObject(call.body)
                    let entitlement = try body.needed("entitlement_id")
                    try body.finish()
                    return try await act(visit) { state, _ in
                        let key = try self.key(of: entitlement, in: state)
                        return (Action.revoke(EntitlementID(unchecked: key)), nil)
                    }
                },
                "revenuecat.v2.transfer-customer-data": inProject { call, visit in
                    var body = try JSONObject(call.body)
                    let target = try body.needed("target_customer_id")
                    let apps = try body.texts("app_ids")
                    try body.finish()
                    let source = visit["customer_id"]
                    return try await visit.project.perform { state, now in
                        _ = try known(source, in: state)
                        _ = try known(target, in: state)
                        guard apps.allSatisfy({ $0 == state.setup.appID }) else {
                            throw wrong("app_ids", "The project has no such app.")
                        }
                        let decision = state.perform(
                            .transfer(UserID(unchecked: source), to: UserID(unchecked: target)),
                            by: .user(UserID(unchecked: source), nil), now: now)
                        let rules = try self.rules(of: decision, in: state)
                        return try Answer(
                            json: REST2.Transfer(
                                sourceCustomer: customerObject(source, in: state, now),
                                targetCustomer: customerObject(target, in: state, now))
                        ).because(rules)
                    }
                },
            ]
        }

        /// Does something, if there is anything to do, to the customer in the path, and answers with
        /// what it is then.
        private func act(
            _ visit: Visit,
            _ body: @escaping @Sendable (ProjectState, Date) throws -> (Action, Date?)?
        ) async throws -> Answer {
            let id = visit["customer_id"]
            return try await visit.project.perform { state, now in
                _ = try known(id, in: state)
                guard let (action, end) = try body(state, now) else {
                    return try Answer(json: customerObject(id, in: state, now))
                }
                let decision = state.perform(
                    action, by: .user(UserID(unchecked: id), nil), now: now, until: end)
                let rules = try self.rules(of: decision, in: state)
                return try Answer(json: customerObject(id, in: state, now)).because(rules)
            }
        }

        /// The rules that made a decision, which must not be a refusal.
        private func rules(of decision: Decision, in state: ProjectState) throws -> [String] {
            let rules = state.names(of: decision.rows)
            guard decision.refusal == nil else {
                throw Refused(
                    problem("v2.unprocessable-entity", "The rules refuse it.").because(rules))
            }
            return rules
        }

        private func key(of entitlement: String, in state: ProjectState) throws -> String {
            guard let key = state.setup.entitlementKey(of: entitlement) else {
                throw missing("There is no such entitlement.")
            }
            return key
        }

        // MARK: Attributes

        /// The member `attributes` of a body of v2, where it is a list; each can be set.
        func attributeList(_ body: inout JSONObject) throws -> [GivenAttribute] {
            let objects = try body.objects("attributes")
            guard objects.count <= 50 else {
                throw wrong("attributes", "At most 50 attributes are set at once.")
            }
            var given: [GivenAttribute] = []
            for var object in objects {
                let name = try object.needed("name")
                guard object.names.contains("value") else {
                    throw wrong(object.place("value"), "An attribute has a value, or null.")
                }
                let value = try object.text("value")
                try object.finish()
                let attribute = GivenAttribute(
                    name: name, value: value?.isEmpty == true ? nil : value, milliseconds: nil)
                if let reason = Self.fault(of: attribute) {
                    throw wrong(object.place("value"), "\(name): \(reason)")
                }
                given.append(attribute)
            }
            return given
        }

        /// A page of what is said of a customer, by name.
        func attributePage(
            _ request: PageRequest, _ id: String, in state: ProjectState
        ) throws -> REST2.ListPage<REST2.CustomerAttribute> {
            let attributes = state.attributes[try known(id, in: state)] ?? [:]
            let items = attributes.sorted { $0.key < $1.key }.map {
                REST2.CustomerAttribute(
                    name: $0.key, value: $0.value.value, updatedAt: $0.value.milliseconds)
            }
            return try page(
                request, items, Self.path(of: id, "attributes", in: state), id: \.name)
        }
    }
#endif
