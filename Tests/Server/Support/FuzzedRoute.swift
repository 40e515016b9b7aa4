// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymMappings
    import AllonymServer
    import AllonymTestSupport
    import HTTPTypes

    /// A route of a server of one project: an operation of its provider, a call of the control API,
    /// or a page or form of the console.
    struct FuzzedRoute: Hashable, Sendable {
        let method: HTTPRequest.Method
        /// With names in braces.
        let path: String
        /// The name under which the server counts its calls.
        let operation: String

        /// Whether it is a page or form of the console.
        var isOfConsole: Bool { operation == "console" }

        /// All routes; the first signs in to the console, and the last signs out.
        ///
        /// Operations are those that the data list, and calls of the control API those that its
        /// router knows, so that none can be forgotten here.
        static func all(of provider: String, at server: TestServer) -> [FuzzedRoute] {
            let operations = EveryProvider.mappings.operations[provider]?.operations ?? []
            let control = ControlAPI(server.served) { _ in }.names
            var routes = [form("sign-in")]
            routes += operations.compactMap { operation in
                route("\(operation.method.rawValue) \(operation.path)", operation.id)
            }
            routes += control.compactMap { route($0, $0) }
            routes += pages
            routes += forms
            routes.append(form("sign-out"))
            return routes
        }

        private static func route(_ name: String, _ operation: String) -> FuzzedRoute? {
            let words = name.split(separator: " ").map(String.init)
            return HTTPRequest.Method(rawValue: words[0]).map {
                FuzzedRoute(method: $0, path: words[1], operation: operation)
            }
        }

        private static let pages = [
            page("/"), page("/allonym/console/{project}"),
            page("/allonym/console/{project}/customer"), page("/allonym/console/{project}/store"),
            page("/allonym/console/{project}/webhooks"),
        ]

        /// What forms do: the test compares them with the forms that it sees on pages.
        private static let forms = ["buy", "store", "clock", "replay", "undo"].map {
            form("{project}/\($0)")
        }

        private static func page(_ path: String) -> FuzzedRoute {
            FuzzedRoute(method: .get, path: path, operation: "console")
        }

        private static func form(_ path: String) -> FuzzedRoute {
            FuzzedRoute(method: .post, path: "/allonym/console/\(path)", operation: "console")
        }
    }
#endif
