// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymInput
import AllonymMappings

/// The findings of a plan while it is made: one for each code, weight and rule.
struct FindingList {
    /// The number of a finding in its list.
    typealias Number = Int

    fileprivate struct Key: Hashable {
        let code: FindingCode
        let severity: Finding.Severity
        let rule: String
    }

    fileprivate struct Entry {
        let key: Key
        let planned: PlannedFinding
        var message: String
        let source: String
        /// Where it was made.
        var index: Int
        var count = 0
        var subjects: [Subject] = []
    }

    /// Something that a finding names, and where it was met.
    fileprivate struct Subject {
        let index: Int
        let text: String
    }

    /// As many subjects as a finding names.
    static let mostSubjects = 5

    private var numbers: [Key: Number] = [:]
    private var entries: [Entry] = []

    /// Where the plan has got to: the number of a customer, which only grows.
    var index = -1

    /// The number of a finding, which is new or was made before.
    mutating func number(
        _ code: FindingCode, _ severity: Finding.Severity, rule: String, source: String,
        message: @autoclosure () -> String
    ) -> Number {
        let key = Key(code: code, severity: severity, rule: rule)
        if let number = numbers[key] { return number }
        let planned = PlannedFinding(number: entries.count, code, severity, rule: rule)
        entries.append(
            Entry(key: key, planned: planned, message: message(), source: source, index: index))
        numbers[key] = planned.number
        return planned.number
    }

    /// The finding of a number.
    func planned(_ number: Number) -> PlannedFinding { entries[number].planned }

    /// Whether a finding names the next thing that it is about.
    func namesNext(_ number: Number) -> Bool {
        entries[number].subjects.count < FindingList.mostSubjects
    }

    /// Counts one more thing that a finding is about, or several.
    mutating func count(
        _ number: Number, times: Int = 1, subject: @autoclosure () -> String
    ) {
        entries[number].count += times
        if namesNext(number) {
            entries[number].subjects.append(
                Subject(index: index, text: ShownText.brief(subject())))
        }
    }

    /// Takes over what was found about other customers; what comes first is named and said.
    mutating func add(_ other: FindingList) {
        for entry in other.entries {
            guard let number = numbers[entry.key] else {
                numbers[entry.key] = entries.count
                entries.append(entry)
                continue
            }
            entries[number].add(entry)
        }
    }

    /// All that are about anything, by weight, then code, then rule.
    var findings: [Finding] {
        entries.filter { $0.count > 0 }
            .map {
                Finding(
                    code: $0.key.code, severity: $0.key.severity,
                    subjects: $0.subjects.map(\.text), message: $0.message,
                    rule: $0.key.rule, source: $0.source, count: $0.count)
            }
            .sorted { $0.order < $1.order }
    }
}

extension FindingList.Entry {
    /// Takes over the same finding about other customers.
    fileprivate mutating func add(_ other: Self) {
        count += other.count
        if other.index < index { (message, index) = (other.message, other.index) }
        var (mine, others) = (subjects[...], other.subjects[...])
        subjects = []
        while subjects.count < FindingList.mostSubjects {
            let isOthers = (others.first?.index ?? .max) < (mine.first?.index ?? .max)
            guard let next = isOthers ? others.popFirst() : mine.popFirst() else { break }
            subjects.append(next)
        }
    }
}

extension Finding {
    /// What findings are sorted by.
    var order: (Int, String, String) {
        (Severity.allCases.firstIndex(of: severity) ?? 0, code.rawValue, rule)
    }
}
