// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymCore
    import AllonymMappings
    import AllonymService
    import HTTPTypes

    /// Nami's REST, of which nothing is published: every call is answered by saying so.
    ///
    /// What is known of it stands in `Mappings/nami/operations.json`, with sources.
    struct NamiDialect: Dialect {
        static let key = "nami"
        let provider = NamiDialect.key
        let publicKeyPrefix = "pk_"
        let webhooks: (any WebhookForm)? = NamiWebhooks()
        let handlers: [String: Handler] = [:]
        /// What is known of the API.
        private let known: String

        init(_ operations: Operations?) {
            known = operations?.apis.map(\.citation.says).joined(separator: " ") ?? ""
        }

        private struct Message: Encodable {
            let error: String
            let known: String
            let see: [String]
        }

        func answer(to refusal: GateRefusal, for call: Call) -> Answer {
            let (status, reason): (HTTPResponse.Status, String) =
                switch refusal {
                case .unknownKey: (.unauthorized, "This key is not known.")
                case .wrongKey: (.forbidden, "This key may not do that.")
                case .unknownPath, .absent:
                    (.notFound, "Nami publishes no REST API, so there is none to answer this call.")
                case .malformed(let reason): (.badRequest, reason)
                case .tooLarge: (.contentTooLarge, "The body is too large.")
                case .unavailable: (.serviceUnavailable, "The project cannot answer now.")
                case .limited: (.tooManyRequests, "Too many requests.")
                case .failed: (.internalServerError, "An error of this server.")
                }
            let message = Message(
                error: reason, known: known,
                see: ["allonym explain nami.operations", "allonym explain nami.webhooks"])
            return (try? Answer(status, json: message)) ?? Answer(status)
        }
    }
#endif
