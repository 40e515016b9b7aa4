// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymInput
package import AllonymMappings
import Foundation

/// Long texts that few targets ask for, such as receipts and attributes: in a file, not in memory.
///
/// It is filled by one thread, and read by any number once it is finished.
package final class SpillFile: @unchecked Sendable {
    // Unchecked because what changes is changed by the one thread that fills it, before others read,
    // but for the failure and the windows, which the lock guards; a window is one thread's while it is
    // not among them.
    private let lock = NSLock()
    private static let fields: [NeutralField] = [.receipt, .attributes, .reservedAttributes]
    private static let header = fields.count * MemoryLayout<UInt32>.size
    private static let chunk = 1 << 18
    /// As many bytes are read together.
    private static let window = 1 << 16

    private let file: NamelessFile
    private let isKept: [Bool]
    private let buffer = OutputBytes()
    private var written = 0
    private var failure: Int32?
    /// What was read last.
    private var windows: [Window] = []

    /// Makes the file in a folder.
    ///
    /// - Parameters:
    ///   - folder: Where the disk space is taken.
    ///   - kept: The fields that will be asked for; of others nothing is kept.
    /// - Throws: `OutputError` where the file cannot be made.
    package init(in folder: String, keeping kept: [NeutralField]) throws(OutputError) {
        file = try NamelessFile(at: "\(folder)/texts")
        isKept = SpillFile.fields.map(kept.contains)
    }

    /// Keeps some of a record's texts, and returns where they are.
    func keep(
        _ record: Record, _ batch: RecordBatch, _ wanted: [NeutralField]
    ) -> RecordLocation {
        let start = written + buffer.count
        let texts = zip(SpillFile.fields, isKept).map { field, isKept in
            isKept && wanted.contains(field) ? record.text(field) : .none
        }
        for text in texts {
            let count = text.isPresent ? text.count : 0
            for shift in stride(from: 0, to: 32, by: 8) {
                buffer.append(UInt8(truncatingIfNeeded: count >> shift))
            }
        }
        for text in texts where text.isPresent { batch.withBytes(of: text) { buffer.append($0) } }
        let length = written + buffer.count - start
        if buffer.count >= SpillFile.chunk { flush() }
        return RecordLocation(input: -1, offset: Int64(start), length: Int32(clamping: length))
    }

    /// Writes what has gathered.
    func flush() {
        if failure == nil { failure = file.append(buffer) }
        written += buffer.count
        buffer.empty()
    }

    /// Writes what is left.
    ///
    /// - Throws: `OutputError` where anything could not be written, such as on a full disk, or
    ///   read.
    package func check() throws(OutputError) {
        if buffer.count > 0 { flush() }
        if let failure { throw OutputError("a temporary file", failure) }
    }

    // MARK: - Reading

    /// A part of the file, in memory.
    private struct Window {
        var start = 0
        var bytes: [UInt8] = []

        func holds(_ location: RecordLocation) -> Bool {
            start <= location.offset
                && Int(location.offset) + Int(location.length) <= start + bytes.count
        }

        /// Whether a location is not far behind, as when one goes through the file.
        func precedes(_ location: RecordLocation) -> Bool {
            (start..<start + bytes.count + SpillFile.window).contains(Int(location.offset))
        }

        /// Where a text of a record is among the bytes.
        func range(of number: Int, at location: RecordLocation) -> Range<Int> {
            let record = Int(location.offset) - start
            func count(_ number: Int) -> Int {
                (0..<4).reduce(0) { $0 | Int(bytes[record + number * 4 + $1]) << ($1 * 8) }
            }
            let first = (0..<number).reduce(record + SpillFile.header) { $0 + count($1) }
            return first..<first + count(number)
        }
    }

    /// Lends a text of a location, and does nothing where it has none, or where the file cannot be read
    /// any more, as ``check()`` then says.
    package func withText(
        of location: RecordLocation, _ field: NeutralField, _ body: (Span<UInt8>) -> Void
    ) {
        guard let number = SpillFile.fields.firstIndex(of: field) else { return }
        var window =
            lock.withLock {
                // Neighbouring records are often asked for one after the other, by each of the threads.
                let known =
                    windows.firstIndex { $0.holds(location) }
                    ?? windows.firstIndex { $0.precedes(location) } ?? windows.indices.last
                return known.map { windows.remove(at: $0) }
            } ?? Window()
        defer { lock.withLock { windows.append(window) } }
        guard window.holds(location) || fill(&window, at: location) else { return }
        let range = window.range(of: number, at: location)
        if !range.isEmpty { body(window.bytes.span.extracting(range)) }
    }

    /// Reads what begins at a location; false where that cannot be done.
    private func fill(_ window: inout Window, at location: RecordLocation) -> Bool {
        let least = Int(location.length)
        // What lies anywhere is read alone.
        let most = window.precedes(location) ? max(least, SpillFile.window) : least
        window.start = Int(location.offset)
        if let code = file.read(&window.bytes, from: window.start, atLeast: least, atMost: most) {
            lock.withLock { failure = code }
            return false
        }
        return true
    }
}
