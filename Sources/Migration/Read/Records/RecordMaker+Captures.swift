// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// Captures that are found by a path, and what they say.
extension RecordMaker {
    /// The frame that lies so many frames further out.
    @inline(__always)
    func outer(_ frame: Int, _ climb: Int) -> Int {
        var frame = frame
        for _ in 0..<climb { frame = Int(captures[frame &+ JSONPlan.keySlot].link) }
        return frame
    }

    /// Calls with each value of a path until that returns false.
    func forEach(
        _ path: CompiledPath, _ frame: Int, _ body: (Capture) throws(Refusal) -> Bool
    ) throws(Refusal) {
        _ = try forEach(
            path.levels[...], path.slot, outer(frame, path.climb), from: frame, body)
    }

    private func forEach(
        _ levels: ArraySlice<CompiledPath.Level>, _ slot: Int, _ frame: Int, from record: Int,
        _ body: (Capture) throws(Refusal) -> Bool
    ) throws(Refusal) -> Bool {
        guard let level = levels.first else {
            let capture = captures[frame + slot]
            return capture.isPresent ? try body(capture) : true
        }
        var element = Int(captures[frame + level.slot].link)
        while element != 0 {
            if meets(level.filters, element, record),
                try !forEach(levels.dropFirst(), slot, element, from: record, body)
            {
                return false
            }
            element = Int(captures[element + JSONPlan.elementSlot].link)
        }
        return true
    }

    private func meets(_ filters: [CompiledFilter], _ element: Int, _ record: Int) -> Bool {
        for filter in filters {
            var (isMet, isPresent) = (false, false)
            // Nothing is refused while values are compared.
            try? forEach(filter.path, element) { (capture) throws(Refusal) in
                isPresent = true
                guard let value = batch.string(text(of: capture)) else { return true }
                isMet =
                    filter.values.contains(value)
                    || filter.keys.contains { climb in
                        let key = captures[outer(record, climb) + JSONPlan.keySlot]
                        return batch.string(text(of: key)) == value
                    }
                return !isMet
            }
            guard isMet || !isPresent && filter.takesNone else { return false }
        }
        return true
    }

    /// Whether a condition is met by any of its values.
    @inline(__always)
    func holds(_ condition: CompiledCondition, _ frame: Int) -> Bool {
        guard condition.slot >= 0 else { return holdsForAny(condition, frame) }
        let capture = captures[outer(frame, condition.climb) &+ condition.slot]
        return capture.isPresent ? isAmong(condition.values, capture) : condition.takesNone
    }

    @inline(never)
    private func holdsForAny(_ condition: CompiledCondition, _ frame: Int) -> Bool {
        var (isMet, isPresent) = (false, false)
        // Nothing is refused while values are compared.
        try? forEach(compiled.paths[condition.path], frame) { (capture) throws(Refusal) in
            isPresent = true
            isMet = isAmong(condition.values, capture)
            return !isMet
        }
        return isMet || !isPresent && condition.takesNone
    }

    private func isAmong(_ values: ByteTable, _ capture: Capture) -> Bool {
        let text = text(of: capture)
        return values.find(batch.buffer.start + text.start, text.count) >= 0
    }

    /// What a value says: of a text its characters, of all else the bytes that stand there.
    @inline(__always)
    func text(of capture: Capture) -> Text {
        switch capture.kind {
        case .escapedText, .quotedText: decoded(capture)
        default: Text(start: Int(capture.start), count: Int(capture.count))
        }
    }

    @inline(never)
    private func decoded(_ capture: Capture) -> Text {
        let buffer = batch.buffer
        let (start, count) = (Int(capture.start), Int(capture.count))
        buffer.reserve(count)
        let (from, to) = (buffer.start + start, buffer.start + buffer.count)
        let written =
            capture.kind == .escapedText
            ? JSONText.decode(from, count, to: to) : CSVField.undouble(from, count, to: to)
        let offset = buffer.count
        buffer.count += written
        return Text(start: offset, count: written)
    }
}
