// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymCore
    import AllonymService
    import AllonymSimulation
    import Crypto
    import Foundation
    import HTTPTypes
    import PurchaselyWire

    // Deletions, which are signed.

    extension PurchaselyDialect {
        var deletionHandlers: [String: Handler] {
            [
                "purchasely.s2s.user-deletion-requests": { call, visit in
                    let secrets = try await visit.project.perform { state, _ in
                        PurchaselyDialect.sharedSecrets(state)
                    }
                    try check(call, secrets)
                    let request = try body(call, as: UserDeletionRequest.self)
                    guard let id = request.userID, !id.isEmpty else {
                        throw Refused(fault("s2s.missing-user-id"))
                    }
                    let rules = try await visit.project.perform { state, now in
                        let user = UserID(unchecked: id)
                        guard let handle = state.ledger.user(user), !state.ledger.isNobody(handle)
                        else { return [String]() }
                        let decision = state.perform(.delete(user), by: .user(user, nil), now: now)
                        return state.names(of: decision.rows)
                    }
                    // A user whom nobody knows is answered in the same way.
                    return try accepted(rules)
                }
            ]
        }

        /// The client's shared secret: the one that webhooks are signed with.
        private static func sharedSecrets(_ state: ProjectState) -> [String] {
            state.setup.webhooks.filter { $0.form == key }.flatMap(\.secrets)
        }

        /// Refuses a body that is not signed, or not with a shared secret.
        ///
        /// Source: https://docs.purchasely.com/docs/user-deletion-request, read 2026-11-22.
        private func check(_ call: Call, _ secrets: [String]) throws {
            guard let signature = call.headers[.authorization], !signature.isEmpty else {
                throw Refused(fault("s2s.missing-signature"))
            }
            guard !secrets.isEmpty else {
                throw Refused(
                    fault(
                        "s2s.wrong-signature",
                        "This project has no shared secret: it is the \"secret\" of an endpoint of "
                            + "webhooks in Purchasely's form. List one in the project's file, "
                            + "and start the server with --project and that file again."))
            }
            let code = PurchaselyDialect.bytes(hexadecimal: signature)
            let isSigned = secrets.contains { secret in
                HMAC<SHA256>.isValidAuthenticationCode(
                    code, authenticating: call.body,
                    using: SymmetricKey(data: Data(secret.utf8)))
            }
            guard isSigned else { throw Refused(fault("s2s.wrong-signature")) }
        }

        /// Bytes as digits write them; none where they are not all lower-case digits of sixteen.
        private static func bytes(hexadecimal text: String) -> [UInt8] {
            let digits = Array(text.utf8)
            guard digits.count.isMultiple(of: 2) else { return [] }
            var bytes: [UInt8] = []
            for index in stride(from: 0, to: digits.count, by: 2) {
                guard let high = value(digits[index]), let low = value(digits[index + 1]) else {
                    return []
                }
                bytes.append(high << 4 | low)
            }
            return bytes
        }

        private static func value(_ digit: UInt8) -> UInt8? {
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
            default: nil
            }
        }
    }
#endif
