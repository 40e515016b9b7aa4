// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// What the IDs of a customer become at the target, each made once as a rule.
final class TargetIDs {
    private let ids: IDPlan
    /// What was made for the customer, one behind the other.
    private let bytes = OutputBytes()
    @exclusivity(unchecked) private var made: [(id: Int, range: Range<Int>)] = []

    /// As many are remembered.
    private static let most = 32

    init(_ ids: IDPlan) { self.ids = ids }

    /// What comes next is about another customer.
    func begin() {
        if made.isEmpty { return }
        made.removeAll(keepingCapacity: true)
        bytes.cut(to: 0)
    }

    /// Hands over what an ID of the customer becomes; nil where there is nothing.
    func withTarget(
        of id: Int, _ people: PlannedPopulation, _ body: (Span<UInt8>?) -> Void
    ) {
        switch ids.verdicts.form(of: id) {
        case .none, .same: return ids.withTarget(of: id, people, body)
        case .chosen:
            guard let other = ids.standIn(for: id, people) else { return body(nil) }
            return withTarget(of: other, people, body)
        case .trimmed, .hashed, .minted: break
        }
        if let known = made.firstIndex(where: { $0.id == id }) {
            return withText(made[known].range, body)
        }
        // To look among many takes longer than to make it again.
        if made.count == TargetIDs.most { return ids.withTarget(of: id, people, body) }
        let start = bytes.count
        ids.withTarget(of: id, people) { text in
            if let text { bytes.append(text) }
        }
        made.append((id, start..<bytes.count))
        withText(start..<bytes.count, body)
    }

    private func withText(_ range: Range<Int>, _ body: (Span<UInt8>?) -> Void) {
        bytes.withBytes(range) { body($0) }
    }
}
