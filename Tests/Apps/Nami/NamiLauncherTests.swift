// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import NamiApple
import Testing

/// Code of an app that sells by Nami, with the façade under the SDK's name.
@Suite struct NamiLauncherTests {
    private static let ann = "035b30e2-faf4-462d-aec3-caa0fbe26c49"

    @MainActor @Test func `A campaign sells, and opens what it sells`() async throws {
        let world = try SharedWorld(
            "nami", catalogue: [.subscription("monthly", unlocks: ["premium"])])
        world.namiAccount.campaigns = [.label("upgrade")]
        let phone = try world.installation("phone")
        await phone.use {
            let launcher = NamiLauncher()
            let gate = FeatureGate()
            let isStarted = await withCheckedContinuation { done in
                launcher.start(appPlatformID: "id") { done.resume(returning: $0) }
            }
            #expect(isStarted)
            gate.start()
            let outcome = await withCheckedContinuation { done in
                launcher.show("upgrade") { done.resume(returning: $0) }
            }
            #expect(outcome == .shown)
            await NamiSimulatedPaywall.buy("monthly")
            #expect(launcher.actions.contains(.purchase_success))
            #expect(gate.isOpen("premium"))
            let error: Error? = await withCheckedContinuation { done in
                gate.signIn(Self.ann) { done.resume(returning: $0) }
            }
            #expect(error == nil && NamiCustomerManager.loggedInId() == Self.ann)
            gate.signOut()
            #expect(!NamiCustomerManager.isLoggedIn())
            let restored = await withCheckedContinuation { done in
                gate.restore { done.resume(returning: $0) }
            }
            #expect(restored == ["monthly"])
        }
    }

    @MainActor @Test func `A campaign that nobody made is not shown`() async throws {
        let phone = try SharedWorld("nami").installation("phone")
        await phone.use {
            let launcher = NamiLauncher()
            await withCheckedContinuation { done in
                launcher.start(appPlatformID: "id") { _ in done.resume() }
            }
            let outcome = await withCheckedContinuation { done in
                launcher.show("nothing") { done.resume(returning: $0) }
            }
            #expect(outcome == .failed(.LABELED_CAMPAIGN_NOT_FOUND))
        }
    }
}
