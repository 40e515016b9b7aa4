// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import RevenueCat
import Testing

/// What a test says of store accounts, with no other import than the façade's and the simulation's.
@Suite struct StoreAccountTests {
    @Test func `A store account is named without another import`() throws {
        let family: [StoreAccount] = ["app_store:ann", StoreAccount(.playStore, "bob")]
        let world = try SharedWorld("revenuecat")
        let phone = try world.installation("phone", account: family[0])
        #expect(phone.account == "app_store:ann")
        #expect(phone.use(family[1]))
        #expect(phone.account.text == "play_store:bob")
        let name = "no store"
        #expect(StoreAccount(name) == nil)
    }

    @Test func `The façade's own names stay unambiguous`() {
        #expect(Store.appStore.rawValue == 0)
    }
}
