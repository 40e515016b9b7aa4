// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// How many decimals the amounts of a currency have.
///
/// From ISO 4217:2015, list one, whose maintenance agency is at
/// https://www.six-group.com/en/products-services/financial-information/data-standards.html.
enum CurrencyDecimals {
    /// The decimals of a currency by its code; 2 for a code that is not in the list.
    static func count(of currency: String) -> Int { others[currency] ?? 2 }

    /// The currencies that have not two decimals.
    private static let others: [String: Int] = [
        "BIF": 0, "CLP": 0, "DJF": 0, "GNF": 0, "ISK": 0, "JPY": 0, "KMF": 0, "KRW": 0, "PYG": 0,
        "RWF": 0, "UGX": 0, "UYI": 0, "VND": 0, "VUV": 0, "XAF": 0, "XOF": 0, "XPF": 0,
        "BHD": 3, "IQD": 3, "JOD": 3, "KWD": 3, "LYD": 3, "OMR": 3, "TND": 3,
        "CLF": 4, "UYW": 4,
    ]
}
