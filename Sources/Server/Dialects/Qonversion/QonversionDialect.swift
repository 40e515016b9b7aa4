// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymCore
    import AllonymMappings
    import AllonymService
    import Foundation
    import HTTPTypes
    import QonversionWire

    /// Qonversion's REST: v3, v4, and what its mobile SDKs call.
    ///
    /// Where each operation is, who may call it and what the errors say stands in
    /// `Mappings/qonversion/operations.json`, with sources.
    struct QonversionDialect: Dialect {
        static let key = "qonversion"
        let provider = QonversionDialect.key
        /// The provider's project keys have none.
        let publicKeyPrefix = ""
        let sandboxKeyPrefix: String? = "test_"
        let webhooks: (any WebhookForm)? = QonversionWebhooks()
        private let words: FaultWords
        /// Whether v3 answers as Aegis does, the provider's stand-in in outages.
        let isAegis: Bool

        init(_ words: FaultWords, isAegis: Bool = false) {
            self.words = words
            self.isAegis = isAegis
        }

        func varied(by variant: String) -> (any Dialect)? {
            variant == "aegis" ? QonversionDialect(words, isAegis: true) : nil
        }

        var handlers: [String: Handler] {
            allHandlers.merging(
                QonversionDialect.idempotent.compactMap { operation in
                    allHandlers[operation].map { (operation, once($0)) }
                }
            ) { $1 }
        }

        private var allHandlers: [String: Handler] {
            userHandlers.merging(entitlementHandlers) { $1 }.merging(purchaseHandlers) { $1 }
                .merging(propertyHandlers) { $1 }.merging(productHandlers) { $1 }
                .merging(mobileHandlers) { $1 }.merging(inertHandlers) { $1 }
                .merging(userHandlersOfV4) { $1 }.merging(entitlementHandlersOfV4) { $1 }
                .merging(purchaseHandlersOfV4) { $1 }.merging(customerHandlers) { $1 }
                .merging(productHandlersOfV4) { $1 }.merging(definitionHandlers) { $1 }
        }

        func answer(to refusal: GateRefusal, for call: Call) -> Answer {
            switch call.path.first {
            case "v4": answerInV4(to: refusal)
            case "v1", "v2", "attribution": answerToMobile(to: refusal)
            default: answerInV3(to: refusal)
            }
        }

        private func answerInV3(to refusal: GateRefusal) -> Answer {
            switch refusal {
            // The page has 403 for a project key; the vendor's tests saw this one.
            case .unknownKey, .wrongKey:
                fault(isAegis ? "v3.aegis-project-not-found" : "v3.project-not-found")
            case .unknownPath: fault("v3.unknown-path")
            case .absent: fault("v3.not-implemented")
            case .malformed(let reason): fault("v3.invalid-data", reason)
            case .tooLarge: fault("v3.invalid-data", "The body is too large.", status: 413)
            case .unavailable: later(fault("v3.unavailable"), seconds: 1)
            case .limited(let seconds):
                later(fault("v3.too-many-requests"), seconds: seconds)
            case .failed: fault("v3.internal")
            }
        }

        private func answerInV4(to refusal: GateRefusal) -> Answer {
            switch refusal {
            case .unknownKey: fault("v4.unauthorized")
            case .wrongKey: fault("v4.forbidden")
            case .unknownPath: fault("v4.not-found")
            case .absent: fault("v4.not-implemented")
            case .malformed(let reason): fault("v4.invalid-data", reason)
            case .tooLarge: fault("v4.invalid-data", "The body is too large.", status: 413)
            case .unavailable: later(fault("v4.unavailable"), seconds: 1)
            case .limited(let seconds):
                later(fault("v4.too-many-requests"), seconds: seconds)
            case .failed: fault("v4.internal")
            }
        }

        private func answerToMobile(to refusal: GateRefusal) -> Answer {
            switch refusal {
            case .unknownKey, .wrongKey: fault("mobile.access-denied")
            case .unknownPath, .absent: fault("mobile.unknown-path")
            case .malformed(let reason): fault("mobile.malformed", reason)
            case .tooLarge: fault("mobile.malformed", "The body is too large.", status: 413)
            case .unavailable: later(fault("mobile.unavailable"), seconds: 1)
            case .limited(let seconds):
                later(
                    fault("mobile.malformed", "Too many requests.", status: 429), seconds: seconds)
            case .failed: fault("mobile.internal")
            }
        }

        // MARK: Errors

        /// An error in the words of its API.
        ///
        /// - Parameters:
        ///   - id: Its ID in the data.
        ///   - message: What it says where the data have no text, or a clearer one.
        ///   - status: The HTTP status where it is not the data's.
        ///   - field: What is wrong, where it is one field.
        /// - Returns: The answer.
        func fault(
            _ id: String, _ message: String? = nil, status: Int? = nil, field: String? = nil
        ) -> Answer {
            guard let known = words.fault(id) else { return Answer(.internalServerError) }
            let text = message ?? known.text ?? known.citation.says
            let status = status ?? known.status
            if known.api == "mobile" {
                let body = Mobile.Failure(
                    code: known.code.flatMap { Int($0) }, message: text, status: status)
                let answer = try? Answer(.init(code: status), json: body)
                return answer?.because(known.rules) ?? Answer(.internalServerError)
            }
            let code = known.code ?? "unknown_error"
            var failure = ErrorBody.Failure(
                ErrorType(of: code) ?? .internal, code: code, message: text)
            var meta: ErrorBody.Meta?
            if let field {
                if known.api == "v4" {
                    failure.details = [ErrorBody.Detail(field, text)]
                } else {
                    meta = ErrorBody.Meta([ErrorBody.Field(field, [text])])
                }
            }
            let answer = try? Answer(.init(code: status), json: ErrorBody(failure, meta: meta))
            return answer?.because(known.rules) ?? Answer(.internalServerError)
        }

        private func later(_ answer: Answer, seconds: Int) -> Answer {
            var answer = answer
            answer.headers[.retryAfter] = "\(seconds)"
            return answer
        }
    }
#endif
