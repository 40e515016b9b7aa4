// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import NamiFacade
import Testing

/// The app's own code: the same as with the SDK, but for the import.
struct NamiReaderApp {
    /// At every start of the app.
    func start() async -> Bool {
        await withCheckedContinuation { continuation in
            Nami.configure(with: NamiConfiguration(appPlatformId: "your-app-id")) {
                continuation.resume(returning: $0)
            }
        }
    }

    /// The user signs in, or the token of a signed-in user is refreshed.
    func signIn(_ accountID: String) async -> Bool {
        if NamiCustomerManager.isLoggedIn(), NamiCustomerManager.loggedInId() == accountID {
            return true
        }
        return await withCheckedContinuation { continuation in
            NamiCustomerManager.login(withId: accountID) { success, _ in
                continuation.resume(returning: success)
            }
        }
    }

    /// The user signs out.
    func signOut() async -> Bool {
        await withCheckedContinuation { continuation in
            NamiCustomerManager.logout { success, _ in continuation.resume(returning: success) }
        }
    }

    /// Whether there is more to read than the free pages.
    var showsEverything: Bool { NamiEntitlementManager.isEntitlementActive("premium") }
}

@Suite struct NamiWorkedExampleTests {
    let ada = "035b30e2-faf4-462d-aec3-caa0fbe26c49"
    let ben = "7c9e6679-7425-40de-944b-e07fc1f90ae7"

    @Test func `A subscription is on all devices of an account, and leaves with the device`()
        async throws
    {
        let world = try SharedWorld(
            "nami", catalogue: [.subscription("monthly", unlocks: ["premium"])])
        let phone = try world.installation("phone")
        let tablet = try world.installation("tablet")
        let app = NamiReaderApp()

        // Ada subscribes on her phone and signs in: the account has the subscription.
        await phone.use {
            #expect(await app.start())
            await NamiSimulatedPaywall.buy("monthly")
            #expect(await app.signIn(ada))
            #expect(app.showsEverything)
        }

        // She signs in on her tablet, where she has bought nothing.
        await tablet.use {
            #expect(await app.start())
            #expect(!app.showsEverything)
            #expect(await app.signIn(ada))
            #expect(app.showsEverything)
        }

        // A name is no ID that Nami takes, so Ada stays signed in.
        await tablet.use {
            #expect(await !app.signIn("ada"))
            #expect(NamiCustomerManager.loggedInId() == ada)
        }

        // Ben signs in on the phone. What was bought there is now his.
        await phone.use {
            #expect(await app.signOut())
            #expect(!app.showsEverything)
            #expect(await app.signIn(ben))
            #expect(app.showsEverything)
        }

        // Ada's tablet finds out when it next comes to the foreground.
        tablet.use { #expect(app.showsEverything) }
        tablet.open()
        tablet.use { #expect(!app.showsEverything) }

        // A month later the phone cannot be charged, and the subscription ends after the grace
        // period.
        phone.store.fail("monthly")
        phone.open()
        phone.use {
            #expect(app.showsEverything)
            #expect(NamiCustomerManager.journeyState()?.inGracePeriod == true)
        }
        world.clock.advance(by: .days(60))
        phone.open()
        phone.use {
            #expect(!app.showsEverything)
            #expect(NamiCustomerManager.journeyState()?.inAccountHold == true)
        }
    }
}
