// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// What becomes of one ID, and why: as many IDs have the same, each kind is kept once.
package struct IDVerdict: Hashable {
    /// How the ID at the target is made.
    package enum Form: UInt8 {
        /// There is none.
        case none
        /// It is the same.
        case same
        /// The same without white space around it.
        case trimmed
        /// The SHA-256 of it.
        case hashed
        /// One of the target's own form, made from a fingerprint of it.
        case minted
        /// The ID that stands for the whole customer.
        case chosen
    }

    /// What becomes of it.
    var disposition: Disposition
    /// What is to be said about it; nil for nothing.
    var code: FindingCode?
    /// The rule behind that.
    var rule: String
    /// How the ID at the target is made.
    package var form: Form

    /// Whether it is an ID of its own at the target.
    var hasOwnTarget: Bool {
        switch form {
        case .same, .trimmed, .hashed, .minted: disposition == .kept || disposition == .changed
        case .none, .chosen: false
        }
    }

    /// Whether it is the same: most that are not differ in a number.
    @inline(__always)
    fileprivate func isSame(_ other: IDVerdict) -> Bool {
        disposition == other.disposition && form == other.form && rule == other.rule
            && code == other.code
    }

    /// The same with texts of its own: counting references to one text is slow where two threads do
    /// so.
    var copy: IDVerdict {
        var copy = self
        copy.rule = String(decoding: Array(rule.utf8), as: UTF8.self)
        return copy
    }

    /// Whether it would be an ID at the target, as it is or by somebody's decision: such IDs of
    /// different customers may not be the same.
    var wantsTarget: Bool {
        hasOwnTarget || code == .aliasNotJoined && disposition == .needsDecision
    }

    /// Why nobody who goes by it has at the target what its customer had: it is no ID of the customer
    /// there.
    func obstacle(hasTarget: Bool) -> FindingCode? {
        switch disposition {
        case .kept, .changed: nil
        case .dropped, .ambiguous, .needsDecision:
            form == .chosen && hasTarget ? nil : code ?? FindingCode(rawValue: disposition.rawValue)
        }
    }
}

/// The verdicts on all IDs, two bytes each.
struct IDVerdicts {
    private(set) var kinds: [IDVerdict] = []
    private var numbers: [IDVerdict: UInt16] = [:]
    private var ofIDs: [UInt16]
    /// What is asked for most, by the number of the kind.
    private var forms: [IDVerdict.Form] = []
    private var haveOwnTarget: [Bool] = []
    private var wantTarget: [Bool] = []
    /// As many kinds are compared one by one before any is looked up.
    private static let few = 8

    /// Nothing is decided about so many IDs.
    init(count: Int) { ofIDs = [UInt16](repeating: .max, count: count) }

    /// What was decided about an ID.
    subscript(id: Int) -> IDVerdict {
        get { kinds[kind(of: id)] }
        set { ofIDs[id] = number(of: newValue) }
    }

    /// Takes over the verdicts on other IDs.
    mutating func add(_ other: IDVerdicts) {
        let numbers = other.kinds.map { number(of: $0) }
        for id in ofIDs.indices where other.ofIDs[id] != .max {
            ofIDs[id] = numbers[Int(other.ofIDs[id])]
        }
    }

    private mutating func number(of verdict: IDVerdict) -> UInt16 {
        for number in 0..<min(kinds.count, IDVerdicts.few) where kinds[number].isSame(verdict) {
            return UInt16(number)
        }
        return numbers[verdict] ?? add(verdict)
    }

    private mutating func add(_ verdict: IDVerdict) -> UInt16 {
        let number = UInt16(kinds.count)
        kinds.append(verdict)
        forms.append(verdict.form)
        haveOwnTarget.append(verdict.hasOwnTarget)
        wantTarget.append(verdict.wantsTarget)
        numbers[verdict] = number
        return number
    }

    /// How the ID at the target is made.
    func form(of id: Int) -> IDVerdict.Form { forms[kind(of: id)] }

    /// Whether it is an ID of its own at the target.
    func hasOwnTarget(_ id: Int) -> Bool { haveOwnTarget[kind(of: id)] }

    /// Whether it would be an ID at the target, as it is or by somebody's decision.
    func wantsTarget(_ id: Int) -> Bool { wantTarget[kind(of: id)] }

    /// The number of the verdict on an ID, among all kinds of verdicts.
    func kind(of id: Int) -> Int {
        precondition(ofIDs[id] != .max, "Every ID belongs to a customer, and is decided about.")
        return Int(ofIDs[id])
    }
}
