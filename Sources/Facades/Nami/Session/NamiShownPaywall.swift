// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import Foundation

/// The paywall that is shown.
struct NamiShownPaywall: Sendable {
    /// Of all that were shown in this run of the app, which one.
    let number: Int
    let campaign: NamiSimulatedCampaign
    /// What it sells, in its order.
    let skus: [NamiSKU]
    /// When it was shown.
    let date: Date
    // Handed: from the launch to the main actor, where every event is made and told.
    let context: Handed<PaywallLaunchContext?>
    let actions: Handed<NamiPaywallActionHandler?>
    /// The one that is selected.
    var selected: NamiSKU?
    /// What the app is to buy, where Nami does not.
    var bought: NamiSKU?
    var isHidden = false
    /// Whether a flow waits for the app.
    var isPaused = false
    /// What the app's handlers get; made on the main actor.
    var controller: UIViewController?
}

extension NamiSession {
    /// Shows the paywall of a campaign, or says why it cannot.
    func launch(
        _ target: NamiCampaignTarget, _ context: PaywallLaunchContext?,
        _ launchHandler: CampaignLaunchHandler?, _ actionHandler: NamiPaywallActionHandler?
    ) {
        // Handed: called once, on the main actor.
        let handler = Handed(launchHandler)
        let result = state.withLock { state in
            paywall(target, context, actionHandler, state).map { paywall in
                state.paywall = paywall
                state.lastPaywall = paywall.number
                return paywall.number
            }
        }
        line.installation.deliver { [self] in
            switch result {
            case .failure(let error): handler.value?(false, error)
            case .success(let number):
                let controller = makeController(of: number)
                state.withLock { state in
                    if state.paywall?.number == number { state.paywall?.controller = controller }
                }
                handler.value?(true, nil)
                guard let paywall = look(\.paywall), paywall.number == number else { return }
                event(.show_paywall, on: paywall)
                if paywall.campaign.isFlow { event(.flow_begin, on: paywall) }
            }
        }
    }

    private func paywall(
        _ target: NamiCampaignTarget, _ context: PaywallLaunchContext?,
        _ actionHandler: NamiPaywallActionHandler?, _ state: NamiState
    ) -> Result<NamiShownPaywall, LaunchCampaignError> {
        guard state.isConfigured else { return .failure(.SDK_NOT_INITIALIZED) }
        guard state.paywall == nil else { return .failure(.PAYWALL_ALREADY_DISPLAYED) }
        guard let campaigns = state.campaigns else { return .failure(.CAMPAIGN_DATA_NOT_FOUND) }
        guard let campaign = target.find(in: campaigns) else { return .failure(target.missing) }
        var groups = campaign.groups
        if let wanted = context?.productGroups, !wanted.isEmpty {
            groups = groups.filter { wanted.contains($0.name) }
            guard !groups.isEmpty else { return .failure(.PRODUCT_GROUPS_NOT_FOUND) }
        }
        var skus: [NamiSKU] = []
        for id in groups.flatMap({ $0.skus ?? line.catalogue.products.map(\.id) })
        where !skus.contains(where: { $0.skuId == id }) {
            guard let product = line.catalogue[id] else { return .failure(.PRODUCT_DATA_NOT_FOUND) }
            skus.append(NamiSKU(product, among: line.catalogue))
        }
        guard !skus.isEmpty else { return .failure(.PRODUCT_DATA_NOT_FOUND) }
        return .success(
            NamiShownPaywall(
                number: state.lastPaywall + 1, campaign: campaign, skus: skus, date: line.now,
                context: Handed(context),
                actions: Handed(actionHandler), selected: skus.first))
    }

    @MainActor private func makeController(of number: Int) -> UIViewController {
        let controller = UIViewController()
        #if !canImport(UIKit) || os(watchOS)
            controller.dismissed = { [weak self] in self?.dismissPaywall(number) }
        #endif
        return controller
    }

    /// Takes a paywall from the screen, or whichever is there.
    func dismissPaywall(_ number: Int? = nil) {
        // What is let go of may be the app's: not under the lock.
        let gone = state.withLock { state in
            let gone = state.paywall
            if number == nil || number == gone?.number { state.paywall = nil }
            return gone
        }
        withExtendedLifetime(gone) {}
    }

    /// Tells the launch's handler what was done on the paywall that is shown.
    @MainActor func event(
        _ action: NamiPaywallAction, _ fill: (NamiPaywallEvent) -> Void = { _ in }
    ) {
        guard let paywall = look(\.paywall) else { return }
        event(action, on: paywall, fill)
    }

    /// Tells a paywall's handler what was done on it; not after the app has ended.
    @MainActor func event(
        _ action: NamiPaywallAction, on paywall: NamiShownPaywall,
        _ fill: (NamiPaywallEvent) -> Void = { _ in }
    ) {
        guard let handler = paywall.actions.value,
            line.installation.session(NamiSession.self) === self
        else { return }
        let event = NamiPaywallEvent(action, on: paywall, at: line.now)
        fill(event)
        handler(event)
    }
}
