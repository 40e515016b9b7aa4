// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
public import Foundation

#if canImport(UIKit) && !os(watchOS)
    public import class UIKit.UIViewController
#endif

/// Told whether a campaign was launched, and if not why: a ``LaunchCampaignError``.
public typealias CampaignLaunchHandler = (_ success: Bool, _ error: (any Error)?) -> Void

/// Given the campaigns that the device can launch.
public typealias NamiAvailableCampaignsResponseHandler = (
    _ availableCampaigns: [NamiCampaign]
) -> Void

/// The campaigns: launching one shows its paywall.
///
/// The campaigns are those of ``NamiAccount/campaigns``, as they were when the platform answered
/// last: at the start of a session, or when asked by ``refresh()``. Launching one needs no network.
/// The paywall is on no screen; a test taps it with ``NamiSimulatedPaywall``. Handlers run on the
/// main actor.
/// Source: https://github.com/namiml/nami-apple (3.3.7, NamiCampaignManager), read 2026-11-21.
public final class NamiCampaignManager: NSObject, Sendable {
    override private init() {}

    // MARK: Launching

    /// Launches the campaign of a label.
    ///
    /// - Parameter label: Its label.
    public static func launch(label: String) {
        NamiSession.current().launch(.init(label: label), nil, nil, nil)
    }

    /// Launches a campaign.
    ///
    /// - Parameters:
    ///   - label: Its label; nil for the default campaign.
    ///   - context: What the app tells the paywall, and the groups of products to show.
    ///   - launchHandler: Called once, on the main actor, when the paywall is shown or cannot be.
    ///   - paywallActionHandler: Called on the main actor for everything done on the paywall.
    public static func launch(
        label: String? = .none, context: PaywallLaunchContext? = .none,
        launchHandler: CampaignLaunchHandler? = .none,
        paywallActionHandler: NamiPaywallActionHandler? = .none
    ) {
        NamiSession.current().launch(
            .init(label: label), context, launchHandler, paywallActionHandler)
    }

    /// Launches a campaign above a view controller, which is of no effect here.
    ///
    /// - Parameters:
    ///   - label: Its label; nil for the default campaign.
    ///   - viewController: What the paywall is to be shown above.
    ///   - context: What the app tells the paywall, and the groups of products to show.
    ///   - launchHandler: Called once, on the main actor, when the paywall is shown or cannot be.
    ///   - paywallActionHandler: Called on the main actor for everything done on the paywall.
    public static func launch(
        label: String? = .none, viewController: UIViewController? = .none,
        context: PaywallLaunchContext? = .none, launchHandler: CampaignLaunchHandler? = .none,
        paywallActionHandler: NamiPaywallActionHandler? = .none
    ) {
        NamiSession.current().launch(
            .init(label: label), context, launchHandler, paywallActionHandler)
    }

    /// Launches the campaign of an address.
    ///
    /// - Parameters:
    ///   - url: Its address.
    ///   - viewController: What the paywall is to be shown above; of no effect here.
    ///   - context: What the app tells the paywall, and the groups of products to show.
    ///   - launchHandler: Called once, on the main actor, when the paywall is shown or cannot be.
    ///   - paywallActionHandler: Called on the main actor for everything done on the paywall.
    public static func launch(
        url: URL, viewController: UIViewController? = .none,
        context: PaywallLaunchContext? = .none, launchHandler: CampaignLaunchHandler? = .none,
        paywallActionHandler: NamiPaywallActionHandler? = .none
    ) {
        NamiSession.current().launch(.url(url), context, launchHandler, paywallActionHandler)
    }

    /// Launches a given campaign, or without one that of an address.
    ///
    /// - Parameters:
    ///   - url: The address.
    ///   - paywallContext: What the app tells the paywall, and the groups of products to show.
    ///   - campaign: One of ``allCampaigns()``.
    ///   - viewController: What the paywall is to be shown above; of no effect here.
    ///   - launchHandler: Called once, on the main actor, when the paywall is shown or cannot be.
    ///   - paywallActionHandler: Called on the main actor for everything done on the paywall.
    public static func launchURLWith(
        url: URL, paywallContext: PaywallLaunchContext, campaign: NamiCampaign?,
        viewController: UIViewController? = .none, launchHandler: CampaignLaunchHandler? = .none,
        paywallActionHandler: NamiPaywallActionHandler? = .none
    ) {
        NamiSession.current().launch(
            campaign.map { .campaign($0) } ?? .url(url), paywallContext, launchHandler,
            paywallActionHandler)
    }

    /// Launches a given campaign; nobody has an object to call it on.
    ///
    /// - Parameters:
    ///   - campaign: One of ``allCampaigns()``.
    ///   - presentFromVC: What the paywall is to be shown above; of no effect here.
    ///   - context: What the app tells the paywall, and the groups of products to show.
    ///   - launchHandler: Called once, on the main actor, when the paywall is shown or cannot be.
    public func raiseCampaign(
        campaign: NamiCampaign, presentFromVC: UIViewController? = .none,
        context: PaywallLaunchContext?, _ launchHandler: CampaignLaunchHandler? = .none
    ) {
        NamiSession.current().launch(.campaign(campaign), context, launchHandler, nil)
    }

    // MARK: What there is

    /// Every campaign that the device can launch, in the order of the account.
    public static func allCampaigns() -> [NamiCampaign] {
        NamiSession.current().look { $0.campaigns ?? [] }.map(NamiCampaign.init)
    }

    /// The names of the groups of products of a campaign; none where there is no such campaign.
    ///
    /// - Parameters:
    ///   - label: Its label; nil for the default campaign.
    ///   - url: Its address, which counts before the label.
    /// - Returns: The names, in the order of the paywall.
    public static func productGroups(label: String? = .none, url: URL?) -> [String] {
        find(label, url)?.groups.map(\.name) ?? []
    }

    /// Whether there is a campaign of this label.
    public static func isCampaignAvailable(label: String) -> Bool { find(label, nil) != nil }

    /// Whether there is a campaign of this address.
    public static func isCampaignAvailable(url: URL) -> Bool { find(nil, url) != nil }

    /// Whether the campaign of this label shows a flow.
    public static func isFlow(label: String) -> Bool { find(label, nil)?.isFlow ?? false }

    /// Whether the campaign of this address shows a flow.
    public static func isFlow(url: URL) -> Bool { find(nil, url)?.isFlow ?? false }

    /// Whether a campaign shows a flow: that of the address, else of the label, else the default.
    public static func isFlow(label: String? = nil, url: URL? = nil) -> Bool {
        find(label, url)?.isFlow ?? false
    }

    private static func find(_ label: String?, _ url: URL?) -> NamiSimulatedCampaign? {
        let target = url.map { NamiCampaignTarget.url($0) } ?? .init(label: label)
        return NamiSession.current().look { target.find(in: $0.campaigns ?? []) }
    }

    // MARK: Handlers

    /// Sets the one handler for changes of what the device can launch.
    ///
    /// - Parameter availableCampaignsHandler: Given all of them.
    public static func registerAvailableCampaignsHandler(
        _ availableCampaignsHandler: @escaping NamiAvailableCampaignsResponseHandler
    ) {
        let handler = Handed(availableCampaignsHandler)
        NamiSession.current().register { $0.availableCampaigns = handler }
    }

    /// Takes that handler away.
    public static func unregisterAvailableCampaignsHandler() {
        NamiSession.current().register { $0.availableCampaigns = nil }
    }

    /// Sets the handler for changes of what the device can launch, or takes it away; nobody has an
    /// object to call it on.
    ///
    /// - Parameter availableCampaignsHandler: Given all of them.
    public func register(availableCampaignsHandler: NamiAvailableCampaignsResponseHandler?) {
        let handler = availableCampaignsHandler.map(Handed.init)
        NamiSession.current().register { $0.availableCampaigns = handler }
    }

    /// Sets the one handler for changes of what the server has, which here is what the device can
    /// launch.
    ///
    /// - Parameter availableCampaignsHandler: Given all of them.
    public static func registerServerCampaignsHandler(
        _ availableCampaignsHandler: @escaping NamiAvailableCampaignsResponseHandler
    ) {
        let handler = Handed(availableCampaignsHandler)
        NamiSession.current().register { $0.serverCampaigns = handler }
    }

    /// Takes that handler away.
    public static func unregisterServerCampaignsHandler() {
        NamiSession.current().register { $0.serverCampaigns = nil }
    }

    /// Asks the platform for the campaigns.
    public static func refresh() { refresh(nil) }

    /// Asks the platform for the campaigns.
    ///
    /// Without a network the handler gets those that were known.
    ///
    /// - Parameter refreshHandler: Called once, on the main actor.
    public static func refresh(_ refreshHandler: NamiAvailableCampaignsResponseHandler?) {
        // Handed: called once, on the main actor.
        let handler = Handed(refreshHandler)
        let session = NamiSession.current()
        session.call { state, failure in
            if failure == nil { session.fetchCampaigns(&state) }
            let campaigns = state.campaigns ?? []
            return { handler.value?(campaigns.map(NamiCampaign.init)) }
        }
    }
}
