// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// The types of REST v2, named as its schema names them.
///
/// Members that the schema requires are always written, null where there is nothing; those that it
/// does not require are left out. Dates are milliseconds since 1970.
/// Source: https://www.revenuecat.com/docs/api-v2, read 2026-11-22.
package enum REST2 {}

extension REST2 {
    /// A page of a list.
    ///
    /// Source: https://www.revenuecat.com/docs/api-v2, Pagination, read 2026-11-22.
    package struct ListPage<Item: Hashable & Codable & Sendable>: Hashable, Codable, Sendable {
        /// The one value of `object`.
        package enum ObjectName: String, Codable, Sendable {
            case list
        }

        package var items: [Item]
        /// The path of the next page; null on the last.
        @Nullable package var nextPage: String?
        /// The path of the list.
        package var url: String
        package private(set) var object = ObjectName.list

        package init(items: [Item], nextPage: String? = nil, url: String) {
            self.items = items
            self.nextPage = nextPage
            self.url = url
        }

        private enum CodingKeys: String, CodingKey {
            case items, url, object
            case nextPage = "next_page"
        }
    }
}

extension REST2 {
    /// An amount of money, before and after what is taken off.
    ///
    /// Source: https://www.revenuecat.com/docs/api-v2, MonetaryAmount, read 2026-11-22.
    package struct MonetaryAmount: Hashable, Codable, Sendable {
        package var currency: String
        package var gross: Double
        package var commission: Double?
        package var tax: Double
        package var proceeds: Double

        package init(
            currency: String, gross: Double, commission: Double? = nil, tax: Double,
            proceeds: Double
        ) {
            self.currency = currency
            self.gross = gross
            self.commission = commission
            self.tax = tax
            self.proceeds = proceeds
        }
    }

    /// In which environment of its store a purchase was made.
    package enum Environment: String, Codable, Sendable {
        case production, sandbox
    }

    /// Whether the customer bought it.
    package enum Ownership: String, Codable, Sendable {
        case purchased
        case familyShared = "family_shared"
    }
}
