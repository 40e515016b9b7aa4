// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Finds the fields of comma-separated values, row by row, as RFC 4180 has them.
///
/// A field that begins with a quote ends at the next single one; two quotes in it are one, and it may
/// hold delimiters and line ends. In any other field a quote stands for itself. A row ends with LF or
/// CR LF, or where the input does; a CR elsewhere is part of its field. Behind a fault in quotes the
/// field goes on to the next delimiter or line end, so that the rows behind it are found.
///
/// The bytes may be a piece of the input. Then a row may go on behind them, and the last two bytes may
/// be left over, because what follows decides about a CR or a quote.
package struct CSVTokenizer: ~Copyable {
    private enum State {
        case fieldStart
        case plain
        case quoted
        /// Behind a closing quote and something that should not be there.
        case behindQuote
    }

    private enum Ending {
        case field
        case row
        case bytes
    }

    private let delimiter: UInt8
    private var index: DelimiterIndex
    private var state = State.fieldStart
    /// Where the next byte is that was not looked at.
    package private(set) var offset: Int
    private(set) var end: Int
    private var isLast: Bool
    /// The line of that byte.
    package private(set) var line: Int
    /// Where that line begins; below the bytes, if it begins in those before.
    private var lineStart: Int

    // Of the row that is being read.
    private var isInRow = false
    private var start = 0
    private var rowEnd = 0
    private var firstLine = 0
    private var fault: CSVFault?
    /// The quote that began the last quoted field.
    private var opening: CSVFault?
    private var fields: UnsafeMutablePointer<CSVField>
    private var capacity = 32
    private var count = 0

    /// A tokenizer of some bytes.
    ///
    /// - Parameters:
    ///   - delimiter: What stands between fields.
    ///   - start: The first of the bytes.
    ///   - end: The offset behind the last of them.
    ///   - isLast: Whether the input ends there.
    ///   - line: The line that the first of them is on.
    package init(
        delimiter: UInt8, from start: Int = 0, to end: Int, isLast: Bool = true, line: Int = 1
    ) {
        self.delimiter = delimiter
        index = DelimiterIndex(from: start, to: end, delimiter: delimiter)
        (offset, self.end, self.isLast) = (start, end, isLast)
        (self.line, lineStart) = (line, start)
        fields = .allocate(capacity: capacity)
    }

    deinit { fields.deallocate() }

    /// Goes on with further bytes, of which the first are those from ``offset`` on that were left over.
    package mutating func resume(from start: Int, to end: Int, isLast: Bool) {
        lineStart += start - offset
        fault?.offset += start - offset
        opening?.offset += start - offset
        (offset, self.end, self.isLast) = (start, end, isLast)
        index.restart(from: start, to: end)
    }

    /// Reads the next row, or what of it is in the bytes.
    ///
    /// - Parameter bytes: The bytes; they may have moved, if they are the same.
    /// - Returns: The row; nil where none begins in the bytes.
    package mutating func next(in bytes: UnsafePointer<UInt8>) -> CSVRow? {
        if !isInRow {
            if offset == end { return nil }
            (isInRow, start, firstLine, fault) = (true, offset, line, nil)
        }
        count = 0
        var ending = Ending.field
        while ending == .field {
            if state == .fieldStart, offset < end, bytes[offset] == CSVTokenizer.quote { open() }
            ending =
                state == .fieldStart || state == .plain ? plain(bytes) : quoted(bytes)
        }
        return CSVRow(
            fields: UnsafeBufferPointer(start: fields, count: count), start: start, end: rowEnd,
            next: offset, line: firstLine, isWhole: ending == .row, fault: fault)
    }

    private static var quote: UInt8 { UInt8(ascii: "\"") }

    @inline(__always)
    private mutating func add(_ field: CSVField) {
        if count == capacity { grow() }
        fields[count] = field
        count &+= 1
    }

    @inline(never)
    private mutating func grow() {
        let larger = UnsafeMutablePointer<CSVField>.allocate(capacity: capacity * 2)
        larger.update(from: fields, count: count)
        fields.deallocate()
        (fields, capacity) = (larger, capacity * 2)
    }
}

// MARK: - One field

extension CSVTokenizer {
    /// Reads a field that is not in quotes.
    @inline(__always)
    private mutating func plain(_ bytes: UnsafePointer<UInt8>) -> Ending {
        let found = index.first(in: bytes)
        var field = CSVField(start: offset, end: found)
        if found == end { return runOut(&field, bytes) }
        if bytes[found] == 10 {
            if found > offset, bytes[found &- 1] == 13 { field.end = found &- 1 }
            add(field)
            return endRow(found, bytes)
        }
        add(field)
        offset = found &+ 1
        state = .fieldStart
        return .field
    }

    private mutating func runOut(
        _ field: inout CSVField, _ bytes: UnsafePointer<UInt8>
    ) -> Ending {
        if isLast {
            add(field)
            return endInput()
        }
        // The line may end with this CR.
        if field.end > field.start, bytes[field.end - 1] == 13 { field.end -= 1 }
        guard field.start < field.end else { return .bytes }
        state = .plain
        return goOn(field)
    }

    private mutating func open() {
        opening = fault(.unclosed, at: offset)
        state = .quoted
        offset += 1
    }

    /// Reads a field from behind its opening quote, or what of it was not in the bytes before.
    private mutating func quoted(_ bytes: UnsafePointer<UInt8>) -> Ending {
        var field = CSVField(start: offset, end: offset)
        field.isFaulty = state == .behindQuote
        var behind = offset
        if state == .quoted {
            guard let quote = closing(&field, bytes) else {
                field.end = end
                countLines(field, bytes)
                guard isLast else { return goOn(field) }
                fault = fault ?? opening
                field.isFaulty = true
                add(field)
                return endInput()
            }
            field.end = quote
            countLines(field, bytes)
            behind = quote + 1
            if behind + 1 < end, bytes[behind] == 13, bytes[behind + 1] == 10 { behind += 1 }
            let isUnknown = behind == end || behind + 1 == end && bytes[behind] == 13
            if isUnknown, !isLast { return goOn(field) }
            if behind < end, bytes[behind] != 10, bytes[behind] != delimiter {
                fault = fault ?? fault(.behindQuote, at: behind)
                field.isFaulty = true
            }
            index.skip(to: behind)
        }
        let found = index.first(in: bytes)
        if found == end {
            if isLast {
                add(field)
                return endInput()
            }
            state = .behindQuote
            field.isPart = true
            add(field)
            offset = end
            return .bytes
        }
        add(field)
        if bytes[found] == 10 { return endRow(found, bytes) }
        offset = found + 1
        state = .fieldStart
        return .field
    }

    /// The next single quote; nil where there is none.
    private func closing(_ field: inout CSVField, _ bytes: UnsafePointer<UInt8>) -> Int? {
        var offset = offset
        while let quote = ByteSearch.first(CSVTokenizer.quote, in: bytes, offset, end) {
            offset = quote + 1
            guard offset < end, bytes[offset] == CSVTokenizer.quote else { return quote }
            field.hasDoubledQuotes = true
            offset += 1
        }
        return nil
    }

    private mutating func countLines(_ field: CSVField, _ bytes: UnsafePointer<UInt8>) {
        guard let last = ByteSearch.last(10, in: bytes, field.start, field.end) else { return }
        line += ByteSearch.count(10, in: bytes, field.start, field.end)
        lineStart = last + 1
    }

    private func fault(_ reason: CSVFault.Reason, at offset: Int) -> CSVFault {
        CSVFault(reason: reason, offset: offset, line: line, column: offset - lineStart + 1)
    }
}

// MARK: - Ends

extension CSVTokenizer {
    @inline(__always)
    private mutating func endRow(_ lineEnd: Int, _ bytes: UnsafePointer<UInt8>) -> Ending {
        let hasReturn = lineEnd > start && bytes[lineEnd &- 1] == 13
        rowEnd = hasReturn ? lineEnd &- 1 : lineEnd
        offset = lineEnd &+ 1
        line &+= 1
        lineStart = offset
        state = .fieldStart
        isInRow = false
        return .row
    }

    private mutating func endInput() -> Ending {
        (offset, rowEnd) = (end, end)
        state = .fieldStart
        isInRow = false
        return .row
    }

    /// The field goes on behind the bytes.
    private mutating func goOn(_ field: CSVField) -> Ending {
        offset = field.end
        if field.start < field.end {
            var part = field
            part.isPart = true
            add(part)
        }
        return .bytes
    }
}
