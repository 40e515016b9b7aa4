// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// Lists of what customers may use, beside purchases that other files tell of.
///
/// Both are of one subscription: the list is the provider's word on what it gives access to, the
/// purchase says by which transaction. Where the list of a customer is there, it is the latest
/// purchase of a product that unlocks what the list names; earlier ones unlock nothing more, and one of
/// a product that the list does not name nothing at all. Where nothing in the list gives access, it is
/// the provider's word that no purchase does, be its period over or not.
///
/// A list may have the provider's name of a product, and a purchase the store's. Where the user's table
/// says that both become one product, and no purchase has the name that the list has, that is one too.
extension Settlement {
    /// Joins each row of a list to the customer's latest purchase of its product.
    ///
    /// - Parameters:
    ///   - accessRows: The rows of lists.
    ///   - listed: The IDs whose list is there, be it empty.
    ///   - namesakes: For each product the others that are the same one under another name.
    /// - Returns: How many rows were joined to another.
    func join(
        _ accessRows: [Int], listed: Set<IDNumber>, namesakes: [UInt32: [UInt32]]
    ) -> Int {
        if listed.isEmpty, accessRows.isEmpty { return 0 }
        let isAccess = Set(accessRows)
        // What each customer's list has, by product: a list may be long.
        var rights: [CustomerNumber: [UInt32: [Int]]] = [:]
        for id in listed where ids.customer(of: id).isPresent { rights[ids.customer(of: id)] = [:] }
        for row in accessRows {
            let customer = ids.customer(of: purchases.rows[row].user)
            let (product, _, _) = purchases.texts.triple(purchases.rows[row].article)
            if customer.isPresent {
                rights[customer, default: [:]][product, default: []].append(row)
            }
        }
        // Of each right, by its own name and by another one.
        var (latest, latestOfNamesakes) = ([Int: Int](), [Int: Int]())
        var mute: [Int] = []
        for row in 0..<purchases.count where !isAccess.contains(row) {
            let purchase = purchases.rows[row]
            guard let rights = rights[ids.customer(of: purchase.user)],
                !purchase.traits.contains(.grant)
            else { continue }
            let (product, storeProduct, unlocked) = purchases.texts.triple(purchase.article)
            let names = Set([product, storeProduct]).subtracting([0])
            if unlocked == 0 { mute.append(row) }
            keepLatest(row, of: names.flatMap { rights[$0] ?? [] }, in: &latest)
            if namesakes.isEmpty { continue }
            let others = Set(names.flatMap { namesakes[$0] ?? [] }).subtracting(names)
            keepLatest(row, of: others.flatMap { rights[$0] ?? [] }, in: &latestOfNamesakes)
        }
        latest.merge(latestOfNamesakes) { own, _ in own }
        for (right, row) in latest.sorted(by: { $0.key < $1.key }) { join(right, to: row) }
        let unlocking = Set(latest.values)
        let served = Set(
            accessRows.map { purchases.rows[$0] }.filter { $0[.givesAccess] != false }
                .map { ids.customer(of: $0.user) })
        for row in mute where !unlocking.contains(row) {
            purchases.rows[row].traits.insert(.unlocksNothing)
            let purchase = purchases.rows[row]
            // Of several purchases that unlock the same a list names one. And an event may be younger
            // than the list.
            guard !served.contains(ids.customer(of: purchase.user)), purchase.expires.isPresent,
                !purchase.traits.contains(.timed)
            else { continue }
            purchases.rows[row][.givesAccess] = false
        }
        return latest.count
    }

    /// Keeps a purchase as that of rights, if it is of their store and none of theirs is later.
    private func keepLatest(_ row: Int, of rights: [Int], in latest: inout [Int: Int]) {
        let purchase = purchases.rows[row]
        for right in rights where isSameStore(purchases.rows[right], purchase) {
            guard let other = latest[right] else {
                latest[right] = row
                continue
            }
            if purchases.rows[other].purchased <= purchase.purchased { latest[right] = row }
        }
    }

    /// Whether two rows may be of one store.
    private func isSameStore(_ one: PurchaseRow, _ other: PurchaseRow) -> Bool {
        one.store == other.store || one.store == 0 || other.store == 0
    }

    /// Lets a purchase give what a list says of it, and for as long.
    private func join(_ right: Int, to row: Int) {
        let said = purchases.rows[right]
        var (product, storeProduct, entitlements) = purchases.texts.triple(
            purchases.rows[row].article)
        let (named, _, unlocked) = purchases.texts.triple(said.article)
        // By the user's table: the list has the provider's name, the purchase that of the store.
        if named != product, named != storeProduct {
            (product, storeProduct) = (named, storeProduct == 0 ? product : storeProduct)
        }
        var all = purchases.texts.numbers(ofList: entitlements)
        for word in purchases.texts.numbers(ofList: unlocked) where !all.contains(word) {
            all.append(word)
        }
        let list = purchases.texts.list(of: all)
        purchases.rows[row].article = purchases.texts.triple(product, storeProduct, list)
        if purchases.rows[row][.givesAccess] != true {
            purchases.rows[row][.givesAccess] = said[.givesAccess]
        }
        if purchases.rows[row].stateSaid == 0 { purchases.rows[row].stateSaid = said.stateSaid }
        if purchases.rows[row].period == 0 { purchases.rows[row].period = said.period }
        if said.expires.isPresent { purchases.rows[row].expires = said.expires }
        purchases.rows[right].traits.insert(.gone)
    }
}
