// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymCore

/// A history with everything that a search found at its end.
package struct SearchHistory: Sendable {
    /// What was found there, the worst first.
    package let findings: [SearchFinding]
    /// What the worst of it is, in a sentence without its period.
    package let title: String
    /// The other things that happen there and what they follow from, a sentence each.
    package let further: [String]
    /// The history as scenarios with their answers, as ``SearchFinding/scenario`` has them.
    package let scenario: String
    /// The same with its answers, both sides side by side.
    package let compared: ComparedScenario

    /// The worst that it costs anybody.
    package var loss: Loss { findings[0].loss }

    /// The rows of a side that did all this, each once.
    package func rows(of side: Int) -> [Row] {
        var rows: [Row] = []
        for row in findings.compactMap({ $0.rows[side] })
        where !rows.contains(where: { $0.id == row.id }) {
            rows.append(row)
        }
        return rows
    }

    /// Whether one of its rows says what no document says.
    package var isInferred: Bool { findings.contains(where: \.isInferred) }

    /// Whether it comes before another one: what costs more does, then what does not follow from a
    /// refusal on one side only, then the shorter one.
    func precedes(_ other: SearchHistory) -> Bool {
        func weight(_ history: SearchHistory) -> (Int, Int, Int) {
            let finding = history.findings[0]
            return (
                history.loss.rawValue, finding.follows == nil ? 0 : 1,
                finding.compared.scenario.steps.count
            )
        }
        return weight(self) < weight(other)
    }
}

extension SearchResult {
    /// How many histories there are with a loss, the worst first; those that are there.
    package var losses: [(loss: Loss, count: Int)] {
        Loss.allCases.compactMap { loss in
            let count = histories.count { $0.loss == loss }
            return count > 0 ? (loss: loss, count: count) : nil
        }
    }
}
