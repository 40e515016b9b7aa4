// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// Counts what is at stake, customer by customer.
final class StakesTally {
    @exclusivity(unchecked) private(set) var stakes = Stakes()
    /// The stores by which the customer has access, each with the worst that becomes of it.
    @exclusivity(unchecked) private var stores: [(store: String, outcome: AccessOutcome)] = []

    /// A purchase or a grant of the customer that gives access.
    func take(_ outcome: AccessOutcome, _ values: FieldValues) {
        let store = values.word(.store, of: NeutralStore.self)?.rawValue ?? ""
        if let index = stores.firstIndex(where: { $0.store == store }) {
            stores[index].outcome = max(stores[index].outcome, outcome)
        } else {
            stores.append((store, outcome))
        }
        guard let price = Stakes.Price(values) else { return }
        stakes.stores[store, default: Stakes.Share()].pay(price, outcome)
        for name in AccessRows.names(values) {
            stakes.entitlements[name, default: Stakes.Share()].pay(price, outcome)
        }
    }

    /// The customer has access to these, and to nothing else.
    func endCustomer(_ entitlements: [(name: String, outcome: AccessOutcome)]) {
        if let worst = entitlements.map(\.outcome).max() {
            stakes.customers[worst] += 1
            for (name, outcome) in entitlements {
                stakes.entitlements[name, default: Stakes.Share()].customers[outcome] += 1
            }
            for (store, outcome) in stores {
                stakes.stores[store, default: Stakes.Share()].customers[outcome] += 1
            }
        }
        stores.removeAll(keepingCapacity: true)
    }
}

extension Stakes.Price {
    /// What is known to have been paid; nil where that is no amount of a currency.
    fileprivate init?(_ values: FieldValues) {
        guard values.has(PlanField(.price)), let currency = values.string(PlanField(.currency)),
            let millionths = values.withText(PlanField(.price), Self.millionths)
        else { return nil }
        (self.currency, self.millionths) = (currency.uppercased(), millionths)
    }

    /// A decimal number in millionths; what is smaller is cut off.
    private static func millionths(_ text: Span<UInt8>) -> Int? {
        var (number, decimals) = (0, -1)
        for index in text.indices {
            let byte = text[index]
            if byte == UInt8(ascii: "."), decimals < 0 {
                decimals = 0
            } else if (48...57).contains(byte) {
                if decimals == 6 { continue }
                if decimals >= 0 { decimals += 1 }
                // More than a million of anything is no price.
                guard number < 1_000_000_000_000 else { return nil }
                number = number * 10 + Int(byte - 48)
            } else {
                return nil
            }
        }
        for _ in max(0, decimals)..<6 { number *= 10 }
        return text.isEmpty ? nil : number
    }
}
