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

    // Entitlements of REST v3: looked at, given and taken.

    extension QonversionDialect {
        var entitlementHandlers: [String: Handler] {
            [
                "qonversion.v3.list-user-entitlements": { _, visit in
                    try await visit.project.perform { state, now in
                        if isAegis, state.qonversionUser(visit["user_id"]) == nil {
                            return try Answer(json: REST3.EntitlementList([]))
                        }
                        let user = try known(
                            visit["user_id"], in: state, orElse: "v3.user-not-found")
                        let held = HeldEntitlement.all(of: state.world.view(of: user, now: now))
                        return try Answer(
                            json: REST3.EntitlementList(held.map(REST3.Entitlement.init)))
                    }
                },
                "qonversion.v3.grant-entitlement": { call, visit in
                    let id = visit["user_id"]
                    return try await visit.project.perform { state, now in
                        // The user is looked at before what is to be given.
                        if !isAegis { _ = try known(id, in: state, orElse: "v3.user-not-found") }
                        let request = try body(
                            call, as: REST3.GrantRequest.self, orElse: "v3.invalid-data")
                        guard let expires = request.expires, expires > now.wireSeconds,
                            expires <= Int64(Int32.max)
                        else { throw Refused(fault("v3.entitlement-expires")) }
                        let entitlement = try defined(request.id, in: state)
                        if isAegis, !state.isTakenByQonversionUser(id) {
                            _ = try create(
                                id, visit.environment, in: &state, now, orElse: "v3.user-not-found")
                        }
                        let user = try known(id, in: state, orElse: "v3.user-not-found")
                        // One that was given already stays as it is.
                        if !isAegis, let grant = state.grant(entitlement, of: user, now) {
                            return try Answer(json: REST3.Entitlement(HeldEntitlement(grant)))
                        }
                        let decision = state.perform(
                            .grant(EntitlementID(unchecked: entitlement)),
                            by: state.qonversionActor(id), now: now,
                            until: Date(timeIntervalSince1970: Double(expires)))
                        let rules = state.names(of: decision.rows)
                        guard decision.refusal == nil,
                            let grant = state.grant(entitlement, of: user, now)
                        else { throw Refused(fault("v3.invalid-data").because(rules)) }
                        return try Answer(json: REST3.Entitlement(HeldEntitlement(grant)))
                            .because(rules)
                    }
                },
                "qonversion.v3.revoke-entitlement": { _, visit in
                    let id = visit["user_id"]
                    return try await visit.project.perform { state, now in
                        let user = try known(id, in: state, orElse: "v3.user-not-found")
                        let entitlement = try defined(visit["entitlement_id"], in: state)
                        guard !isAegis || state.grant(entitlement, of: user, now) != nil else {
                            throw Refused(fault("v3.entitlement-not-found"))
                        }
                        let decision = state.perform(
                            .revoke(EntitlementID(unchecked: entitlement)),
                            by: state.qonversionActor(id), now: now)
                        let rules = state.names(of: decision.rows)
                        guard decision.refusal == nil else {
                            throw Refused(fault("v3.invalid-data").because(rules))
                        }
                        return Answer(.ok, Array("{}".utf8)).because(rules)
                    }
                },
            ]
        }

        /// An entitlement that some product gives.
        private func defined(_ id: String?, in state: ProjectState) throws -> String {
            guard let id, state.setup.givesEntitlement(id) else {
                throw Refused(fault("v3.entitlement-not-found"))
            }
            return id
        }
    }

    extension ProjectSetup {
        /// Whether there is an entitlement of this ID: one that a product gives, sold or not, or that
        /// is only granted.
        func givesEntitlement(_ id: String) -> Bool {
            products.contains { $0.entitlements.contains(id) }
                || entitlements.contains { $0.identifier == id }
        }
    }

    extension ProjectState {
        /// What was given to a user by hand.
        func grant(_ entitlement: String, of user: UserHandle, _ now: Date) -> Grant? {
            world.view(of: user, now: now).grants.first { $0.entitlement == entitlement }
        }
    }
#endif
