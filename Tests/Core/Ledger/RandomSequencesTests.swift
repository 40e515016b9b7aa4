// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymConformance
import AllonymCore
import AllonymMappings
import AllonymSimulation
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
            provider + settings.map { " \($0.key) = \($0.value)" }.sorted().joined()
        }
    }

    /// Each provider under its defaults, under every other value of every setting, and under every
    /// two of them at a time.
    static let trials: [Trial] = EveryProvider.all.flatMap { provider in
        let rules =
            ((try? provider.everyRules()) ?? []) + ((try? provider.rulesOfPairs()) ?? [])
        return rules.map { rules in
            let chosen = rules.settings.filter {
                provider.rulebook.defaults[$0.key] != $0.value
            }
            return Trial(provider: provider.key, settings: chosen)
        }
    }

    static let sequences =
        ProcessInfo.processInfo.environment["ALLONYM_SEQUENCES"].flatMap(Int.init) ?? 250

    /// How many there are under two settings at a time, which are many.
    static let sequencesOfPairs = max(50, sequences / 10)

    @Test func `Every setting value of every provider is tried`() {
        let seed = SeededGenerator.seedOfRun
        print("random sequences: \(Self.sequences) for each of \(Self.trials.count), seed \(seed)")
        #expect(Self.trials.count >= 100)
        #expect(Self.sequences >= 250)
    }

    @Test(arguments: trials)
    func `Invariants hold after every change, and the log replays`(trial: Trial) throws {
        let provider = try #require(EveryProvider.mappings.provider(trial.provider))
        let rules = try provider.rules(trial.settings)
        let count = trial.settings.count > 1 ? Self.sequencesOfPairs : Self.sequences
        for sequence in 0..<count {
            let seed = SeededGenerator.seedOfRun &+ UInt64(sequence)
            if let fault = RandomSequence(seed: seed).fault(under: rules) {
                Issue.record("\(trial.testDescription), seed \(seed): \(fault)")
                return
            }
        }
    }
}
