// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymCore
    import AllonymMappings
    import AllonymService
    import Foundation
    import HTTPTypes
    import PurchaselyWire

    /// Purchasely's calls from server to server: receipts and deletions.
    ///
    /// Both are answered at once with an ID, whatever comes of them; what does is told by webhooks.
    /// Where each call is and what the errors say stands in `Mappings/purchasely/operations.json`,
    /// with sources.
    struct PurchaselyDialect: Dialect {
        static let key = "purchasely"
        let provider = PurchaselyDialect.key
        let publicKeyPrefix = "pk_"
        let keyHeader: String?
        let webhooks: (any WebhookForm)? = PurchaselyWebhooks()
        private let words: FaultWords

        init(_ operations: Operations?) {
            keyHeader = operations?.apis.lazy.compactMap(\.keyHeader).first
            words = FaultWords(operations)
        }

        var handlers: [String: Handler] { receiptHandlers.merging(deletionHandlers) { $1 } }

        func answer(to refusal: GateRefusal, for call: Call) -> Answer {
            switch refusal {
            case .unknownKey, .wrongKey: fault("s2s.unknown-api-key")
            case .unknownPath, .absent: fault("s2s.unknown-path")
            case .malformed(let reason): fault("s2s.malformed", reason)
            case .tooLarge: fault("s2s.malformed", "The body is too large.", status: 413)
            case .unavailable: later(fault("s2s.unavailable"), seconds: 1)
            case .limited(let seconds): later(fault("s2s.too-many-deletions"), seconds: seconds)
            case .failed: fault("s2s.unavailable", "An error of this server.", status: 500)
            }
        }

        /// An error in Purchasely's form.
        ///
        /// - Parameters:
        ///   - id: Its ID in the data.
        ///   - message: What it says where the data have no text, or a clearer one.
        ///   - status: The HTTP status where it is not the data's.
        /// - Returns: The answer.
        func fault(_ id: String, _ message: String? = nil, status: Int? = nil) -> Answer {
            guard let known = words.fault(id) else { return Answer(.internalServerError) }
            let errors = ErrorList([message ?? known.text ?? known.citation.says])
            let answer = try? Answer(.init(code: status ?? known.status), json: errors)
            return answer?.because(known.rules) ?? Answer(.internalServerError)
        }

        /// The error for a member that is missing: its text goes on with the name.
        func missing(_ name: String) -> Answer {
            let text = words.fault("s2s.missing-property")?.text
            return fault(
                "s2s.missing-property", [text, name].compactMap { $0 }.joined(separator: " "))
        }

        func later(_ answer: Answer, seconds: Int) -> Answer {
            var answer = answer
            answer.headers[.retryAfter] = "\(seconds)"
            return answer
        }

        /// A body as one of the wire's types.
        func body<Value: Decodable>(_ call: Call, as type: Value.Type) throws -> Value {
            do {
                try JSONSyntax.check(call.body)
                return try JSONDecoder().decode(type, from: Data(call.body))
            } catch {
                throw Refused(fault("s2s.malformed"))
            }
        }

        /// The answer to what was taken: an ID of its own.
        func accepted(_ rules: [String]) throws -> Answer {
            try Answer(json: AcceptedRequest(id: UUID().uuidString.lowercased())).because(rules)
        }
    }
#endif
