// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

extension SecondOpinion.RevenueCatReading {
    /// Transfers in the order of their times, by who loses what by them.
    ///
    /// A transfer names its store, or takes all but what RevenueCat itself gave.
    struct Transfers {
        /// A transfer, as an event tells of it.
        struct Transfer {
            let time: Int64
            let store: String?
            let from: [Int]
            let to: [Int]
        }

        private struct Loser: Hashable {
            let customer: Int
            let store: String?
        }

        private let inOrder: [Transfer]
        /// The indices of each loser's, in that order.
        private var indices: [Loser: [Int]] = [:]

        init(_ transfers: [Transfer], _ ids: SecondOpinion.IDs) {
            inOrder = transfers.sorted { $0.time < $1.time }
            for (index, transfer) in inOrder.enumerated() {
                for customer in Set(transfer.from.map(ids.customer)) {
                    let loser = Loser(customer: customer, store: transfer.store)
                    indices[loser, default: []].append(index)
                }
            }
        }

        /// Who has in the end what somebody had at a time, from a store.
        func owners(
            of owner: Int, store: String, since time: Int64, _ ids: SecondOpinion.IDs
        ) -> [Int] {
            var owners = [owner]
            var last: Int?
            while let index = owners.compactMap({ owner in
                next(of: ids.customer(owner), store) { index in
                    inOrder[index].time > time && last.map { index > $0 } ?? true
                }
            }).min() {
                owners = inOrder[index].to
                last = index
            }
            return owners
        }

        /// The first of a customer's transfers of a store that comes late enough.
        private func next(
            of customer: Int, _ store: String, _ isLateEnough: (Int) -> Bool
        ) -> Int? {
            let stores = store == "promotional" ? [store] : [store, nil]
            return stores.compactMap { store in
                let all = indices[Loser(customer: customer, store: store)] ?? []
                // All before it come too early, and all behind it late enough.
                var (low, high) = (0, all.count)
                while low < high {
                    let middle = (low + high) / 2
                    if isLateEnough(all[middle]) { high = middle } else { low = middle + 1 }
                }
                return low < all.count ? all[low] : nil
            }.min()
        }
    }
}
