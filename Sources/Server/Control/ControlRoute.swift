// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
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
        let handler: @Sendable (Call, ControlVisit) async throws -> Answer

        /// A route about one project.
        init(
            _ method: HTTPRequest.Method, _ path: String,
            _ handler: @escaping @Sendable (Call, Project, [String: String]) async throws -> Answer
        ) {
            self.init(.project, method, path) { call, visit in
                guard let hosted = visit.projects.first else { return Answer(.notFound) }
                return try await handler(call, hosted.project, visit.parameters)
            }
        }

        /// A route.
        init(
            _ access: Access, _ method: HTTPRequest.Method, _ path: String,
            _ handler: @escaping @Sendable (Call, ControlVisit) async throws -> Answer
        ) {
            self.access = access
            self.method = method
            self.path = "/allonym/v1" + path
            pattern = PathPattern(self.path)
            self.handler = handler
        }

        /// What it is called where calls are counted.
        var name: String { "\(method.rawValue) \(path)" }
    }

    /// What a handler gets to see beside the call.
    struct ControlVisit: Sendable {
        /// The projects that the caller's key is for; of a route about a project that one.
        let projects: [HostedProject]
        /// The values of the names in the path.
        let parameters: [String: String]
    }
#endif
