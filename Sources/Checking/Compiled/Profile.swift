// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// The reasons and advice of one provider, a bit each in the order of their types.
struct Marks: Hashable, Sendable {
    var reasons: UInt8 = 0
    var advice: UInt8 = 0

    mutating func insert(_ reason: Reason) { reasons |= 1 << Marks.number(reason) }
    mutating func insert(_ advice: Advice) { self.advice |= 1 << Marks.number(advice) }

    var isAccepted: Bool { reasons == 0 }

    var reasonList: [Reason] {
        Reason.allCases.filter { reasons & 1 << Marks.number($0) != 0 }
    }

    var adviceList: [Advice] {
        Advice.allCases.filter { advice & 1 << Marks.number($0) != 0 }
    }

    private static func number(_ reason: Reason) -> UInt8 {
        switch reason {
        case .empty: 0
        case .blockedValue: 1
        case .forbiddenCharacter: 2
        case .tooLong: 3
        case .wrongFormat: 4
        }
    }

    private static func number(_ advice: Advice) -> UInt8 {
        switch advice {
        case .email: 0
        case .advertisingID: 1
        case .guessable: 2
        case .surroundingWhitespace: 3
        case .anonymousForm: 4
        case .blockedElsewhere: 5
        case .notPortable: 6
        }
    }
}

/// What all providers say to every ID of which the same facts hold.
///
/// A file of any size has a few dozen profiles, so a verdict is worked out once for each.
struct Profile: Sendable {
    let facts: Facts
    /// For each asked provider, in order.
    let marks: [Marks]
    /// The keys of all providers that refuse it, asked or not.
    let refusing: [String]

    var isRefused: Bool { marks.contains { !$0.isAccepted } }
    var hasAdvice: Bool { marks.contains { $0.advice != 0 } }
    var isText: Bool { facts & 1 == 0 }

    /// What the facts come to.
    ///
    /// - Parameters:
    ///   - facts: Those of the ID as given.
    ///   - core: Those of the ID without the white space at its ends, for providers that trim.
    ///   - list: What each provider makes of them.
    init(_ facts: Facts, core: Facts, _ list: ConditionList) {
        self.facts = facts
        var all = list.rows.map { row in
            var marks = Marks()
            if facts & 1 != 0 {
                marks.insert(.forbiddenCharacter)
                return marks
            }
            let asked = row.trims ? core : facts
            for (bit, reason) in row.reasons where asked >> Facts(bit) & 1 != 0 {
                marks.insert(reason)
            }
            if marks.reasonList.contains(.empty) {
                marks.reasons = 0
                marks.insert(.empty)
            }
            guard marks.isAccepted else { return marks }
            for (bit, advice) in row.advice where facts >> Facts(bit) & 1 != 0 {
                marks.insert(advice)
            }
            return marks
        }
        if all.contains(where: { !$0.isAccepted }) {
            for index in all.indices where all[index].isAccepted {
                all[index].insert(.notPortable)
            }
        }
        refusing = zip(all, list.rows).filter { !$0.0.isAccepted }.map(\.1.key)
        marks = zip(all, list.rows).filter { $1.isAsked }.map(\.0)
    }
}
