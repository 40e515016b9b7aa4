// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    package import HTTPTypes

    extension Gate {
        /// The most bytes of a path with its query; those of a header are as many.
        static let longestPath = 16 << 10

        /// Answers a request that is in memory, whatever it came over, and refuses what is no call.
        ///
        /// - Parameters:
        ///   - method: Its method.
        ///   - target: Path and query, as they came.
        ///   - headers: Its headers.
        ///   - body: Its body.
        ///   - authority: The host and port that it was sent to, as it says.
        ///   - server: Where the server listens that has got it; nil where it came over no port.
        /// - Returns: The answer.
        package func answer(
            _ method: HTTPRequest.Method, _ target: String, headers: HTTPFields, body: [UInt8],
            to authority: String? = nil, at server: String? = nil
        ) async -> Answer {
            var unread: Call { Call(unread: method, target, headers: headers) }
            guard target.utf8.count <= Gate.longestPath else {
                return refuse(
                    .malformed("The path is longer than \(Gate.longestPath) bytes."), unread)
            }
            guard var call = Call(method, target, headers: headers, body: body) else {
                return refuse(.malformed("The path is not well-formed."), unread)
            }
            call.authority = authority
            if let server { call.server = server }
            return await answer(call)
        }
    }
#endif
