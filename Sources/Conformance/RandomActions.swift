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
        "app_store:alice", "app_store:bob", "play_store:alice", "stripe:bob",
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
            any(devices), action(), milliseconds: Int64(number),
            fresh: FreshBits(low: UInt64(number) * 2))
    }

    private mutating func action() -> Action {
        switch Int.random(in: 0..<24, using: &generator) {
        case 0, 1: .install(Bool.random(using: &generator) ? any(accounts) : nil)
        case 2: .reinstall
        case 3: .configure(any(ids), Bool.random(using: &generator) ? any(accounts) : nil)
        case 4, 5, 6, 7: .logIn(any(ids))
        case 8, 9: .logOut
        case 10: .open
        case 11, 12, 13: .buy(any(products))
        case 14, 15: .restore
        case 16: .sync
        case 17, 18: .store(any(StoreEvent.allCases), any(products).id)
        case 19: .own(any(products))
        case 20: .notify(any(products).id)
        case 21: .grant(any(["gift", "X"]))
        case 22: .revoke(any(["gift", "X"]))
        default: .check
        }
    }
}
