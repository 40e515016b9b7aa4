// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// Reads ahead of the records what they are about, and changes nothing.
///
/// Each record needs rows that lie anywhere in memory, and waits for each of them. Asked for ahead,
/// the rows of several records come at the same time. A guess that is wrong costs that time alone.
struct Lookahead {
    /// How many records are looked at together.
    static let count = 16
    /// Each record names two IDs and a purchase.
    private static let perRecord = 3

    /// The numbers of rows, as far as they are guessed; -1 where there is no guess.
    private let guesses: UnsafeMutablePointer<Int32>

    init() { guesses = .allocate(capacity: Lookahead.count * Lookahead.perRecord) }

    func deallocate() { guesses.deallocate() }

    /// Reads the rows of some records.
    ///
    /// - Parameters:
    ///   - range: The records' places in the batch.
    ///   - batch: The batch.
    ///   - ids: The IDs.
    ///   - purchases: The purchases.
    /// - Returns: A number without meaning, which is there so that the rows are really read.
    @inline(never)
    func look(
        at range: Range<Int>, of batch: RecordBatch, _ ids: IDTable, _ purchases: PurchaseTable
    ) -> UInt32 {
        var guess = guesses
        for number in range {
            let record = batch[number]
            let original = record.text(.originalID)
            let user = record.text(.userID)
            guess[0] = original.isPresent ? ids.guess(batch.raw(original)) : -1
            let isOther = user.isPresent && !batch.raw(user).isEqual(to: batch.raw(original))
            guess[1] = isOther ? ids.guess(batch.raw(user)) : -1
            let transaction = record.text(.originalTransactionID)
            guess[2] = transaction.isPresent ? purchases.guess(batch.raw(transaction)) : -1
            guess += Lookahead.perRecord
        }
        var sum: UInt32 = 0
        guess = guesses
        for _ in range {
            if guess[0] >= 0 { sum ^= ids.read(Int(guess[0])) }
            if guess[1] >= 0 { sum ^= ids.read(Int(guess[1])) }
            if guess[2] >= 0 { sum ^= purchases.read(Int(guess[2])) }
            guess += Lookahead.perRecord
        }
        return sum
    }
}

extension RecordBatch {
    /// The bytes of a text; they are the batch's, and change with it.
    @inline(__always)
    func raw(_ text: Text) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(bytes(of: text)) }
}
