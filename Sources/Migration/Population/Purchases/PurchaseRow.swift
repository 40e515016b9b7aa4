// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// What is known of one purchase or grant, in 64 bytes; what few have is among its facts.
///
/// Words are kept by their index in the list of the neutral words + 1, and 0 says nothing; numbers
/// of texts likewise.
package struct PurchaseRow: BitwiseCopyable {
    /// What it is known by, see ``PurchaseKey``, and the latest transaction.
    var key: StoredText
    var transaction = StoredText.none
    /// When the current period was bought.
    var purchased = Instant.none
    var expires = Instant.none
    /// When all this was so, or was written down.
    var version = Instant.none
    /// The ID that it belongs to.
    var user = IDNumber.none
    /// Product, the store's product, entitlements: the number of a triple.
    var article: UInt32 = 0
    /// Country, currency, price: the number of a triple.
    var sale: UInt32 = 0
    var facts: FactLists<PurchaseFact>.Head = 0
    /// Which period it is, from 1; 0 when that is not said, and 255 when it is among the facts.
    var renewal: UInt8 = 0
    /// The store below, the kind of key above.
    private var storeAndKey: UInt8
    /// The kind of the product below, the type of the period above.
    private var kindAndPeriod: UInt8 = 0
    /// The state that was said below, the one it has at the instant of the population above.
    private var states: UInt8 = 0
    /// Yes and no, two bits each: see ``Answer``.
    private var answers: UInt8 = 0
    var traits: PurchaseTraits = []

    init(_ key: StoredText, _ kind: PurchaseKey.Kind, store: UInt8) {
        self.key = key
        storeAndKey = store | kind.rawValue << 4
    }
}

/// What holds of a purchase, or has become of it.
struct PurchaseTraits: OptionSet, BitwiseCopyable {
    let rawValue: UInt8

    /// Given by hand, not bought.
    static let grant = PurchaseTraits(rawValue: 1)
    /// Events have told of it: its facets have times of their own.
    static let timed = PurchaseTraits(rawValue: 2)
    /// It is part of another one, or superseded by it.
    static let gone = PurchaseTraits(rawValue: 4)
    /// Another customer holds it too, and is its owner.
    static let copy = PurchaseTraits(rawValue: 8)
    /// What was said of its state cannot be, at the instant of the population.
    static let contradicted = PurchaseTraits(rawValue: 16)
    /// It gives access at that instant.
    static let givesAccess = PurchaseTraits(rawValue: 32)
    /// Of its records that of the latest period counts.
    static let byPeriod = PurchaseTraits(rawValue: 64)
    /// It unlocks nothing, and is known to: not even what its product is called.
    static let unlocksNothing = PurchaseTraits(rawValue: 128)
}

extension PurchaseTraits {
    /// Makes a trait hold, or not.
    mutating func set(_ trait: PurchaseTraits, to holds: Bool) {
        if holds { insert(trait) } else { remove(trait) }
    }
}

/// What few purchases have.
package enum PurchaseFact: UInt8 {
    /// The first purchase, where that is not the current period's.
    case firstPurchased
    case cancelled
    case billingProblem
    case graceExpires
    case paused
    case resumes
    case refunded
    /// Of what an event said was given back: the word for its transaction, when its period began, and
    /// when that ended.
    case refundedTransaction
    case refundedBegan
    case refundedEnded
    case ended
    /// Offsets of texts in the arena.
    case orderID
    case token
    case purchaseID
    case eventID
    /// Numbers of words and indices.
    case eventName
    case eventTime
    case receipt
    /// The times of its facets: a number of ``FacetTimes``.
    case times
    /// The first of its ``AccessNote``s.
    case access
    /// When it was last listed among all that its customer holds.
    case listed
    /// What of that is less than a millisecond.
    case listedFraction
    /// Which period it is, where a byte does not say so.
    case renewal
    /// When what was paid for ends, where access ends at another time and nothing says why.
    case periodEnds
}

/// A question of yes or no about a purchase, by the index of its two bits.
enum Answer: UInt8 {
    case renews = 0
    case givesAccess = 2
    case familyShared = 4
    case sandbox = 6
}

extension PurchaseRow {
    var store: UInt8 {
        get { storeAndKey & 15 }
        set { storeAndKey = storeAndKey & 0xF0 | newValue }
    }

    var keyKind: UInt8 { storeAndKey >> 4 }

    /// Makes a transaction what it is known by.
    mutating func setTransaction(_ transaction: StoredText) {
        key = transaction
        storeAndKey = storeAndKey & 15 | PurchaseKey.Kind.transaction.rawValue << 4
    }

    var kind: UInt8 {
        get { kindAndPeriod & 15 }
        set { kindAndPeriod = kindAndPeriod & 0xF0 | newValue }
    }

    var period: UInt8 {
        get { kindAndPeriod >> 4 }
        set { kindAndPeriod = kindAndPeriod & 15 | newValue << 4 }
    }

    var stateSaid: UInt8 {
        get { states & 15 }
        set { states = states & 0xF0 | newValue }
    }

    var state: UInt8 {
        get { states >> 4 }
        set { states = states & 15 | newValue << 4 }
    }

    /// The answer to a question; nil when it was not given.
    subscript(answer: Answer) -> Bool? {
        @inline(__always) get {
            let bits = answers >> answer.rawValue & 3
            return bits == 0 ? nil : bits == 2
        }
        @inline(__always) set {
            let bits: UInt8 = newValue.map { $0 ? 2 : 1 } ?? 0
            answers = answers & ~(3 << answer.rawValue) | bits << answer.rawValue
        }
    }
}
