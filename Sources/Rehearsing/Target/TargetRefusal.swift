// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymSending

    /// Why the target does not read an ID, such as one that is too long for a path: a fault of this one
    /// ID, which says nothing of others.
    struct TargetRefusal: Error {
        /// What the target says, with the status.
        let reason: String

        /// What an answer says; nil for one that does not refuse what was asked for.
        ///
        /// A key that is refused, or a limit, is no fault of an ID.
        init?(_ answer: TargetAnswer) {
            guard (400..<500).contains(answer.status), ![401, 403, 429].contains(answer.status)
            else { return nil }
            let words = WireJSON.value(Words.self, in: answer.body)
            let text = words?.error?.message ?? words?.message ?? "no reason is given"
            let sentence = text.hasSuffix(".") ? String(text.dropLast()) : text
            reason = "\(sentence) (HTTP \(answer.status))"
        }

        /// Where the dialects have what people read.
        private struct Words: Decodable {
            struct Fault: Decodable { let message: String? }

            let error: Fault?
            let message: String?
        }
    }

    /// A customer's ID that the target does not read.
    struct UnreadableID: Sendable {
        /// The ID at the target.
        let id: String
        /// Why, in the target's words.
        let reason: String
    }
#endif
