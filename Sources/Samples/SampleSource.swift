// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// A value as it stands in a file.
enum SampleText {
    case text(String)
    /// As it is, such as a number.
    case raw(String)
    case number(Int64)
    case date(Int64, isISO: Bool)
    case list([String])

    /// As a condition compares it; nil for what none can be about.
    var compared: String? {
        switch self {
        case .text(let text), .raw(let text): text
        default: nil
        }
    }

    /// A word of a file, without quotation marks where JSON has none.
    init(word: String) {
        let isNumber = !word.isEmpty && word.utf8.allSatisfy { 48...57 ~= $0 }
        self = isNumber || ["true", "false"].contains(word) ? .raw(word) : .text(word)
    }
}

/// A field of a reader, the other way round.
final class SampleSource {
    let rule: FieldRule
    private let field: NeutralField
    private let form: FieldRule.Form
    private let hasPart: Bool
    /// By the index of the neutral word; of flags no and yes.
    private let words: [SampleText?]
    /// What stands before a text, and behind it.
    private let frame: (before: String, after: String)
    /// Whether one text stands where a list could.
    let isSingle: Bool
    /// Whether it is of subscriptions alone, or of everything else; nil for both.
    var isOfSubscriptions: Bool?

    /// A field of a rule.
    ///
    /// - Parameters:
    ///   - rule: The field.
    ///   - pattern: What a known value has around a text: `*` in it stands for anything.
    init(_ rule: FieldRule, within pattern: String? = nil) {
        self.rule = rule
        (field, form, hasPart) = (rule.field, rule.form, rule.part != nil)
        frame = SampleSource.frame(rule.part, pattern ?? "")
        isSingle = rule.isSingle
        let neutral = field.content == .flag ? ["false", "true"] : field.words
        words = form == .word ? neutral.map { SampleSource.word($0, rule) } : []
    }

    private static func frame(
        _ part: FieldRule.Part?, _ pattern: String
    ) -> (before: String, after: String) {
        let plain = (before: part?.after ?? "", after: part?.until ?? "")
        let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
        guard !plain.before.isEmpty,
            let index = parts.firstIndex(where: { $0.hasSuffix(plain.before) })
        else { return plain }
        return (parts[...index].joined(), parts[(index + 1)...].joined())
    }

    /// The value of a record; nil where it says nothing, or cannot be written.
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - item: Of a list that is written apart: which of its texts.
    /// - Returns: The value.
    func text(of record: SampleRecord, item: Int?) -> SampleText? {
        if let isOfSubscriptions, isOfSubscriptions != record.isSubscription { return nil }
        return switch (form, record[field]) {
        case (.word, .word(let index)?): words[index]
        case (.word, .flag(let flag)?): words[flag ? 1 : 0]
        case (.text, .text(let text)?): .text(hasPart ? framed(text) : text)
        case (.text, .number(let number)?): .text(String(number))
        case (.json, .text(let text)?): .raw(text)
        case (.list, .list(let texts)?), (.texts, .list(let texts)?): list(texts, item)
        case (.jsonList, .list(let texts)?): .list(texts)
        case (.text, .list(let texts)?): texts.first.map { .text($0) }
        case (.list, .text(let text)?), (.texts, .text(let text)?):
            item == nil ? .list([text]) : .text(text)
        case (.integer, .number(let number)?): .number(Int64(number))
        case (.decimal, .text(let text)?): .raw(text)
        case (.cents, .text(let text)?): .raw(SampleSource.cents(text))
        case (.boolean, .flag(let flag)?): .raw(flag ? "true" : "false")
        case (.utc, .instant(let instant)?): .date(instant, isISO: false)
        case (.iso, .instant(let instant)?): .date(instant, isISO: true)
        case (.seconds, .instant(let instant)?), (.unix, .instant(let instant)?):
            .number(instant / 1_000)
        case (.milliseconds, .instant(let instant)?): .number(instant)
        default: nil
        }
    }

    private func list(_ texts: [String], _ item: Int?) -> SampleText? {
        guard let item else { return isSingle ? texts.first.map { .text($0) } : .list(texts) }
        return texts.indices.contains(item) ? .text(texts[item]) : nil
    }

    private func framed(_ text: String) -> String {
        let isEncoded = rule.part?.isPercentEncoded == true
        return frame.before + (isEncoded ? SampleSource.percentEncoded(text) : text) + frame.after
    }

    private static func percentEncoded(_ text: String) -> String {
        var encoded = ""
        for byte in text.utf8 {
            let scalar = UnicodeScalar(byte)
            let isPlain =
                scalar.isASCII && scalar.properties.isAlphabetic || 48...57 ~= byte
                || "-._~".unicodeScalars.contains(scalar)
            if isPlain {
                encoded.unicodeScalars.append(scalar)
            } else {
                encoded += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
        return encoded
    }

    /// Hundredths, of a decimal number with two digits behind the point.
    private static func cents(_ text: String) -> String {
        let digits = text.filter { $0 != "." }.drop { $0 == "0" }
        return digits.isEmpty ? "0" : String(digits)
    }

    // MARK: - Words

    /// The file's word for a neutral one.
    private static func word(_ neutral: String, _ rule: FieldRule) -> SampleText? {
        var said: String? = neutral
        while let word = said {
            let words = rule.words.filter { $0.value == word }.keys.sorted()
            let same = words.first { $0.lowercased() == word }
            // Of states the first word is the plain one, unless they are numbers; else the last.
            let isPlain = rule.field == .state && words.first.flatMap { Int($0) } == nil
            if let found = same ?? (isPlain ? words.first : words.last) {
                return SampleText(word: found)
            }
            said = rule.field == .state ? weaker[word] : nil
        }
        let silent = rule.words.filter { $0.value == nil }.keys.min()
        let no = Set(rule.words.keys) == ["true", "false"] ? "false" : nil
        return (silent ?? no).map { SampleText(word: $0) }
    }

    /// What a state is where files have no word for it.
    private static let weaker: [String: String] = [
        "cancelled": "active", "grace": "active", "billing-retry": "on-hold", "on-hold": "expired",
        "paused": "expired", "refunded": "expired",
    ]

    /// How far a word of the file goes with what a record says: nil if it says something else, 1 if
    /// it says so, 0 if it says nothing.
    func agreement(of word: String, with record: SampleRecord) -> Int? {
        guard let meaning = rule.words[word] else { return rule.unknown == .ignore ? 0 : nil }
        guard let meaning else { return 0 }
        guard var said = record.word(rule.field) else { return nil }
        if rule.field == .state, !rule.words.values.contains(said) {
            while let next = SampleSource.weaker[said], !rule.words.values.contains(said) {
                said = next
            }
        }
        return said == meaning ? 1 : nil
    }
}

extension FieldRule {
    /// Whether a list is written as one text: that of an element that is known by it.
    var isSingle: Bool {
        guard form == .list, !path.isMany, case .member(let name)? = path.steps.last else {
            return false
        }
        return name == "id" || name.hasSuffix("_id")
    }
}
