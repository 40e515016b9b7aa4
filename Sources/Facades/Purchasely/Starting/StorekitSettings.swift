// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Which of Apple's interfaces to the store the SDK uses.
///
/// Does nothing: there is one store, the simulated one. Whether a purchase has to be asked for is
/// said by the store of the installation, `installation.store.nextPurchase = .isPending`.
/// Source: https://github.com/Purchasely/Purchasely-iOS (6.0.0, StorekitSettings), read 2026-11-21.
public final class StorekitSettings: NSObject, Sendable {
    /// The older interface.
    public static let storeKit1 = StorekitSettings(shouldUseStorekit2IfAvailable: false)
    /// The newer interface, which is the default.
    public static let storeKit2 = StorekitSettings(shouldUseStorekit2IfAvailable: true)

    let shouldUseStorekit2IfAvailable: Bool
    let simulateAskToBuy: Bool

    /// Settings that are neither of the two.
    ///
    /// - Parameters:
    ///   - shouldUseStorekit2IfAvailable: Whether the newer interface is used.
    ///   - simulateAskToBuy: Whether the store pretends that a parent has to allow a purchase.
    public init(shouldUseStorekit2IfAvailable: Bool, simulateAskToBuy: Bool = false) {
        self.shouldUseStorekit2IfAvailable = shouldUseStorekit2IfAvailable
        self.simulateAskToBuy = simulateAskToBuy
    }
}
