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

    private var links: Set<Link> = []
    private var isEmpty = true
    /// Who was seen on each device; of one customer the first ID alone.
    private var users: [UInt32: Set<IDNumber>] = [:]
    /// The customers to whom purchases of an anonymous ID went when they logged in.
    private var takers: [IDNumber: Set<IDNumber>] = [:]

    /// Takes down that two IDs were seen together.
    func note(_ anonymous: IDNumber, with custom: IDNumber, _ ids: IDTable) {
        isEmpty = false
        guard let first = ids.facts.value(.seenWith, ids.rows[anonymous.index].facts) else {
            ids.facts.set(
                .seenWith, UInt64(custom.index), &ids.rows[anonymous.index].facts)
            return
        }
        guard !ids.isOne(IDNumber(Int(first)), custom) else { return }
        links.insert(Link(anonymous: anonymous, custom: custom))
    }

    /// Takes down that a customer was seen on a device, which is known by the number of a word.
    func note(device: UInt32, of user: IDNumber, _ ids: IDTable) {
        isEmpty = false
        guard let first = users[device]?.first else {
            users[device] = [user]
            return
        }
        if !ids.isOne(first, user) { users[device, default: []].insert(user) }
    }

    /// Takes down that a purchase went from an anonymous ID to one that an app gave: what two customers
    /// have taken from one anonymous ID, they have taken on one device.
    func noteMove(from anonymous: IDNumber, to custom: IDNumber) {
        isEmpty = false
        takers[anonymous, default: []].insert(custom)
    }

    /// Joins each anonymous ID with the one customer that it was seen with; of several with the first
    /// if that is asked for, else with none.
    ///
    /// - Returns: Those that were seen with several, each with an ID of every one of them.
    func settle(_ ids: IDTable, joiningFirst: Bool) -> [SharedDevice] {
        if isEmpty { return [] }
        var others: [IDNumber: [IDNumber]] = [:]
        for link in links { others[link.anonymous, default: []].append(link.custom) }
        var shared: [SharedDevice] = []
        for number in 0..<ids.count {
            let anonymous = IDNumber(number)
            guard let value = ids.facts.value(.seenWith, ids.rows[number].facts) else { continue }
            let all = [IDNumber(Int(value))] + (others[anonymous] ?? []).sorted()
            let customs = DeviceLinks.one(ofEach: all, ids)
            if customs.count == 1 || joiningFirst { ids.join(anonymous, customs[0]) }
            if customs.count > 1 {
                shared.append(SharedDevice(anonymous: anonymous, customs: customs))
            }
        }
        return shared + sharedByMoves(ids) + sharedDevices(ids)
    }

    /// The devices on which several customers were seen.
    private func sharedDevices(_ ids: IDTable) -> [SharedDevice] {
        users.sorted { $0.key < $1.key }.compactMap { device, users in
            let customs = DeviceLinks.one(ofEach: users.sorted(), ids)
            return customs.count > 1
                ? SharedDevice(anonymous: .none, device: device, customs: customs) : nil
        }
    }

    /// The anonymous IDs whose purchases went to several customers, and that were seen with none.
    private func sharedByMoves(_ ids: IDTable) -> [SharedDevice] {
        takers.sorted { $0.key < $1.key }.compactMap { anonymous, takers in
            let others = takers.filter { !ids.isOne($0, anonymous) }.sorted()
            let customs = DeviceLinks.one(ofEach: others, ids)
            let isSeen = ids.facts.value(.seenWith, ids.rows[anonymous.index].facts) != nil
            return customs.count > 1 && !isSeen
                ? SharedDevice(anonymous: anonymous, customs: customs) : nil
        }
    }

    /// The first ID of each customer among some.
    private static func one(ofEach users: [IDNumber], _ ids: IDTable) -> [IDNumber] {
        var customers: Set<IDNumber> = []
        return users.filter { customers.insert(ids.root(of: $0)).inserted }
    }
}

/// An anonymous ID that was seen with several customers, or a device on which they were seen.
package struct SharedDevice: Sendable {
    /// The anonymous ID; none of a device that has a name of its own.
    package let anonymous: IDNumber
    /// The number of the word that the device is known by; 0 where that is the anonymous ID.
    var device: UInt32 = 0
    /// One ID of each customer, in the order of their first appearance but for the first seen.
    package let customs: [IDNumber]
}
