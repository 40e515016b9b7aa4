// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymComparison
import AllonymCore
import AllonymMappings
import Testing

@Suite struct BuiltInScenariosTests {
    let mappings: Mappings

    init() throws { mappings = try builtIn.get() }

    private func files() throws -> [ScenarioFile] {
        try mappings.scenarioFiles().map { name in
            try ScenarioFile(name: name, bytes: mappings.bytes(of: name), mappings: mappings)
        }
    }

    @Test func `Every answer of every documented example holds`() throws {
        var asserted = 0
        for file in try files() {
            for scenario in file.scenarios {
                let compared = try Runner(mappings).run(scenario, of: file)
                asserted += compared.asserted
                #expect(compared.notes == [])
                for (step, answers) in zip(scenario.steps, compared.answers) {
                    for (answer, rules) in zip(answers, compared.columns) {
                        #expect(
                            answer.holds != false,
                            "\(file.name):\(step.line) \(rules.provider.name): \(answer.text)")
                    }
                }
            }
        }
        #expect(asserted >= 1_500, "some asserted cells have vanished")
    }

    /// What is told of more time that a store gives, which no action of a scenario does: the server's
    /// tests of extended periods reach it.
    private static let extensions = ["purchasely.tell.49", "revenuecat.tell.63"]

    @Test func `Every row of every rulebook is reached by a scenario, but for extensions`() throws {
        var reached = Set<String>()
        for file in try files() {
            for scenario in file.scenarios {
                _ = try Runner(mappings).run(scenario, of: file) { reached.insert($0.id) }
            }
        }
        let rows = mappings.providers.flatMap(\.rulebook.rows)
        let unreached = rows.map(\.id).filter { !reached.contains($0) }
        print(
            "rulebook rows reached by built-in scenarios: \(rows.count - unreached.count) of \(rows.count)"
        )
        #expect(unreached.sorted() == Self.extensions)
    }
}
