// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymComparison
import AllonymCore
import AllonymMappings
import Testing

/// What answers say of all devices, not only of the one whose step it is.
@Suite struct DeviceObserverTests {
    @Test func `Whoever has read all steps knows what every device sees`() throws {
        let mappings = try builtIn.get()
        var devices = 0
        for name in try mappings.scenarioFiles() {
            let file = try ScenarioFile(
                name: name, bytes: mappings.bytes(of: name), mappings: mappings)
            for scenario in file.scenarios {
                let compared = try Runner(mappings).run(scenario, of: file)
                for column in compared.columns.indices {
                    devices = max(devices, try check(compared, column))
                }
            }
        }
        #expect(devices > 2)
    }

    @Test(arguments: ["devices.md", "hostile.md", "long.md"])
    func `So does who reads many devices with purchases that go to and fro`(file: String) throws {
        for compared in try comparePage(file) {
            for column in compared.columns.indices { _ = try check(compared, column) }
        }
    }

    /// Plays a scenario again beside its answers; returns how many devices there are.
    private func check(_ compared: ComparedScenario, _ column: Int) throws -> Int {
        var world = World(rules: compared.columns[column], keepsLog: false)
        var seen: [DeviceID: DeviceView] = [:]
        var minted: [UserID] = []
        for (step, answers) in zip(compared.scenario.steps, compared.answers) {
            world.perform(step.action(where: minted), on: step.device)
            minted = answers[column].minted
            for view in answers[column].devices {
                #expect(seen[view.device] != view, "nothing has changed")
                seen[view.device] = view
            }
            for (device, view) in seen {
                #expect(view.access == world.access(on: device).entitlements)
                let installation = try #require(world.ledger.installation(on: device))
                let user = world.ledger.current(of: installation)
                #expect(view.userID == world.ledger.id(of: user))
                let customer = world.ledger.customer(of: user)
                #expect(view.customer == world.ledger.id(of: world.ledger.displayID(for: customer)))
            }
            let isInstalled = world.ledger.installation(on: step.device) != nil
            #expect((seen[step.device] != nil) == isInstalled)
        }
        return seen.count
    }

    @Test func `A step that takes something from another device names that device`() throws {
        let compared = try compare(
            """
            # T
            | Device | Action | RevenueCat |
            |---|---|---|
            | A | install app_store:a | |
            | A | buy X | |
            | B | install app_store:a | |
            | B | log in u1 | |
            | B | restore | |
            | B | check | |
            """)
        let answers = compared[0].answers.map { $0[0] }
        #expect(
            answers.map { $0.devices.map(\.device) }.suffix(4) == [["B"], ["B"], ["A", "B"], []])
        #expect(answers[3].joined.map(\.id) == ["u1"])
    }
}
