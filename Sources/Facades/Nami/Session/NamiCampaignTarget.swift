// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Which campaign is meant.
enum NamiCampaignTarget: Sendable {
    case everybody
    case label(String)
    case url(URL)
    case campaign(NamiCampaign)

    /// A label, or none for the default campaign.
    init(label: String?) { self = label.map { .label($0) } ?? .everybody }

    /// The first one that is meant.
    func find(in campaigns: [NamiSimulatedCampaign]) -> NamiSimulatedCampaign? {
        switch self {
        case .everybody: campaigns.first { $0.type == .default }
        case .label(let label): campaigns.first { $0.type == .label && $0.value == label }
        case .url(let url): campaigns.first { $0.type == .url && $0.value == url.absoluteString }
        case .campaign(let campaign): campaigns.first { $0.id == campaign.id }
        }
    }

    /// What is said where there is none.
    var missing: LaunchCampaignError {
        switch self {
        case .everybody: .DEFAULT_CAMPAIGN_NOT_FOUND
        case .label: .LABELED_CAMPAIGN_NOT_FOUND
        case .url: .URL_CAMPAIGN_NOT_FOUND
        case .campaign: .CAMPAIGN_DATA_NOT_FOUND
        }
    }
}
