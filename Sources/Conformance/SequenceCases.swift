// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymCore

/// What must hold whatever happens, in whatever order.
extension ConformanceCase {
    static let sequenceCases = [
        ConformanceCase("Any sequence of actions keeps the invariants and replays") { provider in
            try provider.everyRules().compactMap { rules in
                for seed in 0..<100 as Range<UInt64> {
                    if let fault = RandomSequence(seed: seed).fault(under: rules) {
                        return "\(rules.deviation), seed \(seed): \(fault)"
                    }
                }
                return nil
            }
        },
        ConformanceCase("So it does under any two settings at a time") { provider in
            try provider.rulesOfPairs().compactMap { rules in
                for seed in 0..<10 as Range<UInt64> {
                    if let fault = RandomSequence(seed: seed).fault(under: rules) {
                        return "\(rules.deviation), seed \(seed): \(fault)"
                    }
                }
                return nil
            }
        },
        ConformanceCase("The same actions come to the same end") { provider in
            try provider.everyRules().compactMap { rules in
                let ends = (0..<2).map { _ in RandomSequence(seed: 7).play(under: rules) }
                return ends[0].ledger == ends[1].ledger && ends[0].log == ends[1].log
                    ? nil : "\(rules.deviation): they do not"
            }
        },
    ]
}

/// Thirty actions on three devices, from a seed.
package struct RandomSequence: Sendable {
    private let seed: UInt64

    /// The sequence of a seed.
    package init(seed: UInt64) { self.seed = seed }

    /// Plays it.
    package func play(under rules: Rules) -> World {
        var random = RandomActions(seed: seed)
        var world = World(rules: rules)
        for number in 1...30 { world.perform(random.next(number)) }
        return world
    }

    /// Plays it, asks after each change whether everything still holds, and undoes a merge now and
    /// then; what went wrong first, or nil.
    package func fault(under rules: Rules) -> String? {
        var random = RandomActions(seed: seed)
        var world = World(rules: rules)
        for number in 1...30 {
            let request = random.next(number)
            let before = world.ledger
            let decision = before.decide(request, under: rules)
            var stepped = before
            for change in decision.changes {
                if let id = stepped.addedTwice(by: change) { return "\(request) adds \(id) twice" }
                stepped.evolve(change)
                // Shares follow what is shared by the changes after it.
                let broken = stepped.violations(under: rules).first { $0 != .sharesFollow }
                if let broken {
                    return "\(request) made \(change): not so that \(broken.rawValue)"
                }
            }
            if let broken = stepped.violations(under: rules).first {
                return "\(request): not so that \(broken.rawValue)"
            }
            let telling = world.performTelling(request).telling
            if world.ledger != stepped { return "\(request) was decided in two ways" }
            if let fault = fault(of: decision, before, stepped) ?? fault(of: telling, stepped) {
                return "\(request): \(fault)"
            }
            if number.isMultiple(of: 10), let fault = undo(&world) { return fault }
        }
        return replayFault(of: world)
    }

    private func replayFault(of world: World) -> String? {
        let replayed = world.replayed()
        if replayed != world.ledger { return "the replay gives another ledger" }
        for index in replayed.installations.indices {
            let installation = InstallationHandle(index)
            let access = world.ledger.access(of: installation, under: world.rules)
            if replayed.access(of: installation, under: world.rules) != access {
                return "access is not a function of the ledger"
            }
            if unlocked(world.ledger, installation, world.rules) != Set(access.entitlements) {
                return "what is held does not unlock what is seen"
            }
        }
        return nil
    }

    /// The entitlements of what an installation's customers hold.
    private func unlocked(
        _ ledger: Ledger, _ installation: InstallationHandle, _ rules: Rules
    ) -> Set<EntitlementID> {
        let holdings = ledger.holdings(of: installation, under: rules)
        let bought = holdings.purchases.filter(\.givesAccess).flatMap {
            ledger.entitlements(of: $0.purchase)
        }
        return Set(bought + holdings.grants.map(\.entitlement))
    }

    /// What a refusal or an answer may not do.
    ///
    /// Purchases that are presented one by one stand by themselves, so a refused call can make a
    /// customer, who then holds one of them.
    private func fault(
        of decision: Decision, _ before: Ledger, _ after: Ledger
    ) -> String? {
        if (decision.outcome == .refused) != (decision.refusal != nil) {
            return "refused without a reason, or a reason without a refusal"
        }
        let newcomers = after.liveCustomers.filter { $0.index >= before.customers.count }
        let others = after.liveCustomers.filter { $0.index < before.customers.count }
        if decision.refusal != nil, !decision.hasMerged,
            people(before, before.liveCustomers) != people(after, others)
                || newcomers.contains(where: { after.purchases(of: $0).isEmpty })
                || before.grants != after.grants
        {
            return "a refusal changed the provider's customers"
        }
        for index in after.purchases.indices.prefix(before.purchases.count) {
            let purchase = PurchaseHandle(index)
            let wasErased = before.holders(of: purchase).contains {
                after.customers[Int($0.index)].isErased
            }
            if !before.holders(of: purchase).isEmpty, after.holders(of: purchase).isEmpty,
                !wasErased
            {
                return "a purchase lost its owner"
            }
        }
        return nil
    }

    /// Customers by their IDs.
    private func people(_ ledger: Ledger, _ customers: [CustomerHandle]) -> [[UserHandle]] {
        customers.map(ledger.aliases(of:))
    }

    /// What is told that should not be: an event that names an ID that there is not, or nobody.
    private func fault(of telling: Telling, _ after: Ledger) -> String? {
        for message in telling.messages {
            if message.to.isEmpty { return "\(message.name) is addressed to nobody" }
            if let id = (message.from + message.to).first(where: { after.user($0) == nil }) {
                return "\(message.name) names \(id), which there is not"
            }
        }
        return nil
    }

    /// Undoes the last merge, if there was one.
    private func undo(_ world: inout World) -> String? {
        let merge = world.log.last { entry in
            entry.changes.contains { if case .merge = $0 { true } else { false } }
        }
        guard let merge else { return nil }
        let before = world.ledger
        do {
            try world.undoMerge(of: merge.sequence)
        } catch {
            return world.ledger == before ? nil : "an undoing that failed changed something"
        }
        if let broken = world.ledger.violations(under: world.rules).first {
            return "undoing entry \(merge.sequence): not so that \(broken.rawValue)"
        }
        return nil
    }
}

extension Decision {
    /// Whether customers became one: what was presented by itself stands, whatever the answer is.
    fileprivate var hasMerged: Bool {
        changes.contains { if case .merge = $0 { true } else { false } }
    }
}

extension Ledger {
    /// The ID that a change adds although there is one like it.
    fileprivate func addedTwice(by change: Change) -> UserID? {
        switch change {
        case .customer(let id, let kind), .user(let id, let kind, _):
            guard let user = user(id), isAnonymous(user) == (kind != .custom) else { return nil }
            return id
        default: return nil
        }
    }
}
