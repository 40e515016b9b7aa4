// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// Reads the rows of a batch: where each field lies, and what becomes of it.
struct CSVRows: ~Copyable {
    private let batch: RecordBatch
    private let file: OpenFile
    private let maker: RecordMaker
    private let captures: UnsafeMutablePointer<Capture>
    private var tokenizer: CSVTokenizer

    init(_ batch: RecordBatch, _ file: OpenFile, _ compiled: CompiledReader, delimiter: UInt8) {
        self.batch = batch
        self.file = file
        let count = CompiledReader.firstColumn + file.columns.count
        captures = .allocate(capacity: count)
        captures.initialize(repeating: Capture(), count: count)
        maker = RecordMaker(batch: batch, compiled: compiled, file: file.name, captures: captures)
        // Lines are counted from 0 in a batch.
        tokenizer = CSVTokenizer(
            delimiter: delimiter, from: batch.start, to: batch.inputCount, line: 0)
    }

    deinit { captures.deallocate() }

    /// Reads all rows.
    mutating func run() {
        let isText = UTF8Check.isASCII(
            batch.buffer.start + batch.start, batch.inputCount - batch.start)
        // What is decoded can move the bytes.
        while let row = tokenizer.next(in: batch.buffer.start) {
            let raw = Text(start: row.start, count: row.end &- row.start)
            if row.fault == nil, row.fields.count == file.columns.count,
                isText || encodingFault(raw) == nil
            {
                take(row, raw)
            } else {
                refuse(row, raw)
            }
        }
        batch.lineEnds = tokenizer.line
        assert(
            batch.lineEnds
                == ByteSearch.count(10, in: batch.buffer.start, batch.start, batch.inputCount),
            "Every line end is counted once.")
    }

    private func take(_ row: CSVRow, _ raw: Text) {
        var capture = captures + CompiledReader.firstColumn
        for field in row.fields {
            capture.pointee = Capture(field)
            capture += 1
        }
        let first = batch.count
        maker.make(0, frame: 0, raw: raw, line: row.line)
        // Of a row of which no record was made all is kept.
        if !file.unknownColumns.isEmpty, batch.count > first {
            maker.keep(file.unknownColumns, ofRowOf: batch[first], line: row.line)
        }
    }

    private func encodingFault(_ raw: Text) -> Int? {
        UTF8Check.fault(batch.buffer.start + raw.start, raw.count)
    }

    private func refuse(_ row: CSVRow, _ raw: Text) {
        let columns = file.columns.count
        if raw.count == 0, columns > 1 { return }
        if let fault = row.fault {
            let reason =
                switch fault.reason {
                case .unclosed:
                    "the quote is never closed; expected a second one before the end of the file"
                case .behindQuote:
                    "expected the delimiter or a line end after the closing quote"
                }
            maker.reject(Refusal(.quotes, reason, at: fault.offset), raw, row.line)
        } else if row.fields.count != columns {
            maker.reject(
                Refusal(
                    .fieldCount,
                    "expected \(columns.of("field")), as in the first row; found \(row.fields.count)",
                    at: row.end),
                raw, row.line)
        } else if let offset = encodingFault(raw) {
            maker.reject(
                Refusal(
                    .encoding, JSONFault.Reason.encoding.description, at: row.start + offset),
                raw, row.line)
        }
    }
}

extension Capture {
    /// A field of CSV; an empty one is none.
    @inline(__always)
    fileprivate init(_ field: CSVField) {
        let kind = field.hasDoubledQuotes ? Kind.quotedText : .text
        self.init(
            start: UInt32(truncatingIfNeeded: field.start),
            count: UInt32(truncatingIfNeeded: field.end &- field.start),
            kind: field.end == field.start ? .absent : kind)
    }
}
