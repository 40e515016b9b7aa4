// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import AllonymSimulation
import AllonymTestSupport
import Foundation
import Testing

/// Who has access to what at a provider, is who has it by the provider's export.
///
/// `ALLONYM_WORLDS` says how many worlds there are in all, `ALLONYM_SEED` which.
@Suite struct SourceWorldTests {
    /// A kind of export, under settings of the provider.
    struct Kind: Sendable, CustomTestStringConvertible {
        let export: WorldExport
        let settings: [String: String]

        var testDescription: String {
            export.testDescription
                + settings.map { " \($0.key) = \($0.value)" }.sorted().joined()
        }
    }

    /// Each kind of export under the provider's defaults, and under every other value of the settings
    /// that say who holds what.
    static let kinds: [Kind] = WorldExport.all.flatMap { export in
        [Kind(export: export, settings: [:])]
            + (matters[export.provider] ?? []).map { Kind(export: export, settings: $0) }
    }

    private static let matters: [String: [[String: String]]] = [
        "revenuecat": [
            ["restore": "transfer-if-inactive"], ["restore": "keep"], ["restore": "share"],
            ["customer-restore": "transfer", "restore": "keep"], ["track-new-purchases": "on"],
            ["android-backup": "on"],
        ],
        "qonversion": [
            ["restore": "transfer"], ["logout": "fresh"], ["second-identity": "refused"],
            ["anonymous-restore": "strategy"],
            ["restore": "transfer", "anonymous-restore": "strategy"],
            ["logged-out": "store-account"], ["identity-ids": "v4"],
        ],
        "purchasely": [
            ["logout": "fresh"], ["non-consumables": "never-move"],
            ["auto-import": "first-launch"], ["auto-import": "every-launch"],
            ["history": "moves"], ["automatic-transfer": "bought"],
            ["running-mode": "observer"],
        ],
        "nami": [
            ["switch": "refused"], ["logout": "same"], ["logged-out-session": "leaves"],
            ["external-ids": "sha256-uuid"],
        ],
    ]

    static let worlds =
        ProcessInfo.processInfo.environment["ALLONYM_WORLDS"].flatMap(Int.init) ?? 1_000

    @Test(arguments: kinds)
    func `Who has access by the export is who has it, or a finding names them`(
        kind: Kind
    ) throws {
        let count = max(1, Self.worlds / Self.kinds.count)
        let side = try side(kind.export.provider, kind.settings)
        var (same, named, leftOut, faults) = (0, 0, 0, 0)
        for number in 0..<count {
            let seed = SeededGenerator.seedOfRun &+ UInt64(number)
            let trial = WorldTrial(export: kind.export, side: side, seed: seed)
            switch try trial.run() {
            case .same: same += 1
            case .named: named += 1
            case .leftOut: leftOut += 1
            case .fault(let fault):
                faults += 1
                if faults == 1 {
                    Issue.record("\(kind.settings) \(try trial.shortest() ?? fault)")
                }
            }
        }
        print(
            "worlds of \(kind.testDescription), seed \(SeededGenerator.seedOfRun): \(same) as "
                + "exported, \(named) with a finding, \(leftOut) left out, \(faults) otherwise")
        #expect(faults == 0)
        // A kind that says too little of too many worlds would prove nothing.
        #expect(count < 20 || leftOut <= count / 2)
    }

    /// What happens in the worlds of each provider.
    private static let signs: Set = [
        "access", "aliases", "several purchases", "did log in", "did log out", "did restore",
        "did refund", "did cancel", "did renew", "did fail", "did hold", "did recover",
        "did expire",
        "did share", "did unshare", "did reinstall", "subscription active",
        "subscription cancelled", "subscription grace", "subscription billing-retry",
        "subscription expired", "subscription refunded", "non-consumable active",
        "non-renewing active", "non-renewing expired", "share active", "share expired", "moved",
        "attached", "created", "switched", "play active",
    ]

    /// What does not happen at a provider, because of its rules or of what its exports can say.
    private static let missing: [String: Set<String>] = [
        "nami": ["aliases", "play active"], "purchasely": ["aliases"],
        // By its defaults a restore copies.
        "qonversion": ["moved"],
    ]

    @Test(arguments: Set(WorldExport.all.map(\.provider)).sorted())
    func `The worlds have in them what can go wrong`(provider: String) throws {
        let side = try side(provider)
        var missing = Self.signs.subtracting(Self.missing[provider] ?? [])
        for seed in 1...300 as ClosedRange<UInt64> where !missing.isEmpty {
            for export in WorldExport.all where export.provider == provider {
                let world = try WorldTrial(export: export, side: side, seed: seed).lived()
                missing.subtract(world.signs)
            }
        }
        #expect(missing == [])
    }

    @Test func `A row that is missing is seen, and shown by a short history`() throws {
        let export = WorldExport(provider: "revenuecat", name: "transactions but the last") {
            world, _ in
            RevenueCatTransactions.file(world, "transactions.csv").map { file in
                let rows = file.text.split(separator: "\n").dropLast()
                return (file.name, rows.joined(separator: "\n") + "\n")
            }
        }
        let side = try side("revenuecat")
        var lengths: [Int] = []
        for seed in 1...6 as ClosedRange<UInt64> {
            let trial = WorldTrial(export: export, side: side, seed: seed)
            guard case .fault = try trial.run() else { continue }
            let story = try #require(try trial.shortest())
            lengths.append(story.split(separator: "\n").count { $0.hasPrefix("| ") })
        }
        #expect(lengths.count >= 2)
        #expect(lengths.min() ?? .max <= 6, "\(lengths)")
    }
}
