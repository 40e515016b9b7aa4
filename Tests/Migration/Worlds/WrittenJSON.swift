// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// A JSON value as an exporter writes it: members stay in the order in which they are written.
enum WrittenJSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByNilLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByFloatLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    case null
    case flag(Bool)
    case number(Int64)
    case decimal(Double)
    case text(String)
    case list([WrittenJSON])
    case object([(String, WrittenJSON)])

    init(nilLiteral: ()) { self = .null }
    init(booleanLiteral flag: Bool) { self = .flag(flag) }
    init(integerLiteral number: Int64) { self = .number(number) }
    init(floatLiteral number: Double) { self = .decimal(number) }
    init(stringLiteral text: String) { self = .text(text) }
    init(arrayLiteral elements: WrittenJSON...) { self = .list(elements) }
    init(dictionaryLiteral members: (String, WrittenJSON)...) { self = .object(members) }

    /// A list of texts.
    static func texts(_ texts: [String]) -> WrittenJSON { .list(texts.map { .text($0) }) }

    /// Milliseconds since 1970, or null.
    static func milliseconds(_ time: Int64?) -> WrittenJSON { time.map { .number($0) } ?? .null }

    /// Seconds since 1970, or null.
    static func seconds(_ time: Int64?) -> WrittenJSON {
        time.map { .number($0 / 1_000) } ?? .null
    }

    /// A date of ISO 8601, or null.
    static func iso(_ time: Int64?) -> WrittenJSON {
        time.map { .text(CivilTime($0).iso) } ?? .null
    }

    /// The same object with further members at its end.
    func with(_ members: [(String, WrittenJSON)]) -> WrittenJSON {
        guard case .object(let own) = self else { return self }
        return .object(own + members)
    }

    /// The text, on one line.
    var line: String {
        var text = ""
        write(to: &text)
        return text
    }

    private func write(to text: inout String) {
        switch self {
        case .null: text += "null"
        case .flag(let flag): text += flag ? "true" : "false"
        case .number(let number): text += String(number)
        case .decimal(let number): text += String(number)
        case .text(let content): WrittenJSON.write(content, to: &text)
        case .list(let elements):
            text += "["
            for (index, element) in elements.enumerated() {
                if index > 0 { text += ", " }
                element.write(to: &text)
            }
            text += "]"
        case .object(let members):
            text += "{"
            for (index, member) in members.enumerated() {
                if index > 0 { text += ", " }
                WrittenJSON.write(member.0, to: &text)
                text += ": "
                member.1.write(to: &text)
            }
            text += "}"
        }
    }

    private static func write(_ content: String, to text: inout String) {
        text += "\""
        for scalar in content.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { text += "\\" }
            text.unicodeScalars.append(scalar)
        }
        text += "\""
    }
}

/// A moment as calendars show it, in UTC and to the second.
struct CivilTime {
    private let day: String
    private let time: String

    /// The moment that is so many milliseconds after the beginning of 1970, at or after it.
    init(_ milliseconds: Int64) {
        let seconds = milliseconds / 1_000
        // Days since 1 March of year 0, in eras of 400 years.
        let days = seconds / 86_400 + 719_468
        let (era, ofEra) = (days / 146_097, days % 146_097)
        let yearOfEra = (ofEra - ofEra / 1_460 + ofEra / 36_524 - ofEra / 146_096) / 365
        let dayOfYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        day = "\(year)-\(two(month))-\(two(dayOfYear - (153 * shifted + 2) / 5 + 1))"
        let ofDay = seconds % 86_400
        time = "\(two(ofDay / 3_600)):\(two(ofDay / 60 % 60)):\(two(ofDay % 60))"
    }

    /// `2026-06-12T06:00:00Z`.
    var iso: String { "\(day)T\(time)Z" }

    /// `2026-06-12 06:00:00`.
    var plain: String { "\(day) \(time)" }
}
