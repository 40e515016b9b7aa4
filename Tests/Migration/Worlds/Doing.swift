// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// What can happen in a world.
enum Doing: CaseIterable {
    case logIn, logOut, configure, reinstall, open, restore, sync
    case buySubscription, buyForGood, buyPass, buyCoins
    case buyUnseen, notify, cancel, uncancel, resubscribe, refund, billing, pause
    case changeNow, changeAtRenewal
    case share, unshare, grant, revoke, transfer, delete
    case playStore

    static let all = Set(allCases)
}

/// The names that stand in all worlds.
enum SourceNames {
    static let devices: [DeviceID] = ["A", "B", "C", "D"]
    static let ids: [UserID] = [
        "035b30e2-faf4-462d-aec3-caa0fbe26c49", "7c9e6679-7425-40de-944b-e07fc1f90ae7",
        "c2a1b6de-7f60-4e64-8b2f-0d6f3b1f9a55",
    ]

    /// The store account on each device: the first two are one person's phone and tablet.
    static func account(on device: DeviceID, withPlayStore: Bool) -> StoreAccount {
        switch device {
        case "A", "B": "app_store:alice"
        case "C": "app_store:bob"
        default: withPlayStore ? "play_store:alice" : "app_store:carol"
        }
    }
}
