// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

extension PlanDifference {
    /// As many changes as a terminal is shown.
    package static let mostShown = 20

    /// What is different, for a terminal.
    ///
    /// - Parameter first: The first changes of each aspect.
    /// - Returns: One line for each number and each change that is shown, the weightiest first.
    package func lines(_ first: [Change.Aspect: [Change]]) -> [String] {
        let shown = Change.Aspect.allCases.flatMap { first[$0] ?? [] }
            .prefix(PlanDifference.mostShown)
        var lines = [
            "\(customers.before.of("customer")) before, \(customers.after.grouped) now. "
                + "With access: \(before.all.grouped) before, \(after.all.grouped) now."
        ]
        if isEmpty { return lines + ["Both plans say the same."] }
        for outcome in AccessOutcome.allCases where before[outcome] != after[outcome] {
            // Two numbers stand behind the words, so these are those of several.
            let words = outcome.says(of: 2)
            lines.append("  \(words): \(counts(outcome))")
        }
        if !findings.isEmpty { lines.append("Findings:") }
        for finding in findings {
            lines.append(
                "  \(finding.severity.rawValue), \(finding.code.rawValue): "
                    + PlanDifference.step(finding.before, finding.after))
        }
        let all = changes.values.reduce(0, +)
        if all > 0 {
            lines.append("\(all.of("change")) of customers:")
        }
        lines += shown.map { "  \(ShownText.escaped($0.says))" }
        let more = all - shown.count
        if more > 0 { lines.append("  \(more.grouped) more: --format csv lists all.") }
        return lines
    }

    private func counts(_ outcome: AccessOutcome) -> String {
        PlanDifference.step(before[outcome], after[outcome])
    }

    /// A number that has become another one.
    private static func step(_ before: Int, _ after: Int) -> String {
        let sign = after > before ? "+" : "\u{2212}"
        return "\(before.grouped) \u{2192} \(after.grouped) (\(sign)\(abs(after - before).grouped))"
    }
}

extension PlanDifference.Change {
    /// The change in words.
    fileprivate var says: String {
        func shown(_ text: String) -> String { text.isEmpty ? "nothing" : text }
        let id = ShownText.word(sourceID)
        return switch aspect {
        case .outcome: "\(id): access was \(outcome(before)), is \(outcome(after))"
        case .access: "\(id): had access to \(shown(before)), has it to \(shown(after))"
        case .target: "\(id): became \(shown(before)), becomes \(shown(after))"
        case .added: "\(id): is new, access is \(outcome(after))"
        case .removed: "\(id): is no more there, access was \(outcome(before))"
        }
    }

    private func outcome(_ word: String) -> String {
        switch AccessOutcome.allCases.first(where: { $0.word == word }) {
        case .kept: "kept"
        case .byApp: "back with the app"
        case .byDecision: "lost until you decide"
        case .lost: "lost for good"
        case nil: "none"
        }
    }
}
