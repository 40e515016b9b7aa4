// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    // The calls of v4 that can be made again under an `Idempotency-Key`.

    extension QonversionDialect {
        /// The operations whose pages have the header.
        static let idempotent = [
            "qonversion.v4.create-identity", "qonversion.v4.create-user",
            "qonversion.v4.set-user-properties",
        ]

        /// Does what a handler does, once for each key; without a key, each time.
        func once(_ handler: @escaping Handler) -> Handler {
            { call, visit in
                guard let key = call.header("Idempotency-Key"), !key.isEmpty else {
                    return try await handler(call, visit)
                }
                let answer = try await visit.idempotentCalls.answer(
                    call, under: key, of: visit.operation
                ) { try await handler(call, visit) }
                guard let answer else { throw Refused(fault("v4.idempotency-key-used")) }
                return answer
            }
        }
    }
#endif
