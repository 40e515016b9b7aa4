// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
public import Foundation

/// Told whether the SDK is configured.
public typealias NamiConfigurationHandler = (_ sdkInitialized: Bool) -> Void

/// Told whether the SDK is configured, and how that went.
public typealias NamiConfigurationStateHandler = (
    _ sdkInitialized: Bool, _ configureState: NamiConfigureState
) -> Void

/// Something to be done.
public typealias NamiWorker = () -> Void

/// An ID that the platform gives.
public typealias NamiUUID = String

/// The SDK as a whole: configuring it, and starting over.
///
/// Nearly all members are static, as everywhere in this SDK, and act on the installation that the
/// task runs on. Handlers run on the main actor, which is a choice of the façade: the documents name
/// no thread.
/// Source: https://github.com/namiml/nami-apple (3.3.7, Nami), read 2026-11-21.
public final class Nami: NSObject, Sendable {
    /// The one object of the class; every member is static.
    public static let shared: Nami = Nami()

    override private init() {}

    /// Configures the SDK; the handler says whether it is configured then.
    ///
    /// - Parameters:
    ///   - namiConfig: With what.
    ///   - sdkInitHandler: Called once, on the main actor.
    public static func configure(
        with namiConfig: NamiConfiguration, _ sdkInitHandler: NamiConfigurationHandler? = .none
    ) {
        // Handed: called once, on the main actor.
        let handler = Handed(sdkInitHandler)
        NamiSession.current().configure(NamiConfigurationValues(namiConfig)) { success, _ in
            handler.value?(success)
        }
    }

    /// Configures the SDK; the handler also says how it went.
    ///
    /// The first time in a run of the app gives `initial_success`; the next one
    /// `already_configured`, or `reconfig_success` with another configuration. Without a network a
    /// first launch gives `not_configured`, and so does an empty app ID; a device on which the SDK
    /// was configured once starts with what it has stored.
    ///
    /// - Parameters:
    ///   - namiConfig: With what.
    ///   - sdkInitStateHandler: Called once, on the main actor.
    public static func configure(
        withConfig namiConfig: NamiConfiguration,
        _ sdkInitStateHandler: NamiConfigurationStateHandler? = .none
    ) {
        // Handed: called once, on the main actor.
        let handler = Handed(sdkInitStateHandler)
        NamiSession.current().configure(NamiConfigurationValues(namiConfig)) { success, state in
            handler.value?(success, state)
        }
    }

    /// Sets how much the SDK logs.
    ///
    /// Does nothing: the façade logs nothing.
    public static func setLogLevel(_ logLevel: NamiLogLevel) {}

    /// Whether paywalls have a window of their own.
    ///
    /// Does nothing but say no: the simulation has no windows.
    public static func namiWindowEnabled() -> Bool { false }

    /// Whether Nami, and not the app, does the buying: as ``NamiAccount/managesPurchases`` says.
    public static func isPurchaseManagementEnabled() -> Bool {
        NamiSession.current().line.installation.world.namiAccount.managesPurchases
    }

    /// Whether the SDK is configured.
    public static func sdkConfigured() -> Bool { NamiSession.current().isConfigured }

    /// The version of the SDK whose interface the façade imitates.
    public static func sdkVersion() -> String { "3.3.7" }

    /// Clears everything that the SDK has stored on the device.
    ///
    /// The SDK is as on a fresh install then, and has to be configured again, which gives a new
    /// device on a new anonymous user. Registered handlers stay, and a paywall that is shown goes.
    /// Calls that are on their way fail, but for a configuration, which is that of the new device.
    /// The documents say that persisted data is cleared; the rest is a reading of that.
    public static func reset() { NamiSession.current().reset() }
}

/// Clears everything that the SDK has stored on the device, as ``Nami/reset()`` does.
///
/// Source: https://github.com/namiml/nami-apple (3.3.7), read 2026-11-21.
public func clearAllNamiStorage() { Nami.reset() }
