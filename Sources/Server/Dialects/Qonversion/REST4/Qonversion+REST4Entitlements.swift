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

    // Entitlements of REST v4: what users have of them.

    extension QonversionDialect {
        var entitlementHandlersOfV4: [String: Handler] {
            [
                "qonversion.v4.list-user-entitlements": { call, visit in
                    let request = try page(call)
                    let id = visit["user_id"]
                    return try await visit.project.perform { state, now in
                        let held = try held(by: id, in: state, now).map {
                            REST4.UserEntitlement($0, of: id)
                        }
                        let url = REST4.path("users", id, "entitlements")
                        return try Answer(json: page(request, held, url, id: \.id))
                    }
                },
                "qonversion.v4.grant-entitlement": { call, visit in
                    let id = visit["user_id"]
                    return try await visit.project.perform { state, now in
                        _ = try known(id, in: state, orElse: "v4.not-found")
                        let request = try body(
                            call, as: REST4.GrantRequest.self, orElse: "v4.invalid-data")
                        let seconds = request.expires ?? 0
                        guard seconds == 0 || isEnd(seconds, after: now) else {
                            throw Refused(
                                fault(
                                    "v4.invalid-data", "The end is not a date in the future.",
                                    field: "expires"))
                        }
                        let end =
                            seconds == 0 ? nil : Date(timeIntervalSince1970: Double(seconds))
                        let (given, rules) = try give(
                            request.id, field: "id", to: id, until: end, in: &state, now)
                        let object = REST4.UserEntitlement(HeldEntitlement(given), of: id)
                        return try created(object, at: object.url).because(rules)
                    }
                },
                "qonversion.v4.revoke-entitlement": { _, visit in
                    try await revoke(visit["entitlement_id"], from: visit["user_id"], visit)
                },
            ]
        }

        /// Whether seconds are a date in the future, and one that ISO 8601 writes with four digits of
        /// the year, as answers do.
        private func isEnd(_ seconds: Int64, after now: Date) -> Bool {
            seconds > now.wireSeconds && seconds <= 253_402_300_799
        }

        /// All entitlements of a user.
        func held(
            by id: String, in state: ProjectState, _ now: Date
        ) throws -> [HeldEntitlement] {
            let user = try known(id, in: state, orElse: "v4.not-found")
            return HeldEntitlement.all(of: state.world.view(of: user, now: now))
        }

        /// Gives a user an entitlement by hand; one that it has paid for is left alone.
        func give(
            _ entitlement: String?, field: String, to id: String, until end: Date?,
            in state: inout ProjectState, _ now: Date
        ) throws -> (grant: Grant, rules: [String]) {
            guard let entitlement, state.setup.givesEntitlement(entitlement) else {
                throw Refused(
                    fault("v4.invalid-data", "There is no such entitlement.", field: field))
            }
            try refusePaid(entitlement, of: id, in: state, now)
            let decision = state.perform(
                .grant(EntitlementID(unchecked: entitlement)), by: state.qonversionActor(id),
                now: now, until: end)
            let rules = state.names(of: decision.rows)
            guard decision.refusal == nil, let user = state.qonversionUser(id),
                let grant = state.grant(entitlement, of: user, now)
            else { throw Refused(fault("v4.invalid-data").because(rules)) }
            return (grant: grant, rules: rules)
        }

        /// Takes what was given by hand.
        func revoke(_ entitlement: String, from id: String, _ visit: Visit) async throws -> Answer {
            try await visit.project.perform { state, now in
                let user = try known(id, in: state, orElse: "v4.not-found")
                try refusePaid(entitlement, of: id, in: state, now)
                guard state.grant(entitlement, of: user, now) != nil else {
                    throw Refused(fault("v4.not-found"))
                }
                let decision = state.perform(
                    .revoke(EntitlementID(unchecked: entitlement)), by: state.qonversionActor(id),
                    now: now)
                let rules = state.names(of: decision.rows)
                guard decision.refusal == nil else {
                    throw Refused(fault("v4.invalid-data").because(rules))
                }
                return Answer(.noContent).because(rules)
            }
        }

        private func refusePaid(
            _ entitlement: String, of id: String, in state: ProjectState, _ now: Date
        ) throws {
            let held = try held(by: id, in: state, now)
            if held.contains(where: { $0.id == entitlement && $0.isActive && $0.purchase != nil }) {
                throw Refused(fault("v4.paid-entitlement"))
            }
        }

        // MARK: Pages

        /// The page that a call asks for.
        func page(_ call: Call) throws -> RequestedPage {
            let limit = call.query["limit"].map { Int($0) ?? 0 } ?? RequestedPage.usual
            guard RequestedPage.limits.contains(limit) else {
                throw Refused(
                    fault("v4.invalid-data", "A page has 1 to 100 elements.", field: "limit"))
            }
            return RequestedPage(limit: limit, startingAfter: call.query["starting_after"])
        }

        /// A page of a list.
        func page<Item>(
            _ request: RequestedPage, _ items: [Item], _ url: String, id: (Item) -> String
        ) throws -> REST4.ListPage<Item> {
            var rest = items[...]
            if let last = request.startingAfter {
                guard let index = rest.firstIndex(where: { id($0) == last }) else {
                    throw Refused(
                        fault(
                            "v4.invalid-data", "The list has no such element.",
                            field: "starting_after"))
                }
                rest = rest[(index + 1)...]
            }
            let shown = Array(rest.prefix(request.limit))
            let cursor = rest.count > shown.count ? shown.last.map(id) : nil
            return REST4.ListPage(url: url, shown, nextCursor: cursor)
        }
    }

    /// Which part of a list is asked for.
    ///
    /// Source: https://documentation.qonversion.io/api-reference/rest-api-v4.yaml, read 2026-11-25.
    struct RequestedPage {
        static let usual = 20
        static let limits = 1...100

        let limit: Int
        /// The ID after which the page begins; nil for the first page.
        let startingAfter: String?
    }
#endif
