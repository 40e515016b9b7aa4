// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import Foundation

    // The attempts of a delivery, as one value in its row.

    extension SQLiteJournal {
        /// Attempts as one value: of each a text with when, how long, and the answer; nil for none.
        static func bytes(of attempts: [Delivery.Attempt]) -> Data? {
            guard !attempts.isEmpty else { return nil }
            return bytes(of: attempts.map { "\($0.time) \($0.milliseconds) \($0.answer)" })
        }

        /// The attempts in such a value.
        static func attempts(in data: Data?) throws -> [Delivery.Attempt] {
            guard let data else { return [] }
            return try texts(in: data, of: "the attempts of a delivery").map { text in
                let parts = text.split(
                    separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
                guard parts.count == 3, let time = Int64(parts[0]), let milliseconds = Int(parts[1])
                else {
                    throw JournalFault.damaged(
                        "the journal: the attempts of a delivery are damaged; restore a copy of it")
                }
                return Delivery.Attempt(
                    time: time, milliseconds: milliseconds, answer: String(parts[2]))
            }
        }
    }
#endif
