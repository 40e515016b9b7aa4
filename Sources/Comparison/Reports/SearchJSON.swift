// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymInput

extension SearchReport {
    /// The result as JSON: UTF-8, keys sorted, the same bytes for the same result.
    ///
    /// It has an element for each kind in which things part, in the order of the histories.
    ///
    /// - Throws: What Foundation's encoder throws, which has no reason to.
    public func json() throws -> String {
        JSONDocument.text(of: SearchJSON(self))
    }
}

private struct SearchJSON: Encodable {
    struct Explored: Encodable {
        let complete: Bool
        let completeDepth: Int
        let depth: Int
        let devices: Int
        let growth: [Int]
        let ids: Int
        let inferred: Int
        let kinds: [String]
        let states: Int
        let transitions: Int
    }

    /// How many histories there are.
    struct Histories: Encodable {
        let found: Int
        let shown: Int
    }

    struct Difference: Encodable {
        /// The number of its history, from 1.
        let history: Int
        let title: String
        let kind: String
        let rules: [String?]
        let authorities: [String?]
        let sources: [String?]
        let consequence: String
        /// Left out where nothing was refused on one side only before.
        let follows: Int?
        let scenario: String
    }

    let sides: [String]
    let explored: Explored
    let histories: Histories
    let differences: [Difference]

    init(_ report: SearchReport) {
        let result = report.result
        let coverage = result.coverage
        sides = result.names
        explored = Explored(
            complete: coverage.isComplete, completeDepth: coverage.completeDepth,
            depth: coverage.depth, devices: coverage.world.devices,
            growth: coverage.growth, ids: coverage.world.ids.count, inferred: coverage.inferred,
            kinds: coverage.world.products.map(\.kind.rawValue), states: coverage.states,
            transitions: coverage.transitions)
        histories = Histories(found: result.histories.count, shown: report.shown.count)
        differences = report.shown.enumerated().flatMap { index, history in
            history.findings.map { finding in
                Difference(
                    history: index + 1, title: history.title, kind: finding.kind,
                    rules: finding.rows.map { $0?.id },
                    authorities: finding.rows.map { $0?.citation.authority.rawValue },
                    sources: finding.rows.map { $0?.citation.address },
                    consequence: finding.consequence, follows: finding.follows.map { $0 + 1 },
                    scenario: finding.scenario)
            }
        }
    }
}
