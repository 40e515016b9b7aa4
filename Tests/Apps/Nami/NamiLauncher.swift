// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NamiApple

/// Shows campaigns, and says how they went.
final class NamiLauncher {
    enum Outcome: Equatable {
        case shown
        case failed(LaunchCampaignError)
    }

    private(set) var actions: [NamiPaywallAction] = []
    private(set) var wantsSignIn = false

    func start(appPlatformID: String, completion: @escaping (Bool) -> Void) {
        let configuration = NamiConfiguration(appPlatformId: appPlatformID)
        configuration.logLevel = .warn
        Nami.configure(with: configuration) { completion($0) }
        NamiPaywallManager.registerSignInHandler { [weak self] _ in self?.wantsSignIn = true }
        NamiPaywallManager.registerCloseHandler { _ in
            NamiPaywallManager.dismiss(animated: true) {}
        }
    }

    func show(_ label: String, completion: @escaping (Outcome) -> Void) {
        guard NamiCampaignManager.isCampaignAvailable(label: label) else {
            completion(.failed(.LABELED_CAMPAIGN_NOT_FOUND))
            return
        }
        NamiCampaignManager.launch(
            label: label,
            launchHandler: { success, error in
                if success {
                    completion(.shown)
                } else if let error = error as? LaunchCampaignError {
                    completion(.failed(error))
                } else {
                    completion(.failed(.PAYWALL_COULD_NOT_DISPLAY))
                }
            },
            paywallActionHandler: { [weak self] event in
                self?.actions.append(event.action)
            })
    }
}
