// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// A record that says something of purchases and was passed over.
package struct PassedRecord: Hashable, Sendable {
    /// Why it was.
    package enum Reason: Sendable {
        /// It is later than the moment of the population.
        case later
        /// It names no purchase where one is due.
        case unplaced
    }

    /// Why it was.
    package let reason: Reason
    /// Which input, from 0.
    package let input: Int
    /// The line, from 1.
    package let line: Int
    /// Whom it is about; none where it says nothing of that.
    package let user: IDNumber
}

extension Intake {
    /// Passes a record over that is about a user.
    func pass(
        _ record: Record, _ batch: RecordBatch, _ reason: PassedRecord.Reason, _ user: IDNumber
    ) {
        switch reason {
        case .later: counts.later += 1
        case .unplaced: counts.unplaced += 1
        }
        passed.append(
            PassedRecord(
                reason: reason, input: batch.input, line: batch.line(of: record), user: user))
    }
}
