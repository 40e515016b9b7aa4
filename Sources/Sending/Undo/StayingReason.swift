// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    /// Why what a call of a plan has done stays at the target.
    package enum StayingReason: String, CaseIterable, Sendable {
        /// Nothing that is documented takes it back.
        case noReverse = "no-reverse"
        /// Nothing takes it back, and its customer was deleted.
        case customerDeleted = "customer-deleted"
        /// What it makes was there before the plan.
        case thereBefore = "there-before"
        /// What it makes may have been there before the plan: no answer told.
        case mayBeOlder = "may-be-older"
        /// Nothing tells whether it was made.
        case outcomeUnknown = "outcome-unknown"
        /// Others have given its customer something since, which taking it back would take.
        case givenSince = "given-since"
        /// The target has refused the call that takes it back.
        case reverseRefused = "reverse-refused"
        /// Nothing tells what became of the call that takes it back.
        case reverseUnknown = "reverse-unknown"
        /// The call that takes it back is still to be made.
        case reverseLeft = "reverse-left"

        /// Why a call stays; nil for one that has done nothing, or was taken back.
        ///
        /// - Parameters:
        ///   - applied: What is known of the call.
        ///   - reverse: What is known of the one that takes it back; nil where there is none.
        ///   - isDeleted: Whether its customer was deleted with everything.
        init?(_ applied: CallState, reverse: CallState?, isDeleted: Bool) {
            let isUnsure = applied.isUnsure
            guard let reverse else {
                guard applied == .created || applied == .done || applied == .settled || isUnsure
                else { return nil }
                self = isDeleted ? .customerDeleted : isUnsure ? .outcomeUnknown : .noReverse
                return
            }
            switch reverse {
            case .created, .done, .there, .settled, .unsent, .unmade: return nil
            case .conflict: self = .givenSince
            case .refused: self = .reverseRefused
            case .unknown: self = .reverseUnknown
            case .waiting, .begun, .exists, .byHand:
                switch applied {
                case .waiting, .byHand, .refused, .spared, .unsent, .unmade: return nil
                case .created, .done, .settled, .begun, .unknown, .there, .exists, .conflict:
                    self = .reverseLeft
                }
            case .spared:
                switch applied {
                case .waiting, .byHand, .refused, .spared, .unsent, .unmade: return nil
                case .there, .exists, .conflict: self = .thereBefore
                case .created, .done, .settled: self = isDeleted ? .customerDeleted : .mayBeOlder
                case .begun, .unknown: self = isDeleted ? .customerDeleted : .outcomeUnknown
                }
            }
        }

        /// Why it stays, in a sentence.
        ///
        /// - Parameters:
        ///   - provider: The target's name.
        ///   - noUndo: Why nothing takes such a call back; nil where something does.
        /// - Returns: The sentence, or several.
        func why(at provider: String, noUndo: String?) -> String {
            let none = noUndo ?? "\(provider) documents no call that takes it back."
            return switch self {
            case .noReverse: none
            case .customerDeleted: "\(none) Its customer was deleted by this undo."
            case .thereBefore: "It was there before this call."
            case .mayBeOlder: "\(provider) does not say whether it was there before this call."
            case .outcomeUnknown: "Nothing tells whether the call was carried out."
            case .givenSince:
                "Others have given the customer something since that taking it back would take "
                    + "away, or it could not be read whether they have."
            case .reverseRefused: "\(provider) refused the call that takes it back."
            case .reverseUnknown:
                "Nothing tells whether the call that takes it back was carried out."
            case .reverseLeft: "The call that takes it back was not sent yet."
            }
        }

        /// What to do by hand.
        func todo(at provider: String) -> String {
            switch self {
            case .noReverse:
                "Decide for this customer whether it may stay; if not, remove it by hand at "
                    + "\(provider), as far as the reason says a way."
            case .customerDeleted:
                "Nothing, unless the ID is to be used again: then check it first."
            case .thereBefore: "Nothing: it is not this plan's."
            case .mayBeOlder:
                "Look at the customer's past at \(provider). If the plan made it, run undo again with "
                    + "--also-unsure and --only for this ID."
            case .outcomeUnknown:
                "Look it up at \(provider). If it is there and the plan made it, remove it by hand, "
                    + "or, where it has a reverse, run undo again with --also-unsure and --only."
            case .givenSince:
                "Read the answer in undo-failed.jsonl, which shows what is there. If that may go, "
                    + "remove it by hand at \(provider); then run undo again with --retry-faults."
            case .reverseRefused:
                "Read the answer in undo-failed.jsonl; then remove it by hand, or run undo again with "
                    + "--retry-faults."
            case .reverseUnknown:
                "Look it up at \(provider). If it is still there, run undo again with "
                    + "--resend-unknown."
            case .reverseLeft: "Run undo again."
            }
        }
    }
#endif
