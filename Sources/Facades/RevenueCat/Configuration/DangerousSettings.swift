// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Settings for rare cases; taken, and without effect in the simulation.
///
/// Source: https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, DangerousSettings), read
/// 2026-11-21.
public final class DangerousSettings: NSObject, Sendable {
    /// Whether purchases are synchronised by themselves.
    public let autoSyncPurchases: Bool
    /// Whether the app computes entitlements itself; never.
    public var customEntitlementComputation: Bool { false }

    /// The settings that most apps have.
    public override convenience init() { self.init(autoSyncPurchases: true) }

    /// The settings.
    public init(autoSyncPurchases: Bool = true) {
        self.autoSyncPurchases = autoSyncPurchases
        super.init()
    }

    /// Whether both say the same.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? DangerousSettings)?.autoSyncPurchases == autoSyncPurchases
    }

    /// Of what it says.
    public override var hash: Int { autoSyncPurchases.hashValue }
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

extension StoreKitVersion: CustomDebugStringConvertible {
    /// The number.
    public var debugDescription: String { String(rawValue) }
}
