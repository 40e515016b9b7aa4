// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymCore
    import AllonymMappings
    import AllonymService
    import AllonymSimulation
    import Foundation
    import HTTPTypes
    import RevenueCatWire

    /// RevenueCat's REST: what its SDKs call, v1 and v2.
    ///
    /// Where each operation is, who may call it and what the errors say stands in
    /// `Mappings/revenuecat/operations.json`, with sources.
    struct RevenueCatDialect: Dialect {
        static let key = "revenuecat"
        let provider = RevenueCatDialect.key
        let publicKeyPrefix = "test_"
        let webhooks: (any WebhookForm)? = RevenueCatWebhooks()
        let words: FaultWords

        init(_ words: FaultWords) { self.words = words }

        var handlers: [String: Handler] {
            subscriberHandlers.merging(receiptHandlers) { $1 }.merging(grantHandlers) { $1 }
                .merging(configurationHandlers) { $1 }.merging(inertHandlers) { $1 }
                .merging(customerHandlers) { $1 }.merging(customerActionHandlers) { $1 }
                .merging(inertV2Handlers) { $1 }.merging(productHandlers) { $1 }
                .merging(entitlementHandlers) { $1 }.merging(offeringHandlers) { $1 }
                .merging(packageHandlers) { $1 }.merging(subscriptionHandlers) { $1 }
                .merging(purchaseHandlers) { $1 }.merging(webhookHandlers) { $1 }
        }

        func answer(to refusal: GateRefusal, for call: Call) -> Answer {
            guard call.path.first != "v2" else { return answerInV2(to: refusal) }
            return switch refusal {
            case .unknownKey, .wrongKey: fault("v1.invalid-api-key")
            case .unknownPath, .absent: fault("v1.not-found")
            case .malformed(let reason): fault("v1.bad-request", reason)
            case .tooLarge: fault("v1.bad-request", "The body is too large.", status: 413)
            case .unavailable(let reason): passing(fault("v1.request-in-progress", reason))
            case .limited: fault("v1.bad-request", "Too many requests.", status: 429)
            case .failed: fault("v1.internal")
            }
        }

        // MARK: Errors

        /// An error in RevenueCat's words.
        ///
        /// - Parameters:
        ///   - id: Its ID in the data.
        ///   - message: What it says where the data have no text, or a clearer one.
        ///   - status: The HTTP status where it is not the data's.
        ///   - attributes: What is wrong with attributes, if they are what it is about.
        /// - Returns: The answer.
        func fault(
            _ id: String, _ message: String? = nil, status: Int? = nil,
            attributes: [AttributeError]? = nil
        ) -> Answer {
            guard let known = words.fault(id) else { return Answer(.internalServerError) }
            let body = ErrorBody(
                code: known.code.flatMap { Int($0) }.map { WireNumber($0) },
                message: message ?? known.text ?? known.citation.says, attributeErrors: attributes)
            let answer = try? Answer(.init(code: status ?? known.status), json: body)
            return answer?.because(known.rules) ?? Answer(.internalServerError)
        }

        private func passing(_ answer: Answer) -> Answer {
            var answer = answer
            if let name = HTTPField.Name("Retry-After") { answer.headers[name] = "1" }
            return answer
        }

        /// The error for what the rules refuse.
        func refused(_ decision: Decision, _ id: String, _ rules: [String]) -> Refused {
            let answer: Answer =
                switch decision.refusal {
                case .invalidIdentifier where id.isEmpty:
                    fault("v1.empty-user-id", "The app user ID is empty.")
                case .invalidIdentifier:
                    fault("v1.invalid-user-id", "The app user ID is not allowed.")
                case .ownedByAnother:
                    fault(
                        "v1.receipt-in-use",
                        "The receipt is in use by another app user ID and is not transferred.")
                case .identityTaken, .alreadyAnonymous, .alreadyLoggedIn, .nothingToRestore,
                    .unknownProduct, .unsupported, .notInstalled, .mintedTwice, nil:
                    fault("v1.bad-request")
                }
            return Refused(answer.because(rules + decision.identifierRules))
        }

        /// The body as an object.
        func object(_ call: Call) throws -> JSONObject {
            do throws(DocumentFault) {
                return try JSONObject(call.body)
            } catch {
                throw Refused(fault("v1.bad-request", "The body is no JSON object."))
            }
        }
    }
#endif
