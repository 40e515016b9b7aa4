// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymCore

/// A store as webhooks name it.
///
/// The page of the fields and the page of the move to version 3 spell two of them differently:
/// both are read, and the first page's spelling is written.
/// Source: https://docs.purchasely.com/docs/server-events-attributes, read 2026-11-22.
package struct StoreName: RawRepresentable, Hashable, Codable, Sendable {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = StoreName.otherSpellings[rawValue] ?? rawValue
    }

    package static let appleAppStore = StoreName(rawValue: "APPLE_APP_STORE")
    package static let googlePlayStore = StoreName(rawValue: "GOOGLE_PLAY_STORE")
    package static let amazonAppstore = StoreName(rawValue: "AMAZON_APPSTORE")
    package static let huaweiAppGallery = StoreName(rawValue: "HUAWEI_APPGALLERY")
    package static let stripe = StoreName(rawValue: "STRIPE")

    /// As https://docs.purchasely.com/faq/migration-guides/webhook/migrate-to-webhook-v3.0 and the
    /// vendor's Firebase extension spell them, read 2026-11-22.
    private static let otherSpellings = [
        "AMAZON_APP_STORE": "AMAZON_APPSTORE", "HUAWEI_APP_GALLERY": "HUAWEI_APPGALLERY",
    ]

    /// A store of the simulation; those that Purchasely has no word for keep their neutral one, in
    /// capitals.
    package init(_ store: Store) {
        switch store {
        case .appStore, .macAppStore: self = .appleAppStore
        case .playStore: self = .googlePlayStore
        case .amazon: self = .amazonAppstore
        case .stripe: self = .stripe
        case .paddle, .webBilling, .testStore: self.init(rawValue: store.rawValue.uppercased())
        }
    }
}
