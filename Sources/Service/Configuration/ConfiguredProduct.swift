// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    package import AllonymCore
    package import AllonymSimulation
    import Foundation

    /// A product as a project's owner has set it up.
    package struct ConfiguredProduct: Hashable, Codable, Sendable {
        /// Its ID at the store.
        package var identifier: String
        package var kind: String
        /// ISO 8601, of one unit: `P1M`, `P7D`; nil for what does not end.
        package var period: String?
        package var trial: String?
        package var grace: String?
        /// A decimal number, such as `9.99`.
        package var amount: String
        /// The ISO 4217 code.
        package var currency: String
        /// What it unlocks.
        package var entitlements: [String]
        package var title: String
        /// Whether it is still sold; what was bought keeps its product.
        package var isArchived = false
        /// What its owner calls it; nil where that was not said.
        package var displayName: String?
        /// The provider's own word for its kind, where it has several for one.
        package var type: String?
        /// When it was set up, in milliseconds since 1970; nil for what the project began with.
        package var created: Int64?
        /// When it was changed last, likewise; nil where it was not.
        package var updated: Int64?
        /// What it is called at real stores, where its owner has said so.
        private var storeIDs: StoreIdentifiers?

        /// What it is called at real stores: its own ID at each, where nothing else was said.
        package var storeIdentifiers: StoreIdentifiers {
            get { storeIDs ?? StoreIdentifiers(identifier) }
            set { storeIDs = newValue }
        }

        /// A subscription, or another product, at the usual price.
        package init(_ identifier: String, _ kind: ProductKind, created: Int64?) {
            self.identifier = identifier
            self.kind = kind.rawValue
            self.created = created
            (amount, currency) = ConfiguredProduct.usualPrice
            entitlements = []
            title = identifier
        }

        /// What a product costs of which nothing else is said.
        private static let usualPrice = (amount: "9.99", currency: "USD")

        /// Reads one of `catalogue`.
        package init(_ object: JSONObject) throws(DocumentFault) {
            var object = object
            identifier = try object.needed("id")
            kind = try object.text("kind") ?? ProductKind.subscription.rawValue
            guard ProductKind(rawValue: kind) != nil else {
                let kinds = ProductKind.allCases.map(\.rawValue).joined(separator: ", ")
                throw object.fault("kind", "expected one of \(kinds), found \"\(kind)\"")
            }
            period = try object.text("period")
            trial = try object.text("trial")
            grace = try object.text("grace")
            for (name, text) in [("period", period), ("trial", trial), ("grace", grace)] {
                guard let text, BillingPeriod(iso8601: text) == nil else { continue }
                throw object.fault(name, "expected a period such as P1M or P7D, found \"\(text)\"")
            }
            (amount, currency) = ConfiguredProduct.usualPrice
            if var price = try object.object("price") {
                amount = try price.needed("amount")
                currency = try price.needed("currency")
                guard let value = Decimal(string: amount), value >= 0,
                    amount.utf8.allSatisfy({ (48...57).contains($0) || $0 == 46 })
                else {
                    throw price.fault(
                        "amount", "expected an amount such as \"9.99\", found \"\(amount)\"")
                }
                guard currency.utf8.count == 3, currency.utf8.allSatisfy({ (65...90).contains($0) })
                else {
                    throw price.fault("currency", "expected an ISO 4217 code such as \"USD\"")
                }
                try price.finish()
            }
            let names = try object.texts("entitlements")
            entitlements = object.names.contains("entitlements") ? names : [identifier]
            title = try object.text("title") ?? identifier
            try object.finish()
        }

        /// What the stores sell.
        package var product: CatalogueProduct {
            CatalogueProduct(
                identifier, ProductKind(rawValue: kind) ?? .subscription, unlocks: entitlements,
                period: period.flatMap(BillingPeriod.init(iso8601:)),
                trial: trial.flatMap(BillingPeriod.init(iso8601:)),
                gracePeriod: grace.flatMap(BillingPeriod.init(iso8601:)) ?? .days(16),
                price: Decimal(string: amount) ?? 0, currencyCode: currency, title: title)
        }
    }

    extension BillingPeriod {
        /// Reads `P` and a count of one unit, such as `P1M`, `P2W` or `P7D`; from 1 to 10,000.
        package init?(iso8601 text: String) {
            let bytes = [UInt8](text.utf8)
            guard bytes.count >= 3, bytes[0] == UInt8(ascii: "P"),
                bytes[1..<bytes.count - 1].allSatisfy({ (48...57).contains($0) }),
                let count = Int(String(decoding: bytes[1..<bytes.count - 1], as: UTF8.self)),
                (1...10_000).contains(count)
            else { return nil }
            switch bytes[bytes.count - 1] {
            case UInt8(ascii: "D"): self.init(count, .day)
            case UInt8(ascii: "W"): self.init(count, .week)
            case UInt8(ascii: "M"): self.init(count, .month)
            case UInt8(ascii: "Y"): self.init(count, .year)
            default: return nil
            }
        }

        /// The same, written.
        package var iso8601: String {
            switch unit {
            case .day: "P\(count)D"
            case .week: "P\(count)W"
            case .month: "P\(count)M"
            case .year: "P\(count)Y"
            }
        }
    }
#endif
