// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    import AllonymService
    import Foundation
    import HTTPTypes

    /// A route of the control API, and what it does.
    struct ControlRoute: Sendable {
        /// Whom it answers.
        enum Access: Sendable {
            /// Everybody.
            case open
            /// Those with an admin key.
            case admin
            /// Those with the admin key of the one project that it is about.
            case project
        }

        let method: HTTPRequest.Method
        /// As the OpenAPI document has it.
        let path: String
        let pattern: PathPattern
        let access: Access
        /// The names that its query can have.
        let queries: [String]
        let handler: @Sendable (Call, ControlVisit) async throws -> Answer

        /// A route about one project.
        init(
            _ method: HTTPRequest.Method, _ path: String, queries: [String] = [],
            _ handler: @escaping @Sendable (Call, Project, [String: String]) async throws -> Answer
        ) {
            self.init(.project, method, path, queries: queries) { call, visit in
                guard let hosted = visit.projects.first else { return Answer(.notFound) }
                return try await handler(call, hosted.project, visit.parameters)
            }
        }

        /// A route.
        init(
            _ access: Access, _ method: HTTPRequest.Method, _ path: String, queries: [String] = [],
            _ handler: @escaping @Sendable (Call, ControlVisit) async throws -> Answer
        ) {
            self.access = access
            self.method = method
            self.path = "/allonym/v1" + path
            pattern = PathPattern(self.path)
            self.queries = queries
            self.handler = handler
        }

        /// What it is called where calls are counted.
        var name: String { "\(method.rawValue) \(path)" }

        /// Refuses names in a query that nobody asks for; whoever asks without a key, as health
        /// checks do, may say what they like.
        func check(_ query: Query) throws(ControlError) {
            guard access != .open,
                let name = query.names.first(where: { !queries.contains($0) })
            else { return }
            let advice = UnknownName("name", name, known: queries).advice
            throw ControlError(
                400, "wrong-query",
                queries.isEmpty
                    ? "\(name): this path takes no query"
                    : "\(name): there is no such name in this query; \(advice)")
        }
    }

    /// What a handler gets to see beside the call.
    struct ControlVisit: Sendable {
        /// The projects that the caller's key is for; of a route about a project that one.
        let projects: [HostedProject]
        /// The values of the names in the path.
        let parameters: [String: String]
    }
#endif
