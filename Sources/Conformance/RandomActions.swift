// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymCore
import AllonymSimulation

/// Actions as apps, stores and people do them, and some that nobody should.
package struct RandomActions {
    private var generator: SeededGenerator

    private let devices: [DeviceID] = ["A", "B", "C"]
    private let accounts: [StoreAccount] = [
        "app_store:alice", "play_store:alice", "app_store:bob", "stripe:bob", "test_store:alice",
    ]
    private let ids: [UserID] = [
        "035b30e2-faf4-462d-aec3-caa0fbe26c49", "7c9e6679-7425-40de-944b-e07fc1f90ae7", "42",
        "guest", "", " 42 ", "a/b", "$RCAnonymousID:0123456789abcdef0123456789abcdef",
    ]
    private let products = [
        Product("X"), Product("Y", .subscription, unlocks: ["X", "Z"]),
        Product("N", .nonConsumable),
        Product("C", .consumable, unlocks: ["coins"]), Product("R", .nonRenewing, unlocks: []),
    ]

    /// The actions of this seed.
    package init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    /// Any of `elements`, the first ones more often.
    private mutating func any<Element>(_ elements: [Element]) -> Element {
        let first = Int.random(in: 0..<elements.count, using: &generator)
        let second = Int.random(in: 0..<elements.count, using: &generator)
        return elements[min(first, second)]
    }

    /// The next action, whose number in the sequence is given.
    package mutating func next(_ number: Int) -> Request {
        Request(
            actor(), action(), milliseconds: Int64(number),
            fresh: FreshBits(low: UInt64(number) * 2))
    }

    /// A device, now and then a user ID without an installation.
    private mutating func actor() -> Actor {
        guard Int.random(in: 0..<12, using: &generator) == 0 else { return .device(any(devices)) }
        return .user(any(ids), Bool.random(using: &generator) ? any(accounts) : nil)
    }

    private mutating func action() -> Action {
        switch Int.random(in: 0..<38, using: &generator) {
        case 0, 1: .install(Bool.random(using: &generator) ? any(accounts) : nil)
        case 2: .reinstall
        case 3: .configure(any(ids), Bool.random(using: &generator) ? any(accounts) : nil)
        case 4, 5, 6, 7: .logIn(any(ids))
        case 8, 9: .logOut
        case 10: .open
        case 11, 12, 13: .buy(any(products))
        case 14, 15: .restore
        case 16: .sync
        case 17, 18, 36, 37: .store(any(StoreEvent.allCases), any(products).id)
        case 19: .own(any(products))
        case 20: .notify(any(products).id)
        case 21: .grant(any(["gift", "X"]))
        case 22: .revoke(any(["gift", "X"]))
        case 23: .expireGrant(any(["gift", "X"]))
        case 24, 25:
            .change(
                any(products).id, to: any(products),
                atRenewal: Bool.random(using: &generator))
        case 26, 27: .use(any(accounts))
        case 28, 29, 30: .share(any(products).id, with: any(devices))
        case 31: .unshare(any(products).id, with: any(devices))
        case 32: .transfer(any(ids), to: any(ids))
        case 33: .redeem(any(products).id, from: any(ids))
        case 34: .delete(any(ids))
        default: .check
        }
    }
}
