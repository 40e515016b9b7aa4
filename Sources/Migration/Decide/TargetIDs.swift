// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// What the IDs of a customer become at the target, each made once as a rule.
final class TargetIDs {
    private let ids: IDPlan
    /// What was made for the customer, one behind the other.
    @exclusivity(unchecked) private var bytes: [UInt8] = []
    @exclusivity(unchecked) private var made: [(id: Int, range: Range<Int>)] = []

    /// As many are remembered.
    private static let most = 32

    init(_ ids: IDPlan) { self.ids = ids }

    /// What comes next is about another customer.
    func begin() {
        if made.isEmpty { return }
        made.removeAll(keepingCapacity: true)
        bytes.removeAll(keepingCapacity: true)
    }

    /// Hands over what an ID of the customer becomes; nil where there is nothing.
    func withTarget(
        of id: Int, _ source: some PlanSource, _ body: (UnsafeRawBufferPointer?) -> Void
    ) {
        switch ids.verdicts.form(of: id) {
        case .none, .same: return ids.withTarget(of: id, source, body)
        case .chosen:
            guard let other = ids.standIn(for: id, source) else { return body(nil) }
            return withTarget(of: other, source, body)
        case .trimmed, .hashed, .minted: break
        }
        if let known = made.firstIndex(where: { $0.id == id }) {
            return withText(made[known].range, body)
        }
        // To look among many takes longer than to make it again.
        if made.count == TargetIDs.most { return ids.withTarget(of: id, source, body) }
        let start = bytes.count
        ids.withTarget(of: id, source) { text in
            if let text { bytes.append(contentsOf: text) }
        }
        made.append((id, start..<bytes.count))
        withText(start..<bytes.count, body)
    }

    private func withText(_ range: Range<Int>, _ body: (UnsafeRawBufferPointer?) -> Void) {
        bytes[range].withUnsafeBytes { body($0) }
    }
}
