// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymService
    import HTTPTypes

    /// A provider whose REST this program does not speak yet: it says so.
    struct PlainDialect: Dialect {
        let provider: String
        let webhooks: (any WebhookForm)? = nil
        let publicKeyPrefix = "pk_"
        let handlers: [String: Handler] = [:]

        init(provider: String) { self.provider = provider }

        private struct Message: Encodable {
            let error: String
        }

        func answer(to refusal: GateRefusal, for call: Call) -> Answer {
            let (status, message): (HTTPResponse.Status, String) =
                switch refusal {
                case .unknownKey: (.unauthorized, "This key is not known.")
                case .wrongKey: (.forbidden, "This key may not do that.")
                case .unknownPath: (.notFound, "There is no such path.")
                case .absent(let operation): (.notImplemented, "\(operation) is not served.")
                case .malformed(let reason): (.badRequest, reason)
                case .tooLarge: (.contentTooLarge, "The body is too large.")
                case .unavailable: (.serviceUnavailable, "The project cannot answer now.")
                case .limited: (.tooManyRequests, "Too many requests.")
                case .failed: (.internalServerError, "An error of this server.")
                }
            return (try? Answer(status, json: Message(error: message))) ?? Answer(status)
        }
    }
#endif
