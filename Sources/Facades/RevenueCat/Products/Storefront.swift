// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
public import Foundation

/// The country whose store the device's account uses.
///
/// `SimulatedStore.storefront` sets it.
/// Source: https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, Storefront), read
/// 2026-11-21.
public final class Storefront: NSObject, Sendable {
    /// The country, in three letters of ISO 3166.
    public let countryCode: String
    /// The store's ID; in the simulation the country's code.
    public var identifier: String { countryCode }

    init(_ countryCode: String) {
        self.countryCode = countryCode
        super.init()
    }

    /// The one of now.
    public static var currentStorefront: Storefront? {
        let call = "Storefront.currentStorefront"
        return Storefront(Installation.forFacade(Purchases.provider, call).store.storefront)
    }

    /// Whether both are of one country.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? Storefront)?.countryCode == countryCode
    }

    /// Of the country.
    public override var hash: Int { countryCode.hashValue }

    /// The storefront, for developers.
    public override var description: String { "<Storefront: countryCode=\(countryCode)>" }
}

/// Takes the storefront.
public typealias GetStorefrontBlock = @MainActor @Sendable (Storefront?) -> Void
