// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import Qonversion
import Testing

/// Code of an app that sells by Qonversion, with the façade under the SDK's name.
@Suite struct QonversionStoreTests {
    @MainActor @Test func `The shop lists, sells and knows who is premium`() async throws {
        let world = try SharedWorld(
            "qonversion", catalogue: [.subscription("monthly", unlocks: ["premium"])])
        let phone = try world.installation("phone")
        try await phone.use {
            let store = QonversionStore()
            store.start(projectKey: "key")
            await withCheckedContinuation { done in store.load { _ in done.resume() } }
            let product = try #require(store.products.first)
            #expect(store.subtitle(of: product) == "$9.99 each month")
            let isBought = await withCheckedContinuation { done in
                store.buy(product) { isBought, _ in done.resume(returning: isBought) }
            }
            #expect(isBought && store.isPremium)
            phone.store.cancel("monthly")
            // Entitlements are cached for five minutes.
            world.clock.advance(by: 600)
            let entitlements = try await Qonversion.shared().checkEntitlements()
            #expect(entitlements.values.map(store.needsNotice) == [true])
            world.clock.advance(by: .month)
            world.clock.advance(by: 60)
            await withCheckedContinuation { done in store.refresh { _ in done.resume() } }
            #expect(!store.isPremium)
        }
    }

    @Test func `Without a configuration the flags are the app's own`() async throws {
        let phone = try SharedWorld("qonversion").installation("phone")
        await phone.use {
            QonversionStore().start(projectKey: "key")
            let flags = await RemoteFlags.load(context: "paywall")
            #expect(flags.paywall == "default" && !flags.isTreatment)
        }
    }
}
