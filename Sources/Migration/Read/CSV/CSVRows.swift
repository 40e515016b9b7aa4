// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// Reads the rows of a batch: where each field lies, and what becomes of it.
struct CSVRows: ~Copyable {
    private let batch: RecordBatch
    private let file: OpenFile
    private let compiled: CompiledReader
    private let columns: Int
    private let captures: UnsafeMutablePointer<Capture>
    private var base: UnsafeMutablePointer<UInt8>
    private var index: DelimiterIndex
    private var place: Int
    /// Lines that end before the row, and inside of it.
    private var line = 0
    private var innerLines = 0
    /// What is wrong with quotes in the row, and where.
    private var fault: (place: Int, reason: String)?

    init(_ batch: RecordBatch, _ file: OpenFile, _ compiled: CompiledReader, delimiter: UInt8) {
        self.batch = batch
        self.file = file
        self.compiled = compiled
        columns = file.columns.count
        index = DelimiterIndex(
            from: batch.start, to: batch.inputCount + 1, delimiter: delimiter)
        captures = .allocate(capacity: CompiledReader.firstColumn + columns)
        captures.initialize(
            repeating: Capture(), count: CompiledReader.firstColumn + columns)
        base = batch.buffer.start
        // Every row ends with a line end now.
        base[batch.inputCount] = 10
        place = batch.start
    }

    deinit { captures.deallocate() }

    /// Reads all rows.
    mutating func run() {
        let end = batch.inputCount
        let isText = UTF8Check.isASCII(base + place, end - place)
        let maker = RecordMaker(
            batch: batch, compiled: compiled, file: file.name, captures: captures)
        while place < end {
            let start = place
            innerLines = 0
            // What is decoded can move the bytes.
            base = batch.buffer.start
            let fields = row(end)
            var rowEnd = min(place &- 1, end)
            if rowEnd > start, base[rowEnd &- 1] == 13, rowEnd < end { rowEnd &-= 1 }
            let isBlank = rowEnd == start && columns > 1
            let source = Text(start: start, count: rowEnd &- start)
            if fields == columns, fault == nil, isText || isEncoded(source) {
                let first = batch.count
                maker.make(0, frame: 0, source: source, line: line)
                // Of a row of which no record was made all is kept.
                if !file.unknownColumns.isEmpty, batch.count > first {
                    maker.keep(file.unknownColumns, ofRowOf: batch[first], line: line)
                }
            } else if !isBlank {
                refuse(source, fields, maker)
            }
            line &+= innerLines &+ 1
        }
        // The last row may end where the input does.
        batch.lineEnds = place > end ? line &- 1 : line
        assert(
            batch.lineEnds == ByteSearch.count(10, in: batch.buffer.start, batch.start, end),
            "Every line end is counted once.")
    }

    private func isEncoded(_ source: Text) -> Bool {
        UTF8Check.fault(base + source.start, source.count) == nil
    }

    private mutating func refuse(_ source: Text, _ fields: Int, _ maker: RecordMaker) {
        if let fault {
            maker.reject(Refusal(.quotes, fault.reason, at: fault.place), source, line)
        } else if fields != columns {
            maker.reject(
                Refusal(
                    .fieldCount,
                    "expected \(columns) fields, as in the first row; found \(fields)",
                    at: source.start + source.count),
                source, line)
        } else if let place = UTF8Check.fault(base + source.start, source.count) {
            maker.reject(
                Refusal(
                    .encoding, JSONFault.Reason.encoding.description, at: source.start + place),
                source, line)
        }
        fault = nil
    }

    // MARK: - One row

    /// Goes behind a row; returns how many fields it has.
    @inline(__always)
    private mutating func row(_ end: Int) -> Int {
        let (base, captures) = (base, captures + CompiledReader.firstColumn)
        var (column, place) = (0, place)
        var cursor = index.cursor
        while true {
            let start = place
            let isQuoted = base[start] == UInt8(ascii: "\"")
            if isQuoted {
                index.cursor = cursor
                place = quoted(start, column, end)
                cursor = index.cursor
            } else {
                if let found = cursor.first() {
                    place = found
                } else {
                    index.cursor = cursor
                    place = index.first(in: base)
                    cursor = index.cursor
                }
                if column < columns { captures[column] = Capture(plain: start, place) }
            }
            if base[place] == 10 {
                let hasReturn = place > start && place < end && base[place &- 1] == 13
                if hasReturn, !isQuoted, column < columns {
                    captures[column] = Capture(plain: start, place &- 1)
                }
                self.place = place &+ 1
                index.cursor = cursor
                return column &+ 1
            }
            column &+= 1
            place &+= 1
        }
    }

    /// Reads a field in quotes; returns the delimiter or line end behind it.
    private mutating func quoted(_ open: Int, _ column: Int, _ end: Int) -> Int {
        var kind = Capture.Kind.text
        var place = open &+ 1
        while true {
            let quote = ByteSearch.first(UInt8(ascii: "\""), in: base, place, end)
            innerLines &+= ByteSearch.count(10, in: base, place, quote ?? end)
            guard let quote else {
                fault = (
                    open,
                    "the quote is never closed; expected a second one before the end of the file"
                )
                index.skip(to: end)
                return index.first(in: base)
            }
            place = quote &+ 1
            guard place < end, base[place] == UInt8(ascii: "\"") else { break }
            kind = .quotedText
            place &+= 1
        }
        if column < columns {
            let count = place &- open &- 2
            captures[CompiledReader.firstColumn &+ column] = Capture(
                start: UInt32(truncatingIfNeeded: open &+ 1),
                count: UInt32(truncatingIfNeeded: count), kind: count == 0 ? .absent : kind)
        }
        if base[place] == 13, place &+ 1 < end, base[place &+ 1] == 10 { place &+= 1 }
        index.skip(to: place)
        let behind = index.first(in: base)
        if behind != place, fault == nil {
            fault = (place, "expected the delimiter or a line end behind the closing quote")
        }
        return behind
    }
}

extension Capture {
    /// A field of CSV that is not in quotes; an empty one is none.
    @inline(__always)
    fileprivate init(plain start: Int, _ end: Int) {
        self.init(
            start: UInt32(truncatingIfNeeded: start),
            count: UInt32(truncatingIfNeeded: end &- start), kind: end == start ? .absent : .text)
    }
}
