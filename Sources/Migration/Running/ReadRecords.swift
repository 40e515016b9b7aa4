// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymInput

/// Whether the files of an export have any record that can be read; without one nothing follows from
/// them.
///
/// For one thread.
final class ReadRecords {
    private var taken = 0
    /// How many records were rejected.
    private(set) var rejected = 0
    private var first: Rejection?

    /// Counts what a batch has; what only completes an export does not count.
    func take(_ batch: RecordBatch) {
        guard !batch.isBeside else { return }
        taken += batch.count
        rejected += batch.rejections.count
        if first == nil { first = batch.rejections.first }
    }

    /// Refuses files without such a record.
    ///
    /// - Parameter files: What was read.
    /// - Throws: What is wrong with the first record; or that there is none.
    func check(_ files: [ScannedFile]) throws(InputError) {
        guard taken == 0 else { return }
        if let first {
            let all =
                rejected == 1
                ? "it is the only record, so there is nothing to read"
                : "all \(rejected.grouped) records are rejected, of which this is the first"
            throw InputError(
                .refusedRecord, first.file, line: first.line, column: first.column,
                "\(first.reason); \(all)")
        }
        let own = files.filter { !$0.isBeside }
        guard let file = own.first else { return }
        throw InputError(
            .noRecords, file.name,
            own.count == 1
                ? "the file has no records; give an export that has some"
                : "this file has no records, and neither have the others; give an export that has some"
        )
    }
}
