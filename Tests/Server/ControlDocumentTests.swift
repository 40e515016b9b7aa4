// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymCore
    import AllonymJournal
    import AllonymServer
    import AllonymService
    import AllonymTestSupport
    import Foundation
    import HTTPTypes
    import Testing

    /// The OpenAPI document of the control API is that of its routes, and of what they answer.
    @Suite struct ControlDocumentTests {
        private func document() async throws -> [String: Any] {
            let server = try TestServer("revenuecat")
            #expect(await server.call(.get, "/allonym/v1/openapi.json", key: nil).status == 401)
            let reply = await server.call(.get, "/allonym/v1/openapi.json", key: "admin")
            #expect(reply.status == 200)
            return reply.object
        }

        private func operations(_ document: [String: Any]) -> [String: [String: Any]] {
            var found: [String: [String: Any]] = [:]
            for (path, methods) in document["paths"] as? [String: [String: Any]] ?? [:] {
                for (method, operation) in methods {
                    found["\(method.uppercased()) \(path)"] = operation as? [String: Any]
                }
            }
            return found
        }

        @Test func `It has every route, and none that there is not`() async throws {
            let documented = Set(operations(try await document()).keys)
            let server = try TestServer("revenuecat")
            let routes = ControlAPI(
                ServedProjects([server.hosted], EveryProvider.mappings)
            ) { _ in }.names
            #expect(Set(routes).count == routes.count)
            #expect(documented.symmetricDifference(routes).sorted() == [])
        }

        @Test func `It has every name that a query can have, and no other`() async throws {
            let server = try TestServer("revenuecat")
            let queries = ControlAPI(
                ServedProjects([server.hosted], EveryProvider.mappings)
            ) { _ in }.queries
            for (name, operation) in operations(try await document()) {
                let parameters = operation["parameters"] as? [[String: Any]] ?? []
                let documented = parameters.filter { $0["in"] as? String == "query" }
                #expect(documented.compactMap { $0["name"] as? String } == queries[name], "\(name)")
            }
        }

        @Test func `It says which routes ask for no key, and each other one asks`() async throws {
            let server = try TestServer("revenuecat")
            for (name, operation) in operations(try await document()) {
                let parts = name.split(separator: " ").map(String.init)
                let method = try #require(HTTPRequest.Method(parts[0]))
                let path = parts[1].replacing("{id}", with: "1")
                let isOpen = (operation["security"] as? [Any])?.isEmpty == true
                let reply = await server.call(method, path, key: "secret")
                #expect((reply.status == 401) == !isOpen, "\(name)")
            }
        }

        @Test func `Every reference in it leads somewhere`() async throws {
            let document = try await document()
            let text = String(
                decoding: try JSONSerialization.data(
                    withJSONObject: document, options: .withoutEscapingSlashes), as: UTF8.self)
            let references = text.matches(of: #/"\$ref":"#\/components\/(\w+)\/(\w+)"/#)
            #expect(references.count > 50)
            let components = try #require(document["components"] as? [String: [String: Any]])
            for reference in references {
                #expect(components[String(reference.1)]?[String(reference.2)] != nil)
            }
        }

        @Test func `The words that it lists are those that are taken`() async throws {
            let operations = operations(try await document())
            func words(_ name: String, _ path: String...) -> [String]? {
                let start = operations[name] as Any?
                let found = path.reduce(start) { value, part in
                    if let list = value as? [Any] { return Int(part).map { list[$0] } }
                    return (value as? [String: Any])?[part]
                }
                return found as? [String]
            }
            let body = ["requestBody", "content", "application/json", "schema", "properties"]
            func enumerated(_ name: String, _ member: String) -> [String]? {
                let value = (body + [member, "enum"]).reduce(operations[name] as Any?) {
                    ($0 as? [String: Any])?[$1]
                }
                return value as? [String]
            }
            #expect(
                enumerated("POST /allonym/v1/store-events", "event")
                    == (StoreEvent.allCases.map(\.rawValue) + ["change", "share", "unshare"])
                    .sorted())
            #expect(
                enumerated("POST /allonym/v1/faults", "webhooks")
                    == FaultPlan.Webhook.allCases.map(\.rawValue).sorted())
            #expect(
                words("GET /allonym/v1/deliveries", "parameters", "0", "schema", "enum")
                    == Delivery.State.allCases.map(\.rawValue))
        }

        /// The members of answers are those of the schemas, the needed ones at least.
        @Test func `Answers have the members that it promises`() async throws {
            let document = try await document()
            let schemas = try #require(
                (document["components"] as? [String: Any])?["schemas"] as? [String: [String: Any]])
            let server = try TestServer("revenuecat")
            let bought = await server.call(
                .post, "/allonym/v1/purchases",
                #"{"account":"app_store:alice","product":"month"}"#, key: "admin")
            let token = bought["token"] as? String ?? ""
            _ = await server.post(token, as: "ann")
            func call(
                _ method: HTTPRequest.Method, _ path: String, _ body: String = ""
            ) async -> [String: Any] {
                await server.call(method, "/allonym/v1/\(path)", body, key: "admin").object
            }
            let deliveries = await call(.get, "deliveries")
            let history = await call(.get, "customers/ann/history")
            let answers: [(String, [String: Any]?)] = [
                ("Purchase", bought.object),
                (
                    "StoreEvent",
                    await call(.post, "store-events", #"{"token":"\#(token)","event":"cancel"}"#)
                ),
                (
                    "StoreEvent",
                    await call(
                        .post, "store-events",
                        #"{"token":"\#(token)","event":"share","with":"app_store:bob"}"#)
                ), ("Clock", await call(.get, "clock")),
                ("Customer", await call(.get, "customers/ann")), ("History", history),
                ("Step", (history["steps"] as? [[String: Any]])?.first),
                ("Export", await call(.get, "customers/ann/export")),
                ("Delivery", (deliveries["deliveries"] as? [[String: Any]])?.first),
                ("Project", (await call(.get, "projects")["projects"] as? [[String: Any]])?.first),
                (
                    "NewProject",
                    await call(.post, "projects", #"{"project":"new","provider":"nami"}"#)
                ), ("Error", await call(.get, "customers/nobody")),
            ]
            for (name, answer) in answers {
                let answer = try #require(answer, "\(name)")
                let known = Set(
                    (schemas[name]?["properties"] as? [String: Any] ?? [:]).keys)
                let needed = Set(schemas[name]?["required"] as? [String] ?? [])
                #expect(Set(answer.keys).subtracting(known) == [], "\(name)")
                #expect(needed.subtracting(answer.keys) == [], "\(name)")
            }
        }
    }
#endif
