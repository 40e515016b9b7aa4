// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import Foundation
import NamiFacade
import Testing

/// Anonymous mode, IDs of others, attributes and tags.
@Suite struct NamiDeviceTests {
    // MARK: Anonymous mode

    @Test func `Anonymous mode is off, and takes the device ID away while it is on`() async throws {
        let log = NamiLog()
        let phone = try NamiTrial.phone()
        await phone.use {
            #expect(!NamiCustomerManager.anonymousModeCapability())
            await namiConfigure()
            #expect(NamiCustomerManager.anonymousModeCapability())
            #expect(!NamiCustomerManager.inAnonymousMode())
            let device = NamiCustomerManager.deviceId()
            log.followAccount()
            NamiCustomerManager.setAnonymousMode(true)
            #expect(NamiCustomerManager.inAnonymousMode())
            #expect(NamiCustomerManager.deviceId() == "")
            await namiSettled()

            phone.relaunch()
            #expect(NamiCustomerManager.inAnonymousMode())
            await namiConfigure()
            log.followAccount()
            NamiCustomerManager.setAnonymousMode(false)
            #expect(NamiCustomerManager.deviceId() == device)
            await namiSettled()
        }
        #expect(
            log.lines == [
                "anonymous_mode_on true", "nami_device_id_cleared true", "anonymous_mode_off true",
                "nami_device_id_set true",
            ])
    }

    @Test func `Nobody can log in while anonymous mode is on`() async throws {
        let phone = try NamiTrial.phone()
        try await phone.use {
            await namiConfigure()
            NamiCustomerManager.setAnonymousMode(true)
            let error = try #require(await namiLogIn(NamiTrial.u1).facadeError)
            #expect(error.refusal == .unsupported)
            #expect(error.names == ["ANONYMOUS_MODE_LOGIN_NOT_ALLOWED"])
            #expect(NamiCustomerManager.loggedInId() == nil)
            NamiCustomerManager.setAnonymousMode(false)
            #expect(await namiLogIn(NamiTrial.u1).success)
        }
    }

    @Test func `A world can be told that anonymous mode allows log-ins`() async throws {
        let phone = try NamiTrial.phone()
        phone.world.namiAccount.anonymousModeRefusesLogin = false
        await phone.use {
            await namiConfigure()
            NamiCustomerManager.setAnonymousMode(true)
            #expect(await namiLogIn(NamiTrial.u1).success)
        }
    }

    @Test func `An account that is not enabled for anonymous mode has none`() async throws {
        let log = NamiLog()
        let phone = try NamiTrial.phone()
        phone.world.namiAccount = NamiAccount(allowsAnonymousMode: false)
        await phone.use {
            await namiConfigure()
            log.followAccount()
            #expect(!NamiCustomerManager.anonymousModeCapability())
            NamiCustomerManager.setAnonymousMode(true)
            #expect(!NamiCustomerManager.inAnonymousMode())
            await namiSettled()
        }
        #expect(log.lines == ["anonymous_mode_on false"])
        #expect(try NamiTrial.world().namiAccount.allowsAnonymousMode)
    }

    @Test func `Turning anonymous mode on twice or off twice fails`() async throws {
        let log = NamiLog()
        try await NamiTrial.phone().use {
            await namiConfigure()
            NamiCustomerManager.registerAccountStateHandler { action, success, error in
                let names = (error as? NamiFacadeError)?.names ?? []
                log.add("\(action) \(success) \(names)")
            }
            NamiCustomerManager.setAnonymousMode(false)
            NamiCustomerManager.setAnonymousMode(true)
            NamiCustomerManager.setAnonymousMode(true)
            await namiSettled()
        }
        #expect(
            log.lines == [
                "anonymous_mode_off false [\"ANONYMOUS_MODE_ALREADY_OFF\"]",
                "anonymous_mode_on true []", "nami_device_id_cleared true []",
                "anonymous_mode_on false [\"ANONYMOUS_MODE_ALREADY_ON\"]",
            ])
    }

    // MARK: IDs of others

    @Test func `The account's handler is told of each ID that is set and cleared`() async throws {
        let log = NamiLog()
        try await NamiTrial.phone().use {
            await namiConfigure()
            log.followAccount()
            NamiCustomerManager.setVendorId(with: UUID())
            NamiCustomerManager.clearVendorId()
            NamiCustomerManager.setAdvertisingId(with: UUID())
            NamiCustomerManager.clearAdvertisingId()
            NamiCustomerManager.setCustomerDataPlatformId(with: "cdp-1")
            NamiCustomerManager.clearCustomerDataPlatformId()
            await namiSettled()
            #expect(!NamiCustomerManager.isLoggedIn())
        }
        #expect(
            log.lines == [
                "vendor_id_set true", "vendor_id_cleared true", "advertising_id_set true",
                "advertising_id_cleared true", "customer_data_platform_id_set true",
                "customer_data_platform_id_cleared true",
            ])
    }

    // MARK: Attributes and tags

    @Test func `Attributes are set, read and cleared, before the SDK is configured too`()
        async throws
    {
        try await NamiTrial.phone().use {
            NamiCustomerManager.setCustomerAttribute("name", "Ada")
            await namiConfigure()
            NamiCustomerManager.setCustomerAttribute("", "an empty name")
            NamiCustomerManager.setCustomerAttribute("a.b", "")
            #expect(NamiCustomerManager.getCustomerAttribute(key: "name") == "Ada")
            #expect(NamiCustomerManager.getCustomerAttribute(key: "") == "an empty name")
            #expect(NamiCustomerManager.getCustomerAttribute(key: "a.b") == "")
            #expect(NamiCustomerManager.getCustomerAttribute(key: "a") == nil)
            NamiCustomerManager.setCustomerAttribute("name", "Grace")
            NamiCustomerManager.clearCustomerAttribute("a.b")
            NamiCustomerManager.clearCustomerAttribute("nothing")
            #expect(NamiCustomerManager.getCustomerAttribute(key: "name") == "Grace")
            #expect(NamiCustomerManager.getCustomerAttribute(key: "a.b") == nil)
            NamiCustomerManager.clearAllCustomerAttributes()
            #expect(NamiCustomerManager.getCustomerAttribute(key: "name") == nil)
        }
    }

    @Test func `Tags keep their types`() async throws {
        let phone = try NamiTrial.phone()
        await phone.use {
            await namiConfigure()
            NamiCustomerManager.addTags(["plan": "a:b", "isNew": true])
            NamiCustomerManager.addTags(["level": 7], policy: .local)
            NamiCustomerManager.addTag("score", Float(0.5))
            NamiCustomerManager.addTag(key: "price", value: 9.99, policy: .device)
            NamiCustomerManager.addTag("date", Date())
            phone.relaunch()
            await namiConfigure()
            let tags = NamiCustomerManager.allTags()
            #expect(tags.keys.sorted() == ["isNew", "level", "plan", "price", "score"])
            #expect(tags["plan"] as? String == "a:b")
            #expect(tags["isNew"] as? Bool == true)
            #expect(tags["level"] as? Int == 7)
            #expect(tags["score"] as? Float == 0.5)
            #expect(NamiCustomerManager.tagForKey("price") as? Double == 9.99)
            NamiCustomerManager.removeTag("plan")
            #expect(NamiCustomerManager.tagForKey("plan") == nil)
            NamiCustomerManager.removeAllTags()
            #expect(NamiCustomerManager.allTags().isEmpty)
        }
    }

    @Test func `Attributes and tags are apart`() throws {
        try NamiTrial.phone().use {
            NamiCustomerManager.setCustomerAttribute("x", "attribute")
            NamiCustomerManager.addTag("x", "tag")
            NamiCustomerManager.removeAllTags()
            #expect(NamiCustomerManager.getCustomerAttribute(key: "x") == "attribute")
        }
    }

    @Test func `What belongs to a screen does nothing`() async throws {
        try await NamiTrial.phone().use {
            await namiConfigure()
            NamiPurchaseManager.presentCodeRedemptionSheet()
            NamiPurchaseManager.presentManageSubscriptions()
            #expect(NamiCustomerManager.deviceSplitPosition() == nil)
        }
    }
}
