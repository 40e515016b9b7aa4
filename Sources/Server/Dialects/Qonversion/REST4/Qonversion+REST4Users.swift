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

    // Users, identities and properties of REST v4.

    extension QonversionDialect {
        var userHandlersOfV4: [String: Handler] {
            [
                "qonversion.v4.create-user": { call, visit in
                    let request = try body(
                        call, as: REST4.UserRequest.self, orElse: "v4.invalid-data",
                        rules: Self.environmentRule)
                    if let id = request.id, !isID(id) {
                        throw Refused(wrongID("id"))
                    }
                    return try await visit.project.perform { state, now in
                        let id = request.id ?? state.newQonversionUserID()
                        guard !state.isTakenByQonversionUser(id) else {
                            let rules = state.rulesAgainstQonversionUser(id)
                            throw Refused(fault("v4.user-exists", field: "id").because(rules))
                        }
                        let rules = try create(
                            id, request.environment ?? visit.environment, in: &state, now,
                            orElse: "v4.user-exists")
                        let user = try userOfV4(id, in: state)
                        return try created(user, at: user.url).because(rules)
                    }
                },
                "qonversion.v4.get-user": { _, visit in
                    try await visit.project.perform { state, _ in
                        try Answer(json: userOfV4(visit["user_id"], in: state))
                    }
                },
                "qonversion.v4.create-identity": { call, visit in
                    let request = try body(
                        call, as: REST4.IdentityRequest.self, orElse: "v4.invalid-data")
                    guard let identity = request.identityID, isID(identity) else {
                        throw Refused(wrongID("identity_id"))
                    }
                    return try await visit.project.perform { state, now in
                        if let id = request.userID {
                            let user = try known(id, in: state, orElse: "v4.not-found")
                            let customer = state.ledger.customer(of: user)
                            // A user has one identity at most, and it is never bound anew.
                            guard state.qonversionIdentityID(of: customer) == nil else {
                                throw taken("user_id", identity, by: customer, in: state)
                            }
                        }
                        guard
                            state.ledger.user(UserID(unchecked: identity)).map(
                                state.ledger.isApart) ?? true
                        else { throw taken("identity_id", identity, in: state) }
                        let (user, rules) = try link(
                            identity, to: request.userID, visit.environment, in: &state, now
                        ) { _ in wrongID("identity_id") }
                        let object = REST4.Identity(id: identity, userID: user)
                        return try created(object, at: object.url).because(rules)
                    }
                },
                "qonversion.v4.get-identity": { _, visit in
                    let id = visit["identity_id"]
                    return try await visit.project.perform { state, _ in
                        guard let identity = state.qonversionIdentity(id) else {
                            throw Refused(fault("v4.not-found"))
                        }
                        let user = state.qonversionUserID(of: state.ledger.customer(of: identity))
                        return try Answer(json: REST4.Identity(id: id, userID: user))
                    }
                },
                "qonversion.v4.list-user-properties": { _, visit in
                    let id = visit["user_id"]
                    return try await visit.project.perform { state, _ in
                        let user = try known(id, in: state, orElse: "v4.not-found")
                        return try Answer(
                            json: REST4.ListPage(
                                url: REST4.path("users", id, "properties"),
                                state.qonversionProperties(of: state.ledger.customer(of: user))))
                    }
                },
                "qonversion.v4.set-user-properties": { call, visit in
                    try await setProperties(call, visit, of: "users", visit["user_id"])
                },
                "qonversion.v4.set-customer-properties": { call, visit in
                    try await setProperties(call, visit, of: "customers", visit["customer_id"])
                },
            ]
        }

        /// A new object, and where it is.
        func created(_ object: some Encodable, at url: String) throws -> Answer {
            var answer = try Answer(.created, json: object)
            answer.headers[.location] = url
            return answer
        }

        private func userOfV4(_ id: String, in state: ProjectState) throws -> REST4.User {
            let user = try known(id, in: state, orElse: "v4.not-found")
            let customer = state.ledger.customer(of: user)
            return REST4.User(
                id: id, environment: state.qonversionEnvironment(of: customer),
                identityID: state.qonversionIdentityID(of: customer),
                created: state.world.born[Int(user.index)])
        }

        /// The refusal of a link for what one of its fields names.
        private func taken(
            _ field: String, _ identity: String, by customer: CustomerHandle? = nil,
            in state: ProjectState
        ) -> Refused {
            let rules = rulesAgainstLinking(identity, to: customer, in: state)
            return Refused(fault("v4.identity-exists", field: field).because(rules))
        }

        /// The refusal of an ID that does not follow the rule.
        func wrongID(_ field: String) -> Answer {
            fault("v4.invalid-data", Self.ruleOfIDs, field: field)
        }

        /// Sets properties by the rules of v4: one that is taken makes a success of the whole.
        private func setProperties(
            _ call: Call, _ visit: Visit, of list: String, _ id: String
        ) async throws -> Answer {
            try await visit.project.perform { state, now in
                let user = try known(id, in: state, orElse: "v4.not-found")
                let customer = state.ledger.customer(of: user)
                let request = try body(
                    call, as: REST4.PropertiesRequest.self, orElse: "v4.invalid-data")
                guard let given = request.properties, (1...100).contains(given.count),
                    given.contains(where: { PropertyRule.faultInV4(of: $0) == nil })
                else {
                    throw Refused(
                        fault(
                            "v4.invalid-data",
                            "1 to 100 properties are taken, and one of them has to be valid.",
                            field: "properties"))
                }
                var keys = Set(state.qonversionProperties(of: customer).map(\.key))
                let (saved, errors) = set(given, of: customer, in: &state, now) { property in
                    if let reason = PropertyRule.faultInV4(of: property) { return reason }
                    guard keys.contains(property.key) || keys.count < 100 else {
                        return "Property key: \(property.key). Error: a user has 100 properties."
                    }
                    keys.insert(property.key)
                    return nil
                }
                return try Answer(
                    json: REST4.PropertiesResult(
                        url: REST4.path(list, id, "properties"), saved, errors: errors))
            }
        }
    }
#endif
