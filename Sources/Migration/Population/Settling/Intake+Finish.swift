// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings

extension Intake {
    /// Ends the taking, and returns who there is.
    ///
    /// The tables go over to the population: nothing may be added after that.
    package func finish() -> Population {
        let at = given.isPresent ? given : latest.isFarAhead ? latest.second : latest.latest
        settleFormerHolders()
        let addedGroups = added.isEmpty ? AddedGroups() : addIDs(of: added)
        let addedOwners = ownersOfAdded()
        ids.close()
        let (doubles, formers) = (purchases.doubles, purchases.formers)
        let contests = purchases.contests
        purchases.close()
        let sharedDevices = devices.settle(ids, joiningFirst: semantics.aliases)
        var customerCount = ids.numberCustomers()
        markSandboxed()
        let settlement = Settlement(
            ids: ids, purchases: purchases, at: at, access: StateAccess(rules),
            lastTold: lastTold(), lastReceived: lastReceived(), semantics: semantics,
            endsByEvent: readers.contains(where: \.endsByEvent))
        settlement.settleTies(contests)
        let losers = settlement.applyTransfers(transfers)
        let joined = settlement.join(accessRows, listed: listed, namesakes: numberedNamesakes())
        let same = settlement.joiningTokens(doubles)
        let former = settlement.passOnClaimed(claims)
        settlement.settleStates()
        let spread = settlement.spread(contests, beside: same)
        var sharing = settlement.settle(same, spread)
        let contested = settlement.formers(contests, transfers)
        settlement.settle(contested + formers + losers + former, &sharing)
        settlement.share(sharedDevices, &sharing)
        let rights = settlement.add(entitlements)
        customerCount = settlement.merge(addedGroups.groups, of: customerCount, &sharing)
        let notes = addedGroups.notes + complete(addedOwners)
        counts.copies = sharing.copies
        counts.superseded = sharing.superseded.count { $0.hasOwnRow }
        counts.merged += sharing.joined + joined + rights.joined
        counts.added = added.count
        countPurchases()
        return Population(
            self, at: at, customerCount: customerCount, sharing, sharedDevices: sharedDevices,
            unnamedEntitlements: rights.unnamed, addedNotes: notes)
    }

    /// Marks what customers of a sandbox have bought, unless it says itself that it was paid for.
    private func markSandboxed() {
        if sandboxed.isEmpty { return }
        let customers = Set(sandboxed.map { ids.customer(of: $0) })
        for number in 0..<purchases.count {
            let row = purchases.rows[number]
            guard row[.sandbox] == nil, !row.traits.contains(.grant), row.user.isPresent,
                customers.contains(ids.customer(of: row.user))
            else { continue }
            purchases.rows[number][.sandbox] = true
        }
    }

    /// The IDs that added purchases name, as far as they are known, by the numbers of their words.
    private func ownersOfAdded() -> [UInt32: IDNumber] {
        var owners: [UInt32: IDNumber] = [:]
        for purchase in added.purchases where owners[purchase.user] == nil {
            owners[purchase.user] = known(purchase.user, isAnonymous: false)
        }
        return owners
    }

    /// Completes purchases by what added files say, and returns what there is to say about these.
    private func complete(_ owners: [UInt32: IDNumber]) -> [AddedNote] {
        if added.isEmpty { return [] }
        purchases.flush()
        let customers = owners.mapValues { ids.customer(of: $0) }
        return AddedPurchases(added, to: self, owners: customers).notes
    }

    /// For each product that the user's table makes one with others the numbers of these, by that of
    /// its own word.
    private func numberedNamesakes() -> [UInt32: [UInt32]] {
        if accessRows.isEmpty { return [:] }
        var numbered: [UInt32: [UInt32]] = [:]
        for names in namesakes {
            let words = names.map { purchases.texts.word(of: $0.span) }
            for word in words { numbered[word] = words.filter { $0 != word } }
        }
        return numbered
    }

    /// When all that a customer may use was last listed.
    private func lastTold() -> [CustomerNumber: SpokenTime] {
        var told: [CustomerNumber: SpokenTime] = [:]
        guard readers.contains(where: \.listsAll) else { return told }
        for number in 0..<ids.count {
            let time = self.told(to: IDNumber(number))
            let customer = ids.customer(of: IDNumber(number))
            if time.instant.isPresent { told[customer] = max(told[customer] ?? .none, time) }
        }
        return told
    }

    /// When a list that came of a transfer to a customer was last told.
    private func lastReceived() -> [CustomerNumber: SpokenTime] {
        Dictionary(
            received.map { (ids.customer(of: $0.key), $0.value) }, uniquingKeysWith: max)
    }

    private func countPurchases() {
        for number in 0..<purchases.count {
            let row = purchases.rows[number]
            if row.traits.contains(.gone) { continue }
            if row[.sandbox] == true { counts.sandbox += 1 }
            if row.traits.contains(.contradicted) { counts.contradicted += 1 }
            if !row.user.isPresent { counts.ownerless += 1 }
        }
    }
}

/// What was read, and what became of it.
///
/// Each record of a purchase, a grant or an event is one of these, and so is each of what a customer
/// may use, which counts as a purchase: what somebody, or nobody, is left
/// to hold; ignored, repeated, late or later; without a purchase; about IDs or a transfer alone; a
/// renewal, merged or superseded.
package struct PopulationCounts: Hashable, Sendable {
    /// Records that tell of a customer.
    package var customers = 0
    /// Records that tell that IDs are one customer's.
    package var aliases = 0
    /// Records that tell how a purchase stands.
    package var purchases = 0
    /// Records that tell of an entitlement that was given by hand.
    package var grants = 0
    /// Records that tell that something happened.
    package var events = 0
    /// Records that only tell how an entitlement is called.
    package var names = 0
    /// Records of files that stand beside the export, whatever they tell of.
    package var added = 0

    /// Events that mean nothing for purchases; their IDs count, unless they only try the connection.
    package var ignored = 0
    /// Events that had been there before.
    package var duplicates = 0
    /// Events that changed nothing, because later ones had spoken of all that they spoke of.
    package var late = 0
    /// Events after the moment of the population; their IDs count, and nothing else of them.
    package var later = 0
    /// Events that name no purchase where one is due.
    package var unplaced = 0
    /// Records of another period of a purchase that was known.
    package var renewals = 0
    /// Records and events that tell more of a purchase that was known, or in the end is the same.
    package var merged = 0
    /// Events that tell of IDs alone.
    package var identities = 0
    /// Events that move all purchases of a customer to another, without naming them.
    package var transfers = 0

    /// Purchases and grants that were said to be in a state in which they cannot be any more.
    package var contradicted = 0
    /// Purchases and grants that a customer holds besides their owner.
    package var copies = 0
    /// Purchases and grants that a customer held once, and another one holds now.
    package var superseded = 0
    /// Purchases and grants for which no money was paid.
    package var sandbox = 0
    /// Purchases and grants that nobody is said to hold.
    package var ownerless = 0
}
