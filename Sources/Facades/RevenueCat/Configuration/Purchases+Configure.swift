// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import Foundation

/// Configuring, in all its forms.
///
/// Nothing is asked of the server: a launch succeeds without a network, and an ID that the server
/// does not take shows at the first call. An ID that is given replaces the one that the device
/// remembers; without one the device goes on with the one it remembers, or with a new anonymous ID.
/// Source: https://www.revenuecat.com/docs/customers/user-ids, Provide App User ID on
/// configuration, read 2026-11-21.
extension Purchases {
    private static let configuring = NSLock()

    /// Configures the SDK.
    ///
    /// Once more with an equal configuration it returns the instance that there is; with another
    /// one it makes a new ``shared`` instance in its place.
    @discardableResult
    public static func configure(with configuration: Configuration) -> Purchases {
        let installation = Installation.forFacade(provider, "Purchases.configure")
        // Under a lock, so that of two first calls at once only one launches the app.
        let (running, made) = configuring.withLock { () -> (Purchases?, Purchases) in
            let running = installation.session(Purchases.self)
            if let running, running.configuration == configuration { return (running, running) }
            return (running, installation.restart { Purchases($0, configuration) })
        }
        if made === running {
            made.log(.info, "Configured already, in the same way; the instance stays.")
            return made
        }
        if running != nil { made.log(.warn, "Configured already; a new instance takes over.") }
        made.logLaunch()
        made.prefetch()
        return made
    }

    /// Configures the SDK with what a builder has collected.
    @discardableResult
    public static func configure(with builder: Configuration.Builder) -> Purchases {
        configure(with: builder.build())
    }

    /// Configures the SDK with the ID that the device remembers, or a new anonymous one.
    @discardableResult
    public static func configure(withAPIKey apiKey: String) -> Purchases {
        configure(withAPIKey: apiKey, appUserID: String?.none)
    }

    /// Configures the SDK with an App User ID; nil and blank IDs mean an anonymous user.
    @_disfavoredOverload
    @discardableResult
    public static func configure(withAPIKey apiKey: String, appUserID: String?) -> Purchases {
        configure(with: Configuration.builder(withAPIKey: apiKey).with(appUserID: appUserID))
    }

    /// Configures the SDK with an App User ID that stands in the code, and so is the same for
    /// every user.
    @available(
        *, deprecated,
        message: "An App User ID that stands in the code makes one customer of all users."
    )
    @discardableResult
    public static func configure(
        withAPIKey apiKey: String, appUserID: StaticString
    ) -> Purchases {
        configure(withAPIKey: apiKey, appUserID: Optional("\(appUserID)"))
    }

    /// Configures the SDK, and says who completes purchases and with which StoreKit.
    @_disfavoredOverload
    @discardableResult
    public static func configure(
        withAPIKey apiKey: String, appUserID: String?,
        purchasesAreCompletedBy: PurchasesAreCompletedBy, storeKitVersion: StoreKitVersion
    ) -> Purchases {
        configure(
            with: Configuration.builder(withAPIKey: apiKey).with(appUserID: appUserID)
                .with(
                    purchasesAreCompletedBy: purchasesAreCompletedBy,
                    storeKitVersion: storeKitVersion))
    }

    /// Configures the SDK with an App User ID that stands in the code.
    @available(
        *, deprecated,
        message: "An App User ID that stands in the code makes one customer of all users."
    )
    @discardableResult
    public static func configure(
        withAPIKey apiKey: String, appUserID: StaticString,
        purchasesAreCompletedBy: PurchasesAreCompletedBy, storeKitVersion: StoreKitVersion
    ) -> Purchases {
        configure(
            withAPIKey: apiKey, appUserID: Optional("\(appUserID)"),
            purchasesAreCompletedBy: purchasesAreCompletedBy, storeKitVersion: storeKitVersion)
    }
}

// MARK: The launch

extension Purchases {
    /// Logs what the launch came to, where that is likely to be a mistake.
    private func logLaunch() {
        if let id = configuration.contents.appUserID, isAnonymous, id != appUserID {
            log(.warn, "The App User ID is blank, so the user is anonymous.")
        }
        if let refusal = state.withLock({ $0.launchRefusal }) ?? line.view()?.refusal {
            let error = line.error(for: refusal)
            log(.error, "The App User ID \"\(appUserID)\" is refused: \(error.codeName).")
        }
    }
}
