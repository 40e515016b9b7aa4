// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    /// What is known of a call of a plan.
    ///
    /// The raw values stand in journals.
    package enum CallState: UInt8, CaseIterable, Sendable, Codable {
        /// It was not begun.
        case waiting = 0
        /// It was to be sent, and nothing says what became of it.
        case begun = 1
        /// It was done, and what it made was not there before.
        case created = 2
        /// It was done.
        case done = 3
        /// What it makes was there already, and equal.
        case there = 4
        /// After a lost answer it was found to be there as wanted.
        case settled = 5
        /// What it makes is there, and is another: nothing was overwritten.
        case conflict = 6
        /// The target has refused it.
        case refused = 7
        /// It was sent, and nothing tells what became of it.
        case unknown = 8
        /// It is not to be made at all: of one that would take back what was there before.
        case spared = 9
        /// Its route is one that a person looks at before, so it was not sent.
        case byHand = 10
        /// The target has refused it as being there, and nobody has compared the two yet.
        case exists = 11
        /// It would take back a call that was never sent, so there is nothing to take back.
        case unsent = 12
        /// It would take back a call that the target has refused, so there is nothing to take back.
        case unmade = 13

        /// Whether calls that wait for it can be made; one that is left to a person holds up none.
        package var isFulfilled: Bool {
            switch self {
            case .created, .done, .there, .settled, .spared, .byHand, .unsent, .unmade: true
            case .waiting, .begun, .exists, .conflict, .refused, .unknown: false
            }
        }

        /// Whether somebody has to look at it.
        package var isFault: Bool {
            switch self {
            case .conflict, .refused, .unknown: true
            case .waiting, .begun, .exists, .created, .done, .there, .settled, .spared, .byHand,
                .unsent, .unmade:
                false
            }
        }

        /// Whether what it makes is at the target as wanted.
        package var isThere: Bool { [.created, .done, .there, .settled].contains(self) }

        /// Whether nothing tells if it was carried out.
        package var isUnsure: Bool { self == .begun || self == .unknown }

        /// Whether taking back found nothing to take back.
        package var hasNothingToTakeBack: Bool { self == .unsent || self == .unmade }

        /// Whether taking back has left it alone, as it had nothing to take back, or not for sure.
        package var isLeftAlone: Bool { self == .spared || hasNothingToTakeBack }

        /// What people and reports call it.
        package var word: String {
            switch self {
            case .waiting, .exists: "left"
            case .begun: "begun"
            case .created, .done: "done"
            case .there: "there already"
            case .settled: "found after a lost answer"
            case .conflict: "conflict"
            case .refused: "refused"
            case .unknown: "unknown"
            case .spared: "not taken back"
            case .byHand: "by hand"
            case .unsent: "never sent"
            case .unmade: "never made"
            }
        }
    }
#endif
