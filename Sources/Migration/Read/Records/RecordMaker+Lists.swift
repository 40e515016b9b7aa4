// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// Lists, and parts of texts.
extension RecordMaker {
    /// Gathers the lists of a record, each of them from all of its rules.
    func makeLists(
        _ rule: CompiledRule, _ frame: Int, _ slots: UnsafeMutablePointer<UInt64>
    ) throws(Refusal) {
        var index = 0
        while index < rule.lists.count {
            let field = rule.lists.pointer(index).pointee.field
            var list = GatheredList(batch)
            while index < rule.lists.count, rule.lists.pointer(index).pointee.field == field {
                let asked = rule.lists.pointer(index)
                index += 1
                if asked.pointee.slot >= 0 {
                    let capture = captures[
                        outer(frame, asked.pointee.climb) &+ asked.pointee.slot]
                    if capture.isPresent { try gather(asked, capture, &list) }
                } else {
                    try forEach(compiled.paths[asked.pointee.path], frame) {
                        (capture) throws(Refusal) in
                        try gather(asked, capture, &list)
                        return true
                    }
                }
            }
            slots[field.number] = list.range.bits
        }
    }

    private func gather(
        _ field: FieldPointer, _ capture: Capture, _ list: inout GatheredList
    ) throws(Refusal) {
        if capture.isText, capture.count == 0 { return }
        if field.pointee.form == .jsonList {
            guard capture.isText else { throw kind(field, capture, "a text that holds a list") }
            return try gatherText(field, capture, &list)
        }
        let isOfTexts = field.pointee.form == .texts
        if isOfTexts, capture.kind != .list { throw kind(field, capture, "a list of texts") }
        if isOfTexts || field.pointee.form == .list, capture.kind == .list {
            // Room for all that is decoded, so that the bytes stay where they are.
            batch.buffer.reserve(Int(capture.count))
            var text = JSONText(batch.buffer.start)
            text.begin(batch.buffer.start, Int(capture.start), Int(capture.start + capture.count))
            return try gatherElements(field, &text, &list)
        }
        let value = try value(of: field, capture)
        if value != 0 { list.add(Text(bits: value)) }
    }

    private static let listExpected = "expected a JSON list of texts, such as [\"pro\"]"

    /// A list that stands in a text.
    private func gatherText(
        _ field: FieldPointer, _ capture: Capture, _ list: inout GatheredList
    ) throws(Refusal) {
        let text = text(of: capture)
        let buffer = batch.buffer
        // A copy with a 0 behind it, and room for all that is decoded.
        buffer.reserve(text.count * 2 + 1)
        let (start, end) = (buffer.count, buffer.count + text.count)
        buffer.append(buffer.start + text.start, text.count)
        buffer.start[end] = 0
        buffer.count += 1
        var inner = JSONText(buffer.start)
        do throws(JSONFault) {
            inner.begin(buffer.start, start, end)
            inner.skipSpace()
            try inner.skipValue()
            inner.skipSpace()
            if inner.offset != end { throw inner.fault(.behind) }
        } catch {
            let reason = error.reason == .value ? Self.listExpected : "\(error.reason)"
            throw Refusal(
                .syntax, "\(name(field)) holds no JSON: \(reason)", at: Int(capture.start))
        }
        inner.begin(buffer.start, start, end)
        inner.skipSpace()
        if inner.byte == UInt8(ascii: "n") { return }
        guard inner.byte == UInt8(ascii: "[") else {
            throw Refusal(
                .kind, "\(name(field)) holds \(batch.quoted(text)); \(Self.listExpected)",
                at: Int(capture.start))
        }
        try gatherElements(field, &inner, &list)
    }

    /// The elements of a list that is known to be JSON.
    private func gatherElements(
        _ field: FieldPointer, _ text: inout JSONText, _ list: inout GatheredList
    ) throws(Refusal) {
        do {
            guard try text.openList() else { return }
            repeat {
                let start = text.offset
                let first = text.byte
                let capture: Capture
                if first == UInt8(ascii: "\"") {
                    let isEscaped = try text.skipText()
                    capture = Capture(
                        start: UInt32(start + 1), count: UInt32(text.offset - start - 2),
                        kind: isEscaped ? .escapedText : .text)
                } else {
                    try text.skipValue()
                    capture = Capture(
                        start: UInt32(start), count: UInt32(text.offset - start),
                        kind: Capture.Kind(firstByte: first))
                }
                guard capture.isPresent, !(capture.isText && capture.count == 0) else { continue }
                let isNumber = field.pointee.takesNumbers && capture.kind == .number
                guard capture.isText || isNumber else {
                    throw kind(field, capture, "texts in the list")
                }
                list.add(self.text(of: capture))
            } while try text.hasNextElement()
        } catch let refusal as Refusal {
            throw refusal
        } catch {
            throw Refusal(.syntax, "\(name(field)) holds no JSON list")
        }
    }

    // MARK: - Parts

    /// The part of a text that a rule asks for; none where it is not there.
    func part(of text: Text, _ field: FieldPointer) -> Text {
        guard let part = compiled.rules[field.pointee.rule].part else { return text }
        var bytes = Array(batch.bytes(of: text))[...]
        if !part.after.isEmpty {
            guard let found = bytes.firstRange(of: part.after.utf8) else { return .none }
            bytes = bytes[found.upperBound...]
        }
        if !part.until.isEmpty, let found = bytes.firstRange(of: part.until.utf8) {
            bytes = bytes[..<found.lowerBound]
        }
        if part.isPercentEncoded { bytes = RecordMaker.percentDecoded(bytes)[...] }
        if !part.endings.isEmpty {
            let endings = part.endings.filter { ending in
                bytes.count >= ending.utf8.count
                    && bytes.suffix(ending.utf8.count).elementsEqual(ending.utf8)
            }
            guard let longest = endings.map(\.utf8.count).max() else { return .none }
            bytes = bytes.dropLast(longest)
        }
        return batch.buffer.appending(Array(bytes))
    }

    private static func percentDecoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var decoded: [UInt8] = []
        var rest = bytes
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2)
            if byte == UInt8(ascii: "%"), digits.count == 2, digits.allSatisfy({ $0 != 0x2B }),
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            {
                decoded.append(value)
                rest = rest.dropFirst(2)
            } else {
                decoded.append(byte)
            }
        }
        return decoded
    }
}

extension Capture.Kind {
    /// What a JSON value is that begins with a byte and is no text.
    fileprivate init(firstByte: UInt8) {
        switch firstByte {
        case UInt8(ascii: "{"): self = .object
        case UInt8(ascii: "["): self = .list
        case UInt8(ascii: "t"): self = .yes
        case UInt8(ascii: "f"): self = .no
        case UInt8(ascii: "n"): self = .null
        default: self = .number
        }
    }
}

/// The texts of one field of one record, each of them once.
struct GatheredList {
    private let batch: RecordBatch
    private let start: Int
    /// From so many texts on they are looked up instead of compared one by one.
    private static let few = 16
    private var known: Set<[UInt8]> = []

    init(_ batch: RecordBatch) {
        self.batch = batch
        start = batch.listCount
    }

    /// Where the list is; none if it is empty.
    var range: Text {
        let count = batch.listCount - start
        return count == 0 ? .none : Text(start: start, count: count)
    }

    mutating func add(_ text: Text) {
        guard text.count > 0 else { return }
        if batch.listCount - start < GatheredList.few {
            let bytes = batch.bytes(of: text)
            for other in batch.lists(from: start) where other.count == text.count {
                if batch.bytes(of: other).elementsEqual(bytes) { return }
            }
        } else {
            if known.isEmpty {
                known = Set(batch.lists(from: start).map { Array(batch.bytes(of: $0)) })
            }
            guard known.insert(Array(batch.bytes(of: text))).inserted else { return }
        }
        batch.addToList(text)
    }
}
