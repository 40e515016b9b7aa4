// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
public import Foundation

/// Configuring, in all its forms.
///
/// Nothing is asked of the server: a launch succeeds without a network, and an ID that the server
/// does not take shows at the first call. An ID that is given replaces the one that the device
/// remembers; without one the device goes on with the one it remembers, or with a new anonymous ID.
/// Source: https://www.revenuecat.com/docs/customers/user-ids, Provide App User ID on
/// configuration, read 2026-11-21.
extension Purchases {
    private static let configuring = Locked(())

    /// Configures the SDK.
    ///
    /// Once more with an equal configuration it returns the instance that there is; with another
    /// one it makes a new ``shared`` instance in its place.
    @discardableResult
    public static func configure(with configuration: Configuration) -> Purchases {
        let installation = Installation.forFacade(provider)
        // Under a lock, so that of two first calls at once only one launches the app.
        let (running, made) = configuring.withLock { _ -> (Purchases?, Purchases) in
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
        made.refreshIfStale()
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

/// What is the same for every instance.
extension Purchases {
    private struct Settings {
        var logLevel: LogLevel
        var logHandler: LogHandler = { _, _ in }
        var proxyURL: URL?
    }

    private static let settings = Locked(Settings(logLevel: defaultLogLevel))

    private static var defaultLogLevel: LogLevel {
        #if DEBUG
            .debug
        #else
            .info
        #endif
    }

    /// The version of the SDK that is imitated.
    public static var frameworkVersion: String { "5.86.0-SNAPSHOT" }

    /// What is grave enough to be logged; in a debug build everything from `debug` on.
    public static var logLevel: LogLevel {
        get { settings.withLock { $0.logLevel } }
        set { settings.withLock { $0.logLevel = newValue } }
    }

    /// Takes what is logged, in whatever thread that happens.
    ///
    /// By default nothing is printed; `Installation.notes` has it.
    public static var logHandler: LogHandler {
        get { settings.withLock { $0.logHandler } }
        set { settings.withLock { $0.logHandler = newValue } }
    }

    /// A server between the app and RevenueCat; no effect in the simulation.
    public static var proxyURL: URL? {
        get { settings.withLock { $0.proxyURL } }
        set { settings.withLock { $0.proxyURL = newValue } }
    }

    /// Whether the person may buy; in the simulation they always may.
    public static func canMakePayments() -> Bool { true }

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

    /// Logs a line.
    func log(_ level: LogLevel, _ message: String) {
        let (least, handler) = Purchases.settings.withLock { ($0.logLevel, $0.logHandler) }
        guard level >= least else { return }
        installation.note("[Purchases] - \(level): \(message)")
        handler(level, message)
    }
}
