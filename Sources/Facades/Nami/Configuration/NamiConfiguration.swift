// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The app's ID in Nami's console.
public typealias NamiAppPlatformID = String

/// What the SDK is configured with.
///
/// What is set here is read when ``Nami/configure(with:_:)`` is called. What it is encoded to is
/// this façade's.
/// Source: https://github.com/namiml/nami-apple (3.3.7, NamiConfiguration), read 2026-11-21.
public final class NamiConfiguration: NSObject, Codable {
    /// The app's ID in Nami's console.
    ///
    /// The façade looks at it only to see that it is not empty.
    public var appPlatformId: NamiAppPlatformID
    /// How much the SDK logs.
    ///
    /// Does nothing: the façade logs nothing.
    public var logLevel: NamiLogLevel = .warn
    /// The language of paywalls; the device's unless set, here always English.
    ///
    /// Does nothing: the simulation draws no paywalls.
    public var namiLanguageCode: NamiLanguageCode = NamiLanguageCodes.en
    /// The paywalls and campaigns that the app brings along, as JSON.
    ///
    /// Does nothing: campaigns are those of ``NamiAccount``.
    public var initialConfig: String?
    /// For how many seconds an entitlement is given before the server has confirmed the purchase.
    ///
    /// Three minutes unless set, the SDK's default outside of production.
    public var provisionalGrantTTL: Double = 180
    /// Another server than Nami's.
    ///
    /// Does nothing: there is no server.
    public var customHostname: String?
    /// Commands to the SDK.
    ///
    /// Does nothing: no page that was read names a command.
    public var namiCommands: [String] = []

    /// A configuration for the app of this ID.
    public init(appPlatformId: NamiAppPlatformID) { self.appPlatformId = appPlatformId }

    /// A configuration for the app of this ID, as Objective-C code makes it.
    public static func configuration(
        forAppPlatformId appPlatformId: NamiAppPlatformID
    ) -> NamiConfiguration {
        NamiConfiguration(appPlatformId: appPlatformId)
    }

    /// Whether it says the same.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? NamiConfiguration).map { NamiConfigurationValues($0) }
            == NamiConfigurationValues(self)
    }

    /// A hash of everything in it.
    public override var hash: Int { NamiConfigurationValues(self).hashValue }
}

/// How much the SDK logs.
///
/// Source: https://github.com/namiml/nami-apple (3.3.7, NamiLogLevel), read 2026-11-21.
public enum NamiLogLevel: Int, Codable, Hashable, Sendable, CaseIterable {
    /// Errors only.
    case error = 0
    /// Warnings too.
    case warn = 1
    /// What the SDK does.
    case info = 2
    /// Everything.
    case debug = 3
}

/// How ``Nami/configure(withConfig:_:)`` ended.
///
/// The documents give the names and numbers. When each is given is a reading of the names, which
/// ``Nami/configure(withConfig:_:)`` tells.
/// Source: https://github.com/namiml/nami-apple (3.3.7, NamiConfigureState), read 2026-11-21.
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
    /// How many seconds a provisional grant lasts.
    let provisionalSeconds: TimeInterval
    let customHostname: String?
    let namiCommands: [String]
    let namiLanguageCode: String

    init(_ configuration: NamiConfiguration) {
        appPlatformId = configuration.appPlatformId
        logLevel = configuration.logLevel
        initialConfig = configuration.initialConfig
        provisionalSeconds = configuration.provisionalGrantTTL
        customHostname = configuration.customHostname
        namiCommands = configuration.namiCommands
        namiLanguageCode = configuration.namiLanguageCode
    }
}
