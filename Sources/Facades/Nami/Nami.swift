// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
public import Foundation

/// The SDK as a whole: configuring it, and starting over.
///
/// All members are static, as everywhere in this SDK, and act on the installation that the task
/// runs on. Handlers run on the main actor, which is a choice of the façade: the documents name no
/// thread.
/// Source: https://github.com/namiml/nami-apple (3.3.7), read 2026-11-21.
public final class Nami: NSObject {
    override private init() {}

    /// Configures the SDK; the handler says whether it is configured then.
    ///
    /// - Parameters:
    ///   - configuration: With what.
    ///   - completionHandler: Called once, on the main actor.
    public static func configure(
        with configuration: NamiConfiguration, _ completionHandler: ((Bool) -> Void)? = nil
    ) {
        // Handed: called once, on the main actor.
        let handler = Handed(completionHandler)
        NamiSession.current.configure(NamiConfigurationValues(configuration)) { success, _ in
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
    ///   - configuration: With what.
    ///   - completionHandler: Called once, on the main actor.
    public static func configure(
        withConfig configuration: NamiConfiguration,
        _ completionHandler: ((Bool, NamiConfigureState) -> Void)? = nil
    ) {
        // Handed: called once, on the main actor.
        let handler = Handed(completionHandler)
        NamiSession.current.configure(NamiConfigurationValues(configuration)) { success, state in
            handler.value?(success, state)
        }
    }

    /// Whether the SDK is configured.
    public static func sdkConfigured() -> Bool { NamiSession.current.isConfigured }

    /// The version of the SDK whose interface the façade imitates.
    public static func sdkVersion() -> String { "3.3.7" }

    /// Whether Nami, and not the app, does the buying; here always.
    public static func isPurchaseManagementEnabled() -> Bool { true }

    /// Clears everything that the SDK has stored on the device.
    ///
    /// The SDK is as on a fresh install then, and has to be configured again, which gives a new
    /// device on a new anonymous user. Registered handlers stay. Calls that are on their way fail, but
    /// for a configuration, which is that of the new device.
    /// The documents say that persisted data is cleared; the rest is a reading of that.
    public static func reset() { NamiSession.current.reset() }
}
