// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymService
    import Foundation
    import HTTPTypes
    import RevenueCatWire

    // Where webhooks go. The header that a receiver asks for is taken and never shown.

    extension RevenueCatDialect {
        var webhookHandlers: [String: Handler] {
            [
                "revenuecat.v2.list-webhook-integrations": inProject { call, visit in
                    let request = try pageRequest(call)
                    return try await read(visit) { setup in
                        let objects = setup.webhooks.filter { $0.form == Self.key }.map {
                            integration($0, in: setup)
                        }
                        return try Answer(
                            json: page(
                                request, objects, setup.path("integrations", "webhooks"), id: \.id))
                    }
                },
                "revenuecat.v2.create-webhook-integration": inProject { call, visit in
                    let wanted = try changes(call)
                    guard let name = wanted.name else { throw wrong("name", "name is needed.") }
                    guard let url = wanted.url else { throw wrong("url", "url is needed.") }
                    // What the operator allows one endpoint that the project began with, others that
                    // are added later may as well.
                    let isLocal = visit.project.file.webhooks.contains(where: \.allowLoopback)
                    return try await change(visit, status: .created) { setup, now in
                        let isLocal = isLocal || setup.webhooks.contains(where: \.allowLoopback)
                        var endpoint = Endpoint(
                            id: KeyRing.generate(prefix: ""), url: url, form: Self.key,
                            allowLoopback: isLocal, created: now.milliseconds)
                        endpoint.name = name
                        try apply(wanted, to: &endpoint, in: setup)
                        setup.webhooks.append(endpoint)
                        return integration(endpoint, in: setup)
                    }
                },
                "revenuecat.v2.get-webhook-integration": inProject { _, visit in
                    let id = visit["webhook_integration_id"]
                    return try await read(visit) { setup in
                        let index = try index(ofWebhook: id, in: setup)
                        return try Answer(json: integration(setup.webhooks[index], in: setup))
                    }
                },
                "revenuecat.v2.update-webhook-integration": inProject { call, visit in
                    let wanted = try changes(call)
                    return try await change(visit) { setup, _ in
                        let index = try index(
                            ofWebhook: visit["webhook_integration_id"], in: setup)
                        try apply(wanted, to: &setup.webhooks[index], in: setup)
                        return integration(setup.webhooks[index], in: setup)
                    }
                },
                "revenuecat.v2.delete-webhook-integration": inProject { _, visit in
                    let id = visit["webhook_integration_id"]
                    return try await change(visit) { setup, now in
                        setup.webhooks.remove(at: try index(ofWebhook: id, in: setup))
                        return deleted(.webhookIntegration, id, now)
                    }
                },
            ]
        }

        /// Where the endpoint of an ID stands, which has to be there; those of other forms are not.
        private func index(ofWebhook id: String, in setup: ProjectSetup) throws -> Int {
            guard
                let index = setup.webhooks.firstIndex(where: {
                    $0.form == Self.key && setup.id(of: .webhook, $0.id) == id
                })
            else { throw missing("There is no such webhook integration.") }
            return index
        }

        /// An endpoint as v2 shows it.
        private func integration(
            _ endpoint: Endpoint, in setup: ProjectSetup
        ) -> REST2.WebhookIntegration {
            REST2.WebhookIntegration(
                id: setup.id(of: .webhook, endpoint.id), projectID: setup.project,
                name: endpoint.name ?? endpoint.url, url: endpoint.url,
                environment: endpoint.isSandbox.map { $0 ? .sandbox : .production },
                eventTypes: endpoint.events?.compactMap {
                    REST2.WebhookEventType(rawValue: $0.lowercased())
                },
                appID: endpoint.app, createdAt: endpoint.created ?? setup.created)
        }

        /// What a body changes; a member that the document does not know is left alone, as its schema
        /// allows it.
        private func changes(_ call: Call) throws -> REST2.UpdateWebhookIntegration {
            var body = try JSONObject(call.body)
            var wanted = REST2.UpdateWebhookIntegration(
                name: try changed("name", &body, upTo: Self.longestName),
                url: try changed("url", &body, upTo: 5_000))
            if let url = wanted.url, !Endpoint.isAddress(url) || Endpoint.namesSomebody(url) {
                throw wrong("url", "The URL is not an http or https address.")
            }
            if body.names.contains("authorization_header") {
                let header = try body.text("authorization_header")
                if let header, header.unicodeScalars.count > 5_000 || !Endpoint.isHeader(header) {
                    throw wrong("authorization_header", "The text is not allowed in a header.")
                }
                wanted.authorizationHeader = header.map { .set($0) } ?? .remove
            }
            if body.names.contains("environment") {
                wanted.environment =
                    try body.text("environment").map { name in
                        guard let environment = REST2.Environment(rawValue: name) else {
                            throw wrong("environment", "environment is production or sandbox.")
                        }
                        return .set(environment)
                    } ?? .remove
            }
            if body.names.contains("event_types") {
                let names = try body.texts("event_types")
                let types = try names.enumerated().map { index, name in
                    guard let type = REST2.WebhookEventType(rawValue: name) else {
                        throw wrong("event_types[\(index)]", "There is no event type \"\(name)\".")
                    }
                    return type
                }
                wanted.eventTypes = body.value("event_types") == nil ? .remove : .set(types)
            }
            if body.names.contains("app_id") {
                wanted.appID = try label("app_id", &body, upTo: 255).map { .set($0) } ?? .remove
            }
            return wanted
        }

        private func apply(
            _ wanted: REST2.UpdateWebhookIntegration, to endpoint: inout Endpoint,
            in setup: ProjectSetup
        ) throws {
            if let name = wanted.name { endpoint.name = name }
            if let url = wanted.url { endpoint.url = url }
            wanted.authorizationHeader.apply(to: &endpoint.authorization) { $0 }
            wanted.environment.apply(to: &endpoint.isSandbox) { $0 == .sandbox }
            wanted.eventTypes.apply(to: &endpoint.events) { $0.map(\.type.rawValue) }
            if case .set(let app) = wanted.appID, app != setup.appID {
                throw wrong("app_id", "The project has no such app.")
            }
            wanted.appID.apply(to: &endpoint.app) { $0 }
        }
    }

    extension Change {
        /// Keeps a value, removes it, or sets what is made of this.
        fileprivate func apply<Kept>(to kept: inout Kept?, _ make: (Value) -> Kept) {
            switch self {
            case .keep: return
            case .remove: kept = nil
            case .set(let value): kept = make(value)
            }
        }
    }
#endif
