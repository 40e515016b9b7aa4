// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymCore
import AllonymMappings

/// Why a target refuses calls that were undone: what they made is kept, or erased for good.
package struct RefusedAgain: Sendable {
    /// The writers of calls that nothing undoes.
    package let kept: [CompiledWriter]
    /// The writers of customers who are undone by erasing them, where an erased ID does not come back.
    package let erased: [CompiledWriter]
    /// The rule by which an erased ID does not come back; nil where it does.
    package let rule: Row?

    /// Looks for them among some writers.
    package init(_ writers: [CompiledWriter], at target: MigrationEndpoint) {
        let repeated = writers.filter { target.formats.refusesRepeats(of: $0.id) }
        kept = repeated.filter { $0.call.map { $0.undo == nil } ?? false }
        let ruling = target.rules?.ruling(.delete, Situation(.erasureReturn))
        let number = ruling.flatMap { $0.effect == .refuse ? $0.number : nil }
        rule = number.flatMap { target.rules?[$0] }
        erased =
            rule == nil
            ? [] : repeated.filter { $0.subject == .customer && $0.call?.undo != nil }
    }

    /// All of them, by their IDs.
    package var writers: [String] { (erased + kept).map(\.id) }

    /// The reason in words, which name a target; nil where nothing is refused.
    package func says(of target: String) -> String? {
        func titles(_ writers: [CompiledWriter]) -> String {
            writers.map { "\"\($0.title)\"" }.joined(separator: " and ")
        }
        var parts: [String] = []
        if let rule, !erased.isEmpty {
            parts.append("erases for good what \(titles(erased)) made (\(rule.id))")
        }
        if !kept.isEmpty { parts.append("keeps for good what \(titles(kept)) made") }
        if parts.isEmpty { return nil }
        let calls = writers.count == 1 ? "the same call" : "the same calls"
        return "\(target) \(parts.joined(separator: ", ")), and refuses \(calls) afterwards"
    }
}
