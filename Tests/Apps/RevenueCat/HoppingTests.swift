// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import Foundation
import RevenueCat
import Testing

/// Code that leaves the task in which a test runs: each case in a process of its own, since what is in
/// use elsewhere in this one would count.
@Suite struct HoppingTests {
    /// What the text of a failure offers.
    private let cures = [
        "Wait inside `use` for the call's answer", "swift test --no-parallel",
        "Set Installation.standard",
    ]

    @Test func `After a hop the only installation in use is meant`() async {
        await #expect(processExitsWith: .success) {
            let phone = try SharedWorld("revenuecat").installation("phone")
            try await phone.use {
                Purchases.configure(withAPIKey: "appl_key")
                let created = try await withCheckedThrowingContinuation { done in
                    SignIn().signIn("035b30e2") { done.resume(with: $0) }
                }
                try #require(created && Purchases.shared.appUserID == "035b30e2")
            }
        }
    }

    @Test func `The standard installation is meant before any in use`() async {
        await #expect(processExitsWith: .success) {
            let world = try SharedWorld("revenuecat")
            let phone = try world.installation("phone")
            let tablet = try world.installation("tablet")
            try await tablet.use {
                Purchases.configure(withAPIKey: "appl_key", appUserID: String("tablet"))
                Installation.standard = phone
                try await Task.detached {
                    Purchases.configure(withAPIKey: "appl_key", appUserID: String("phone"))
                    try #require(Purchases.shared.appUserID == "phone")
                }.value
                try #require(Purchases.shared.appUserID == "tablet")
            }
        }
    }

    @Test func `With several in use the call fails, and says what to do`() async throws {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let world = try SharedWorld("revenuecat")
            let phone = try world.installation("phone")
            let tablet = try world.installation("tablet")
            let otherPhone = try SharedWorld("revenuecat").installation("phone")
            await phone.use {
                await tablet.use {
                    await otherPhone.use {
                        await Task.detached { _ = Purchases.isConfigured }.value
                    }
                }
            }
        }
        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(text.contains("Purchases.isConfigured was called outside"))
        #expect(text.contains("3 installations are in use: phone (2 times), tablet."))
        #expect(cures.allSatisfy(text.contains))
    }

    @Test func `A call that comes after its use has ended fails, and says what to do`() async throws
    {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let phone = try SharedWorld("revenuecat").installation("phone")
            let late = phone.use {
                Purchases.configure(withAPIKey: "appl_key")
                return Task.detached {
                    try await Task.sleep(for: .milliseconds(50))
                    _ = Purchases.shared
                }
            }
            try await late.value
        }
        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(text.contains("Purchases.shared was called outside of any installation's `use`"))
        #expect(text.contains("after its `use` has ended; the last was that of phone."))
        #expect(cures.allSatisfy(text.contains))
    }

    @Test func `After use has ended the standard installation is meant`() async {
        await #expect(processExitsWith: .success) {
            let phone = try SharedWorld("revenuecat").installation("phone")
            phone.use { _ = Purchases.configure(withAPIKey: "appl_key", appUserID: String("ann")) }
            Installation.standard = phone
            try #require(Purchases.shared.appUserID == "ann")
        }
    }

    @Test func `Without any use, and after a reset, a façade makes a world of its own`() async {
        await #expect(processExitsWith: .success) {
            try #require(!Purchases.isConfigured)
            let phone = try SharedWorld("revenuecat").installation("phone")
            phone.use { _ = Purchases.configure(withAPIKey: "appl_key") }
            Installation.resetStandard()
            try #require(!Purchases.isConfigured)
        }
    }

    @Test func `Without configuration the text says on which installation`() async throws {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let phone = try SharedWorld("revenuecat").installation("phone")
            phone.use { _ = Purchases.shared }
        }
        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(text.contains("\"phone\""))
        #expect(text.contains("Installation.standard"))
    }
}
