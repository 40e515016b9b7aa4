// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import Foundation

/// How the prices of a product are written.
struct PriceFormat: Hashable, Sendable {
    let locale: Locale
    let currencyCode: String?

    init(locale: Locale, currencyCode: String?) {
        self.locale = locale
        self.currencyCode = currencyCode
    }

    init(_ product: CatalogueProduct) {
        self.init(locale: product.locale, currencyCode: product.currencyCode)
    }

    /// A new formatter, which the caller may change.
    var formatter: NumberFormatter {
        let formatter = NumberFormatter()
        formatter.numberStyle = .currency
        formatter.locale = locale
        if let currencyCode { formatter.currencyCode = currencyCode }
        return formatter
    }

    /// A price with its currency.
    func text(_ price: Decimal) -> String {
        formatter.string(from: NSDecimalNumber(decimal: price))
            ?? "\(price) \(currencyCode ?? "")"
    }
}
