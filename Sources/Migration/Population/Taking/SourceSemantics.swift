// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// What the source's rulebook says of records that name several customers, under its settings.
struct SourceSemantics {
    /// Whether a purchase that another customer restores is held by both of them; nil for records
    /// of no provider, which say themselves who holds what.
    let copies: Bool?
    /// Whether a log-in makes the anonymous ID and the one that the app gives IDs of one customer.
    let aliases: Bool
    /// Whether two IDs that an app gave can become one customer because they were used on one
    /// installation, and so with one anonymous ID.
    let joinsOnDevice: Bool

    /// Asks a provider's rules; records of no provider are taken at their word.
    init(_ rules: Rules?) {
        guard let rules else {
            (copies, aliases, joinsOnDevice) = (nil, true, true)
            return
        }
        let (one, another): (UserID, UserID) = (
            "035b30e2-faf4-462d-aec3-caa0fbe26c49", "7c9e6679-7425-40de-944b-e07fc1f90ae7"
        )
        var world = World(rules: rules)
        world.perform(.install("app_store:account"), on: "phone")
        aliases = world.perform(.logIn(one), on: "phone").outcome == .aliased
        world.perform(.buy(Product("product")), on: "phone")
        world.perform(.install("app_store:account"), on: "tablet")
        world.perform(.logIn(another), on: "tablet")
        copies = world.perform(.restore, on: "tablet").outcome == .copied

        world = World(rules: rules)
        world.perform(.install(nil), on: "phone")
        world.perform(.logIn(one), on: "phone")
        world.perform(.logIn(another), on: "phone")
        let customers = [one, another].map { id in
            world.ledger.user(id).map { world.ledger.customer(of: $0) }
        }
        joinsOnDevice = customers[0] != nil && customers[0] == customers[1]
    }
}
