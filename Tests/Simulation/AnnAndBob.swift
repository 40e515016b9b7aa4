// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import Testing

/// Tests on Ann's phone and Bob's tablet, each with a store account and a custom ID.
protocol AnnAndBob {
    /// Ann's.
    var line: Line { get }
    /// Bob's.
    var other: Line { get }
}

extension AnnAndBob {
    static func households() throws -> (SharedWorld, Installation, Installation, Line, Line) {
        let world = try SharedWorld(
            "revenuecat",
            catalogue: [
                .subscription("monthly", unlocks: ["pro"]),
                .subscription("yearly", unlocks: ["pro", "plus"], every: .year, trial: .week),
                .nonConsumable("forever"),
            ])
        let phone = try world.installation("phone", account: "app_store:ann")
        let tablet = try world.installation("tablet", account: "app_store:bob")
        let line = Line(phone, facade: "revenuecat")
        let other = Line(tablet, facade: "revenuecat")
        _ = line.launch(as: "ann-1")
        _ = other.launch(as: "bob-1")
        return (world, phone, tablet, line, other)
    }

    /// What one of them bought last.
    func held(on line: Line? = nil) throws -> HeldPurchase {
        try #require((line ?? self.line).view()?.purchases.last)
    }

    /// What one of them sees.
    func unlocked(_ line: Line? = nil) -> [String]? {
        (line ?? self.line).view()?.entitlements
    }
}
