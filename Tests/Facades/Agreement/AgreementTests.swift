// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymComparison
import AllonymCore
import AllonymMappings
import Testing

/// What an app sees through a façade is what `compare` says of its provider.
@Suite struct AgreementTests {
    @Test func `Every provider has a façade, and every façade a driver`() throws {
        let providers = try EveryFacade.mappings.get().providers.map(\.key)
        #expect(EveryFacade.drivers.map { $0.provider } == providers)
        #expect(providers.count >= 4)
    }

    @Test func `Each façade gives the answers of compare on every built-in scenario`()
        async throws
    {
        let mappings = try EveryFacade.mappings.get()
        var scenarios = 0
        var answers = 0
        var withoutCall: [String: Set<String>] = [:]
        var silent: [String: Set<String>] = [:]
        for name in try mappings.scenarioFiles() {
            let file = try ScenarioFile(
                name: name, bytes: try mappings.bytes(of: name), mappings: mappings)
            for scenario in file.scenarios {
                scenarios += 1
                for driver in EveryFacade.drivers {
                    var trial = try AgreementTrial(
                        scenario, of: file, provider: driver.provider, mappings)
                    try await trial.run(driver)
                    answers += trial.answers
                    for difference in trial.differences.prefix(3) {
                        Issue.record("\(driver.provider): \(difference)")
                    }
                    withoutCall[driver.provider, default: []].formUnion(trial.withoutCall)
                    silent[driver.provider, default: []].formUnion(trial.silent)
                }
            }
        }
        print("agreement: \(scenarios) scenarios, \(answers) answers of façades")
        #expect(scenarios >= 160)
        #expect(answers > 5_000)
        // What an SDK has no call for, and what its calls cannot say, is known and no more than this.
        #expect(
            withoutCall == [
                "nami": ["configure", "redeem", "sync"], "purchasely": [],
                "qonversion": ["configure"], "revenuecat": [],
            ])
        #expect(
            silent.filter { !$0.value.isEmpty } == [
                "purchasely": ["invalid-identifier"], "qonversion": ["invalid-identifier"],
            ])
    }
}
