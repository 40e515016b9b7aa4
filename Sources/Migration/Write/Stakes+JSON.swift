// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

extension Stakes: Encodable {
    private enum CodingKeys: String, CodingKey {
        case entitlements, paid, reasons, stores
    }

    /// Encodes the entitlements, the stores and the reasons, and what was paid; the customers as a whole
    /// stand with the counts.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(entitlements.mapValues(EncodedShare.init), forKey: .entitlements)
        try members.encode(stores.mapValues(EncodedShare.init), forKey: .stores)
        try members.encode(codes.mapValues(EncodedShare.init), forKey: .reasons)
        try members.encode(paid.mapValues(EncodedShare.decimals), forKey: .paid)
    }

    /// A share with words for its outcomes, and money as decimal numbers.
    struct EncodedShare: Encodable {
        let customers: [String: Int]
        let paid: [String: [String: String]]

        init(_ share: Share) {
            customers = EncodedShare.words(share.customers) { $0 }
            paid = share.paid.mapValues(EncodedShare.decimals)
        }

        /// Amounts of one currency.
        fileprivate static func decimals(_ amounts: Outcomes) -> [String: String] {
            words(amounts) { Stakes.decimal($0) }
        }

        private static func words<Value>(
            _ outcomes: Outcomes, _ value: (Int) -> Value
        ) -> [String: Value] {
            var words = ["withAccess": value(outcomes.all)]
            for outcome in AccessOutcome.allCases { words[outcome.word] = value(outcomes[outcome]) }
            return words
        }
    }

    /// An amount of millionths as a decimal number.
    ///
    /// - Parameters:
    ///   - millionths: The amount.
    ///   - least: How many decimals it has at least.
    /// - Returns: The number, such as `1234.50`.
    package static func decimal(_ millionths: Int, atLeast least: Int = 2) -> String {
        var decimals = String(1_000_000 + millionths % 1_000_000).dropFirst()
        while decimals.count > least, decimals.last == "0" { decimals.removeLast() }
        let whole = "\(millionths / 1_000_000)"
        return decimals.isEmpty ? whole : "\(whole).\(decimals)"
    }
}
