// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// How the values of a JSON file lie in it.
struct JSONForm {
    private let bytes: UnsafePointer<UInt8>
    private let count: Int
    private let isWhole: Bool

    /// Looks at the first bytes of a file, behind which there is a 0.
    init(_ bytes: UnsafePointer<UInt8>, _ count: Int, isWhole: Bool) {
        (self.bytes, self.count, self.isWhole) = (bytes, count, isWhole)
    }

    /// Lines if the first one is an object, or cannot go on in the second; else values that may
    /// stretch over lines.
    func form(from start: Int) -> Recognition.Form {
        guard let end = ByteSearch.first(10, in: bytes, start, count) ?? (isWhole ? count : nil)
        else { return .values(start: start) }
        let next = (end..<max(end, count)).first { !isSpace(bytes[$0]) }
        let nextBegins = next.map { bytes[$0] == bytes[start] } ?? false
        let isList = bytes[start] == UInt8(ascii: "[")
        switch firstLine(start, end) {
        case .whole: return isList && !nextBegins ? .values(start: start) : .lines(start: start)
        case .open:
            return nextBegins && isDamaged(start) ? .lines(start: start) : .values(start: start)
        case .damaged:
            return !isList && nextBegins ? .lines(start: start) : .values(start: start)
        }
    }

    private enum Line {
        /// One value, and nothing more.
        case whole
        /// The beginning of a value that may go on in the next line.
        case open
        /// Nothing that a value can begin with, or that an object may follow.
        case damaged
    }

    /// Whether the bytes from the first line on are no value, and no beginning of one.
    private func isDamaged(_ start: Int) -> Bool {
        var text = JSONText(bytes)
        text.begin(bytes, start, count)
        do throws(JSONFault) {
            try text.skipValue()
            return false
        } catch {
            return isWhole || error.reason != .ended
        }
    }

    private func firstLine(_ start: Int, _ end: Int) -> Line {
        // A copy, because the line has to end with a 0.
        let line = ByteBuffer(capacity: end - start + 1)
        line.append(bytes + start, end - start)
        line.start[line.count] = 0
        var text = JSONText(line.start)
        text.begin(line.start, 0, line.count)
        do throws(JSONFault) {
            try text.skipValue()
            text.skipSpace()
            return text.offset == line.count ? .whole : .damaged
        } catch {
            guard error.reason == .ended else { return .damaged }
            let last = (0..<line.count).last { !isSpace(line.start[$0]) } ?? 0
            let mayGoOn = [UInt8](",:[{".utf8).contains(line.start[last])
            return mayGoOn ? .open : .damaged
        }
    }

    private func isSpace(_ byte: UInt8) -> Bool {
        byte == 32 || byte == 10 || byte == 13 || byte == 9
    }
}
