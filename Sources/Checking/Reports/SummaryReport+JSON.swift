// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

extension SummaryReport {
    /// The numbers of the summary as one JSON object on a line, keys sorted.
    ///
    /// `isComplete` is false where a fault ended the check early. Whole-file findings are in
    /// ``json(_:)``.
    public func countsJSON(_ summary: CheckSummary) -> String {
        let providers = summary.providers.sorted { $0.key < $1.key }.map { provider in
            let advice = provider.advice.map { ($0.key.rawValue, $0.value.count) }
            let reasons = provider.reasons.map { ($0.key.rawValue, $0.value.count) }
            return "\"\(provider.key)\":{\"accepted\":\(provider.accepted),"
                + "\"advice\":\(SummaryReport.object(advice)),"
                + "\"notPortable\":\(SummaryReport.object(provider.notPortable.map { ($0, $1) })),"
                + "\"reasons\":\(SummaryReport.object(reasons)),\"refused\":\(provider.refused)}"
        }
        return "{\"ids\":\(summary.ids),\"isComplete\":\(summary.fault == nil),"
            + "\"providers\":{\(providers.joined(separator: ","))},\"refused\":\(summary.refused)}\n"
    }

    /// The same with what was found in the whole file, where that was looked for, under `wholeFile`.
    public func document(_ summary: CheckSummary) -> String {
        let counts = countsJSON(summary)
        let found = json(summary)
        return found.isEmpty ? counts : "\(counts.dropLast(2)),\(found.dropFirst())"
    }

    private static func object(_ counts: [(String, Int)]) -> String {
        let members = counts.sorted { $0.0 < $1.0 }.map { "\"\($0.0)\":\($0.1)" }
        return "{\(members.joined(separator: ","))}"
    }
}
