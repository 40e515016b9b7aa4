// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// A store that sells the app's products.
public enum Store: String, Hashable, Sendable, CaseIterable {
    case appStore = "app_store"
    case macAppStore = "mac_app_store"
    case playStore = "play_store"
    case amazon
    case stripe
    case paddle
    /// RevenueCat's own sales on the web.
    case webBilling = "rc_billing"
    /// A store for tests, which behaves as the App Store does.
    case testStore = "test_store"

    /// Whether the store shows a person's purchases as one receipt that also lists expired ones.
    ///
    /// Apple's stores do; the others show each active purchase by a token of its own.
    public var showsReceipt: Bool {
        switch self {
        case .appStore, .macAppStore, .testStore: true
        case .playStore, .amazon, .stripe, .paddle, .webBilling: false
        }
    }

    /// Whether it sells on the web, so that no device can present what was bought there.
    public var isOnWeb: Bool {
        switch self {
        case .stripe, .paddle, .webBilling: true
        case .appStore, .macAppStore, .testStore, .playStore, .amazon: false
        }
    }
}

/// A person's account at a store.
///
/// It holds purchases, whoever is logged in to the app.
public struct StoreAccount: TextIdentifier {
    /// `store:name`, such as `app_store:alice`.
    public let text: String

    /// The store before the first colon.
    public let store: Store

    /// The account's text is `store:name`.
    public init(_ store: Store, _ name: String) {
        self.store = store
        self.text = store.rawValue + ":" + name
    }

    /// Reads `store:name`; nil when the store is unknown or the name is missing.
    public init?(_ text: String) {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")),
            let store = Store(rawValue: String(text[..<colon])),
            text.utf8.index(after: colon) != text.utf8.endIndex
        else { return nil }
        self.store = store
        self.text = text
    }

    /// Reads `store:name`, and takes a text without a known store as a name at the App Store.
    public init(unchecked text: String) {
        self = StoreAccount(text) ?? StoreAccount(.appStore, text)
    }
}
