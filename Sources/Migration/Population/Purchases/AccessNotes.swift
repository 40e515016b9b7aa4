// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// That a customer was given access through a purchase, or lost it: the last word on each.
///
/// Access that one customer loses is not lost to the next owner, and what turns one product off leaves
/// the one that took its place on; so there is a note for each.
struct AccessNote: BitwiseCopyable {
    var user: IDNumber
    var isGiven: Bool
    /// The number of the product's word; 0 where none is named.
    var product: UInt32
    /// The next note on the same purchase, its number + 1; 0 for none.
    var next: UInt32
    var time: Instant
}

/// The notes of all purchases.
struct AccessNotes: Sendable {
    private var notes: [AccessNote] = []

    var allocatedBytes: Int { notes.capacity * MemoryLayout<AccessNote>.stride }

    /// Takes down a word on a user's access.
    ///
    /// - Parameters:
    ///   - isGiven: Whether access is given.
    ///   - user: Whose it is.
    ///   - product: Of what; 0 where that is not said.
    ///   - time: Since when. Of two words at one moment that which gives access counts, so that
    ///     their order does not matter.
    ///   - first: The number of the purchase's first note + 1; 0 for none.
    /// - Returns: Whether it counts; it does not when a later one is there.
    mutating func note(
        _ isGiven: Bool, _ user: IDNumber, of product: UInt32, _ time: Instant,
        _ first: inout UInt32
    ) -> Bool {
        var next = first
        while next != 0 {
            let index = Int(next) - 1
            let note = notes[index]
            if note.user == user, note.product == product {
                if note.time > time { return false }
                if note.time == time, note.isGiven { return isGiven }
                (notes[index].isGiven, notes[index].time) = (isGiven, time)
                return true
            }
            next = note.next
        }
        notes.append(
            AccessNote(user: user, isGiven: isGiven, product: product, next: first, time: time))
        first = UInt32(notes.count)
        return true
    }

    /// Says when a purchase stopped giving access to a customer.
    ///
    /// - Parameters:
    ///   - first: The number of the purchase's first note + 1; 0 for none.
    ///   - product: What it is of; 0 where that is not known.
    ///   - isOwner: Whether an ID is one of the customer's.
    /// - Returns: The moment, or none if it did not.
    func ended(
        _ first: UInt32, of product: UInt32, isOwner: (IDNumber) -> Bool
    ) -> Instant {
        var (latest, isGiven) = (Instant.none, true)
        var next = first
        while next != 0 {
            let note = notes[Int(next) - 1]
            next = note.next
            let isOfIt = note.product == 0 || product == 0 || note.product == product
            guard isOfIt, isOwner(note.user) else { continue }
            if note.time > latest || note.time == latest && note.isGiven {
                (latest, isGiven) = (note.time, note.isGiven)
            }
        }
        return isGiven ? .none : latest
    }
}
