// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    /// A request to a provider's REST, as it is sent: nothing in it stands for anything else.
    package struct TargetRequest: Hashable, Sendable {
        /// Such as `POST`.
        package var method: String
        /// The path and the query, percent-encoded, from the first slash on.
        package var path: String
        /// The headers without the key, in their order.
        package var headers: [(name: String, value: String)]
        /// The body; empty where there is none.
        package var body: [UInt8]

        /// A request.
        package init(
            _ method: String, _ path: String, headers: [(name: String, value: String)] = [],
            body: [UInt8] = []
        ) {
            self.method = method
            self.path = path
            self.headers = headers
            self.body = body
        }

        package static func == (left: Self, right: Self) -> Bool {
            left.method == right.method && left.path == right.path && left.body == right.body
                && left.headers.elementsEqual(right.headers, by: ==)
        }

        package func hash(into hasher: inout Hasher) {
            hasher.combine(method)
            hasher.combine(path)
            hasher.combine(body)
        }
    }
#endif
