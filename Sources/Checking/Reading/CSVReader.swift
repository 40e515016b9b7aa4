// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Takes one column out of comma-separated values.
///
/// A field that begins with a quote ends at the next single one; two quotes in it are one. In any
/// other field a quote stands for itself. Fields may hold line ends if they are quoted.
final class CSVReader: BatchReader {
    enum State {
        case fieldStart
        case plain
        /// Behind a CR that ends the record if an LF follows.
        case plainReturn
        case quoted
        /// Behind a quote in a quoted field: its end, or the first of two.
        case quote
        case quoteReturn
    }

    enum Stop {
        case batchIsFull
        case fieldEnd
        case inputEnd
    }

    var queue: InputQueue
    let column: CSVColumn
    var isOpen = false
    private var number = 0
    let buffer: UnsafeMutablePointer<UInt8>
    let capacity: Int
    var count = 0
    var place = 0

    var state = State.fieldStart
    var separator = UInt8(ascii: ",")
    /// The number of the wanted field, from 0, and of the one being read.
    var wanted = 0
    var field = 0
    var isInRecord = false
    /// Whether the record being read has to show that there is such a column.
    var isFirstRecord = false
    var line = 1
    var recordLine = 1
    /// Where the line began, as a count of bytes of the input, and where the buffer did.
    var lineStart = 0
    var bufferStart = 0
    private var quoteLine = 0
    private var quoteColumn = 0
    /// The beginning of a field for which a batch had no room.
    private var pending: [UInt8] = []
    /// What the next call throws.
    private var failure: InputError?

    init(
        _ inputs: [Input], _ column: CSVColumn, capacity: Int, kept: [KeptInput] = []
    ) {
        self.capacity = max(capacity, 1_024)
        queue = InputQueue(inputs, kept: kept)
        self.column = column
        buffer = .allocate(capacity: self.capacity)
    }

    deinit { buffer.deallocate() }

    var position: Int { queue.position }

    func next(_ batch: Batch) throws(InputError) -> BatchKind {
        while true {
            if !isOpen {
                guard try queue.openNext() else { return .end }
                try begin()
            }
            batch.empty()
            batch.number = number
            batch.input = queue.current
            for byte in pending {
                batch.bytes[batch.count] = byte
                batch.count += 1
            }
            pending.removeAll(keepingCapacity: true)
            var stop = Stop.inputEnd
            do throws(InputError) {
                if let failure { throw failure }
                stop = try read(into: batch, stopsAtField: false)
            } catch {
                // The IDs before the fault are handed over first.
                guard batch.fieldCount > 0 else { throw error }
                failure = error
                number += 1
                batch.count = batch.fields[batch.fieldCount - 1].end
                return .ids
            }
            isOpen = stop != .inputEnd
            let end = batch.fieldCount > 0 ? batch.fields[batch.fieldCount - 1].end : 0
            if stop == .batchIsFull, batch.fieldCount == 0 {
                batch.line = recordLine
                number += 1
                return .longID
            }
            pending.append(
                contentsOf: UnsafeBufferPointer(start: batch.bytes + end, count: batch.count - end))
            batch.count = end
            if batch.fieldCount == 0 { continue }
            number += 1
            return .ids
        }
    }

    func readLong(
        _ batch: Batch, _ body: (UnsafeBufferPointer<UInt8>) throws -> Void
    ) throws {
        while true {
            try body(UnsafeBufferPointer(start: batch.bytes, count: batch.count))
            batch.empty()
            let stop = try read(into: batch, stopsAtField: true)
            isOpen = stop != .inputEnd
            if stop != .batchIsFull {
                return try body(UnsafeBufferPointer(start: batch.bytes, count: batch.count))
            }
        }
    }

    func refill() throws(InputError) -> Bool {
        bufferStart += count
        place = 0
        count = try queue.read(into: buffer, capacity)
        return count > 0
    }
}

// MARK: - Records

extension CSVReader {
    /// Reads bytes until the batch is full, the wanted field ends if that is asked for, or the
    /// input ends.
    private func read(
        into batch: Batch, stopsAtField: Bool
    ) throws(InputError) -> Stop {
        while true {
            if place == count {
                guard try refill() else { return try finish(batch) }
            }
            while place < count {
                // Room for a CR that turns out to be one, and the byte behind it.
                if batch.count + 2 > batch.capacity, field == wanted { return .batchIsFull }
                let fields = batch.fieldCount
                try take(buffer[place], batch)
                place += 1
                if batch.fieldCount > fields {
                    if stopsAtField { return .fieldEnd }
                    if batch.fieldCount == batch.mostFields { return .batchIsFull }
                }
            }
        }
    }

    @inline(__always)
    func take(_ byte: UInt8, _ batch: Batch) throws(InputError) {
        if state == .plainReturn {
            if byte == 10 { return try endRecord(batch) }
            keep(13, batch)
            state = .plain
        }
        switch state {
        case .fieldStart:
            if !isInRecord {
                isInRecord = true
                recordLine = line
            }
            if byte == UInt8(ascii: "\"") {
                (quoteLine, quoteColumn) = (line, columnNumber)
                state = .quoted
            } else {
                state = .plain
                try takePlain(byte, batch)
            }
        case .plain: try takePlain(byte, batch)
        case .quoted:
            if byte == UInt8(ascii: "\"") {
                state = .quote
            } else {
                keep(byte, batch)
                if byte == 10 { startLine() }
            }
        case .quote:
            switch byte {
            case UInt8(ascii: "\""):
                keep(byte, batch)
                state = .quoted
            case separator: endField(batch)
            case 10: try endRecord(batch)
            case 13: state = .quoteReturn
            default: throw afterQuote()
            }
        case .quoteReturn:
            guard byte == 10 else { throw afterQuote() }
            try endRecord(batch)
        case .plainReturn: break
        }
    }

    @inline(__always)
    private func takePlain(_ byte: UInt8, _ batch: Batch) throws(InputError) {
        if byte == separator {
            endField(batch)
        } else if byte == 10 {
            try endRecord(batch)
        } else if byte == 13 {
            state = .plainReturn
        } else {
            keep(byte, batch)
        }
    }

    @inline(__always)
    private func keep(_ byte: UInt8, _ batch: Batch) {
        guard field == wanted else { return }
        batch.bytes[batch.count] = byte
        batch.count += 1
    }

    private func endField(_ batch: Batch) {
        if field == wanted { batch.endField(line: recordLine) }
        field += 1
        state = .fieldStart
    }

    private func endRecord(_ batch: Batch) throws(InputError) {
        if isFirstRecord, field < wanted { throw missingColumn(fields: field + 1) }
        isFirstRecord = false
        // A record that is too short has an empty ID.
        if field <= wanted { batch.endField(line: recordLine) }
        field = 0
        state = .fieldStart
        isInRecord = false
        startLine()
    }

    private func startLine() {
        line += 1
        lineStart = bufferStart + place + 1
    }

    func finish(_ batch: Batch) throws(InputError) -> Stop {
        switch state {
        case .quoted:
            throw queue.error(
                .malformed,
                line: quoteLine, column: quoteColumn,
                "the quote is never closed; expected a second one before the end")
        case .quoteReturn: throw afterQuote()
        case .plainReturn: keep(13, batch)
        case .fieldStart, .plain, .quote: break
        }
        if isInRecord { try endRecord(batch) }
        return .inputEnd
    }

    private var columnNumber: Int { bufferStart + place - lineStart + 1 }

    private func afterQuote() -> InputError {
        queue.error(
            .malformed,
            line: line, column: columnNumber,
            "expected a separator or a line end behind the closing quote")
    }
}
