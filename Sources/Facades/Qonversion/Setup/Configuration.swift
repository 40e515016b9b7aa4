// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension Qonversion {
    /// How the SDK is to run; given to ``Qonversion/initWithConfig(_:)``, which takes a copy.
    ///
    /// A project key, a proxy and user defaults of one's own are taken and kept, and have no effect:
    /// there is no server to reach, and what the SDK stores lies where the installation keeps it.
    /// Not `Sendable`, as a class of the SDK with setters is not.
    public final class Configuration: NSObject, NSCopying {
        /// The project key.
        public let projectKey: String
        /// What the app uses the SDK for.
        public let launchMode: LaunchMode
        /// The version of the SDK that is imitated.
        public let version = "6.13.1"
        /// Whether users are real ones; production without a word.
        public private(set) var environment = Environment.production
        /// How long entitlements are good without the provider; a month without a word.
        public private(set) var entitlementsCacheLifetime = EntitlementsCacheLifetime.month
        /// The server's address.
        public private(set) var baseURL = "https://api2.qonversion.io/"
        /// The app's user defaults, where it has given some.
        public private(set) var customUserDefaults: UserDefaults?
        /// The name of the suite of the app's user defaults, where it has given one.
        public private(set) var userDefaultsSuiteName: String?
        /// Is told of entitlements that change by themselves.
        public private(set) weak var entitlementsUpdateListener: (any EntitlementsUpdateListener)?
        /// Is told of a purchase that had to wait and is made.
        public private(set) weak var deferredPurchasesListener: (any DeferredPurchasesListener)?
        /// Is asked about purchases that begin in the App Store.
        public private(set) weak var promoPurchasesDelegate: (any PromoPurchasesDelegate)?

        /// A configuration with what has to be said.
        public init(projectKey: String, launchMode: LaunchMode) {
            self.projectKey = projectKey
            self.launchMode = launchMode
        }

        /// Sets whether users are real ones.
        public func setEnvironment(_ environment: Environment) { self.environment = environment }

        /// Sets how long entitlements are good without the provider.
        public func setEntitlementsCacheLifetime(_ cacheLifetime: EntitlementsCacheLifetime) {
            entitlementsCacheLifetime = cacheLifetime
        }

        /// Sets who is told of entitlements that change by themselves; held weakly.
        @available(*, deprecated, message: "Use setDeferredPurchasesListener(_:) instead.")
        public func setEntitlementsUpdateListener(
            _ entitlementsUpdateListener: any EntitlementsUpdateListener
        ) {
            self.entitlementsUpdateListener = entitlementsUpdateListener
        }

        /// Sets who is told of purchases that had to wait; held weakly.
        public func setDeferredPurchasesListener(_ listener: any DeferredPurchasesListener) {
            deferredPurchasesListener = listener
        }

        /// Sets who is asked about purchases that begin in the App Store; held weakly.
        public func setPromoPurchasesDelegate(_ delegate: any PromoPurchasesDelegate) {
            promoPurchasesDelegate = delegate
        }

        /// Sets user defaults of one's own.
        ///
        /// Does nothing but keep them: what the SDK stores lies where the installation keeps it.
        public func setCustomUserDefaults(_ userDefaults: UserDefaults?) {
            customUserDefaults = userDefaults
        }

        /// Sets the suite of user defaults of one's own.
        ///
        /// Does nothing but keep it: what the SDK stores lies where the installation keeps it.
        public func setCustomUserDefaultsSuitename(_ customUserDefaultsSuiteName: String) {
            userDefaultsSuiteName = customUserDefaultsSuiteName
        }

        /// Sets the address of a proxy; `https://` and a closing `/` are added where they lack.
        ///
        /// Does nothing but keep it: there is no server to reach.
        public func setProxyURL(_ url: String) {
            let hasScheme = url.hasPrefix("https://") || url.hasPrefix("http://")
            let address = hasScheme ? url : "https://" + url
            baseURL = address.hasSuffix("/") ? address : address + "/"
        }

        /// A copy, which later changes of this one do not reach.
        public func copy(with zone: NSZone? = nil) -> Any {
            let copy = Configuration(projectKey: projectKey, launchMode: launchMode)
            copy.environment = environment
            copy.entitlementsCacheLifetime = entitlementsCacheLifetime
            copy.baseURL = baseURL
            copy.customUserDefaults = customUserDefaults
            copy.userDefaultsSuiteName = userDefaultsSuiteName
            copy.entitlementsUpdateListener = entitlementsUpdateListener
            copy.deferredPurchasesListener = deferredPurchasesListener
            copy.promoPurchasesDelegate = promoPurchasesDelegate
            return copy
        }
    }
}
