// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings

/// Finds IDs of different customers that become one at the target, or may do so because it is not
/// documented whether upper and lower case tell them apart.
struct Collisions {
    /// For each slot the hash of a target in the upper half, and the number of its ID + 1 in the
    /// lower.
    private var slots: [UInt64]
    private let mask: Int
    private let hash: TargetHash

    /// Whether two IDs of the source can be one at a target.
    static func arePossible(_ target: MigrationEndpoint) -> Bool {
        guard let rules = target.rules?.identifiers else { return false }
        return !target.formats.identity.isCaseExact
            || rules.rules.contains { $0.kind == .trim || $0.replacement != nil }
            || !rules.anonymous.isApart
    }

    /// Makes ambiguous what collides.
    ///
    /// - Parameters:
    ///   - people: Whose IDs they are.
    ///   - plan: What becomes of them; what collides is changed.
    ///   - threads: On how many threads; at most two.
    /// - Returns: Whether anything does.
    static func mark(_ people: PlannedPopulation, _ plan: IDPlan, threads: Int) -> Bool {
        var areAny = false
        let target = plan.judge.target
        let hashes = TargetHashes.all(people, plan, threads: threads)
        var collisions = Collisions(count: people.idCount, hashes.hash)
        for id in 0..<people.idCount where hashes.areCompared(id) {
            let hash = hashes.of(id)
            guard let rivals = collisions.insert(id, hash, people, plan),
                people.customer(of: rivals.other) != people.customer(of: id)
            else {
                continue
            }
            let code: FindingCode = rivals.areEqual ? .collision : .caseTwins
            let rule =
                rivals.areEqual
                ? plan.verdicts[id].rule : target.formats.identity.caseRule
            for id in [rivals.other, id] {
                plan.verdicts[id] = IDVerdict(
                    disposition: .ambiguous, code: code, rule: rule,
                    form: plan.verdicts.form(of: id))
            }
            areAny = true
        }
        return areAny
    }

    private init(count: Int, _ hash: TargetHash) {
        var capacity = 64
        while capacity < count + count / 2 { capacity *= 2 }
        slots = [UInt64](repeating: 0, count: capacity)
        mask = capacity - 1
        self.hash = hash
    }

    /// Adds an ID; nil unless an earlier one becomes the same, or its twin.
    private mutating func insert(
        _ id: Int, _ hash: UInt32, _ people: PlannedPopulation, _ plan: IDPlan
    ) -> (other: Int, areEqual: Bool)? {
        var slot = Int(hash) & mask
        while slots[slot] != 0 {
            if slots[slot] >> 32 == UInt64(hash) {
                let other = Int(slots[slot] & 0xffff_ffff) - 1
                let relation = relation(of: id, and: other, people, plan)
                if relation != .none { return (other, relation == .equal) }
            }
            slot = (slot + 1) & mask
        }
        slots[slot] = UInt64(hash) << 32 | UInt64(id + 1)
        return nil
    }

    private func relation(
        of one: Int, and other: Int, _ people: PlannedPopulation, _ plan: IDPlan
    ) -> TargetHash.Relation {
        plan.withTarget(of: one, people) { text in
            plan.withTarget(of: other, people) { otherText in
                guard let text, let otherText else { return .none }
                return hash.relation(
                    text, isAnonymous: people.isAnonymous(one), to: otherText,
                    otherIsAnonymous: people.isAnonymous(other))
            }
        }
    }
}
