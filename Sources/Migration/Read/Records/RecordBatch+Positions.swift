// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymInput

/// Where in the input records and texts stand, by lines and columns.
extension RecordBatch {
    /// The line of a record, from 1.
    package func line(of record: Record) -> Int { firstLine + Int(record.head.pointee.line) }

    /// The line of a row with unknown values, from 1.
    package func line(of unknown: UnknownValues) -> Int { firstLine + unknown.line }

    /// Where a text of the input is in it; of texts that were decoded there is no such offset.
    package func offset(of text: Text) -> Int { offset + text.start }

    /// Says on which line the batch begins, and puts lines and columns into what was not taken.
    ///
    /// - Parameters:
    ///   - line: The line of the first byte; afterwards that of the first byte behind the batch.
    ///   - lineStart: Where that line begins in the input.
    /// - Returns: What ends the file behind this batch.
    func settle(line: inout Int, lineStart: inout Int) -> InputError? {
        // What the cutter has skipped, such as the first row.
        firstLine = line + ByteSearch.count(10, in: buffer.start, 0, start)
        self.lineStart = lineStart
        for number in state.pointee.rejections.indices {
            var rejection = state.pointee.rejections[number]
            let offset = rejection.column
            rejection.column = column(offset)
            // A record may hold line ends.
            rejection.line +=
                firstLine + ByteSearch.count(10, in: buffer.start, rejection.raw.start, offset)
            state.pointee.rejections[number] = rejection
        }
        var error: InputError?
        if let fault {
            error = InputError(
                fault.code, file?.name ?? "",
                line: firstLine + ByteSearch.count(10, in: buffer.start, start, fault.offset),
                column: column(fault.offset), fault.reason)
        }
        line = firstLine + lineEnds
        if let last = ByteSearch.last(10, in: buffer.start, 0, inputCount) {
            lineStart = offset + last + 1
        }
        return error
    }

    /// The line and the column of what a remark is about, once the batch is settled.
    func position(of remark: Remark) -> (line: Int, column: Int) {
        let record = self[remark.record]
        let start = record.raw.start
        // What was decoded has no offset in the input, and what stands around the record is not in it.
        let isInside = (start..<start + record.raw.count).contains(remark.text.start)
        let offset = remark.text.isPresent && isInside ? remark.text.start : start
        let inner = ByteSearch.count(10, in: buffer.start, start, offset)
        return (line(of: record) + inner, column(offset))
    }

    /// The byte in its line, from 1, of one of the batch's bytes, once the batch is settled.
    func column(_ offset: Int) -> Int {
        if let last = ByteSearch.last(10, in: buffer.start, 0, offset) { return offset - last }
        return self.offset + offset - lineStart + 1
    }
}
