// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// What becomes of one ID, and why: as many IDs have the same, each kind is kept once.
struct IDVerdict: Hashable {
    /// How the ID at the target is made.
    enum Form: UInt8 {
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
    var fate: Fate
    /// What is to be said about it; nil for nothing.
    var code: FindingCode?
    /// The rule behind that.
    var rule: String
    /// How the ID at the target is made.
    var form: Form

    /// Whether it is an ID of its own at the target.
    var hasOwnTarget: Bool {
        switch form {
        case .same, .trimmed, .hashed, .minted: fate == .kept || fate == .changed
        case .none, .chosen: false
        }
    }

    /// Why nobody who goes by it has at the target what its customer had: it is no ID of the customer
    /// there.
    func obstacle(hasTarget: Bool) -> FindingCode? {
        switch fate {
        case .kept, .changed: nil
        case .dropped, .ambiguous, .needsDecision:
            form == .chosen && hasTarget ? nil : code ?? FindingCode(rawValue: fate.rawValue)
        }
    }
}

/// The verdicts on all IDs, two bytes each.
struct IDVerdicts {
    private(set) var kinds: [IDVerdict] = []
    private var numbers: [IDVerdict: UInt16] = [:]
    private var ofIDs: [UInt16]

    /// Nothing is decided about so many IDs.
    init(count: Int) { ofIDs = [UInt16](repeating: .max, count: count) }

    /// What was decided about an ID.
    subscript(id: Int) -> IDVerdict {
        get { kinds[kind(of: id)] }
        set {
            if let number = numbers[newValue] {
                ofIDs[id] = number
                return
            }
            let number = UInt16(kinds.count)
            kinds.append(newValue)
            numbers[newValue] = number
            ofIDs[id] = number
        }
    }

    /// The number of the verdict on an ID, among all kinds of verdicts.
    func kind(of id: Int) -> Int {
        precondition(ofIDs[id] != .max, "Every ID belongs to a customer, and is decided about.")
        return Int(ofIDs[id])
    }
}
