// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    package import HTTPTypes
    import JSONBodies

    /// What is answered to a call.
    package struct Answer: Sendable {
        package var status: HTTPResponse.Status
        package var headers: HTTPFields
        package var body: [UInt8]
        /// The rules that made it, for those who ask with `Allonym-Explain: 1`.
        package var rules: [String] = []

        /// An answer; without a body there is no content type either.
        package init(
            _ status: HTTPResponse.Status, _ body: [UInt8] = [], type: String = "application/json"
        ) {
            self.status = status
            self.body = body
            headers = body.isEmpty ? [:] : [.contentType: type]
        }

        /// JSON, with sorted keys.
        package init(_ status: HTTPResponse.Status = .ok, json value: some Encodable) throws {
            self.init(status, try JSONBody.bytes(of: value) + [UInt8(ascii: "\n")])
        }

        /// The same, with the rules that made it.
        package func because(_ rules: [String]) -> Answer {
            var answer = self
            answer.rules = rules
            return answer
        }
    }
#endif
