// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings

/// What the target's documented rules and limits say of calls before these are sent.
///
/// A plan writes no call that one of them refuses. A call that was edited since, or that a plan of an
/// older rulebook has written, is found by its IDs and by its end; and so is one whose end, which has
/// to lie ahead, has passed since.
///
/// It is used by one thread at a time.
package final class CallRefusals {
    /// A rule that refuses a call.
    package struct Rule: Hashable, Sendable {
        /// The rule's ID.
        package let id: String
        /// What it says.
        package let says: String
    }

    /// The fields in which calls name customers.
    private static let ids = [
        PlanField(.userID), PlanField(.alias), PlanField(.id), PlanField(.targetID),
    ]

    private let calls: PlanCalls
    private let identifiers: IdentifierRules?
    /// By the number of a writer the latest end that it takes, and the limit that says so.
    private let latest: [(end: Int64, limit: ProviderFormats.Limit)?]
    /// The moment by which the target goes, in milliseconds since 1970; nil where that is not known.
    private let now: Int64?
    private let values = FieldValues()
    private let record = JSONView.Record()

    /// Reads what the target of a plan says.
    ///
    /// - Parameters:
    ///   - calls: The plan's calls.
    ///   - now: The moment by which the target goes, in milliseconds since 1970; nil where that is
    ///     not known, so that nothing is taken to have passed.
    package init(_ calls: PlanCalls, now: Int64? = nil) {
        (self.calls, self.now) = (calls, now)
        identifiers = calls.target.rules?.identifiers
        let limits = calls.target.formats.limits.filter { $0.subject == .latestMoment }
        latest = calls.writers.map { writer in
            limits.filter { $0.formats.contains(writer) }
                .compactMap { limit in
                    limit.count.map { (end: Int64($0) * 1_000, limit: limit) }
                }
                .min { $0.end < $1.end }
        }
    }

    /// The first rule that refuses a call; nil where none does.
    package func rule(against call: PlannedCall) -> Rule? {
        values.clear()
        guard record.read(call.line.span, from: 0) != nil else { return nil }
        let writer = calls.compiledWriter(call.writer)
        writer.read(record.view, into: values)
        for field in CallRefusals.ids where values.has(field) {
            if let rule = values.withText(field, refusal) { return rule }
        }
        for id in values.ids {
            if let rule = values.withText(id, refusal) { return rule }
        }
        let end = PlanField(.expiryDate)
        if let latest = latest[call.writer], values.has(end), values.number(end) > latest.end {
            return Rule(id: latest.limit.id, says: latest.limit.citation.says)
        }
        if let now, let passed = writer.future.first(where: { hasPassed($0, by: now) }) {
            return Rule(
                id: writer.id, says: "\(passed.name) has to lie ahead, and has passed by now")
        }
        return nil
    }

    private func hasPassed(_ field: PlanField, by now: Int64) -> Bool {
        values.has(field) && values.number(field) <= now
    }

    /// The first rule that refuses an ID; of its own anonymous ones the target refuses none.
    private func refusal(of id: Span<UInt8>) -> Rule? {
        guard let identifiers, !identifiers.surelyAccepts(bytes: id),
            !identifiers.anonymous.recognises(bytes: id)
        else { return nil }
        let normalized = identifiers.normalized(UserID(unchecked: id.text))
        guard let rule = identifiers.findings(against: normalized).first?.rule else { return nil }
        return Rule(id: rule, says: calls.target.rules?.citation(of: rule)?.says ?? rule)
    }
}
