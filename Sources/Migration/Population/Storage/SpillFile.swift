// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymMappings
import Foundation

/// Long texts that few targets ask for, such as receipts and attributes: in a file, not in memory.
///
/// The file has no name, so nothing of it is left however the run ends. It is filled by one thread,
/// and read by any number once it is finished.
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

    private let descriptor: Int32
    private let isKept: [Bool]
    @exclusivity(unchecked) private var buffer: [UInt8] = []
    @exclusivity(unchecked) private var written = 0
    @exclusivity(unchecked) private var failure: Int32 = 0
    /// What was read last.
    @exclusivity(unchecked) private var windows: [Window] = []

    /// Makes the file in a folder, readable by its owner only, and takes its name away.
    ///
    /// - Parameters:
    ///   - folder: Where the disk space is taken.
    ///   - kept: The fields that will be asked for; of others nothing is kept.
    /// - Throws: `OutputError` where the file cannot be made.
    package init(in folder: String, keeping kept: [NeutralField]) throws(OutputError) {
        let path = "\(folder)/texts"
        descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        isKept = SpillFile.fields.map(kept.contains)
        if descriptor < 0 { throw OutputError(path, errno) }
        if unlink(path) != 0 { throw OutputError(path, errno) }
    }

    deinit { if descriptor >= 0 { _ = close(descriptor) } }

    /// Keeps some of a record's texts, and returns where they are.
    func keep(
        _ record: Record, _ batch: RecordBatch, _ wanted: [NeutralField]
    ) -> RecordPlace {
        let start = written + buffer.count
        let texts = zip(SpillFile.fields, isKept).map { field, isKept in
            isKept && wanted.contains(field) ? record.text(field) : .none
        }
        for text in texts {
            withUnsafeBytes(of: UInt32(text.isPresent ? text.count : 0)) {
                buffer.append(contentsOf: $0)
            }
        }
        for text in texts where text.isPresent {
            buffer.append(contentsOf: batch.bytes(of: text))
        }
        let length = written + buffer.count - start
        if buffer.count >= SpillFile.chunk { flush() }
        return RecordPlace(input: -1, offset: Int64(start), length: Int32(clamping: length))
    }

    private func flush() {
        buffer.withUnsafeBytes { bytes in
            var rest = bytes
            while failure == 0, let start = rest.baseAddress, !rest.isEmpty {
                let count = write(descriptor, start, rest.count)
                if count >= 0 {
                    rest = UnsafeRawBufferPointer(rebasing: rest[count...])
                } else if errno != EINTR {
                    failure = errno
                }
            }
        }
        written += buffer.count
        buffer.removeAll(keepingCapacity: true)
    }

    /// Writes what is left.
    ///
    /// - Throws: `OutputError` where anything could not be written, such as on a full disk, or
    ///   read.
    package func check() throws(OutputError) {
        if !buffer.isEmpty { flush() }
        if failure != 0 { throw OutputError("a temporary file", failure) }
    }

    // MARK: - Reading

    /// A part of the file, in memory.
    private final class Window {
        var bytes = [UInt8](repeating: 0, count: SpillFile.window)
        var start = 0
        var count = 0

        func holds(_ place: RecordPlace) -> Bool {
            start <= place.offset && Int(place.offset) + Int(place.length) <= start + count
        }

        /// Whether a place is not far behind, as when one goes through the file.
        func precedes(_ place: RecordPlace) -> Bool {
            (start..<start + count + SpillFile.window).contains(Int(place.offset))
        }
    }

    /// Hands over a text of a place, and does nothing where it has none, or where the file cannot be
    /// read any more, as ``check()`` then says.
    package func withText(
        of place: RecordPlace, _ field: NeutralField, _ body: (UnsafeRawBufferPointer) -> Void
    ) {
        guard let number = SpillFile.fields.firstIndex(of: field) else { return }
        let window =
            lock.withLock {
                // Neighbouring records are often asked for one after the other, by each of the threads.
                let known =
                    windows.firstIndex { $0.holds(place) }
                    ?? windows.firstIndex { $0.precedes(place) } ?? windows.indices.last
                return known.map { windows.remove(at: $0) }
            } ?? Window()
        defer { lock.withLock { windows.append(window) } }
        guard window.holds(place) || fill(window, at: place) else { return }
        window.bytes.withUnsafeBytes { bytes in
            let record = Int(place.offset) - window.start
            func count(_ number: Int) -> Int {
                Int(bytes.loadUnaligned(fromByteOffset: record + number * 4, as: UInt32.self))
            }
            var start = record + SpillFile.header
            for other in 0..<number { start += count(other) }
            guard count(number) > 0 else { return }
            body(UnsafeRawBufferPointer(rebasing: bytes[start..<start + count(number)]))
        }
    }

    /// Reads what begins at a place; false where that cannot be done.
    private func fill(_ window: Window, at place: RecordPlace) -> Bool {
        let least = Int(place.length)
        // What lies anywhere is read alone.
        let most = window.precedes(place) ? max(least, SpillFile.window) : least
        (window.start, window.count) = (Int(place.offset), 0)
        if window.bytes.count < least { window.bytes = [UInt8](repeating: 0, count: least) }
        while window.count < least {
            let more = window.bytes.withUnsafeMutableBytes {
                pread(
                    descriptor, $0.baseAddress.map { $0 + window.count }, most - window.count,
                    off_t(window.start + window.count))
            }
            if more < 0, errno == EINTR { continue }
            guard more > 0 else {
                let code = more < 0 ? errno : EIO
                lock.withLock { failure = code }
                return false
            }
            window.count += more
        }
        return true
    }
}
