// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// Purchases that several customers hold.
extension Settlement {
    /// What became of the rows of keys that have several.
    struct Sharing {
        /// Rows that are held besides an owner.
        var copies = 0
        /// Who held a purchase once.
        var superseded: [FormerHolder] = []
        /// Rows that are another row's, since their customers have become one.
        var joined = 0
        /// For each copy who held the purchase before, the owner first.
        var earlier: [Int: [IDNumber]] = [:]
    }

    /// Decides who holds the purchases that records give to several customers, and who owns them.
    ///
    /// Where the provider copies a purchase, those hold it whose own record is not over; if all are,
    /// those of the latest period: whoever is told of with an earlier one alone held it once.
    /// Elsewhere the newest record says whose it is. The owner is who bought it first, by the dates,
    /// else by the input.
    func settle(_ doubles: [PurchaseTable.Double]) -> Sharing {
        var sharing = Sharing()
        var groups: [Int: [Int]] = [:]
        for double in doubles { groups[double.first, default: [double.first]].append(double.row) }
        for first in groups.keys.sorted() {
            let all = groups[first] ?? []
            let rows = joined(all)
            sharing.joined += all.count - rows.count
            let holders = holders(among: rows)
            for (row, _) in rows where !holders.contains(where: { $0.row == row }) {
                mark(row, .gone)
                sharing.superseded.append(
                    FormerHolder(row: row, user: purchases.rows[row].user, hasOwnRow: true))
            }
            let inOrder = holders.sorted {
                (bought($0.row), $0.firstRow) < (bought($1.row), $1.firstRow)
            }
            for (index, holder) in inOrder.enumerated().dropFirst() {
                mark(holder.row, .copy)
                sharing.earlier[holder.row] = inOrder[..<index].map { purchases.rows[$0.row].user }
                sharing.copies += 1
            }
        }
        return sharing
    }

    /// What a customer holds a purchase by, and the first row of it that was read for them.
    private typealias Hold = (row: Int, firstRow: Int)

    /// One row for each customer: what was taken for several customers may have become one.
    private func joined(_ rows: [Int]) -> [Hold] {
        var left: [Hold] = []
        for row in rows {
            let owner = ids.customer(of: purchases.rows[row].user)
            let same = left.firstIndex {
                ids.customer(of: purchases.rows[$0.row].user) == owner
            }
            guard let same, owner.isPresent else {
                left.append((row, row))
                continue
            }
            let isNewer = rank(row) >= rank(left[same].row)
            let (kept, lost) = isNewer ? (row, left[same].row) : (left[same].row, row)
            let first = min(bought(kept), bought(lost))
            purchases.setFirstPurchase(
                first, &purchases.rows[kept], isNew: false)
            mark(lost, .gone)
            left[same] = (kept, min(left[same].firstRow, row))
        }
        return left
    }

    /// Lets those hold a purchase too who held it before an event gave it to another, or notes that
    /// they hold it no more.
    func settle(_ formers: [FormerHolder], _ sharing: inout Sharing) {
        var seen: Set<[Int]> = []
        for former in formers {
            let row = purchases.rows[former.row]
            let customer = ids.customer(of: former.user)
            guard !row.traits.contains(.gone), customer != ids.customer(of: row.user),
                seen.insert([former.row, customer.index]).inserted
            else { continue }
            if semantics.copies == true {
                copy(former.row, to: former.user, &sharing)
            } else {
                sharing.superseded.append(former)
            }
        }
    }

    /// Lets every customer who was seen with an anonymous ID hold what was told of that ID alone, where
    /// the anonymous ID is an ID of each of them.
    func share(_ devices: [SharedDevice], _ sharing: inout Sharing) {
        guard semantics.aliases, !devices.isEmpty else { return }
        let shared = Dictionary(
            devices.filter(\.anonymous.isPresent).map { ($0.anonymous, $0.customs) },
            uniquingKeysWith: { first, _ in first })
        for number in 0..<purchases.count {
            let row = purchases.rows[number]
            guard !row.traits.contains(.gone), let customs = shared[row.user] else { continue }
            for custom in customs where ids.customer(of: custom) != ids.customer(of: row.user) {
                copy(number, to: custom, &sharing)
            }
        }
    }

    private func copy(_ row: Int, to user: IDNumber, _ sharing: inout Sharing) {
        var copy = purchases.rows[row]
        copy.user = user
        copy.traits.insert(.copy)
        let earlier = sharing.earlier[row] ?? []
        sharing.earlier[purchases.count] = earlier + [purchases.rows[row].user]
        purchases.rows.append(copy)
        sharing.copies += 1
    }

    private func holders(among rows: [Hold]) -> [Hold] {
        if semantics.copies == false, let newest = rows.map({ rank($0.row) }).max(by: <) {
            let latest = rows.filter { rank($0.row) == newest }
            if latest.count == 1 { return latest }
        }
        let live = rows.filter { isLive($0.row) }
        if !live.isEmpty { return live }
        let latest = rows.map { purchases.rows[$0.row].purchased }.max()
        return rows.filter { purchases.rows[$0.row].purchased == latest }
    }

    /// Whether it is neither over nor given back.
    private func isLive(_ row: Int) -> Bool {
        let state = NeutralState(code: purchases.rows[row].state)
        return state != .expired && state != .refunded
    }

    /// The greater, the newer.
    private func rank(_ row: Int) -> (Instant, Instant) {
        let row = purchases.rows[row]
        return (row.traits.contains(.byPeriod) ? row.purchased : .none, row.version)
    }

    private func bought(_ row: Int) -> Instant { purchases.firstPurchase(purchases.rows[row]) }

    private func mark(_ row: Int, _ trait: PurchaseTraits) {
        purchases.rows[row].traits.insert(trait)
    }
}

/// Somebody who held a purchase that another customer has by a newer word.
package struct FormerHolder: Sendable {
    /// The index of the purchase's row.
    let row: Int
    /// The ID that it belonged to.
    package let user: IDNumber
    /// Whether that is a row of this holder's own.
    var hasOwnRow = false

    /// The number of the purchase.
    package var purchase: PurchaseNumber { PurchaseNumber(row) }
}
