// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
public import Foundation

/// Told of everything done on a paywall.
public typealias NamiPaywallActionHandler = (_ event: NamiPaywallEvent) -> Void

/// Something done on a paywall.
///
/// What it is encoded to is this façade's; an error is left out.
/// Source: https://github.com/namiml/nami-apple (3.3.7, NamiPaywallEvent), read 2026-11-21.
public final class NamiPaywallEvent: NSObject, Codable {
    /// What was done.
    public internal(set) var action: NamiPaywallAction
    /// When it happened, by the world's clock.
    public internal(set) var eventTime: Date?
    /// The campaign's ID.
    public internal(set) var campaignId: String?
    /// The campaign's name.
    public internal(set) var campaignName: String?
    /// How the campaign is launched.
    public internal(set) var campaignType: NamiCampaignType
    /// The campaign's label, if it is launched by one.
    public internal(set) var campaignLabel: String?
    /// The campaign's address, if it is launched by one.
    public internal(set) var campaignUrl: String?
    /// The paywall's ID; here its name.
    public internal(set) var paywallId: String?
    /// The paywall's name.
    public internal(set) var paywallName: String?
    /// What was changed on it; always nil here.
    public internal(set) var componentChange: NamiPaywallEventComponentChange?
    /// The segment that the device is in; always nil here.
    public internal(set) var segmentId: String?
    /// The segment of another service; always nil here.
    public internal(set) var externalSegmentId: String?
    /// What the campaign was launched with.
    public internal(set) var paywallLaunchContext: PaywallLaunchContext?
    /// With `deeplink`: the address.
    public internal(set) var deeplinkUrl: String?
    /// The SKU, of what is done with one.
    public internal(set) var sku: NamiSKU?
    /// With `purchase_failed`: why.
    public internal(set) var purchaseError: (any Error)?
    /// With `purchase_success`: what is active then.
    public internal(set) var purchases: [NamiPurchase]
    /// The video; always nil here.
    public internal(set) var videoMetadata: NamiPaywallEventVideoMetadata?
    /// For how many seconds the paywall has been shown.
    public internal(set) var timeSpentOnPaywall: Double?
    /// The flow, if the paywall is one.
    public internal(set) var flowMetadata: NamiFlowMetadata?

    private enum CodingKeys: String, CodingKey {
        case action, eventTime, campaignId, campaignName, campaignType, campaignLabel, campaignUrl
        case paywallId, paywallName, componentChange, segmentId, externalSegmentId
        case paywallLaunchContext, deeplinkUrl, sku, purchases, videoMetadata, timeSpentOnPaywall
        case flowMetadata
    }

    init(_ action: NamiPaywallAction, on paywall: NamiShownPaywall, at now: Date) {
        let campaign = paywall.campaign
        self.action = action
        eventTime = now
        campaignId = campaign.id
        campaignName = campaign.name
        campaignType = campaign.type
        campaignLabel = campaign.type == .label ? campaign.value : nil
        campaignUrl = campaign.type == .url ? campaign.value : nil
        paywallId = campaign.paywall
        paywallName = campaign.paywall
        paywallLaunchContext = paywall.context.value
        purchases = []
        timeSpentOnPaywall = now.timeIntervalSince(paywall.date)
        flowMetadata = campaign.isFlow ? NamiFlowMetadata(campaign) : nil
    }

    /// The action, and the campaign and SKU that it is about.
    public override var description: String {
        [action.rawValue, campaignId, sku?.skuId, deeplinkUrl].compactMap { $0 }
            .joined(separator: " ")
    }
}

/// Something that was changed on a paywall, such as a switch.
///
/// The façade gives none; apps read it.
/// Source: https://github.com/namiml/nami-apple (3.3.7, NamiPaywallEventComponentChange), read
/// 2026-11-21.
public final class NamiPaywallEventComponentChange: NSObject, Codable, Sendable {
    /// What was changed, by ID.
    public let id: String?
    /// What it was changed to, by name.
    public let name: String?

    private enum CodingKeys: String, CodingKey { case id, name }

    /// The ID and the name.
    public override var description: String { "\(id ?? "") \(name ?? "")" }
}

/// The video of an event.
///
/// The façade gives none, since nothing plays; apps read it.
/// Source: https://github.com/namiml/nami-apple (3.3.7, NamiPaywallEventVideoMetadata), read
/// 2026-11-21.
public final class NamiPaywallEventVideoMetadata: NSObject, Codable, Sendable {
    /// The video's ID.
    public let id: String?
    /// Its name.
    public let name: String?
    /// Where it is.
    public let url: String?
    /// Whether it begins again at its end.
    public let loopVideo: Bool
    /// Whether it begins without sound.
    public let muteByDefault: Bool
    /// Whether it begins by itself.
    public let autoplayVideo: Bool
    /// How far it is, in seconds.
    public let contentTimecode: Double?
    /// How long it is, in seconds.
    public let contentDuration: Double?

    private enum CodingKeys: String, CodingKey {
        case id, name, url, loopVideo, muteByDefault, autoplayVideo, contentTimecode
        case contentDuration
    }

    /// The name, and how far it is.
    public override var description: String { "\(name ?? id ?? "") \(contentTimecode ?? 0)" }
}
