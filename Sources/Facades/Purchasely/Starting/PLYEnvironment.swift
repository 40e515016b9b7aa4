// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
public import Foundation

/// Which of the provider's servers the SDK asks.
///
/// Source: https://github.com/Purchasely/Purchasely-iOS (6.0.0, PLYEnvironment), read 2026-11-21.
public enum PLYEnvironment: Int, CaseIterable, Sendable {
    /// The one for everybody.
    case prod
    /// The provider's own, for trying things.
    case staging
}

/// What an app is written with.
///
/// Source: https://github.com/Purchasely/Purchasely-iOS (6.0.0, PLYAppTechnology), read 2026-11-21.
public enum PLYAppTechnology: Int, CaseIterable, Sendable {
    /// Cordova.
    case cordova
    /// Flutter.
    case flutter
    /// Apple's own tools.
    case native
    /// Catalyst, which brings an iPad app to the Mac.
    case macCatalyst
    /// React Native.
    case reactNative
    /// Unity.
    case unity
}

extension Purchasely {
    /// Whether screens are light or dark.
    ///
    /// Source: https://github.com/Purchasely/Purchasely-iOS (6.0.0, Purchasely.PLYThemeMode), read 2026-11-21.
    public enum PLYThemeMode: Int, Codable, CaseIterable, Sendable {
        /// Light.
        case light
        /// Dark.
        case dark
        /// As the device is.
        case system
    }

    /// Does nothing: screens are not drawn.
    ///
    /// Deprecated by the SDK in favour of the builder's.
    public static func setThemeMode(_ mode: PLYThemeMode) {}

    /// Does nothing: there is one server, the simulated one.
    ///
    /// Deprecated by the SDK in favour of the builder's.
    public static func setEnvironment(_ environment: PLYEnvironment) {}

    /// Does nothing: the simulated store promotes no purchases.
    ///
    /// Deprecated by the SDK in favour of the builder's.
    public static func setShowPromotedInAppPurchasePaywall(_ enabled: Bool) {}

    /// Does nothing: the simulated server counts no technologies.
    ///
    /// Deprecated by the SDK in favour of the builder's.
    public static func setAppTechnology(_ technology: PLYAppTechnology) {}

    /// Does nothing: the simulated server counts no versions.
    ///
    /// Deprecated by the SDK in favour of the builder's.
    public static func setSdkBridgeVersion(_ sdkBridgeVersion: String?) {}

    /// Does nothing: there is no screen for debugging.
    public static func setDebugMode(enabled: Bool) {}

    /// Has screens say ``PLYPresentation/language`` in the language of a locale; nil for the
    /// device's, which is English.
    public static func setLanguage(from locale: Locale?) {
        let language = locale.flatMap { $0.language.languageCode?.identifier }
        PurchaselySession.current().state.withLock { $0.language = language ?? "en" }
    }

    /// The version of the SDK whose interface this is.
    public static func getSDKVersion() -> String? { version }

    static let version = "6.0.0"
}
