// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// Lengths of time in words.
enum TimeText {
    /// In the largest unit that says enough.
    static func words(_ seconds: Int) -> String {
        func words(_ count: Int, _ unit: String) -> String {
            "\(count.grouped) \(unit)\(count == 1 ? "" : "s")"
        }
        if seconds < 120 { return words(seconds, "second") }
        if seconds < 7_200 { return words((seconds + 59) / 60, "minute") }
        if seconds < 172_800 { return words((seconds + 3_599) / 3_600, "hour") }
        return words((seconds + 86_399) / 86_400, "day")
    }
}

extension MigrationReport.Time {
    /// As many calls as there are.
    var callCount: String {
        let count = "\(calls.grouped) \(calls == 1 ? "call" : "calls")"
        return reading ? "at least \(count)" : count
    }

    /// As long as they take.
    var duration: String {
        seconds.map { "at least \(TimeText.words($0))" } ?? "for which no rate is documented"
    }
}

extension MigrationReport {
    /// Under which moment states were looked at, as a sentence.
    var moment: String {
        at.map { "States are as of \($0)." }
            ?? "No date is known, so nothing counts as expired: give one with --at."
    }

    /// For which part of all customers the plan is, as a sentence; nil where it is for everybody.
    var partInWords: String? {
        part.map { "This plan is for \($0.customers.of("customer")) \($0.says)." }
    }

    /// That customers are missing from the inputs, in a sentence; nil where nothing says so.
    var incompleteness: String? {
        guard findings.contains(where: { $0.code == .inputIncomplete }) else { return nil }
        return "The inputs are incomplete: customers, or what they hold, are missing and are not "
            + "counted. See \(FindingCode.inputIncomplete.rawValue)."
    }

    /// Which columns are missing without which more is unknown than what they say of each row, in
    /// sentences; nil where there is none.
    var missingColumns: String? {
        let code = FindingCode.columnMissing
        let messages = findings.filter { $0.code == code && $0.severity == .needsDecision }
            .map(\.message)
        guard !messages.isEmpty else { return nil }
        return "\(messages.joined(separator: " ")) See \(code.rawValue)."
    }

    /// What to know before any number, each in sentences.
    var warnings: [String] {
        [incompleteness, missingColumns, rejections].compactMap(\.self)
    }

    /// How many records were rejected, in sentences; nil where none was.
    var rejections: String? {
        let rejected = counts.records["rejected", default: 0]
        guard rejected > 0 else { return nil }
        let read = counts.records["read", default: 0] - counts.records["partly", default: 0]
        let all = read + rejected
        return "\(rejected.grouped) of \(all.grouped) \(all == 1 ? "record" : "records") "
            + (rejected == 1
                ? "was rejected; access that it gives" : "were rejected; access that they give")
            + " is not counted. See \(RejectedRecords.name)."
    }

    /// What was lost of which money, for each outcome that loses any.
    var losses: [(outcome: AccessOutcome, until: String, paid: String)] {
        let outcomes: [(AccessOutcome, String)] = [
            (.byDecision, "until you decide"), (.lost, "for good"),
        ]
        return outcomes.compactMap { outcome, until in
            let paid = stakes.lastPaid(outcome)
            return paid.isEmpty ? nil : (outcome, until, Stakes.says(paid))
        }
    }
}

extension [String: Stakes.Share] {
    /// The names with what is at stake of each, the most customers first.
    var inOrder: [(name: String, share: Stakes.Share)] {
        sorted { ($1.value.customers.all, $0.key) < ($0.value.customers.all, $1.key) }
            .map { ($0.key, $0.value) }
    }
}
