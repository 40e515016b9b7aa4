// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings
import AllonymTestSupport
import Testing

/// What an installation remembers to have posted of a store whose purchases have tokens.
@Suite struct PostingTests {
    @Test(arguments: [(StoreAccount("play_store:al"), 1), ("app_store:al", 0), ("amazon:al", 1)])
    func `Only tokens of the device's own account are remembered`(
        account: StoreAccount, posts: Int
    ) throws {
        let provider = try #require(EveryProvider.mappings.provider("revenuecat"))
        var world = World(rules: try provider.rules())
        world.perform(.install("stripe:web"), on: "web")
        world.perform(.logIn("visitor-1"), on: "web")
        world.perform(.buy(Product("X")), on: "web")
        world.perform(.install(account), on: "phone")
        world.perform(.logIn("reader-1"), on: "phone")
        #expect(
            world.perform(.redeem("X", from: "visitor-1"), on: "phone").outcome == .moved)
        #expect(world.ledger.posts.isEmpty, "it was bought on the web")
        world.perform(.buy(Product("Y")), on: "phone")
        #expect(world.ledger.posts.count == posts)
        #expect(world.ledger.violations(under: world.rules) == [])
    }
}
