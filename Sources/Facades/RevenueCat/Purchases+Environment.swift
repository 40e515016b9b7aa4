// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import Foundation

/// Where the app runs, and deprecated settings.
///
/// Source: https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, Purchases), read
/// 2026-11-21.
extension Purchases {
    /// Whether the stores sell in their sandboxes, as `SharedWorld.isSandbox` says.
    public var isSandbox: Bool { installation.world.isSandbox }

    /// The country of the store account's store, in three letters of ISO 3166.
    public var storeFrontCountryCode: String? { installation.store.storefront }

    /// Tells of the storefront.
    public func getStorefront(completion: @escaping GetStorefrontBlock) {
        let found = Storefront(installation.store.storefront)
        installation.deliver { completion(found) }
    }

    /// Tells of the storefront.
    public func getStorefront() async -> Storefront? {
        Storefront(installation.store.storefront)
    }

    /// Whether the SDK completes the store's transactions.
    @available(*, deprecated, renamed: "purchasesAreCompletedBy")
    public var finishTransactions: Bool {
        get { purchasesAreCompletedBy == .revenueCat }
        set { purchasesAreCompletedBy = newValue ? .revenueCat : .myApp }
    }

    /// Does nothing: the world's setting `restore` says whether a purchase goes over to the user of
    /// now.
    @available(*, deprecated, message: "Set it in the dashboard; here, by the world's settings.")
    public var allowSharingAppStoreAccount: Bool {
        get { state.withLock { $0.allowSharingAppStoreAccount ?? $0.isAnonymous } }
        set { state.withLock { $0.allowSharingAppStoreAccount = newValue } }
    }
}
