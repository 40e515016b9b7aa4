// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    package import AllonymService

    /// One provider's REST: reads its documented requests, acts on a project, and answers in its words.
    package protocol Dialect: Sendable {
        /// The provider's key.
        var provider: String { get }

        /// How the provider writes webhooks; nil where this program does not.
        var webhooks: (any WebhookForm)? { get }

        /// What its public keys begin with.
        var publicKeyPrefix: String { get }

        /// The header that carries its keys; nil where it is `Authorization`.
        var keyHeader: String? { get }

        /// What the sandbox's keys have before the project's own; nil where there is no sandbox.
        var sandboxKeyPrefix: String? { get }

        /// What each operation does, by the operation's ID; the data say where it is and who may call
        /// it.
        var handlers: [String: Handler] { get }

        /// The dialect as a variant of the provider's operations has it; nil where it knows none of this
        /// name.
        func varied(by variant: String) -> (any Dialect)?

        /// The provider's words for a call that comes to no operation.
        ///
        /// - Parameters:
        ///   - refusal: Why it comes to none.
        ///   - call: The call; of which API it is, its path says.
        /// - Returns: The answer.
        func answer(to refusal: GateRefusal, for call: Call) -> Answer
    }

    extension Dialect {
        package var keyHeader: String? { nil }
        package var sandboxKeyPrefix: String? { nil }
        package func varied(by variant: String) -> (any Dialect)? { nil }
    }

    /// What an operation does.
    package typealias Handler = @Sendable (Call, Visit) async throws -> Answer

    /// Where a call has come to: a project, with a key and the names in the path.
    package struct Visit: Sendable {
        package let project: Project
        package let key: KeyClass
        /// The values of the names in the path.
        package let parameters: [String: String]
        package let operation: String
        /// Whether the key is the sandbox's.
        package let isSandbox: Bool
        /// What the project's calls with an idempotency key were answered.
        package let idempotentCalls: IdempotentCalls
        /// Whose signed transactions the project takes.
        let appStore: AppStoreTrust

        /// A value in the path; every operation's pattern has the names that its handler asks for.
        package subscript(name: String) -> String { parameters[name] ?? "" }
    }

    /// Why a call comes to no operation.
    package enum GateRefusal: Hashable, Sendable {
        /// There is no key, or nobody has it.
        case unknownKey
        /// The key is of another class than the operation asks for.
        case wrongKey
        /// There is no such path, or not with this method.
        case unknownPath
        /// The operation is published, and this program has no answer for it.
        case absent(operation: String)
        /// The request is not well-formed.
        case malformed(String)
        /// The body is larger than is read.
        case tooLarge
        /// The project cannot answer now; the same call may succeed later.
        case unavailable(String)
        /// Too many calls; seconds until the next.
        case limited(seconds: Int)
        /// A bug of this program.
        case failed
    }
#endif
