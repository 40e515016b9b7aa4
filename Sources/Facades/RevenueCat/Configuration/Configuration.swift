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
        var customEntitlementComputation = false
        var platformInfo: Purchases.PlatformInfo?
        var diagnosticsEnabled = false
        var automaticDeviceIdentifierCollectionEnabled = true
        var preferredUILocaleOverride: String?
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

        /// Does nothing: the simulation has no StoreKit.
        public func with(storeKitVersion version: StoreKitVersion) -> Builder {
            contents.storeKitVersion = version
            return self
        }

        /// Does nothing: the installation says where things are stored.
        public func with(userDefaults: UserDefaults) -> Builder { self }

        /// Does nothing: the simulation has no use for these settings.
        public func with(dangerousSettings: DangerousSettings) -> Builder {
            contents.autoSyncPurchases = dangerousSettings.autoSyncPurchases
            contents.customEntitlementComputation =
                dangerousSettings.customEntitlementComputation
            return self
        }

        /// Does nothing: the simulated server answers at once.
        public func with(networkTimeout: TimeInterval) -> Builder {
            contents.networkTimeout = networkTimeout
            return self
        }

        /// Does nothing: the simulation has no StoreKit.
        public func with(storeKit1Timeout: TimeInterval) -> Builder {
            contents.storeKit1Timeout = storeKit1Timeout
            return self
        }

        /// Does nothing: answers of the simulation are not signed.
        public func with(
            entitlementVerificationMode mode: EntitlementVerificationMode
        ) -> Builder {
            contents.entitlementVerificationMode = mode
            return self
        }

        /// Does nothing: the simulated store has no messages.
        public func with(showStoreMessagesAutomatically: Bool) -> Builder {
            contents.showStoreMessagesAutomatically = showStoreMessagesAutomatically
            return self
        }

        /// Does nothing: the simulated server does not ask which framework the app is made with.
        public func with(platformInfo: Purchases.PlatformInfo) -> Builder {
            contents.platformInfo = platformInfo
            return self
        }

        /// Does nothing: the façade reports nothing on itself.
        public func with(diagnosticsEnabled: Bool) -> Builder {
            contents.diagnosticsEnabled = diagnosticsEnabled
            return self
        }

        /// Does nothing: the simulated device has no advertising identifiers.
        public func with(automaticDeviceIdentifierCollectionEnabled: Bool) -> Builder {
            contents.automaticDeviceIdentifierCollectionEnabled =
                automaticDeviceIdentifierCollectionEnabled
            return self
        }

        /// Does nothing: there are no paywalls.
        public func with(preferredUILocaleOverride: String?) -> Builder {
            contents.preferredUILocaleOverride = preferredUILocaleOverride
            return self
        }

        /// Does nothing: the simulation has no StoreKit.
        @available(*, deprecated, renamed: "with(storeKitVersion:)")
        public func with(usesStoreKit2IfAvailable: Bool) -> Builder {
            with(storeKitVersion: usesStoreKit2IfAvailable ? .storeKit2 : .storeKit1)
        }

        /// The configuration.
        public func build() -> Configuration { Configuration(contents) }
    }
}
