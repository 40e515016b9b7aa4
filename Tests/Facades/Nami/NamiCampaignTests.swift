// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import Foundation
import NamiFacade
import Testing

/// Campaigns: which there are, launching them, and why one cannot be launched.
@Suite struct NamiCampaignTests {
    private func phone() throws -> Installation {
        let phone = try NamiTrial.phone()
        phone.world.namiAccount.campaigns = [
            .everybody(), .label("onboarding", skus: ["monthly", "yearly"]),
            .url("app://sale", skus: ["yearly"]), .label("tour", isFlow: true),
            .label("broken", skus: ["monthly", "nothing"]),
        ]
        return phone
    }

    @Test func `The account's campaigns come with the first answer, and with a later one anew`()
        async throws
    {
        let phone = try phone()
        let log = NamiLog()
        await phone.use {
            NamiCampaignManager.registerAvailableCampaignsHandler { campaigns in
                log.add("available \(campaigns.count)")
            }
            NamiCampaignManager.registerServerCampaignsHandler { campaigns in
                log.add("server \(campaigns.count)")
            }
            #expect(NamiCampaignManager.allCampaigns().isEmpty)
            await namiConfigure()
            let campaigns = NamiCampaignManager.allCampaigns()
            #expect(campaigns.map(\.type) == [.default, .label, .url, .label, .label])
            #expect(
                campaigns.map(\.value) == [nil, "onboarding", "app://sale", "tour", "broken"])
            #expect(Set(campaigns.map(\.id)).count == 5)

            phone.world.namiAccount.campaigns.removeLast()
            #expect(NamiCampaignManager.allCampaigns().count == 5)
            let fetched = await withCheckedContinuation { continuation in
                NamiCampaignManager.refresh { continuation.resume(returning: $0.count) }
            }
            #expect(fetched == 4)
            NamiCampaignManager.unregisterServerCampaignsHandler()
            phone.world.namiAccount.campaigns.removeLast()
            NamiCampaignManager.refresh()
            await namiSettled()
        }
        #expect(log.lines == ["available 5", "server 5", "available 4", "server 4", "available 3"])
    }

    @Test func `What there is can be asked by label and address`() async throws {
        try await phone().use {
            await namiConfigure()
            let sale = try #require(URL(string: "app://sale"))
            let other = try #require(URL(string: "app://other"))
            #expect(NamiCampaignManager.isCampaignAvailable(label: "onboarding"))
            #expect(!NamiCampaignManager.isCampaignAvailable(label: "Onboarding"))
            #expect(NamiCampaignManager.isCampaignAvailable(url: sale))
            #expect(!NamiCampaignManager.isCampaignAvailable(url: other))
            #expect(NamiCampaignManager.isFlow(label: "tour"))
            #expect(!NamiCampaignManager.isFlow(url: sale) && !NamiCampaignManager.isFlow())
            #expect(NamiCampaignManager.productGroups(label: "tour", url: nil) == ["default"])
            #expect(NamiCampaignManager.productGroups(url: other) == [])
        }
    }

    @Test(
        arguments: [
            (nil, nil), ("onboarding", nil), ("tour", nil),
            ("missing", .LABELED_CAMPAIGN_NOT_FOUND), ("broken", .PRODUCT_DATA_NOT_FOUND),
        ] as [(String?, LaunchCampaignError?)])
    func `A launch shows the paywall, or says why it cannot`(
        label: String?, expected: LaunchCampaignError?
    ) async throws {
        try await phone().use {
            await namiConfigure()
            let answer = await namiLaunch(label)
            #expect(answer.success == (expected == nil))
            #expect(answer.error as? LaunchCampaignError == expected)
            #expect(NamiPaywallManager.isPaywallOpen() == (expected == nil))
            #expect(
                NamiSimulatedPaywall.shown?.campaign.value == (expected == nil ? label : nil))
        }
    }

    @Test func `Without a default campaign, an address or a configuration the error says so`()
        async throws
    {
        let phone = try phone()
        phone.world.namiAccount.campaigns = []
        try await phone.use {
            #expect(await namiLaunch().error as? LaunchCampaignError == .SDK_NOT_INITIALIZED)
            await namiConfigure()
            #expect(
                await namiLaunch().error as? LaunchCampaignError == .DEFAULT_CAMPAIGN_NOT_FOUND)
            let url = try #require(URL(string: "app://sale"))
            let error = await withCheckedContinuation { continuation in
                NamiCampaignManager.launch(
                    url: url, launchHandler: { continuation.resume(returning: $1) })
            }
            #expect(error as? LaunchCampaignError == .URL_CAMPAIGN_NOT_FOUND)
        }
    }

    @Test func `A second paywall is not shown above the first`() async throws {
        try await phone().use {
            await namiConfigure()
            #expect(await namiLaunch().success)
            let second = await namiLaunch("onboarding")
            #expect(second.error as? LaunchCampaignError == .PAYWALL_ALREADY_DISPLAYED)
            await NamiSimulatedPaywall.close()
            #expect(await namiLaunch("onboarding").success)
        }
    }

    @Test func `A device that never heard of campaigns launches none`() async throws {
        let phone = try phone()
        await phone.use {
            await namiConfigure()
            phone.relaunch()
            phone.connection.goOffline()
            #expect(await namiConfigure().success)
            #expect(await namiLaunch().error as? LaunchCampaignError == .CAMPAIGN_DATA_NOT_FOUND)
            phone.connection.goOnline()
            #expect(await namiRefresh() == [])
            #expect(await namiLaunch().success)
        }
    }

    @Test func `A campaign launches once its network is gone`() async throws {
        let phone = try phone()
        await phone.use {
            await namiConfigure()
            phone.connection.goOffline()
            #expect(await namiLaunch("onboarding").success)
        }
    }

    @Test(
        arguments: [
            (nil, ["monthly", "yearly", "skin"], nil), (["once"], ["skin"], nil),
            (["once", "often"], ["monthly", "yearly", "skin"], nil), ([], nil, nil),
            (["never"], nil, .PRODUCT_GROUPS_NOT_FOUND),
        ] as [([String]?, [String]?, LaunchCampaignError?)])
    func `The context chooses groups of products`(
        groups: [String]?, skus: [String]?, expected: LaunchCampaignError?
    ) async throws {
        let phone = try phone()
        var campaign = NamiSimulatedCampaign.label("shop")
        campaign.groups = [
            .init("often", skus: ["monthly", "yearly", "monthly"]), .init("once", skus: ["skin"]),
        ]
        phone.world.namiAccount.campaigns = [campaign]
        await phone.use {
            await namiConfigure()
            let context = PaywallLaunchContext(productGroups: groups)
            let answer = await namiLaunch("shop", context: context)
            #expect(answer.error as? LaunchCampaignError == expected)
            if let skus { #expect(NamiSimulatedPaywall.shown?.skuIds == skus) }
            #expect(
                NamiCampaignManager.productGroups(label: "shop", url: nil) == ["often", "once"])
        }
    }

    @Test func `An address launches its campaign, or a given campaign in its place`() async throws {
        try await phone().use {
            await namiConfigure()
            let sale = try #require(URL(string: "app://sale"))
            NamiCampaignManager.launch(url: sale)
            #expect(NamiSimulatedPaywall.shown?.skuIds == ["yearly"])
            await NamiSimulatedPaywall.close()
            let campaign = try #require(NamiCampaignManager.allCampaigns().dropFirst().first)
            NamiCampaignManager.launchURLWith(
                url: sale, paywallContext: PaywallLaunchContext(), campaign: campaign)
            #expect(NamiSimulatedPaywall.shown?.campaign.value == "onboarding")
        }
    }

    @Test func `A reset takes the paywall and the campaigns away`() async throws {
        try await phone().use {
            await namiConfigure()
            await namiLaunch()
            clearAllNamiStorage()
            #expect(!NamiPaywallManager.isPaywallOpen())
            #expect(NamiCampaignManager.allCampaigns().isEmpty)
        }
    }
}
