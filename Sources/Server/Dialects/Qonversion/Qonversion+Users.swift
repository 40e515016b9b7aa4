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

    // Users and identities of REST v3.

    extension QonversionDialect {
        var userHandlers: [String: Handler] {
            [
                "qonversion.v3.create-user": { call, visit in
                    let request = try body(
                        call, as: REST3.UserRequest.self, orElse: "v3.invalid-data",
                        rules: Self.environmentRule)
                    let id = visit["user_id"]
                    return try await visit.project.perform { state, now in
                        if isAegis, state.qonversionUser(id) != nil {
                            return try Answer(json: user(id, in: state))
                        }
                        guard !state.isTakenByQonversionUser(id) else {
                            let rules = state.rulesAgainstQonversionUser(id)
                            throw Refused(fault("v3.user-exists").because(rules))
                        }
                        let rules = try create(
                            id, request.environment ?? visit.environment, in: &state, now,
                            orElse: "v3.user-exists")
                        return try Answer(json: user(id, in: state)).because(rules)
                    }
                },
                "qonversion.v3.get-user": { _, visit in
                    try await visit.project.perform { state, _ in
                        try Answer(json: user(visit["user_id"], in: state))
                    }
                },
                "qonversion.v3.create-identity": { call, visit in
                    let request = try body(
                        call, as: REST3.IdentityRequest.self, orElse: "v3.invalid-data")
                    let identity = visit["identity_id"]
                    return try await visit.project.perform { state, now in
                        let known = try request.userID.flatMap { id -> CustomerHandle? in
                            if let user = state.qonversionUser(id) {
                                return state.ledger.customer(of: user)
                            }
                            guard isAegis, !state.isTakenByQonversionUser(id) else {
                                let rules = state.rulesAgainstQonversionUser(id)
                                throw Refused(fault("v3.identity-user-not-found").because(rules))
                            }
                            return nil
                        }
                        if let id = faultOfLinking(identity, to: known, in: state) {
                            throw Refused(fault(id))
                        }
                        let (user, rules) = try link(
                            identity, to: request.userID, visit.environment, in: &state, now
                        ) { decision in
                            decision.identifierRules.isEmpty
                                ? fault("v3.identity-linked")
                                : fault(
                                    "v3.invalid-data", "The identity is not allowed.",
                                    field: "identity_id")
                        }
                        return try Answer(json: REST3.Identity(id: identity, userID: user))
                            .because(rules)
                    }
                },
                "qonversion.v3.get-identity": { _, visit in
                    let id = visit["identity_id"]
                    return try await visit.project.perform { state, _ in
                        guard let identity = state.qonversionIdentity(id) else {
                            throw Refused(fault("v3.identity-not-found"))
                        }
                        let user = state.qonversionUserID(of: state.ledger.customer(of: identity))
                        return try Answer(json: REST3.Identity(id: id, userID: user))
                    }
                },
            ]
        }

        /// A user, or 404.
        func known(_ id: String, in state: ProjectState, orElse fault: String) throws -> UserHandle
        {
            guard let user = state.qonversionUser(id) else { throw Refused(self.fault(fault)) }
            return user
        }

        private func user(_ id: String, in state: ProjectState) throws -> REST3.User {
            if isAegis, state.qonversionUser(id) == nil {
                return REST3.User(id: id, created: 0, environment: .production)
            }
            let user = try known(id, in: state, orElse: "v3.user-not-found")
            let customer = state.ledger.customer(of: user)
            return REST3.User(
                id: id, created: isAegis ? 0 : state.world.born[Int(user.index)].wireSeconds,
                environment: state.qonversionEnvironment(of: customer),
                identityID: state.qonversionIdentityID(of: customer))
        }

        /// Makes a user, and returns the rules that did.
        func create(
            _ id: String, _ environment: Environment, in state: inout ProjectState, _ now: Date,
            orElse refusal: String
        ) throws -> [String] {
            let decision = state.perform(
                .open, by: .minted(UserID(unchecked: id), nil), now: now)
            let rules = state.names(of: decision.rows)
            guard decision.refusal == nil, let user = state.qonversionUser(id) else {
                throw Refused(fault(refusal).because(rules))
            }
            state.setQonversionEnvironment(
                environment, of: state.ledger.customer(of: user), now)
            return rules
        }

        /// Why an identity cannot be linked to a user; nil where it can.
        ///
        /// Whose identity it is counts before what the user has. Without a user a new one is meant.
        private func faultOfLinking(
            _ identity: String, to customer: CustomerHandle?, in state: ProjectState
        ) -> String? {
            if let owner = state.ledger.user(UserID(unchecked: identity)),
                !state.ledger.isNobody(owner), !state.ledger.isApart(owner)
            {
                return state.ledger.customer(of: owner) == customer
                    ? isAegis ? "v3.aegis-same-identity" : "v3.user-already-has-identity"
                    : "v3.identity-linked"
            }
            guard customer.flatMap(state.qonversionIdentityID) != nil else { return nil }
            return isAegis ? "v3.aegis-other-identity" : "v3.user-already-converted"
        }

        /// The rows that speak of a refused link: of one whose identity is in use, or whose user has
        /// one, as of v3's faults, which tell these apart.
        func rulesAgainstLinking(
            _ identity: String, to customer: CustomerHandle?, in state: ProjectState
        ) -> [String] {
            if let id = faultOfLinking(identity, to: customer, in: state) { return fault(id).rules }
            return state.rulesAgainstReturn(of: state.ledger.user(UserID(unchecked: identity)))
        }

        /// Links an identity to a user, or to a new one.
        ///
        /// - Parameters:
        ///   - identity: The identity; nobody has it.
        ///   - id: The user's ID; nil for a new user.
        ///   - environment: Of a new user: where it lives.
        ///   - state: The project.
        ///   - now: When.
        ///   - refused: What is said where the rules refuse.
        /// - Returns: The user that the identity belongs to, and the rules that decided.
        /// - Throws: What is said where the rules refuse.
        func link(
            _ identity: String, to id: String?, _ environment: Environment,
            in state: inout ProjectState, _ now: Date, orElse refused: (Decision) -> Answer
        ) throws -> (user: String, rules: [String]) {
            let user = id ?? state.newQonversionUserID()
            let decision = state.perform(
                .logIn(UserID(unchecked: identity)), by: state.qonversionActor(user), now: now)
            let rules = state.names(of: decision.rows) + decision.identifierRules
            guard decision.refusal == nil, let handle = state.qonversionIdentity(identity) else {
                throw Refused(refused(decision).because(rules))
            }
            let customer = state.ledger.customer(of: handle)
            if id == nil { state.setQonversionEnvironment(environment, of: customer, now) }
            return (user: state.qonversionUserID(of: customer), rules: rules)
        }
    }

    extension Visit {
        /// The environment that the key is for.
        var environment: Environment { isSandbox ? .sandbox : .production }
    }
#endif
