// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// Findings of a report that differ in nothing but their rule, as one.
struct ReportedFinding {
    /// The finding: its count and its cost are those of all of them.
    var finding: Finding
    /// The rules behind it.
    var rules: [String]

    /// The first rule, and how many more there are.
    var rule: String {
        rules.count == 1 ? rules[0] : "\(rules[0]) and \(rules.count - 1) more"
    }

    /// The customers whose access is lost for it, until somebody decides or for good.
    var losers: Int { finding.cost.customers[.byDecision] + finding.cost.customers[.lost] }
    /// The customers whom the new app gives their access back.
    var waiting: Int { finding.cost.customers[.byApp] }

    /// Whether somebody has to decide about it.
    var isDecided: Bool { finding.severity == .needsDecision || finding.severity == .ambiguous }

    /// Whether something of the input was left out, so that nobody can say what access that costs.
    var isUncounted: Bool {
        guard finding.about == .reading else { return false }
        return switch finding.severity {
        case .needsDecision, .ambiguous, .dropped: true
        case .changed, .kept, .note: false
        }
    }

    /// Whether purchases may count twice, so that what the other findings cost may be wrong.
    var isOfDoubles: Bool { finding.code == .twinProducts }

    /// What it costs customers who have access today; nil where it costs nobody any.
    var costs: String? {
        if isOfDoubles { return "\(finding.count.of("customer")) may be counted wrongly" }
        let parts = AccessOutcome.allCases.compactMap { $0.cost(finding.cost.customers[$0]) }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// What was paid last for the access that it costs; nil where no price is known.
    var paid: String? {
        let amounts = finding.cost.paidForLosses
        return amounts.isEmpty ? nil : Stakes.says(amounts)
    }
}

extension AccessOutcome {
    /// What happens to as many customers for the reason of a finding; nil where nothing does.
    package func cost(_ count: Int) -> String? {
        let isOne = count == 1
        let words: String? =
            switch self {
            case .kept: nil
            case .byApp: isOne ? "customer waits for the new app" : "customers wait for the new app"
            case .byDecision:
                isOne
                    ? "customer loses access until you decide"
                    : "customers lose access until you decide"
            case .lost:
                isOne ? "customer loses access for good" : "customers lose access for good"
            }
        return count == 0 ? nil : words.map { "\(count.grouped) \($0)" }
    }
}

extension MigrationReport {
    /// The findings, those that only their rule tells apart as one, the heaviest first.
    var mergedFindings: [ReportedFinding] {
        var merged: [ReportedFinding] = []
        for finding in findings {
            let same = merged.firstIndex {
                ($0.finding.severity, $0.finding.code, $0.finding.message)
                    == (finding.severity, finding.code, finding.message)
            }
            guard let same else {
                merged.append(ReportedFinding(finding: finding, rules: [finding.rule]))
                continue
            }
            merged[same].finding.count += finding.count
            merged[same].finding.cost.add(finding.cost)
            merged[same].rules.append(finding.rule)
            let subjects = merged[same].finding.subjects + finding.subjects
            merged[same].finding.subjects = Array(subjects.prefix(FindingList.mostSubjects))
        }
        return merged
    }

    /// The findings in the order of what they cost: first what puts that in doubt, then by the
    /// customers who lose access, and those who wait for the app; then what cannot be counted; then by
    /// what was paid, by weight and count.
    var findingsByCost: [ReportedFinding] {
        // Amounts of several currencies cannot be added: the one of which most is at stake decides.
        var currencies: [String: Int] = [:]
        for finding in findings {
            for (currency, amounts) in finding.cost.paid {
                currencies[currency, default: 0] += amounts.all
            }
        }
        let order = currencies.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
        func isBefore(_ one: ReportedFinding, _ other: ReportedFinding) -> Bool? {
            func first(_ one: Int, _ other: Int) -> Bool? { one == other ? nil : one > other }
            if one.isOfDoubles != other.isOfDoubles { return one.isOfDoubles }
            if let answer = first(one.losers, other.losers) { return answer }
            if let answer = first(one.waiting, other.waiting) { return answer }
            if one.isUncounted != other.isUncounted { return one.isUncounted }
            for currency in order {
                let amounts = [one, other].map { $0.finding.cost.paid[currency]?.all ?? 0 }
                if let answer = first(amounts[0], amounts[1]) { return answer }
            }
            let weights = Finding.Severity.allCases
            let places = [one, other].map { weights.firstIndex(of: $0.finding.severity) ?? 0 }
            if let answer = first(places[1], places[0]) { return answer }
            return first(one.finding.count, other.finding.count)
        }
        // What is equal in all this stays in the order of the codes.
        return mergedFindings.enumerated().sorted { one, other in
            isBefore(one.element, other.element) ?? (one.offset < other.offset)
        }.map(\.element)
    }

    /// What has to be decided, in the order in which it should be: what could not be read first, then
    /// IDs, then what belongs to them.
    func decisions(_ findings: [ReportedFinding]) -> [ReportedFinding] {
        findings.filter(\.isDecided).enumerated().sorted { one, other in
            (one.element.finding.stage, one.offset) < (other.element.finding.stage, other.offset)
        }.map(\.element)
    }
}

extension MigrationReport {
    /// What costs customers access for good and leaves nothing to decide about, in the order given.
    func losses(_ findings: [ReportedFinding]) -> [ReportedFinding] {
        findings.filter { !$0.isDecided && $0.finding.cost.customers[.lost] > 0 }
    }
}

extension Finding {
    /// When it is decided about.
    fileprivate var stage: Int {
        switch about {
        case .reading: 0
        case .ids: 1
        case .purchases, .customers, .behaviour, nil: 2
        }
    }
}
