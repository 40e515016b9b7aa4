// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import HTTPTypes
    import Testing

    // Calls of RevenueCat's REST v2 in the one project, with the secret key.

    extension TestServer {
        /// A call, by what its path has after the project.
        func v2(
            _ method: HTTPRequest.Method, _ path: String, _ body: String = ""
        ) async -> Reply {
            await call(method, "/v2/projects/test" + path, body, key: "secret")
        }

        /// The objects of a list.
        func v2Items(_ path: String) async -> [[String: Any]] {
            await v2(.get, path)["items"] as? [[String: Any]] ?? []
        }

        /// The ID of the object of a list that has a value under a name.
        func v2ID(_ path: String, _ name: String, _ value: String) async throws -> String {
            try #require(
                await v2Items(path).first { $0[name] as? String == value }?["id"] as? String)
        }
    }
#endif
