// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymMappings

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

/// How a neutral value is written.
enum SampleWay {
    case text, json, decimal, cents, listOfText
    case list, first, listAsText
    case word, flag, number, numberAsText, date, dateAsISO, seconds, milliseconds
    /// The file has a form for it that such values do not have.
    case nothing

    init(_ form: FieldRule.Form, _ content: NeutralField.Content) {
        self =
            switch (form, content) {
            case (.word, .word), (.word, .flag): .word
            case (.text, .text): .text
            case (.text, .integer): .numberAsText
            case (.text, .list): .first
            case (.json, .text): .json
            case (.list, .list), (.texts, .list): .list
            case (.list, .text), (.texts, .text): .listOfText
            case (.jsonList, .list): .listAsText
            case (.integer, .integer): .number
            case (.decimal, .text): .decimal
            case (.cents, .text): .cents
            case (.boolean, .flag): .flag
            case (.utc, .instant): .date
            case (.iso, .instant): .dateAsISO
            case (.seconds, .instant), (.unix, .instant): .seconds
            case (.milliseconds, .instant): .milliseconds
            default: .nothing
            }
    }
}

/// A field of a reader, the other way round.
package final class SampleSource {
    package let rule: FieldRule
    private let way: SampleWay
    private let slot: SampleRecord.Slot
    private let hasPart: Bool
    /// By the index of the neutral word; of flags no and yes.
    private let words: [SampleText?]
    /// What stands before a text, and behind it.
    private let frame: (before: String, after: String)
    /// Whether one text stands where a list could.
    let isSingle: Bool
    /// Whether it is of subscriptions alone, or of everything else; nil for both.
    private let isOfSubscriptions: Bool?

    /// A field of a rule.
    ///
    /// - Parameters:
    ///   - rule: The field.
    ///   - pattern: What a known value has around a text: `*` in it stands for anything.
    ///   - ofSubscriptions: Whether it is of subscriptions alone, or of everything else.
    package init(_ rule: FieldRule, within pattern: String? = nil, ofSubscriptions: Bool? = nil) {
        self.rule = rule
        way = SampleWay(rule.form, rule.field.content)
        slot = SampleRecord.Slot(rule.field)
        (hasPart, isOfSubscriptions) = (rule.part != nil, ofSubscriptions)
        frame = SampleSource.frame(rule.part, pattern ?? "")
        isSingle = rule.isSingle
        let neutral = rule.field.content == .flag ? ["false", "true"] : rule.field.words
        words = way == .word ? neutral.map { SampleSource.word($0, rule) } : []
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
        switch way {
        case .text, .json, .decimal, .cents, .listOfText:
            return text(record.text(slot), item)
        case .list, .first, .listAsText:
            return list(record.list(slot), item)
        case .word, .flag, .number, .numberAsText, .date, .dateAsISO, .seconds, .milliseconds:
            return record.number(slot).flatMap { number($0) }
        case .nothing: return nil
        }
    }

    private func text(_ text: String, _ item: Int?) -> SampleText? {
        if text.isEmpty { return nil }
        return switch way {
        case .text: .text(hasPart ? framed(text) : text)
        case .cents: .raw(SampleSource.cents(text))
        case .listOfText: item == nil ? .list([text]) : .text(text)
        default: .raw(text)
        }
    }

    private func number(_ number: Int64) -> SampleText? {
        switch way {
        case .word: words[Int(number)]
        case .flag: .raw(number == 1 ? "true" : "false")
        case .numberAsText: .text(String(number))
        case .date: .date(number, isISO: false)
        case .dateAsISO: .date(number, isISO: true)
        case .seconds: .number(number / 1_000)
        default: .number(number)
        }
    }

    private func list(_ texts: [String], _ item: Int?) -> SampleText? {
        if texts.isEmpty { return nil }
        if way == .listAsText { return .list(texts) }
        if way == .first { return .text(texts[0]) }
        guard let item else { return isSingle ? .text(texts[0]) : .list(texts) }
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
    package func agreement(of word: String, with record: SampleRecord) -> Int? {
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
