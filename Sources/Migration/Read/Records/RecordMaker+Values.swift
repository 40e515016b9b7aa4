// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// One value for one field.
extension RecordMaker {
    /// What a field's slot is to hold; 0 for nothing.
    @inline(__always)
    func value(of field: FieldPointer, _ frame: Int) throws(Refusal) -> UInt64 {
        if field.pointee.slot >= 0 {
            let capture = captures[outer(frame, field.pointee.climb) &+ field.pointee.slot]
            guard capture.isPresent, !(capture.isText && capture.count == 0) else {
                return field.pointee.form == .presence ? 1 : 0
            }
            return try value(of: field, capture)
        }
        return try firstValue(of: field, frame)
    }

    /// Of several values the first; or none, if there may only be one.
    private func firstValue(
        of field: FieldPointer, _ frame: Int
    ) throws(Refusal) -> UInt64 {
        var found: UInt64 = 0
        var first = Text.none
        var areSeveral = false
        try forEach(compiled.paths[field.pointee.path], frame) { (capture) throws(Refusal) in
            guard !(capture.isText && capture.count == 0) else { return true }
            if found == 0 {
                found = try value(of: field, capture)
                first = text(of: capture)
                return found == 0 || field.pointee.onlyOne
            }
            // The text may be decoded behind the others, which moves them.
            let other = text(of: capture)
            areSeveral = !batch.bytes(of: other).elementsEqual(batch.bytes(of: first))
            return !areSeveral
        }
        if areSeveral {
            remark(.severalValues, field, first)
            return 0
        }
        if found != 0, field.pointee.besideOne >= 0,
            try hasSeveral(compiled.paths[field.pointee.besideOne], frame)
        {
            remark(.ofSeveral, field, first)
            return 0
        }
        return found == 0 && field.pointee.form == .presence ? 1 : found
    }

    /// Whether there are values at a path that are not the same.
    private func hasSeveral(_ path: CompiledPath, _ frame: Int) throws(Refusal) -> Bool {
        var first = Text.none
        var areSeveral = false
        try forEach(path, frame) { (capture) throws(Refusal) in
            guard !(capture.isText && capture.count == 0) else { return true }
            let text = text(of: capture)
            if first.isPresent {
                areSeveral = !batch.bytes(of: text).elementsEqual(batch.bytes(of: first))
            }
            first = text
            return !areSeveral
        }
        return areSeveral
    }

    /// What a value says in the form of a field.
    func value(of field: FieldPointer, _ capture: Capture) throws(Refusal) -> UInt64 {
        if field.pointee.form == .json { return try json(field, capture).bits }
        if field.pointee.form == .presence { return 2 }
        var text = text(of: capture)
        if field.pointee.hasPart {
            text = part(of: text, field)
            guard text.isPresent, text.count > 0 else { return 0 }
        }
        let (bytes, count) = (batch.buffer.start + text.start, text.count)
        if field.pointee.zeroIsNone, NumberText.isZero(bytes, count) { return 0 }
        switch field.pointee.form {
        case .text, .list, .texts, .keys:
            guard capture.isText || field.pointee.takesNumbers && capture.kind == .number else {
                throw kind(field, capture, "a text")
            }
            if NumberText.isRounded(bytes, count),
                RecordMaker.transactions.contains(field.pointee.field)
            {
                throw rounded(field, text, at: Int(capture.start))
            }
            return text.bits
        case .utc, .iso:
            guard capture.isText else { throw kind(field, capture, "a date in quotes") }
            let instant =
                field.pointee.form == .utc ? DateText.utc(bytes, count) : DateText.iso(bytes, count)
            guard let instant else { throw date(field, text) }
            return UInt64(bitPattern: instant.milliseconds) ^ Record.least
        case .microseconds:
            let number = capture.isText ? DateText.microseconds(bytes, count) : 0
            return UInt64(bitPattern: Int64(number)) ^ Record.least
        case .seconds, .milliseconds, .unix:
            return try moment(field, capture, text)
        case .word: return try word(field, capture, text)
        case .integer:
            guard let number = NumberText.integer(bytes, count), number > .min else {
                throw number(field, capture, text, "a whole number")
            }
            return UInt64(bitPattern: number) ^ Record.least
        case .decimal:
            guard NumberText.isNumber(bytes, count) else {
                throw number(field, capture, text, "a number")
            }
            guard NumberText.isExact(bytes, count) else {
                remark(.tooLarge, field, text)
                return 0
            }
            return text.bits
        case .cents:
            guard let number = NumberText.integer(bytes, count) else {
                throw number(field, capture, text, "a whole number of hundredths")
            }
            return hundredths(number).bits
        case .boolean: return try flag(field, capture, text)
        case .jsonList, .json, .presence: return 0
        }
    }

    /// What stores number, which a spreadsheet takes for quantities.
    private static let transactions: [NeutralField] = [.transactionID, .originalTransactionID]

    private func moment(
        _ field: FieldPointer, _ capture: Capture, _ text: Text
    ) throws(Refusal) -> UInt64 {
        guard capture.isText || capture.kind == .number else {
            throw kind(field, capture, "a number")
        }
        let bytes = batch.buffer.start + text.start
        var isInSeconds = field.pointee.form == .seconds
        if field.pointee.form == .unix, let number = NumberText.scaled(bytes, text.count, by: 0) {
            isInSeconds = number.magnitude < 100_000_000_000
        }
        let number = NumberText.scaled(bytes, text.count, by: isInSeconds ? 3 : 0)
        guard let number, Instant.range.contains(number) else { throw date(field, text) }
        return UInt64(bitPattern: number) ^ Record.least
    }

    private func word(
        _ field: FieldPointer, _ capture: Capture, _ text: Text
    ) throws(Refusal) -> UInt64 {
        guard capture.kind != .object, capture.kind != .list else {
            throw kind(field, capture, "a word")
        }
        let number = field.pointee.words.find(batch.buffer.start + text.start, text.count)
        if number >= 0 { return field.pointee.wordBits[number] }
        switch compiled.rules[field.pointee.rule].unknown {
        case .ignore: return 0
        case .finding:
            remark(.unknownWord, field, text)
            return 0
        case .refuse:
            throw unknownWord(field, text, at: Int(capture.start))
        }
    }

    private func flag(
        _ field: FieldPointer, _ capture: Capture, _ text: Text
    ) throws(Refusal) -> UInt64 {
        switch capture.kind {
        case .yes: return 2
        case .no: return 1
        default:
            let word = batch.string(text) ?? ""
            if FlagText.yes.contains(word) { return 2 }
            if FlagText.no.contains(word) { return 1 }
            throw kind(field, capture, "true or false")
        }
    }

    /// Any value, as it stands there; of CSV without the quotes, and known to be JSON then.
    private func json(_ field: FieldPointer, _ capture: Capture) throws(Refusal) -> Text {
        guard case .json = compiled.reader.container else {
            let text = text(of: capture)
            try checkJSON(field, text, capture)
            return text
        }
        let isQuoted = capture.kind == .text || capture.kind == .escapedText
        guard isQuoted else { return text(of: capture) }
        return Text(start: Int(capture.start) - 1, count: Int(capture.count) + 2)
    }

    private func checkJSON(
        _ field: FieldPointer, _ text: Text, _ capture: Capture
    ) throws(Refusal) {
        let (bytes, end) = (batch.buffer.start, text.start + text.count)
        // The reader of JSON asks for a 0 behind it.
        let behind = bytes[end]
        bytes[end] = 0
        defer { bytes[end] = behind }
        var json = JSONText(bytes)
        json.begin(bytes, text.start, end)
        do throws(JSONFault) {
            json.skipSpace()
            try json.skipValue()
            json.skipSpace()
            if json.offset != end { throw json.fault(.behind) }
        } catch {
            let reason =
                error.reason == .value ? "expected JSON, such as {\"a\":1}" : "\(error.reason)"
            throw Refusal(
                .syntax, "\(name(field)) holds no JSON: \(reason)", at: Int(capture.start))
        }
    }

    private func hundredths(_ number: Int64) -> Text {
        let (whole, rest) = number.magnitude.quotientAndRemainder(dividingBy: 100)
        let sign = number < 0 ? "-" : ""
        return batch.buffer.appending(Array("\(sign)\(whole).\(rest / 10)\(rest % 10)".utf8))
    }
}
