// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import AllonymCore

/// A world that is small enough to try everything in: so many devices, user IDs and products.
public struct SmallWorld: Hashable, Sendable {
    /// How many devices there can be.
    public let devices: Int
    /// The custom IDs that apps give.
    public let ids: [UserID]
    /// What the stores sell.
    public let products: [Product]
    /// What is tried beside the actions of every small world.
    public let further: Set<FurtherAction>

    /// The entitlement that is granted by hand.
    public static let grant = EntitlementID(unchecked: "vip")

    /// The most devices, IDs and products that a world can have.
    public static let limits = (devices: 4, ids: 4, products: 4)

    /// A world.
    ///
    /// - Parameters:
    ///   - devices: How many devices, from 1 to 4.
    ///   - ids: How many custom IDs, from 0 to 4.
    ///   - kinds: The kind of each product, at most 4.
    ///   - further: What is tried beside the actions of every small world.
    ///   - providers: The rules whose providers have to accept the IDs.
    public init?(
        devices: Int, ids: Int, kinds: [ProductKind], further: Set<FurtherAction> = [],
        for providers: [Rules]
    ) {
        let limits = SmallWorld.limits
        guard (1...limits.devices).contains(devices), (0...limits.ids).contains(ids),
            kinds.count <= limits.products
        else { return nil }
        let accepted = SmallWorld.candidates.map { UserID(unchecked: $0) }.filter { id in
            providers.allSatisfy { $0.identifiers.accepts(id) }
        }
        guard accepted.count >= ids else { return nil }
        self.devices = devices
        self.further = further
        self.ids = Array(accepted.prefix(ids))
        products = zip(["X", "Y", "Z", "W"], kinds).map { Product(ProductID(unchecked: $0), $1) }
    }

    /// Numbers, which all four providers take, and UUIDs for where only those are taken.
    private static let candidates =
        ["41", "42", "43", "44"] + [
            "035b30e2-faf4-462d-aec3-caa0fbe26c49", "7c9e6679-7425-40de-944b-e07fc1f90ae7",
            "9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d", "1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed",
        ]

    /// The name of a device.
    public static func device(_ number: Int) -> DeviceID {
        DeviceID(unchecked: ["A", "B", "C", "D"][number])
    }

    /// The label of an ID in a scenario.
    public static func label(_ id: Int) -> String { "u\(id + 1)" }
}

/// An action of a small world.
package struct SearchAction: Sendable {
    /// The number of the device.
    package let device: Int
    package let action: Action
    /// The number of the ID that it gives.
    package var id: Int?
    /// The store account that it shares; some device has to be there with it.
    var shared: String?
    /// Whether it makes the app known to a device, so that it comes before all others there.
    package var isFirst = false
    /// The number of another device that has to be there.
    var other: Int?
    /// As a scenario writes it.
    package let text: String

    /// What of an action is asked each time that it may be taken.
    struct Shape: Sendable {
        let device: Int
        let id: Int?
        let isFirst: Bool
        let isSharing: Bool
        let other: Int?
    }

    var shape: Shape {
        Shape(device: device, id: id, isFirst: isFirst, isSharing: shared != nil, other: other)
    }

    func request(depth: Int) -> Request {
        Request(
            SmallWorld.device(device), action, fresh: FreshBits(low: UInt64(depth) * 2))
    }
}

extension SmallWorld {
    /// Everything that can happen, in one order: what people do most often first.
    ///
    /// Of histories of one length the first in this order is found, so it is the most ordinary one:
    /// a second device before a reinstall, a log-in before a launch with an ID.
    package var actions: [SearchAction] {
        let all = (0..<devices).flatMap { actions(on: $0) }
        let ranks = all.map { action in
            action.isFirst ? 0 : SmallWorld.words.firstIndex(of: action.action.word) ?? all.count
        }
        return all.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }.map { all[$0] }
    }

    /// What people do, the most frequent first; what is not listed comes last.
    private static let words = [
        "install", "log in", "buy", "log out", "restore", "open", "sync", "reinstall", "configure",
    ]

    private func actions(on device: Int) -> [SearchAction] {
        let plain: [Action] = [.reinstall, .logOut, .open, .restore, .sync, .check]
        var actions = installs(on: device)
        for (number, id) in ids.enumerated() {
            for (word, action) in [
                ("configure", Action.configure(id, nil)), ("log in", .logIn(id)),
            ] {
                let text = "\(word) \(SmallWorld.label(number))"
                actions.append(SearchAction(device: device, action: action, id: number, text: text))
            }
        }
        for action in plain {
            actions.append(SearchAction(device: device, action: action, text: action.word))
        }
        for product in products.map({ Product($0.id, $0.kind) }) {
            let all: [Action] =
                [.buy(product), .own(product), .notify(product.id)]
                + events.map { .store($0, product.id) }
            for action in all {
                let text = "\(action.word) \(product.id.text)"
                actions.append(SearchAction(device: device, action: action, text: text))
            }
        }
        for action in [Action.grant(SmallWorld.grant), .revoke(SmallWorld.grant)] {
            let text = "\(action.word) \(SmallWorld.grant.text)"
            actions.append(SearchAction(device: device, action: action, text: text))
        }
        return actions + furtherActions(on: device)
    }

    /// First launches: with an App Store account of its own or that of a device before, with the one
    /// Play account, or with a custom ID.
    private func installs(on device: Int) -> [SearchAction] {
        var installs: [SearchAction] = []
        func add(_ account: StoreAccount?, isShared: Bool = false) {
            let text = account.map { "install \($0.text)" } ?? "install"
            installs.append(
                SearchAction(
                    device: device, action: .install(account),
                    shared: isShared ? account?.text : nil, isFirst: true,
                    text: text))
        }
        add(nil)
        for other in 0..<device {
            add(StoreAccount(.appStore, SmallWorld.device(other).text), isShared: true)
        }
        add(StoreAccount(.playStore, "p"))
        // What is redeemed was bought on the web.
        if further.contains(.redeem) { add(StoreAccount(.stripe, "w")) }
        for (number, id) in ids.enumerated() {
            installs.append(
                SearchAction(
                    device: device, action: .configure(id, nil), id: number, isFirst: true,
                    text: "configure \(SmallWorld.label(number))"))
        }
        return installs
    }
}
