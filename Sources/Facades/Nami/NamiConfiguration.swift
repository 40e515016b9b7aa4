// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What the SDK is configured with.
///
/// What is set here is read when ``Nami/configure(with:_:)`` is called.
/// Source: https://github.com/namiml/nami-apple (3.3.7), read 2026-11-21. It names the properties;
/// their types are this façade's where it says so.
public final class NamiConfiguration: NSObject {
    /// The app's ID in Nami's console.
    ///
    /// The façade looks at it only to see that it is not empty.
    public let appPlatformId: String
    /// How much the SDK logs.
    ///
    /// The façade logs nothing.
    public var logLevel: NamiLogLevel
    /// The paywalls and campaigns that the app brings along, as JSON; read by nothing here.
    ///
    /// That it is a text is a choice of the façade.
    public var initialConfig: String?
    /// For how many seconds an entitlement is given before the server has confirmed the purchase.
    ///
    /// Without it three minutes, the SDK's default outside of production. That it is a
    /// `TimeInterval` is a choice of the façade; the documents give the unit.
    public var provisionalGrantTTL: TimeInterval?
    /// Another server than Nami's; read by nothing here.
    public var customHostname: String?
    /// Commands to the SDK; read by nothing here.
    public var namiCommands: [String]?
    /// The language of paywalls; read by nothing here.
    ///
    /// That it is a text is a choice of the façade.
    public var namiLanguageCode: String?

    /// A configuration for the app of this ID.
    public init(appPlatformId: String) {
        self.appPlatformId = appPlatformId
        logLevel = .warn
    }
}

/// How much the SDK logs.
///
/// A stand-in: the documents read name the property ``NamiConfiguration/logLevel`` and not the
/// cases of its type.
public enum NamiLogLevel: Hashable, Sendable, CaseIterable {
    /// Errors only.
    case error
    /// Warnings too.
    case warn
    /// What the SDK does.
    case info
    /// Everything.
    case debug
}

/// How ``Nami/configure(withConfig:_:)`` ended.
///
/// The documents give the names and numbers. When each is given is a reading of the names, which
/// ``Nami/configure(withConfig:_:)`` tells.
/// Source: https://github.com/namiml/nami-apple (3.3.7), read 2026-11-21.
public enum NamiConfigureState: Int, Hashable, Sendable, CaseIterable {
    /// The SDK is configured, for the first time in this run of the app.
    case initial_success
    /// It was configured before, and now with something else.
    case reconfig_success
    /// It was configured before, with the same.
    case already_configured
    /// It is not configured.
    case not_configured
}

/// What of a configuration the session keeps, and by which two are the same.
struct NamiConfigurationValues: Hashable, Sendable {
    let appPlatformId: String
    let logLevel: NamiLogLevel
    let initialConfig: String?
    let provisionalGrantTTL: TimeInterval?
    let customHostname: String?
    let namiCommands: [String]?
    let namiLanguageCode: String?

    init(_ configuration: NamiConfiguration) {
        appPlatformId = configuration.appPlatformId
        logLevel = configuration.logLevel
        initialConfig = configuration.initialConfig
        provisionalGrantTTL = configuration.provisionalGrantTTL
        customHostname = configuration.customHostname
        namiCommands = configuration.namiCommands
        namiLanguageCode = configuration.namiLanguageCode
    }

    /// How long a provisional grant lasts.
    ///
    /// The simulated stores are no production, so without a configuration it is three minutes.
    var provisionalSeconds: TimeInterval { provisionalGrantTTL ?? 180 }
}
