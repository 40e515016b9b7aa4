// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// How a campaign is launched.
///
/// Source: https://github.com/namiml/nami-apple (3.3.7, NamiCampaignType), read 2026-11-21.
public enum NamiCampaignType: String, Codable, Hashable, Sendable, CaseIterable {
    /// Without a label.
    case `default`
    /// By its label.
    case label
    /// By its address.
    case url
    /// In a way that this version of the SDK does not know.
    case unknown
}

/// By what a campaign came to a purchase.
///
/// Nothing in the interface gives it.
/// Source: https://github.com/namiml/nami-apple (3.3.7, NamiCampaignConversionEventType), read
/// 2026-11-21.
public enum NamiCampaignConversionEventType: String, Codable, Hashable, Sendable, CaseIterable {
    /// By an address that was opened.
    case deeplink
    /// In the app.
    case in_app
}

/// A campaign: who is shown which paywall.
///
/// Two are equal when they say the same. What it is encoded to is this façade's.
/// Source: https://github.com/namiml/nami-apple (3.3.7, NamiCampaign), read 2026-11-21.
public final class NamiCampaign: NSObject, Codable, Identifiable, Sendable {
    /// The type of its ID.
    public typealias ID = String

    /// Its ID: the text of its type and its value.
    public let id: String
    /// The rule by which it is launched: its type.
    public let rule: String
    /// The segment that is shown it; nil, since the simulation has no segments.
    public let segment: String?
    /// The ID of its paywall; here the paywall's name.
    public let paywall: String?
    /// How it is launched.
    public let type: NamiCampaignType
    /// The label or the address with which it is launched; nil for the default campaign.
    public let value: String?
    /// The segment of another service; nil, since the simulation has no segments.
    public let external_segment: String?
    /// What it is called in the console.
    public let name: String?

    init(_ campaign: NamiSimulatedCampaign) {
        id = campaign.id
        rule = campaign.type.rawValue
        segment = nil
        paywall = campaign.paywall
        type = campaign.type
        value = campaign.value
        external_segment = nil
        name = campaign.name
    }

    private enum CodingKeys: String, CodingKey {
        case id, rule, segment, paywall, type, value, external_segment, name
    }

    /// Whether it says the same.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NamiCampaign else { return false }
        return id == other.id && rule == other.rule && segment == other.segment
            && paywall == other.paywall && type == other.type && value == other.value
            && external_segment == other.external_segment && name == other.name
    }

    /// A hash of the ID.
    public override var hash: Int { id.hash }
}

extension NamiSimulatedCampaign {
    /// What the SDK's campaign and events have as its ID.
    var id: String { value.map { "\(type.rawValue):\($0)" } ?? type.rawValue }
}
