// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import Foundation
    package import NIOHTTP1

    /// What became of a request.
    package enum Exchange: Sendable {
        /// The target has answered.
        case answered(TargetAnswer)
        /// Nothing has reached the target: no connection came about.
        case notSent(reason: String)
        /// The target may have carried it out: the time ran out, or the connection was lost.
        case unknown(reason: String)
    }

    /// A target's answer.
    package struct TargetAnswer: Sendable {
        /// The HTTP status.
        package var status: Int
        /// The headers.
        package var headers: HTTPHeaders
        /// The body, whole.
        package var body: [UInt8]

        /// An answer.
        package init(_ status: Int, headers: HTTPHeaders = [:], body: [UInt8] = []) {
            self.status = status
            self.headers = headers
            self.body = body
        }
    }

    extension TargetAnswer {
        /// Where the answer says that the request belongs, shortened; nil for one that does not.
        ///
        /// Source: https://www.rfc-editor.org/rfc/rfc9110 (15.4), read 2026-11-28. A 303 is no such
        /// answer: what was asked for may have been done.
        var redirection: String? {
            guard [301, 302, 307, 308].contains(status) else { return nil }
            return headers.first(name: "Location").map { String($0.prefix(500)) }
        }

        /// The answer in a line of text, shortened, without any of the keys.
        func text(without keys: [String: SecretKey]) -> String {
            // Shortened after, as that could leave a part of a key.
            let said = keys.redacted(String(decoding: body.prefix(1 << 16), as: UTF8.self))
            return "\(status) \(said.prefix(2_000))".trimmingCharacters(
                in: .whitespacesAndNewlines)
        }
    }
#endif
