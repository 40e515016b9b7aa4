// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    package import HTTPTypes

    /// A dialect's operations, found by method and path.
    package struct RouteTable: Sendable {
        /// An operation of a provider, as its data describe it, and what it does here.
        package final class Route: Sendable {
            let operation: String
            let method: HTTPRequest.Method
            let pattern: PathPattern
            let keys: Set<KeyClass>
            /// What a key has to be allowed, in the provider's words.
            let scopes: [String]
            /// Its rate class, if it has one.
            let limit: String?
            /// Nil where this program has no answer for it.
            let handler: Handler?

            /// An operation.
            package init(
                operation: String, method: HTTPRequest.Method, path: String, keys: Set<KeyClass>,
                scopes: [String] = [], limit: String?, handler: Handler?
            ) {
                self.operation = operation
                self.method = method
                pattern = PathPattern(path)
                self.keys = keys
                self.scopes = scopes
                self.limit = limit
                self.handler = handler
            }
        }

        /// By number of segments, the most literal first.
        private let routes: [[Route]]

        /// Of operations.
        package init(_ routes: [Route]) {
            let most = routes.map(\.pattern.count).max() ?? 0
            var sorted: [[Route]] = Array(repeating: [], count: most + 1)
            for route in routes.sorted(by: { $0.pattern.literals > $1.pattern.literals }) {
                sorted[route.pattern.count].append(route)
            }
            self.routes = sorted
        }

        /// The operation of a call, and the values of the names in its path.
        func match(_ call: Call) -> (route: Route, parameters: [String: String])? {
            guard routes.indices.contains(call.path.count) else { return nil }
            for route in routes[call.path.count] where route.method == call.method {
                if let parameters = route.pattern.match(call.path) { return (route, parameters) }
            }
            return nil
        }
    }
#endif
