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

        /// What is said of a call that would take more purchases than the plan has brought.
        static let morePurchases =
            "the customer has more purchases than the plan has brought, which this would take away; "
            + "the answer shows some"

        /// What is said of a call that could take what others have given, where nothing tells.
        static let unreadOthers =
            "what others may have given the customer since cannot be read, so it was not sent"

        /// What is said of a call whose customer is there, and is not found where others' gifts are
        /// read.
        static let notFound =
            "the customer was not found, so nobody knows what others have given since, and it was not "
            + "sent; check --project"

        /// What keeps a call from being taken back: what others have given its customer since.
        struct Kept {
            let says: String
            let answer: TargetAnswer?
            /// The word for the reason; nil where nothing could be read.
            var reason: StayingReason?
        }

        /// Looks for what others have given a customer that taking a call back would take.
        ///
        /// Where the plan has brought purchases, nothing tells them from those of others: there may be
        /// as many as it has brought.
        ///
        /// - Parameters:
        ///   - undo: What takes the call back.
        ///   - made: What the plan has made for its customer.
        ///   - form: How it is sent.
        ///   - isSent: Whether it may have been carried out, so that nothing is left.
        ///   - tries: How often something was tried in vain.
        /// - Returns: What was found; nil where there is nothing.
        /// - Throws: ``Halt`` where the run ends.
        func lookForOthers(
            before undo: PlannedCall, _ made: UndoneCalls.Made, _ form: SentForm, isSent: Bool,
            _ tries: inout Int
        ) async throws -> Kept? {
            var purchases = 0
            for others in form.others {
                guard let undone = made.calls.first(where: { $0.id == undo.id }),
                    let reading = OthersReading(
                        others.reading, of: undone, beside: made.calls, of: calls)
                else { return Kept(says: CallSender.unreadOthers, answer: nil) }
                let answer = try await reader.read(
                    form.request(reading, others.headers), others.headers, others.limit,
                    of: undo, &tries)
                if TargetReader.isGone(answer) {
                    // Who is gone has nothing; in another project nobody is there.
                    if isSent || !form.readsOtherProject(others.reading) { continue }
                    return Kept(says: CallSender.notFound, answer: answer)
                }
                guard (200..<300).contains(answer.status), let found = reading.others(answer.body)
                else { return Kept(says: CallSender.unreadOthers, answer: answer) }
                if others.reading.isWithoutPurchases {
                    purchases += found
                    guard purchases > made.purchases else { continue }
                } else if found == 0 {
                    continue
                }
                return Kept(
                    says: others.reading.isWithoutPurchases && made.purchases > 0
                        ? CallSender.morePurchases : CallSender.ofOthers,
                    answer: answer, reason: .givenSince)
            }
            return nil
        }
    }
#endif
