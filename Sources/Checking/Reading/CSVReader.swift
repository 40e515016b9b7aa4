// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Takes one column out of comma-separated values, in constant memory.
final class CSVReader: BatchReader {
    enum Stop {
        case batchIsFull
        case fieldEnd
        case inputEnd
    }

    var queue: InputQueue
    let column: CSVColumn
    private var isOpen = false
    private var number = 0
    let buffer: InputBuffer
    var tokenizer = CSVTokenizer(delimiter: 0, to: 0)

    /// The number of the wanted field, from 0, and of the next one in the row.
    var wanted = 0
    private var field = 0
    /// The row, or the part of it that is in the buffer, and which of its fields comes next.
    private var row: CSVRow?
    private var nextField = 0
    private var recordLine = 1
    /// What no batch has yet of the wanted field.
    private var piece: CSVField?
    /// Whether the record being read has to show that there is such a column.
    var isFirstRecord = false
    /// The beginning of a field for which a batch had no room.
    private var pending: [UInt8] = []
    /// What the next call throws.
    private var failure: InputError?

    init(
        _ inputs: [Input], _ column: CSVColumn, capacity: Int, kept: [KeptInput] = []
    ) {
        buffer = InputBuffer(capacity: max(capacity, 1_024))
        queue = InputQueue(inputs, kept: kept)
        self.column = column
    }

    var position: Int { queue.position }

    func next(_ batch: Batch) throws(InputError) -> BatchKind {
        while true {
            if !isOpen {
                guard try queue.openNext() else { return .end }
                isOpen = true
                (row, nextField, field, piece) = (nil, 0, 0, nil)
                buffer.empty()
                try queue.fill(buffer)
                try begin()
            }
            batch.empty()
            batch.number = number
            batch.input = queue.current
            batch.bytes.append(pending.span)
            pending.removeAll(keepingCapacity: true)
            var stop = Stop.inputEnd
            do throws(InputError) {
                if let failure { throw failure }
                stop = try read(into: batch, stopsAtField: false)
            } catch {
                // The IDs before the fault are handed over first.
                guard !batch.fields.isEmpty else { throw error }
                failure = error
                number += 1
                return .ids
            }
            isOpen = stop != .inputEnd
            if stop == .batchIsFull, batch.fields.isEmpty {
                batch.line = recordLine
                number += 1
                return .longID
            }
            batch.bytes.cut(from: batch.end, into: &pending)
            if batch.fields.isEmpty { continue }
            number += 1
            return .ids
        }
    }

    func readLong(_ batch: Batch, _ body: (Span<UInt8>) throws -> Void) throws {
        while true {
            try batch.bytes.withBytes(body)
            batch.empty()
            let stop = try read(into: batch, stopsAtField: true)
            isOpen = stop != .inputEnd
            if stop != .batchIsFull { return try batch.bytes.withBytes(body) }
        }
    }
}

// MARK: - Fields

extension CSVReader {
    /// Reads until the batch is full, the wanted field ends if that is asked for, or the input ends.
    private func read(
        into batch: Batch, stopsAtField: Bool
    ) throws(InputError) -> Stop {
        while true {
            if piece == nil, try !findPiece() { return .inputEnd }
            guard let found = piece else { continue }
            let rest = copy(found, to: batch)
            if rest.start < rest.end {
                piece = rest
                return .batchIsFull
            }
            piece = nil
            if found.isPart { continue }
            batch.endField(line: recordLine)
            if stopsAtField { return .fieldEnd }
            if batch.fields.count == batch.mostFields { return .batchIsFull }
        }
    }

    /// Copies as much of a field as there is room for; returns what is left of it.
    private func copy(_ field: CSVField, to batch: Batch) -> CSVField {
        var rest = field
        if !field.hasDoubledQuotes {
            let copied = min(batch.bytes.room, field.end - field.start)
            rest.start += copied
            batch.bytes.append(buffer, field.start..<rest.start)
            return rest
        }
        while rest.start < rest.end, batch.bytes.room > 0 {
            let byte = buffer[rest.start]
            batch.bytes.append(byte)
            rest.start += byte == UInt8(ascii: "\"") ? 2 : 1
        }
        return rest
    }

    /// Goes to what comes next of the wanted column; false where nothing does.
    private func findPiece() throws(InputError) -> Bool {
        while true {
            if let row {
                while nextField < row.count {
                    let next = row[nextField]
                    nextField += 1
                    if next.isFaulty, let fault = row.fault { throw error(fault) }
                    let isWanted = field == wanted
                    if !next.isPart { field += 1 }
                    if isWanted {
                        piece = next
                        return true
                    }
                }
                if row.isWhole, try !isLongEnough(row) { return true }
            }
            guard try nextRow() else { return false }
        }
    }

    /// Ends a record, and gives one an empty ID that is too short to have any.
    private func isLongEnough(_ row: CSVRow) throws(InputError) -> Bool {
        let fields = field
        (self.row, field) = (nil, 0)
        if fields > wanted {
            isFirstRecord = false
            return true
        }
        if isFirstRecord {
            throw queue.error(
                .wrongColumn, line: row.line,
                "expected a column \(wanted + 1); the first record has \(fields)")
        }
        piece = CSVField(start: row.end, end: row.end)
        return false
    }

    /// Reads the next row, or a further part of this one; false where the input ends.
    private func nextRow() throws(InputError) -> Bool {
        while true {
            nextField = 0
            if let next = tokenizer.next(in: buffer) {
                (row, recordLine) = (next, next.line)
                if next.isWhole || next.count > 0 { return true }
            } else if queue.hasEnded {
                row = nil
                return false
            }
            try refill()
        }
    }

    /// Reads behind what the tokenizer has left over.
    private func refill() throws(InputError) {
        buffer.drop(first: tokenizer.offset)
        try queue.fill(buffer)
        tokenizer.resume(from: 0, to: buffer.count, isLast: queue.hasEnded)
    }

    func error(_ fault: CSVFault) -> InputError {
        let reason =
            switch fault.reason {
            case .unclosed: "the quote is never closed; expected a second one before the end"
            case .behindQuote: "expected a separator or a line end after the closing quote"
            }
        return queue.error(.malformed, line: fault.line, column: fault.column, reason)
    }
}
