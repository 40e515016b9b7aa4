// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// A campaign as a test sets it up in ``NamiAccount``: who is shown which SKUs.
///
/// No part of the SDK. There a campaign is made in Nami's console, where its paywall is drawn.
///
/// ```swift
/// world.namiAccount.campaigns = [.everybody(), .label("onboarding", skus: ["monthly"])]
/// ```
public struct NamiSimulatedCampaign: Hashable, Sendable {
    /// SKUs that a paywall shows together, such as behind one tab.
    public struct ProductGroup: Hashable, Sendable {
        /// What the app calls it.
        public let name: String
        /// The store's IDs of its products; nil for the whole catalogue.
        public let skus: [String]?

        /// A group of SKUs.
        public init(_ name: String, skus: [String]? = nil) {
            self.name = name
            self.skus = skus
        }
    }

    /// How it is launched.
    public let type: NamiCampaignType
    /// The label or the address with which it is launched; nil for the default campaign.
    public let value: String?
    /// What it is called in the console.
    public var name: String
    /// What its paywall is called in the console.
    public var paywall: String
    /// Its SKUs in groups, in the order of the paywall.
    public var groups: [ProductGroup]
    /// Whether its paywall is one of several screens, a flow.
    public var isFlow: Bool

    private init(
        _ type: NamiCampaignType, _ value: String?, _ groups: [ProductGroup], isFlow: Bool
    ) {
        self.type = type
        self.value = value
        name = value ?? "default"
        paywall = name
        self.groups = groups
        self.isFlow = isFlow
    }

    /// The campaign that is launched without a label; without SKUs it sells the whole catalogue.
    public static func everybody(
        skus: [String]? = nil, isFlow: Bool = false
    ) -> NamiSimulatedCampaign {
        NamiSimulatedCampaign(.default, nil, [ProductGroup("default", skus: skus)], isFlow: isFlow)
    }

    /// A campaign with a label, also called its placement.
    public static func label(
        _ label: String, skus: [String]? = nil, isFlow: Bool = false
    ) -> NamiSimulatedCampaign {
        NamiSimulatedCampaign(.label, label, [ProductGroup("default", skus: skus)], isFlow: isFlow)
    }

    /// A campaign that an address launches.
    public static func url(
        _ url: String, skus: [String]? = nil, isFlow: Bool = false
    ) -> NamiSimulatedCampaign {
        NamiSimulatedCampaign(.url, url, [ProductGroup("default", skus: skus)], isFlow: isFlow)
    }
}
