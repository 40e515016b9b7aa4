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

    // Customers of v2: listed, made, looked at, deleted.

    extension RevenueCatDialect {
        var customerHandlers: [String: Handler] {
            [
                "revenuecat.v2.list-customers": inProject { call, visit in
                    let request = try pageRequest(call, keeping: ["search"])
                    let search = call.query["search"]
                    return try await visit.project.perform { state, now in
                        try Answer(json: customers(request, search, in: state, now))
                    }
                },
                "revenuecat.v2.create-customer": inProject { call, visit in
                    var body = try JSONObject(call.body)
                    let id = try body.needed("id")
                    let given = try attributeList(&body)
                    try body.finish()
                    guard Self.isCreatable(id) else {
                        throw wrong(
                            "id", "An ID has 1 to 1,500 letters, digits, hyphens and underscores.")
                    }
                    return try await visit.project.perform { state, now in
                        guard customer(id, in: state) == nil else {
                            throw Refused(
                                problem(
                                    "v2.resource-already-exists", "A customer has this ID.",
                                    param: "id"))
                        }
                        let decision = state.perform(
                            .open, by: .user(UserID(unchecked: id), nil), now: now)
                        let rules = state.names(of: decision.rows) + decision.identifierRules
                        guard decision.refusal == nil else {
                            throw Refused(
                                problem(
                                    "v2.unprocessable-entity", "The ID is not allowed.",
                                    param: "id"
                                ).because(rules))
                        }
                        _ = set(given, of: id, in: &state, now)
                        var answer = try Answer(json: customerObject(id, in: state, now))
                        answer.status = .created
                        return answer.because(rules)
                    }
                },
                "revenuecat.v2.get-customer": inProject { call, visit in
                    let names = call.query.all("expand").flatMap { $0.split(separator: ",") }
                    guard names.allSatisfy({ $0 == "attributes" }) else {
                        throw wrong("expand", "attributes is all that can be expanded.")
                    }
                    let id = visit["customer_id"]
                    return try await visit.project.perform { state, now in
                        var object = try customerObject(id, in: state, now)
                        if !names.isEmpty {
                            object.attributes = try attributePage(
                                .first, id, in: state)
                        }
                        return try Answer(json: object)
                    }
                },
                "revenuecat.v2.delete-customer": inProject { _, visit in
                    let id = visit["customer_id"]
                    return try await visit.project.perform { state, now in
                        _ = try known(id, in: state)
                        let decision = state.perform(
                            .delete(UserID(unchecked: id)), by: .user(UserID(unchecked: id), nil),
                            now: now)
                        return try Answer(
                            json: REST2.DeletedObject(
                                object: .customer, id: id, deletedAt: now.milliseconds)
                        ).because(state.names(of: decision.rows))
                    }
                },
                "revenuecat.v2.list-customer-aliases": inProject { call, visit in
                    let request = try pageRequest(call)
                    let id = visit["customer_id"]
                    return try await visit.project.perform { state, _ in
                        let aliases = state.ledger.aliases(of: try known(id, in: state)).map {
                            REST2.CustomerAlias(
                                id: state.ledger.id(of: $0).text,
                                createdAt: state.world.born[Int($0.index)].milliseconds)
                        }
                        let url = Self.path(of: id, "aliases", in: state)
                        return try Answer(json: page(request, aliases, url, id: \.id))
                    }
                },
                "revenuecat.v2.list-customer-active-entitlements": inProject { call, visit in
                    let request = try pageRequest(call)
                    let id = visit["customer_id"]
                    return try await visit.project.perform { state, now in
                        let active = try activeEntitlements(id, in: state, now)
                        let url = Self.path(of: id, "active_entitlements", in: state)
                        return try Answer(json: page(request, active, url, id: \.entitlementID))
                    }
                },
            ]
        }

        /// Which IDs v2 makes customers of; others it only reads.
        ///
        /// Source: https://www.revenuecat.com/docs/api-v2, Create a customer, read 2026-11-22.
        private static func isCreatable(_ id: String) -> Bool {
            (1...1_500).contains(id.utf8.count)
                && id.utf8.allSatisfy {
                    (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0)
                        || $0 == 95 || $0 == 45
                }
        }

        // MARK: Looking up

        /// The customer of an ID; nil where nobody has it.
        func customer(_ id: String, in state: ProjectState) -> CustomerHandle? {
            guard let user = state.ledger.user(UserID(unchecked: id)), !state.ledger.isNobody(user)
            else { return nil }
            return state.ledger.customer(of: user)
        }

        /// The customer of an ID; v2 never makes one by being asked.
        func known(_ id: String, in state: ProjectState) throws -> CustomerHandle {
            guard let customer = customer(id, in: state) else {
                throw missing("There is no such customer.")
            }
            return customer
        }

        /// What v2 says of one customer.
        func customerObject(
            _ id: String, in state: ProjectState, _ now: Date
        ) throws -> REST2.Customer {
            _ = try known(id, in: state)
            guard let view = state.world.view(of: UserID(unchecked: id), now: now) else {
                throw missing("There is no such customer.")
            }
            var object = REST2.Customer(view, project: state.setup.project)
            object.activeEntitlements = try page(
                .first, try activeEntitlements(id, in: state, now),
                Self.path(of: id, "active_entitlements", in: state), id: \.entitlementID)
            return object
        }

        private func activeEntitlements(
            _ id: String, in state: ProjectState, _ now: Date
        ) throws -> [REST2.CustomerEntitlement] {
            _ = try known(id, in: state)
            guard let view = state.world.view(of: UserID(unchecked: id), now: now) else {
                return []
            }
            // v2 names entitlements by their IDs, so it knows none that is not set up any more.
            let keys = Set(state.setup.entitlements.map(\.identifier))
            return REST2.CustomerEntitlement.active(of: view) { key in
                keys.contains(key) ? state.setup.id(of: .entitlement, key) : nil
            }
        }

        /// A page of all customers, oldest first; a deleted one may still be what it starts after.
        private func customers(
            _ request: PageRequest, _ email: String?, in state: ProjectState, _ now: Date
        ) throws -> REST2.ListPage<REST2.Customer> {
            var found = state.ledger.liveCustomers
            if let email {
                found = found.filter { state.attributes[$0]?["$email"]?.value == email }
            }
            if let last = request.startingAfter {
                guard let user = state.ledger.user(UserID(unchecked: last)) else {
                    throw wrong("starting_after", "No customer ever had this ID.")
                }
                let number = state.ledger.customer(of: user).index
                found = found.filter { $0.index > number }
            }
            // One more than asked for shows whether there is another page.
            let objects = found.prefix(request.limit + 1).compactMap { customer in
                let id = state.ledger.id(of: state.ledger.original(of: customer))
                return state.world.view(of: id, now: now).map {
                    REST2.Customer($0, project: state.setup.project)
                }
            }
            let url = "/v2/projects/\(PercentEncoding.text(state.setup.project))/customers"
            return request.page(rest: objects[...], url: url, id: \.id)
        }

        // MARK: Pages

        /// The path of a list of a customer's.
        static func path(of id: String, _ list: String, in state: ProjectState) -> String {
            "/v2/projects/\(PercentEncoding.text(state.setup.project))/customers/"
                + "\(PercentEncoding.text(id))/\(list)"
        }

        /// The page that a call asks for.
        func pageRequest(_ call: Call, keeping kept: [String] = []) throws -> PageRequest {
            do throws(WrongPage) {
                return try PageRequest(call.query, keeping: kept)
            } catch {
                throw wrong(error.param, error.message)
            }
        }

        /// A page of a list.
        func page<Item>(
            _ request: PageRequest, _ items: [Item], _ url: String, id: (Item) -> String
        ) throws -> REST2.ListPage<Item> {
            do throws(WrongPage) {
                return try request.page(of: items, url: url, id: id)
            } catch {
                throw wrong(error.param, error.message)
            }
        }
    }
#endif
