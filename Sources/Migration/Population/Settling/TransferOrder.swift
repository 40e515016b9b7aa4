// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Transfers in the order of their times, by who loses what by them.
struct TransferOrder {
    /// The transfers; of one moment in the order of the input.
    let transfers: [Transfer]
    /// Rising indices of the transfers of each loser, by the store.
    private var indices: [Loser: [Int]] = [:]

    /// Who loses what, of one store; 0 where that is not said.
    private struct Loser: Hashable {
        let customer: CustomerNumber
        let store: UInt8
    }

    init(_ transfers: [Transfer], _ ids: IDTable) {
        self.transfers = transfers.enumerated()
            .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
            .map(\.element)
        for (index, transfer) in self.transfers.enumerated() {
            let loser = Loser(customer: ids.customer(of: transfer.from), store: transfer.store)
            indices[loser, default: []].append(index)
        }
    }

    /// The index of the first transfer at a time or after it.
    func firstIndex(since time: Instant) -> Int {
        transfers.firstSorted { $0.time >= time }
    }

    /// The index of the first transfer, from an index on, by which a customer loses what a store sold.
    func first(of customer: CustomerNumber, _ store: UInt8, from index: Int) -> Int? {
        let ofStore = first(Loser(customer: customer, store: store), from: index)
        let ofAny = store == 0 ? nil : first(Loser(customer: customer, store: 0), from: index)
        guard let ofStore, let ofAny else { return ofStore ?? ofAny }
        return min(ofStore, ofAny)
    }

    private func first(_ loser: Loser, from index: Int) -> Int? {
        guard let all = indices[loser] else { return nil }
        let number = all.firstSorted { $0 >= index }
        return number < all.count ? all[number] : nil
    }
}

extension Array {
    /// The first index from which on a condition holds, where it holds for none before.
    ///
    /// The count where it holds for none. Looks as often as the count has binary digits.
    fileprivate func firstSorted(where isReached: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isReached(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
