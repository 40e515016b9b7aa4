// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Which IDs that apps gave were seen with which anonymous one, where that makes nobody one customer
/// by itself.
///
/// An anonymous ID that was seen with one customer alone is that customer's. One that was seen with
/// several is the ID of a device that they shared.
final class DeviceLinks {
    /// An anonymous ID, and one that an app gave, of another customer than the first seen with it.
    private struct Link: Hashable {
        let anonymous: IDNumber
        let custom: IDNumber
    }

    @exclusivity(unchecked) private var links: Set<Link> = []
    @exclusivity(unchecked) private var isEmpty = true
    /// The customers to whom purchases of an anonymous ID went when they logged in.
    @exclusivity(unchecked) private var takers: [IDNumber: [IDNumber]] = [:]

    /// Takes down that two IDs were seen together.
    func note(_ anonymous: IDNumber, with custom: IDNumber, _ ids: IDTable) {
        isEmpty = false
        let row = ids.rows.pointer(anonymous.index)
        guard let first = ids.facts.value(.seenWith, row.pointee.facts) else {
            ids.facts.set(.seenWith, UInt64(custom.index), &row.pointee.facts)
            return
        }
        guard !ids.isOne(IDNumber(Int(first)), custom) else { return }
        links.insert(Link(anonymous: anonymous, custom: custom))
    }

    /// Takes down that a purchase went from an anonymous ID to one that an app gave: what two customers
    /// have taken from one anonymous ID, they have taken on one device.
    func noteMove(from anonymous: IDNumber, to custom: IDNumber) {
        isEmpty = false
        if takers[anonymous]?.contains(custom) != true {
            takers[anonymous, default: []].append(custom)
        }
    }

    /// Joins each anonymous ID with the one customer that it was seen with; of several with the first
    /// if that is asked for, else with none.
    ///
    /// - Returns: Those that were seen with several, each with an ID of every one of them.
    func settle(_ ids: IDTable, joiningFirst: Bool) -> [SharedDevice] {
        if isEmpty { return [] }
        var others: [IDNumber: [IDNumber]] = [:]
        for link in links { others[link.anonymous, default: []].append(link.custom) }
        var shared = sharedByMoves(ids)
        for number in 0..<ids.count {
            let anonymous = IDNumber(number)
            guard let value = ids.facts.value(.seenWith, ids.rows[number].facts) else { continue }
            var customs = [IDNumber(Int(value))]
            for custom in (others[anonymous] ?? []).sorted()
            where !customs.contains(where: { ids.isOne($0, custom) }) {
                customs.append(custom)
            }
            if customs.count == 1 || joiningFirst { ids.join(anonymous, customs[0]) }
            if customs.count > 1 {
                shared.append(SharedDevice(anonymous: anonymous, customs: customs))
            }
        }
        return shared
    }

    /// The anonymous IDs whose purchases went to several customers, and that were seen with none.
    private func sharedByMoves(_ ids: IDTable) -> [SharedDevice] {
        takers.sorted { $0.key < $1.key }.compactMap { anonymous, takers in
            var customs: [IDNumber] = []
            for taker in takers.sorted()
            where !ids.isOne(taker, anonymous) && !customs.contains(where: { ids.isOne($0, taker) })
            {
                customs.append(taker)
            }
            let isSeen = ids.facts.value(.seenWith, ids.rows[anonymous.index].facts) != nil
            return customs.count > 1 && !isSeen
                ? SharedDevice(anonymous: anonymous, customs: customs) : nil
        }
    }
}

/// An anonymous ID that was seen with several customers, who shared a device.
package struct SharedDevice: Sendable {
    /// The device's ID.
    package let anonymous: IDNumber
    /// One ID of each customer, in the order of their first appearance but for the first seen.
    package let customs: [IDNumber]
}
