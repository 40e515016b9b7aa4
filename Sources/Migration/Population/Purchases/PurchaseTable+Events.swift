// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// How events become rows.
extension PurchaseTable {
    /// Takes an event that tells of a purchase.
    ///
    /// - Parameters:
    ///   - update: What it says; its time is the event's.
    ///   - effect: What it means.
    ///   - key: What the purchase is known by.
    /// - Returns: Late if a later event has spoken of all that this one sets or clears.
    func take(
        _ update: PurchaseUpdate, _ effect: EventEffect, _ key: PurchaseKey
    ) -> Outcome {
        let found = find(key, user: update.user)
        let row = found?.row ?? append(key, first: nil)
        let first = min(of: update, found == nil ? .none : firstPurchase(rows[row]))
        if !rows[row].traits.contains(.timed) { beginTimes(&rows[row]) }
        rows[row].version = max(rows[row].version, update.time)

        var restated = restated(by: update).union(.event)
        if effect.namesOwner, update.user.isPresent { restated.insert(.owner) }
        // What is bought once may have no other event that names its price.
        if effect.access == true, update.record.has(.price) { restated.insert(.sale) }
        let said = effect.sets.union(restated)
        let cleared = effect.clears.subtracting(said)
        if effect.namesOwner, update.user.isPresent { noteHolder(row, update, said, effect) }
        noteMove(row, update, effect)
        let weak = said.intersection(update.weak)
        let taken = taken(said.union(cleared).subtracting(weak), at: update.spoken, &rows[row])
            .union(
                weak.isEmpty
                    ? [] : self.taken(weak, at: update.spoken, isWeak: true, &rows[row]))
        clear(taken.intersection(cleared), &rows[row])
        write(taken.intersection(said), update, &rows[row])
        var isTaken = !taken.isDisjoint(with: effect.sets.union(effect.clears))

        if let isGiven = effect.access, update.user.isPresent {
            var notes = UInt32(facts.value(.access, rows[row].facts) ?? 0)
            let isNoted = accesses.note(
                isGiven, update.user, of: product(of: update), update.time, &notes)
            if isNoted { isTaken = true }
            facts.set(.access, UInt64(notes), &rows[row].facts)
        }
        noteWhole(update, &rows[row])
        if update.event == .granted || update.event == .revoked {
            rows[row].traits.insert(.grant)
        }
        setFirstPurchase(first, &rows[row], isNew: found == nil)
        if found == nil { return .new }
        return isTaken || effect.isRestatement ? .again : .late
    }

    /// Takes down whom an event names as the holder, if others do not all name the same customer.
    ///
    /// - Parameters:
    ///   - number: The index of the purchase's row, which the event has not changed yet.
    ///   - update: What the event says.
    ///   - said: What the event sets and restates.
    ///   - effect: What it means.
    @inline(__always)
    private func noteHolder(
        _ number: Int, _ update: PurchaseUpdate, _ said: Facets, _ effect: EventEffect
    ) {
        let before = rows[number].user
        guard before.isPresent else { return }
        let isKnown = contests.isContested(number)
        if !isKnown, ids.isOne(before, update.user) { return }
        if !isKnown { contests.take(holder(of: rows[number]), of: number) }
        let over: Facets = [.end, .refund]
        let isOver = !said.isDisjoint(with: over)
        let runs = !isOver && !effect.clears.isDisjoint(with: over)
        contests.take(
            Contender(
                user: update.user, latest: update.spoken, bought: min(of: update, .none),
                ends: update.record.instant(.expiryDate), endTold: update.spoken,
                overTold: isOver ? update.spoken : .none, runsTold: runs ? update.spoken : .none),
            of: number)
    }

    /// The holder of a purchase of which all that was said so far names one customer.
    private func holder(of row: PurchaseRow) -> Contender {
        let times = facts.value(.times, row.facts).map { self.times[Int($0)] }
        func told(_ facet: Facets) -> SpokenTime {
            times?.spoken(facet) ?? SpokenTime(instant: row.version)
        }
        var holder = Contender(
            user: row.user, latest: told(.owner), bought: firstPurchase(row), ends: row.expires,
            endTold: told(.expiry))
        let dates: [(Facets, PurchaseFact)] = [(.end, .ended), (.refund, .refunded)]
        for (facet, fact) in dates {
            if facts.instant(fact, row.facts).isPresent {
                holder.overTold = max(holder.overTold, told(facet))
            } else {
                holder.runsTold = max(holder.runsTold, told(facet))
            }
        }
        return holder
    }

    /// Takes down that an event moves a purchase.
    @inline(__always)
    private func noteMove(_ number: Int, _ update: PurchaseUpdate, _ effect: EventEffect) {
        guard update.event == .transferredFrom || update.event == .transferredTo else { return }
        let to: IDNumber = effect.namesOwner ? update.user : .none
        contests.take(Contests.Move(time: update.spoken, to: to), of: number)
    }

    /// The number of the word for what an event is about; 0 where it does not say.
    private func product(of update: PurchaseUpdate) -> UInt32 {
        let product = update.record.text(.product)
        return texts.word(
            product.isPresent ? product : update.record.text(.storeProduct), update.batch)
    }

    /// Takes a record that lists a purchase among all that its customer may use.
    func takeListed(_ update: PurchaseUpdate, _ key: PurchaseKey) -> Outcome {
        let before = find(key, user: update.user).map { rows[$0.row] }
        let outcome = take(update, .listed, key)
        guard let row = find(key, user: update.user)?.row else { return outcome }
        let listed = facts.listed(rows[row])
        if let before, listed == update.spoken {
            // One list has it several times.
            joinEntitlements(of: before.article, update, &rows[row])
        }
        if update.spoken > listed {
            facts.set(.listed, update.time, &rows[row].facts)
            let fraction = update.spoken.fraction
            facts.set(
                .listedFraction, fraction == 0 ? nil : fraction, &rows[row].facts)
        }
        return outcome
    }

    /// Gives each facet a time of its own; so far all that is known is as of the newest record.
    private func beginTimes(_ row: inout PurchaseRow) {
        row.traits.insert(.timed)
        times.append(FacetTimes(row.version, but: missing(row)))
        facts.set(.times, UInt64(times.count - 1), &row.facts)
    }
}

extension PurchaseUpdate {
    /// The facets of which any other record says more.
    fileprivate var weak: Facets {
        // What was given back may be an earlier period, and another product.
        if event == .refunded { return [.period, .expiry, .product, .entitlement] }
        return isOfAnyProduct ? [.product, .entitlement] : []
    }
}

extension EventEffect {
    /// Whether it only says again how a purchase stands.
    var isRestatement: Bool { sets.isEmpty && clears.isEmpty && access == nil }
}

extension FactLists<PurchaseFact> {
    /// When a purchase was last listed among all that its customer holds.
    func listed(_ row: PurchaseRow) -> SpokenTime {
        SpokenTime(
            instant: instant(.listed, row.facts), fraction: value(.listedFraction, row.facts) ?? 0)
    }
}
