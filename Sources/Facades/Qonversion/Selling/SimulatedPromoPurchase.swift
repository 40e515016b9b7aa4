// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import Foundation

/// A purchase that a person begins in the App Store, for tests: no part of the SDK.
///
/// ```swift
/// await SimulatedPromoPurchase.begin("yearly")
/// ```
public enum SimulatedPromoPurchase {
    /// A person taps a promoted product in the App Store, and the app opens.
    ///
    /// With a ``Qonversion/PromoPurchasesDelegate`` the app is asked, and the purchase goes on when it
    /// runs the block; without one it goes on at once. Of no effect before the SDK was started.
    ///
    /// - Parameter productID: The store's ID of the product.
    /// - Returns: Whether the app was asked.
    @discardableResult
    public static func begin(_ productID: String) async -> Bool {
        let qonversion = Qonversion.shared()
        guard qonversion.isStarted else { return false }
        return await withCheckedContinuation { continuation in
            qonversion.installation.deliver {
                let delegate = qonversion.state.withLock { $0.listeners.promo }
                guard let delegate else {
                    qonversion.purchasePromoted(productID) { _, _, _ in
                        continuation.resume(returning: false)
                    }
                    return
                }
                delegate.shouldPurchasePromoProduct(withIdentifier: productID) { completion in
                    qonversion.purchasePromoted(productID, completion)
                }
                continuation.resume(returning: true)
            }
        }
    }
}
