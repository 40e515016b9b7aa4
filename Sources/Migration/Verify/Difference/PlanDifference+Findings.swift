// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

extension PlanDifference {
    /// The findings of both reports that are about other numbers, by weight, then by code.
    static func findings(
        _ former: PlanFolder, _ newer: PlanFolder
    ) throws(BrokenPlan) -> [FindingCount] {
        let (before, after) = (try counts(former), try counts(newer))
        let all = Set(before.keys).union(after.keys)
        let order = FindingSeverity.allCases
        return all.filter { before[$0] != after[$0] }
            .map { finding in
                FindingCount(
                    code: finding.code, severity: finding.severity, before: before[finding] ?? 0,
                    after: after[finding] ?? 0)
            }
            .sorted {
                let weights = [$0, $1].map { order.firstIndex(of: $0.severity) ?? 0 }
                return (weights[0], $0.code.rawValue) < (weights[1], $1.code.rawValue)
            }
    }

    private struct Kind: Hashable {
        let code: FindingCode
        let severity: FindingSeverity
    }

    /// How many each finding is about, whatever its rule.
    private static func counts(_ folder: PlanFolder) throws(BrokenPlan) -> [Kind: Int] {
        var counts: [Kind: Int] = [:]
        for finding in try PlanReport(folder).findings {
            guard let severity = FindingSeverity(rawValue: finding.severity) else { continue }
            counts[
                Kind(code: FindingCode(rawValue: finding.code), severity: severity), default: 0] +=
                finding.count
        }
        return counts
    }
}
