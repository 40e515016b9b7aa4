// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import Foundation
import NamiFacade
import Testing

/// Configuring, sessions, relaunching, reinstalling, resetting.
@Suite struct NamiLifeTests {
    @Test func `A second configure tells whether something is new`() async throws {
        try await NamiTrial.phone().use {
            #expect(await namiConfigure("a").state == .initial_success)
            await namiLogIn(NamiTrial.u1)
            #expect(await namiConfigure("a") == (success: true, state: .already_configured))
            #expect(await namiConfigure("b") == (success: true, state: .reconfig_success))
            #expect(NamiCustomerManager.loggedInId() == NamiTrial.u1)
            #expect(Nami.isPurchaseManagementEnabled())
        }
    }

    @Test func `The handler of the shorter configure is told of success`() async throws {
        try await NamiTrial.phone().use {
            let isConfigured = await withCheckedContinuation { continuation in
                Nami.configure(with: NamiConfiguration(appPlatformId: "app")) {
                    continuation.resume(returning: $0)
                }
            }
            #expect(isConfigured && Nami.sdkConfigured())
        }
    }

    @Test func `A configuration can be filled in before it is used`() throws {
        try NamiTrial.phone().use {
            let configuration = NamiConfiguration(appPlatformId: "app")
            configuration.logLevel = .debug
            configuration.initialConfig = "{}"
            configuration.provisionalGrantTTL = 60
            configuration.customHostname = "example.com"
            configuration.namiCommands = ["useStagingAPI"]
            configuration.namiLanguageCode = "en"
            Nami.configure(with: configuration)
            #expect(Nami.sdkConfigured())
        }
    }

    @Test func `Without an app ID the SDK is not configured`() async throws {
        try await NamiTrial.phone().use {
            #expect(await namiConfigure("") == (success: false, state: .not_configured))
            #expect(!Nami.sdkConfigured())
        }
    }

    @Test func `A purchase before configuring fails, and the error says what to call`() async throws
    {
        try await NamiTrial.phone().use {
            let result = await NamiSimulatedPaywall.buy("monthly")
            #expect(result.state == .failed)
            #expect(result.error?.description.contains("Call Nami.configure(with:_:)") == true)
            #expect(NamiPurchaseManager.allPurchases() == [])
        }
    }

    @Test func `A relaunch keeps the external ID and the device ID`() async throws {
        let phone = try NamiTrial.phone()
        await phone.use {
            await namiConfigure()
            await namiLogIn(NamiTrial.u1)
            await NamiSimulatedPaywall.buy("monthly")
            let device = NamiCustomerManager.deviceId()
            phone.relaunch()
            #expect(!Nami.sdkConfigured())
            #expect(namiActive() == [])
            #expect(await namiConfigure().state == .initial_success)
            #expect(NamiCustomerManager.loggedInId() == NamiTrial.u1)
            #expect(NamiCustomerManager.deviceId() == device)
            #expect(namiActive() == ["premium"])
        }
    }

    @Test func `A reinstall loses the external ID, the device ID and everything stored`()
        async throws
    {
        let phone = try NamiTrial.phone()
        await phone.use {
            await namiConfigure()
            await namiLogIn(NamiTrial.u1)
            NamiCustomerManager.setCustomerAttribute("theme", "dark")
            let device = NamiCustomerManager.deviceId()
            phone.reinstall()
            #expect(NamiCustomerManager.deviceId() == "")
            #expect(NamiCustomerManager.getCustomerAttribute(key: "theme") == nil)
            await namiConfigure()
            #expect(!NamiCustomerManager.isLoggedIn())
            #expect(!["", device].contains(NamiCustomerManager.deviceId()))
        }
    }

    @Test func `A folder carries the IDs into another process and another world`() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("allonym-nami-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let before = try NamiTrial.world().installation("phone", storage: .folder(folder))
        let device = await before.use {
            await namiConfigure()
            await namiLogIn(NamiTrial.u1)
            NamiCustomerManager.addTag("level", 3)
            return NamiCustomerManager.deviceId()
        }
        let after = try NamiTrial.world().installation("phone", storage: .folder(folder))
        await after.use {
            await namiConfigure()
            #expect(NamiCustomerManager.loggedInId() == NamiTrial.u1)
            #expect(NamiCustomerManager.deviceId() == device)
            #expect(NamiCustomerManager.tagForKey("level") as? Int == 3)
            await namiLogOut()
        }
        let later = try NamiTrial.world().installation("phone", storage: .folder(folder))
        await later.use {
            await namiConfigure()
            #expect(NamiCustomerManager.loggedInId() == nil)
            #expect(NamiCustomerManager.deviceId() == device)
        }
    }

    @Test func `A reset clears what is stored, and the next start is that of a new device`()
        async throws
    {
        let log = NamiLog()
        let phone = try NamiTrial.phone()
        await phone.use {
            await namiConfigure()
            await namiLogIn(NamiTrial.u1)
            await NamiSimulatedPaywall.buy("monthly")
            NamiCustomerManager.setCustomerAttribute("theme", "dark")
            let device = NamiCustomerManager.deviceId()
            log.followAccount()
            log.followEntitlements()
            Nami.reset()
            #expect(!Nami.sdkConfigured())
            #expect(NamiCustomerManager.loggedInId() == nil)
            #expect(NamiCustomerManager.deviceId() == "")
            #expect(namiActive() == [])
            #expect(NamiCustomerManager.getCustomerAttribute(key: "theme") == nil)

            phone.relaunch()
            log.followEntitlements()
            #expect(await namiConfigure().state == .initial_success)
            #expect(NamiCustomerManager.loggedInId() == nil)
            #expect(!["", device].contains(NamiCustomerManager.deviceId()))
            // Its session processed the purchase on the device, for the new anonymous user.
            #expect(namiActive() == ["premium"])
            await namiSettled()
        }
        #expect(log.lines.last == "active [\"premium\"]")
    }

    @Test func `A reset without a start after it leaves a folder without IDs`() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("allonym-nami-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let before = try NamiTrial.world().installation("phone", storage: .folder(folder))
        let device = await before.use {
            await namiConfigure()
            await namiLogIn(NamiTrial.u1)
            Nami.reset()
            return NamiCustomerManager.deviceId()
        }
        let after = try NamiTrial.world().installation("phone", storage: .folder(folder))
        await after.use {
            await namiConfigure()
            #expect(NamiCustomerManager.loggedInId() == nil)
            #expect(NamiCustomerManager.deviceId() != device)
        }
    }

    @Test func `Calls on their way fail when the SDK is reset`() async throws {
        let log = NamiLog()
        let phone = try NamiTrial.phone()
        await phone.use {
            await namiConfigure()
            phone.connection.hold()
            NamiCustomerManager.login(withId: NamiTrial.u1) { success, _ in
                log.add("login \(success)")
            }
            Nami.reset()
            Nami.configure(with: NamiConfiguration(appPlatformId: "app")) { log.add("start \($0)") }
            phone.connection.release()
            await namiSettled()
            #expect(NamiCustomerManager.loggedInId() == nil)
        }
        #expect(log.lines == ["login false", "start true"])
    }

    @Test func `Coming to the foreground fetches the state again and tells of changes`()
        async throws
    {
        let log = NamiLog()
        let phone = try NamiTrial.phone()
        await phone.use {
            await namiConfigure()
            log.followEntitlements()
            phone.store.own("skin")
            phone.open()
            await namiSettled()
            phone.store.refund("skin")
            phone.open()
            phone.open()
            await namiSettled()
        }
        #expect(log.lines == ["active [\"dark\", \"gold\"]", "active []"])
    }

    @Test func `Two installations in one process do not mix`() async throws {
        let world = try NamiTrial.world()
        let phone = try world.installation("phone")
        let tablet = try world.installation("tablet")
        async let first: Void = phone.use {
            await namiConfigure()
            await namiLogIn("1")
        }
        async let second: Void = tablet.use {
            await namiConfigure()
            await namiLogIn("2")
        }
        _ = await (first, second)
        phone.use { #expect(NamiCustomerManager.loggedInId() == "1") }
        tablet.use { #expect(NamiCustomerManager.loggedInId() == "2") }
    }
}
