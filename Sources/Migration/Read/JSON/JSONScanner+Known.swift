// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// Whether a document that was read is one that a reader knows.
extension JSONScanner {
    /// Asks for everything that the reader has to find, and for everything that it must not.
    borrowing func isKnown(to reader: CompiledReader) -> Bool {
        for slot in reader.knownSlots where captures[slot].kind == .absent { return false }
        for slot in reader.notSlots where captures[slot].kind != .absent { return false }
        if reader.knownSlots.count < reader.knownBy.count
            || reader.notSlots.count < reader.notBy.count
        {
            for path in reader.knownBy where captures(of: path).isEmpty { return false }
            for path in reader.notBy where !captures(of: path).isEmpty { return false }
        }
        return meets(reader.knownValues)
    }

    /// Whether it says that something went wrong, as the reader knows it.
    borrowing func isError(of reader: CompiledReader) -> Bool {
        if reader.errorValues.isEmpty { return false }
        return meets(reader.errorValues)
    }

    /// Which list the document is a page of, and whether it is the last one; nil for no page.
    borrowing func page(_ reader: CompiledReader, line: Int) -> ListPage? {
        guard let path = reader.pageOf, let capture = captures(of: path).first,
            let list = string(capture)
        else { return nil }
        return ListPage(of: list, isLast: meets(reader.lastPage), line: line)
    }

    /// Whether each path has one of its values.
    private borrowing func meets(
        _ conditions: [(path: CompiledPath, values: [String?])]
    ) -> Bool {
        for (path, patterns) in conditions {
            let found = captures(of: path)
            var isMet = found.isEmpty && patterns.contains(nil)
            for capture in found where !isMet { isMet = isAmong(patterns, string(capture)) }
            if !isMet { return false }
        }
        return true
    }

    private borrowing func isAmong(_ patterns: [String?], _ value: String?) -> Bool {
        patterns.contains { pattern in
            guard let value, let pattern else { return value == pattern }
            return Wildcard.matches(value, pattern)
        }
    }

    private borrowing func captures(of path: CompiledPath) -> [Capture] {
        var frames = [0]
        for level in path.levels {
            var inner: [Int] = []
            for frame in frames {
                var element = Int(captures[frame + level.slot].link)
                while element != 0 {
                    inner.append(element)
                    element = Int(captures[element + JSONPlan.elementSlot].link)
                }
            }
            frames = inner
        }
        var found: [Capture] = []
        for frame in frames where captures[frame + path.slot].kind != .absent {
            found.append(captures[frame + path.slot])
        }
        return found
    }

    private borrowing func string(_ capture: Capture) -> String? {
        guard capture.isPresent else { return nil }
        let (start, count) = (Int(capture.start), Int(capture.count))
        if capture.kind == .escapedText {
            return text.withDecoded(start, count) {
                String(decoding: UnsafeBufferPointer(start: $0, count: $1), as: UTF8.self)
            }
        }
        return String(
            decoding: UnsafeBufferPointer(start: text.base + start, count: count), as: UTF8.self)
    }
}

/// Patterns in which `*` stands for anything.
enum Wildcard {
    static func matches(_ text: String, _ pattern: String) -> Bool {
        var text = Substring(text)
        var pieces = pattern.split(separator: "*", omittingEmptySubsequences: false)[...]
        guard let first = pieces.popFirst(), text.hasPrefix(first) else { return false }
        text = text.dropFirst(first.count)
        guard let last = pieces.popLast() else { return text.isEmpty }
        for piece in pieces {
            guard let found = text.firstRange(of: piece) else {
                if piece.isEmpty { continue }
                return false
            }
            text = text[found.upperBound...]
        }
        return text.hasSuffix(last)
    }
}
