// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymInput
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
        /// Rows of which equally new records name several customers, where a purchase has one holder.
        var undecided: [Int] = []
        /// For each copy who held the purchase before, the owner first.
        var earlier: [Int: [IDNumber]] = [:]
    }

    /// Decides who holds the purchases that records give to several customers, and who owns them.
    ///
    /// Where the provider copies a purchase, those hold it whose own record is not over; if all are,
    /// those of the latest period: whoever is told of with an earlier one alone held it once.
    /// Elsewhere the newest record says whose it is; of several equally new ones each has it. The owner is who bought it first by the dates; of
    /// equal dates whoever's ID comes first, so that the order of the inputs decides nothing.
    ///
    /// - Parameters:
    ///   - known: Rows of one purchase that records were taken for.
    ///   - spread: Those that events give to several customers.
    /// - Returns: What became of the rows.
    func settle(_ known: [PurchaseTable.Double], _ spread: Spread) -> Sharing {
        var sharing = Sharing()
        let doubles = known + spread.doubles
        let firstIDs = firstIDs(
            of: doubles.flatMap { [$0.first, $0.row] }.map { purchases.rows[$0].user })
        var groups: [Int: [Int]] = [:]
        for double in doubles { groups[double.first, default: [double.first]].append(double.row) }
        for first in groups.keys.sorted() {
            let all = groups[first] ?? []
            let rows = joined(all)
            sharing.joined += all.count - rows.count
            let holders = holders(among: rows)
            for row in rows where !holders.contains(row) {
                mark(row, .gone)
                sharing.superseded.append(
                    FormerHolder(
                        row: row, user: purchases.rows[row].user,
                        hasOwnRow: !spread.made.contains(row), isDisputed: true))
            }
            if semantics.copies == false, holders.count > 1 { sharing.undecided += holders }
            let inOrder = holders.sorted { one, other in
                let (first, second) = (
                    spread.bought[one] ?? bought(one), spread.bought[other] ?? bought(other)
                )
                if first != second { return first < second }
                return isBefore(
                    firstIDs[customer(of: one)] ?? .none, firstIDs[customer(of: other)] ?? .none)
            }
            for (index, holder) in inOrder.enumerated().dropFirst() {
                mark(holder, .copy)
                sharing.earlier[holder] = inOrder[..<index].map { purchases.rows[$0].user }
                sharing.copies += 1
            }
        }
        return sharing
    }

    /// One row for each customer: what was taken for several customers may have become one.
    private func joined(_ rows: [Int]) -> [Int] {
        var left: [Int] = []
        for row in rows {
            let owner = customer(of: row)
            let same = left.firstIndex { customer(of: $0) == owner }
            guard let same, owner.isPresent else {
                left.append(row)
                continue
            }
            let isNewer = rank(row) >= rank(left[same])
            let (kept, lost) = isNewer ? (row, left[same]) : (left[same], row)
            let first = min(bought(kept), bought(lost))
            purchases.setFirstPurchase(
                first, &purchases.rows[kept], isNew: false)
            mark(lost, .gone)
            left[same] = kept
        }
        return left
    }

    private func customer(of row: Int) -> CustomerNumber {
        ids.customer(of: purchases.rows[row].user)
    }

    /// The ID that comes first of each customer who has one of these.
    func firstIDs(of users: [IDNumber]) -> [CustomerNumber: IDNumber] {
        var first: [CustomerNumber: IDNumber] = [:]
        for user in users where user.isPresent { first[ids.customer(of: user)] = user }
        if first.isEmpty { return first }
        for number in 0..<ids.count {
            let (id, customer) = (IDNumber(number), ids.customer(of: IDNumber(number)))
            if let known = first[customer], isBefore(id, known) { first[customer] = id }
        }
        return first
    }

    /// Whether an ID comes before another one, byte by byte; nobody's comes last.
    func isBefore(_ one: IDNumber, _ other: IDNumber) -> Bool {
        guard one.isPresent, other.isPresent else { return one.isPresent && !other.isPresent }
        func bytes(_ id: IDNumber) -> [UInt8] {
            ids.texts.withBytes(of: ids.rows[id.index].text) { $0.array }
        }
        return bytes(one).lexicographicallyPrecedes(bytes(other))
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

    private func holders(among rows: [Int]) -> [Int] {
        if semantics.copies == false, let newest = rows.map({ rank($0) }).max(by: <) {
            let latest = rows.filter { rank($0) == newest }
            if latest.count == 1 { return latest }
        }
        let live = rows.filter { isLive($0) }
        if !live.isEmpty { return live }
        let latest = rows.map { purchases.rows[$0].purchased }.max()
        return rows.filter { purchases.rows[$0].purchased == latest }
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
    /// Whether it runs by a word of this holder's own, and nothing says that it was taken from them.
    var isDisputed = false

    /// The number of the purchase.
    package var purchase: PurchaseNumber { PurchaseNumber(row) }
}
