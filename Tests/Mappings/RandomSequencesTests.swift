// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings
import AllonymTestSupport
import Foundation
import Testing

/// Random sequences of actions keep every invariant, and replay to the same ledger.
///
/// `ALLONYM_SEQUENCES` says how many for each provider and setting value, `ALLONYM_SEED` which.
@Suite struct RandomSequencesTests {
    struct Trial: Sendable, CustomTestStringConvertible {
        let provider: String
        let settings: [String: String]

        var testDescription: String {
            provider + settings.map { " \($0.key) = \($0.value)" }.joined()
        }
    }

    /// Each provider under its defaults, and under every other value of every setting.
    static let trials: [Trial] = {
        guard let mappings = try? Mappings.load() else { return [] }
        return mappings.providers.flatMap { provider in
            [Trial(provider: provider.key, settings: [:])]
                + provider.rulebook.settings.flatMap { setting in
                    setting.values.dropFirst().map {
                        Trial(provider: provider.key, settings: [setting.name: $0])
                    }
                }
        }
    }()

    static let sequences =
        ProcessInfo.processInfo.environment["ALLONYM_SEQUENCES"].flatMap(Int.init) ?? 1_000

    @Test func `Every setting value of every provider is tried`() {
        let seed = SeededGenerator.seedOfRun
        print("random sequences: \(Self.sequences) for each of \(Self.trials.count), seed \(seed)")
        #expect(Self.trials.count >= 21)
        #expect(Self.sequences >= 1_000)
    }

    @Test(arguments: trials)
    func `Invariants hold after every change, and the log replays`(trial: Trial) throws {
        let provider = try #require(try Mappings.load().provider(trial.provider))
        let rules = try provider.rules(trial.settings)
        for sequence in 0..<Self.sequences {
            let seed = SeededGenerator.seedOfRun &+ UInt64(sequence)
            if let fault = play(rules, seed: seed) {
                Issue.record("\(trial.testDescription), seed \(seed): \(fault)")
                return
            }
        }
    }

    /// Plays one sequence; what went wrong first, or nil.
    private func play(_ rules: Rules, seed: UInt64) -> String? {
        var random = RandomActions(seed: seed)
        var world = World(rules: rules)
        for number in 1...30 {
            let request = random.next(number)
            let before = world.ledger
            let decision = before.decide(request, under: rules)
            var stepped = before
            for change in decision.changes {
                stepped.evolve(change)
                if let broken = stepped.violations(under: rules).first {
                    return "\(request) made \(change): not so that \(broken.rawValue)"
                }
            }
            world.perform(request)
            if world.ledger != stepped { return "\(request) was decided in two ways" }
            if let fault = fault(of: decision, before, stepped) {
                return "\(request): \(fault)"
            }
            if number.isMultiple(of: 10), let fault = undo(&world) { return fault }
        }
        let replayed = world.replayed()
        if replayed != world.ledger { return "the replay gives another ledger" }
        for place in replayed.installations.indices {
            let installation = InstallationHandle(place)
            if replayed.access(of: installation, under: rules)
                != world.ledger.access(of: installation, under: rules)
            {
                return "access is not a function of the ledger"
            }
        }
        return nil
    }

    /// What a refusal or an answer may not do.
    private func fault(
        of decision: Decision, _ before: Ledger, _ after: Ledger
    ) -> String? {
        if (decision.outcome == .refused) != (decision.refusal != nil) {
            return "refused without a reason, or a reason without a refusal"
        }
        if decision.refusal != nil {
            if before.users != after.users || before.customers.count != after.customers.count
                || before.installations.map(\.current) != after.installations.map(\.current)
                || before.grants != after.grants
            {
                return "a refusal changed the provider's customers"
            }
        }
        for place in after.purchases.indices.prefix(before.purchases.count) {
            let purchase = PurchaseHandle(place)
            if !before.holders(of: purchase).isEmpty, after.holders(of: purchase).isEmpty {
                return "a purchase lost its owner"
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
