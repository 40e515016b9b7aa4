// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// How the SDK is to be configured.
///
/// What the simulation has no use for is taken and has no effect: timeouts, StoreKit's version,
/// verification, `UserDefaults`, for which stands what the installation stores.
/// Source: https://www.revenuecat.com/docs/getting-started/configuring-sdk, read 2026-11-21;
/// https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, Configuration), read 2026-11-21.
public final class Configuration: NSObject, Sendable {
    /// What two configurations have in common that are the same.
    struct Contents: Hashable, Sendable {
        var apiKey: String
        var appUserID: String?
        var purchasesAreCompletedBy = PurchasesAreCompletedBy.revenueCat
        var storeKitVersion = StoreKitVersion.default
        var autoSyncPurchases = true
        var networkTimeout: TimeInterval?
        var storeKit1Timeout: TimeInterval?
        var entitlementVerificationMode = EntitlementVerificationMode.informational
        var showStoreMessagesAutomatically = true
    }

    let contents: Contents

    private init(_ contents: Contents) {
        self.contents = contents
        super.init()
    }

    /// A builder for an API key.
    public static func builder(withAPIKey apiKey: String) -> Builder {
        Builder(withAPIKey: apiKey)
    }

    /// Whether both say the same.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? Configuration)?.contents == contents
    }

    /// Of what it says.
    public override var hash: Int { contents.hashValue }

    /// Whether answers are to be verified; answers of the simulation never are.
    public enum EntitlementVerificationMode: Int, Sendable {
        /// They are not.
        case disabled = 0
        /// They are, and the result says whether they were right.
        case informational = 1
    }

    /// Collects how the SDK is to be configured.
    public class Builder: NSObject {
        private var contents: Contents

        /// A builder for an API key, which the simulation does not look at.
        public init(withAPIKey apiKey: String) {
            contents = Contents(apiKey: apiKey)
            super.init()
        }

        /// Another API key.
        public func with(apiKey: String) -> Builder {
            contents.apiKey = apiKey
            return self
        }

        /// The App User ID; nil and blank IDs mean an anonymous user.
        @_disfavoredOverload
        public func with(appUserID: String?) -> Builder {
            contents.appUserID = appUserID
            return self
        }

        /// An App User ID that stands in the code, and so is the same for every user.
        @available(
            *, deprecated,
            message: "An App User ID that stands in the code makes one customer of all users."
        )
        public func with(appUserID: StaticString) -> Builder {
            contents.appUserID = "\(appUserID)"
            return self
        }

        /// Who completes purchases, and with which StoreKit.
        public func with(
            purchasesAreCompletedBy: PurchasesAreCompletedBy, storeKitVersion: StoreKitVersion
        ) -> Builder {
            contents.purchasesAreCompletedBy = purchasesAreCompletedBy
            contents.storeKitVersion = storeKitVersion
            return self
        }

        /// Which StoreKit; no effect.
        public func with(storeKitVersion version: StoreKitVersion) -> Builder {
            contents.storeKitVersion = version
            return self
        }

        /// Where the SDK stores things; no effect.
        public func with(userDefaults: UserDefaults) -> Builder { self }

        /// Settings for rare cases; no effect.
        public func with(dangerousSettings: DangerousSettings) -> Builder {
            contents.autoSyncPurchases = dangerousSettings.autoSyncPurchases
            return self
        }

        /// How long to wait for the server; no effect.
        public func with(networkTimeout: TimeInterval) -> Builder {
            contents.networkTimeout = networkTimeout
            return self
        }

        /// How long to wait for StoreKit 1; no effect.
        public func with(storeKit1Timeout: TimeInterval) -> Builder {
            contents.storeKit1Timeout = storeKit1Timeout
            return self
        }

        /// Whether answers are to be verified; no effect.
        public func with(
            entitlementVerificationMode mode: EntitlementVerificationMode
        ) -> Builder {
            contents.entitlementVerificationMode = mode
            return self
        }

        /// Whether the store's messages are shown; no effect.
        public func with(showStoreMessagesAutomatically: Bool) -> Builder {
            contents.showStoreMessagesAutomatically = showStoreMessagesAutomatically
            return self
        }

        /// The configuration.
        public func build() -> Configuration { Configuration(contents) }
    }
}

/// Settings for rare cases; taken, and without effect in the simulation.
///
/// Source: https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, DangerousSettings), read
/// 2026-11-21.
public final class DangerousSettings: NSObject, Sendable {
    /// Whether purchases are synchronised by themselves.
    public let autoSyncPurchases: Bool

    /// The settings.
    public init(autoSyncPurchases: Bool = true) {
        self.autoSyncPurchases = autoSyncPurchases
        super.init()
    }
}

/// Who completes the store's transactions.
public enum PurchasesAreCompletedBy: Int, Sendable {
    /// The SDK does.
    case revenueCat = 0
    /// The app does.
    case myApp = 1
}

/// Which StoreKit is used; none in the simulation.
public enum StoreKitVersion: Int, Sendable {
    /// StoreKit 1.
    case storeKit1 = 1
    /// StoreKit 2.
    case storeKit2 = 2

    /// ``storeKit2``.
    public static let `default`: StoreKitVersion = .storeKit2
}
