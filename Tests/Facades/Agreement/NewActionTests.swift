// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymComparison
import AllonymCore
import AllonymMappings
import Testing

/// Lives that the built-in scenarios do not tell, through every façade.
@Suite struct NewActionTests {
    /// Lives that go the same way under every provider's façade as in `compare`.
    static let lives = [
        """
        # A family shares, the owner's subscription ends
        - ids: u1 = 035b30e2-faf4-462d-aec3-caa0fbe26c49
        | Device | Action |
        |---|---|
        | A | install app_store:ann |
        | B | install app_store:bob |
        | A | buy X |
        | A | share X with B |
        | B | open |
        | B | restore |
        | A | expire X |
        | A | open |
        | B | open |
        | B | restore |
        | A | renew X |
        | A | unshare X with B |
        | B | restore |
        """,
        """
        # A product is changed, at once and at the renewal
        | Device | Action |
        |---|---|
        | A | install app_store:ann |
        | A | buy X |
        | A | change X to Y |
        | A | open |
        | A | restore |
        | A | change Y to X at renewal |
        | A | check |
        | A | renew Y |
        | A | open |
        | A | restore |
        | A | change X to Y at renewal |
        | A | cancel X |
        | A | uncancel X |
        | A | renew X |
        | A | restore |
        """,
        """
        # The store holds and recovers
        | Device | Action |
        |---|---|
        | A | install play_store:ann |
        | A | buy X |
        | A | hold X |
        | A | open |
        | A | restore |
        | A | recover X |
        | A | open |
        | A | restore |
        | A | fail X |
        | A | hold X |
        | A | expire X |
        | A | restore |
        """,
        """
        # A device uses another account
        - ids: u1 = 035b30e2-faf4-462d-aec3-caa0fbe26c49
        | Device | Action |
        |---|---|
        | A | install app_store:ann |
        | B | install app_store:bob |
        | B | buy X |
        | A | use app_store:bob |
        | A | use app_store:bob |
        | A | open |
        | A | restore |
        | A | use app_store:ann |
        | A | buy Y |
        | A | log in u1 |
        | A | restore |
        """,
        """
        # A grant ends
        | Device | Action |
        |---|---|
        | A | install |
        | A | grant E |
        | A | expire grant E |
        | A | expire grant E |
        """,
        """
        # By hand
        - ids: u1 = 035b30e2-faf4-462d-aec3-caa0fbe26c49, u2 = 7c9e6679-7425-40de-944b-e07fc1f90ae7
        | Device | Action |
        |---|---|
        | A | install app_store:ann |
        | A | log in u1 |
        | A | buy X |
        | B | install app_store:bob |
        | B | log in u2 |
        | A | transfer u1 to u2 |
        | A | transfer u1 to u1 |
        | B | check |
        | B | transfer u2 to 42 |
        """,
        """
        # What was bought on the web is redeemed
        - ids: u1 = 035b30e2-faf4-462d-aec3-caa0fbe26c49
        | Device | Action |
        |---|---|
        | W | install stripe:ann |
        | W | log in u1 |
        | W | buy X |
        | A | install app_store:ann |
        | A | redeem X from u1 |
        | A | redeem Y from u1 |
        | A | restore |
        | W | check |
        """,
    ]

    /// Lives that RevenueCat's façade tells as `compare` does under RevenueCat's rules.
    static let revenueCatLives = [
        """
        # The first configure is refused
        - ids: u1 = 035b30e2-faf4-462d-aec3-caa0fbe26c49
        | Device | Action |
        |---|---|
        | A | configure guest |
        | A | check |
        | A | restore |
        | A | log out |
        | A | log in guest |
        | A | buy X |
        | A | open |
        | A | log in u1 |
        | A | restore |
        | A | log out |
        | B | configure guest |
        | B | configure u1 |
        | B | restore |
        """,
        """
        # An erased customer comes back
        - ids: u1 = 035b30e2-faf4-462d-aec3-caa0fbe26c49, u2 = 7c9e6679-7425-40de-944b-e07fc1f90ae7
        | Device | Action |
        |---|---|
        | A | install app_store:ann |
        | A | log in u1 |
        | A | buy X |
        | A | grant E |
        | A | delete u1 |
        | A | check |
        | A | open |
        | A | restore |
        | A | delete u1 |
        | A | log in u1 |
        | A | sync |
        | A | delete u1 |
        | A | log in u2 |
        | A | restore |
        | A | delete u2 |
        | A | log out |
        | A | delete 42 |
        | B | install play_store:bob |
        | B | buy Y |
        | B | delete anonymous 3 |
        | B | buy X |
        | B | restore |
        | B | reinstall |
        """,
    ]

    private func agree(_ text: String, _ drivers: [any FacadeDriver.Type]) async throws {
        let mappings = try EveryFacade.mappings.get()
        let file = try ScenarioFile(markdown: text, mappings: mappings)
        for scenario in file.scenarios {
            for driver in drivers {
                var trial = try AgreementTrial(
                    scenario, of: file, provider: driver.provider, mappings)
                try await trial.run(driver)
                #expect(trial.answers == scenario.steps.count)
                for difference in trial.differences {
                    Issue.record("\(driver.provider): \(difference)")
                }
            }
        }
    }

    @Test(arguments: lives)
    func `Each façade tells the life as compare does`(life: String) async throws {
        try await agree(life, EveryFacade.drivers)
    }

    @Test(arguments: revenueCatLives)
    func `RevenueCat's façade tells the life as compare does`(life: String) async throws {
        try await agree(life, EveryFacade.drivers.filter { $0.provider == "revenuecat" })
    }
}
