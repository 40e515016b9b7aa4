// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Purchases of which events name several customers as the holder.
extension Settlement {
    /// The rows that were made of purchases which events give to several customers.
    struct Spread {
        /// Each such row, and the first one of its purchase.
        var doubles: [PurchaseTable.Double] = []
        /// When each holder bought it first, by the rows.
        var bought: [Int: Instant] = [:]
        /// The rows that no record was taken for.
        var made: Set<Int> = []
    }

    /// Decides whose a purchase is of which events of one moment, the latest, name several customers.
    ///
    /// Whoever it was moved to at that moment has it, then whoever did not lose access since; of several
    /// whoever's ID comes first, so that the order of the inputs decides nothing.
    func settleTies(_ contests: Contests) {
        var tied: [Int: [Contender]] = [:]
        for (row, contenders) in contests.contenders {
            let latest: SpokenTime = contenders.map(\.latest).max() ?? SpokenTime.none
            let named = contenders.filter { $0.latest == latest }
            let isOne = Set(named.map { ids.customer(of: $0.user) }).count == 1
            // A record that is no event may be younger than all of them.
            if isOne || time(of: .owner, purchases.rows[row]) > latest.instant { continue }
            let moved = named.filter { contender in
                (contests.moves[row] ?? []).contains {
                    $0.time == latest && $0.to == contender.user
                }
            }
            let likely = moved.isEmpty ? named : moved
            let left = likely.filter { !isTakenBack($0, row) }
            tied[row] = left.isEmpty ? likely : left
        }
        let firstIDs = firstIDs(of: tied.values.flatMap { $0.map(\.user) })
        for (row, contenders) in tied {
            let first = contenders.min {
                isBefore(
                    firstIDs[ids.customer(of: $0.user)] ?? .none,
                    firstIDs[ids.customer(of: $1.user)] ?? .none)
            }
            if let first { purchases.rows[row].user = first.user }
        }
    }

    /// Gives everybody whom events name as the holder a row, where the provider copies purchases.
    ///
    /// - Parameters:
    ///   - contests: Whom events name.
    ///   - doubles: Rows of one purchase that there are without that.
    /// - Returns: The rows.
    func spread(_ contests: Contests, beside doubles: [PurchaseTable.Double]) -> Spread {
        var spread = Spread()
        if semantics.copies != true || contests.contenders.isEmpty { return spread }
        var firsts: [Int: Int] = [:]
        var holders: [Int: Set<CustomerNumber>] = [:]
        for double in doubles {
            firsts[double.row] = double.first
            for row in [double.first, double.row] {
                holders[double.first, default: []].insert(
                    ids.customer(of: purchases.rows[row].user))
            }
        }
        for (row, contenders) in contests.contenders.sorted(by: { $0.key < $1.key }) {
            if purchases.rows[row].traits.contains(.gone) { continue }
            let first = firsts[row] ?? row
            let owner = ids.customer(of: purchases.rows[row].user)
            holders[first, default: []].insert(owner)
            let groups = Dictionary(grouping: contenders) { ids.customer(of: $0.user) }
            for (customer, all) in groups.sorted(by: { $0.key.index < $1.key.index }) {
                guard let contender = joined(all) else { continue }
                if customer == owner {
                    spread.bought[row] = contender.bought
                } else if holders[first, default: []].insert(customer).inserted {
                    let number = purchases.rows.count
                    var copy = purchases.rows[row]
                    copy.user = contender.user
                    purchases.rows.append(copy)
                    spread.doubles.append(PurchaseTable.Double(first: first, row: number))
                    spread.bought[number] = contender.bought
                    spread.made.insert(number)
                }
            }
        }
        return spread
    }

    /// Who does not hold what events named them as the holder of, where a purchase has one.
    ///
    /// - Parameters:
    ///   - contests: Whom events name.
    ///   - transfers: Transfers that name no purchase.
    /// - Returns: Them, and whether they may hold it after all.
    func formers(_ contests: Contests, _ transfers: [Transfer]) -> [FormerHolder] {
        if semantics.copies == true || contests.contenders.isEmpty { return [] }
        let inOrder = TransferOrder(transfers, ids)
        var formers: [FormerHolder] = []
        for (row, contenders) in contests.contenders.sorted(by: { $0.key < $1.key }) {
            let groups = Dictionary(grouping: contenders) { ids.customer(of: $0.user) }
            for (customer, all) in groups.sorted(by: { $0.key.index < $1.key.index }) {
                guard let contender = joined(all) else { continue }
                let isTaken =
                    isMoved(contender, row, contests.moves[row] ?? [])
                    || inOrder.first(
                        of: customer, purchases.rows[row].store,
                        from: inOrder.firstIndex(since: contender.latest.instant)) != nil
                    || isTakenBack(contender, row)
                    || isReceived(by: purchases.rows[row].user, since: contender.latest)
                    || isLogIn(from: contender.user, to: purchases.rows[row].user)
                formers.append(
                    FormerHolder(
                        row: row, user: contender.user,
                        isDisputed: !isTaken && runs(contender.ends) && !contender.isOver))
            }
        }
        return formers
    }

    /// Whether something that ends then, if ever, is on.
    func runs(_ ends: Instant) -> Bool { !ends.isPresent || !at.isPresent || ends > at }

    /// Whether a customer was listed anew since then, so that what this list lacks is over.
    func isListedAnew(_ user: IDNumber, since time: SpokenTime) -> Bool {
        (lastTold[ids.customer(of: user)] ?? SpokenTime.none) > time
    }

    /// Whether a transfer to a customer was told since then.
    func isReceived(by user: IDNumber, since time: SpokenTime) -> Bool {
        lastReceived[ids.customer(of: user)].map { $0 >= time } ?? false
    }

    /// Whether an anonymous user may have become another one by logging in, which not every source
    /// tells.
    func isLogIn(from loser: IDNumber, to winner: IDNumber) -> Bool {
        ids.rows[loser.index].traits.contains(.anonymous)
            && !ids.rows[winner.index].traits.contains(.anonymous)
    }

    /// All that is said of one customer, under one of the IDs.
    private func joined(_ contenders: [Contender]) -> Contender? {
        let newestFirst = contenders.sorted {
            $0.latest == $1.latest ? $0.user < $1.user : $0.latest > $1.latest
        }
        guard var joined = newestFirst.first else { return nil }
        for other in newestFirst.dropFirst() { joined.take(other) }
        return joined
    }

    /// Whether an event moved a purchase away since somebody was named last.
    private func isMoved(_ contender: Contender, _ row: Int, _ moves: [Contests.Move]) -> Bool {
        let customer = ids.customer(of: contender.user)
        return moves.contains {
            $0.time >= contender.latest
                && (!$0.to.isPresent || ids.customer(of: $0.to) != customer)
        }
    }

    /// Whether an event took the access since somebody was named last, or a newer list lacks it.
    private func isTakenBack(_ contender: Contender, _ number: Int) -> Bool {
        let row = purchases.rows[number]
        if isListedAnew(contender.user, since: contender.latest) { return true }
        guard let first = purchases.facts.value(.access, row.facts) else { return false }
        let (product, storeProduct, _) = purchases.texts.triple(row.article)
        let customer = ids.customer(of: contender.user)
        let ended = purchases.accesses.ended(
            UInt32(first), of: product == 0 ? storeProduct : product
        ) {
            ids.customer(of: $0) == customer
        }
        return ended.isPresent && ended >= contender.latest.instant
    }
}
