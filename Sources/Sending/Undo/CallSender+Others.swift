// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymMappings
    import AllonymMigration

    @available(macOS 14, *)
    extension CallSender {
        /// What is said of a call that would take what others have given.
        static let ofOthers =
            "others have given the customer something since, which this would take away; the answer "
            + "shows it"

        /// What is said of a call that could take what others have given, where nothing tells.
        static let unreadOthers =
            "what others may have given the customer since cannot be read, so it was not sent"

        /// What keeps a call from being taken back: what others have given its customer since.
        struct Kept {
            let says: String
            let answer: TargetAnswer?
            /// The word for the reason; nil where nothing could be read.
            var reason: StayingReason?
        }

        /// Looks for what others have given a customer that taking a call back would take.
        ///
        /// - Parameters:
        ///   - undo: What takes the call back.
        ///   - made: What the plan has made for its customer.
        ///   - form: How it is sent.
        ///   - tries: How often something was tried in vain.
        /// - Returns: What was found; nil where there is nothing.
        /// - Throws: ``Halt`` where the run ends.
        func lookForOthers(
            before undo: PlannedCall, _ made: UndoneCalls.Made, _ form: SentForm,
            _ tries: inout Int
        ) async throws -> Kept? {
            for others in form.others {
                if others.reading.isWithoutPurchases, made.keepsPurchases { continue }
                guard let undone = made.calls.first(where: { $0.id == undo.id }),
                    let reading = OthersReading(
                        others.reading, of: undone, beside: made.calls, of: calls)
                else { return Kept(says: CallSender.unreadOthers, answer: nil) }
                let answer = try await reader.read(
                    form.request(reading, others.headers), others.headers, others.limit,
                    of: undo, &tries)
                // Who is gone has nothing.
                if TargetReader.isGone(answer) { continue }
                guard (200..<300).contains(answer.status),
                    let isFree = reading.isFree(answer.body)
                else { return Kept(says: CallSender.unreadOthers, answer: answer) }
                if !isFree {
                    return Kept(
                        says: CallSender.ofOthers, answer: answer, reason: .givenSince)
                }
            }
            return nil
        }
    }
#endif
