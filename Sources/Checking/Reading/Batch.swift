// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// How IDs lie in an input.
public enum CheckLayout: Sendable {
    /// One a line, verbatim but for the line end: LF or CRLF. Nothing is looked for, no byte order
    /// mark and no quotes.
    case lines
    /// One column of comma-separated values, as RFC 4180 has them.
    case column(CSVColumn)

    var hasFields: Bool {
        switch self {
        case .lines: false
        case .column: true
        }
    }
}

/// A column of comma-separated values.
public struct CSVColumn: Hashable, Sendable {
    /// Which column.
    public enum Choice: Hashable, Sendable {
        /// By its name in the first record.
        case name(String)
        /// By its number, from 1.
        case number(Int)
    }

    /// Which column.
    public var choice: Choice
    /// The byte between fields; nil to detect it from the first record: comma, semicolon or tab.
    public var separator: UInt8?
    /// Whether the first record holds names and no ID.
    ///
    /// A column chosen by name needs it.
    public var hasHeader: Bool

    /// A column.
    public init(_ choice: Choice, separator: UInt8? = nil, hasHeader: Bool = true) {
        self.choice = choice
        self.separator = separator
        self.hasHeader = hasHeader
    }
}

/// What a reader has put into a batch.
enum BatchKind {
    /// Whole IDs.
    case ids
    /// The beginning of an ID that is longer than a batch: `readLong` is to be called next.
    case longID
    /// Nothing: all input is read.
    case end
}

/// IDs on their way from a reader to a worker.
///
/// One for each worker, used again and again.
final class Batch {
    let bytes: InputBuffer
    /// Its number in the order of all batches.
    var number = 0
    /// The input it is of.
    var input = 0
    /// The line of its first ID.
    var line = 1
    /// Whether the IDs are fields one behind the other; else the bytes are lines.
    let hasFields: Bool
    /// Where each field ends, and on which line its record began.
    private(set) var fields: [(end: Int, line: Int)] = []
    /// As many fields as the batch takes.
    let mostFields: Int
    /// Where lines end.
    private var lineEnds: [UInt32] = []

    init(capacity: Int, hasFields: Bool) {
        self.hasFields = hasFields
        bytes = InputBuffer(capacity: capacity)
        mostFields = max(16, capacity / 8)
    }

    func empty() {
        bytes.empty()
        fields.removeAll(keepingCapacity: true)
    }

    /// The bytes that have come since the last one are a field.
    func endField(line: Int) { fields.append((bytes.count, line)) }

    /// Where the last field ends.
    var end: Int { fields.last?.end ?? 0 }

    /// Every ID with its line.
    func forEachID(_ body: (Span<UInt8>, Int) throws -> Void) rethrows {
        try bytes.withBytes { bytes in
            hasFields ? try forEachField(bytes, body) : try forEachLine(bytes, body)
        }
    }

    @inline(__always)
    private func forEachField(
        _ bytes: Span<UInt8>, _ body: (Span<UInt8>, Int) throws -> Void
    ) rethrows {
        var start = 0
        for field in fields {
            try body(bytes.extracting(start..<field.end), field.line)
            start = field.end
        }
    }

    @inline(__always)
    private func forEachLine(
        _ bytes: Span<UInt8>, _ body: (Span<UInt8>, Int) throws -> Void
    ) rethrows {
        ByteSearch.find(10, in: bytes, &lineEnds)
        var (start, line) = (0, line)
        for lineEnd in lineEnds {
            var end = Int(lineEnd)
            let next = end &+ 1
            if end > start, bytes[end &- 1] == 13 { end &-= 1 }
            try body(bytes.extracting(start..<end), line)
            (start, line) = (next, line &+ 1)
        }
        // The last line may have no end.
        if start < bytes.count { try body(bytes.extracting(start...), line) }
    }
}

/// Reads inputs batch after batch.
///
/// Not for several threads at once.
protocol BatchReader: AnyObject {
    /// Fills a batch with the next IDs.
    func next(_ batch: Batch) throws(InputError) -> BatchKind
    /// Hands over a long ID piece by piece, the one in the batch first. The batch is used up.
    func readLong(_ batch: Batch, _ body: (Span<UInt8>) throws -> Void) throws
    /// Bytes read so far.
    var position: Int { get }
}

/// One input after the other, and the bytes of the one that is open.
struct InputQueue: ~Copyable {
    let inputs: [Input]
    /// The one that is open.
    private(set) var current = -1
    private(set) var position = 0
    /// Whether the open one has no further bytes.
    private(set) var hasEnded = true
    private var stream: ByteStream?
    /// For each input what is kept of it; empty where nobody asks for that.
    private let kept: [KeptInput]

    init(_ inputs: [Input], kept: [KeptInput] = []) {
        self.inputs = inputs
        self.kept = kept
    }

    /// Opens the next input; false when there is none.
    mutating func openNext() throws(InputError) -> Bool {
        guard current + 1 < inputs.count else { return false }
        current += 1
        stream = try ByteStream(inputs[current], kept: kept.isEmpty ? nil : kept[current])
        hasEnded = false
        return true
    }

    /// Fills the room of a buffer, unless the input ends before.
    mutating func fill(_ buffer: InputBuffer) throws(InputError) {
        guard !hasEnded, stream != nil else { return }
        let room = buffer.room
        let read = try stream?.fill(buffer) ?? 0
        position += read
        hasEnded = read < room && stream?.hasFailed != true
    }

    func error(
        _ code: InputError.Code, line: Int, column: Int = 0, _ reason: String
    ) -> InputError {
        InputError(code, inputs[current].name, line: line, column: column, reason)
    }
}
