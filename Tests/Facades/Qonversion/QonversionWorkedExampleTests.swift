// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import Foundation
import QonversionFacade
import Testing

// The page "Testing an app with QonversionFacade" shows the lines between the two marks.

// EXAMPLE
/// The app: a part of it that knows the SDK.
struct QonversionExampleAccount {
    func start() {
        let configuration = Qonversion.Configuration(
            projectKey: "projectKey", launchMode: .subscriptionManagement)
        Qonversion.initWithConfig(configuration)
    }

    func signIn(as id: String) async throws {
        try await Qonversion.shared().identify(id)
    }

    func signOut() { Qonversion.shared().logout() }

    func subscribe() async throws {
        guard let product = try await Qonversion.shared().products()["monthly"] else { return }
        await Qonversion.shared().purchase(product)
    }

    func isPremium() async throws -> Bool {
        let entitlements = try await Qonversion.shared().checkEntitlements()
        return entitlements["premium"]?.isActive == true
    }
}

@Suite struct QonversionExampleTests {
    @Test func `A subscription bought on the phone is there on the tablet`() async throws {
        let world = try SharedWorld(
            "qonversion", catalogue: [.subscription("monthly", unlocks: ["premium"])])
        let phone = try world.installation("phone")
        let tablet = try world.installation("tablet")
        let app = QonversionExampleAccount()

        try await phone.use {
            app.start()
            try await app.subscribe()
            try await app.signIn(as: "user-41")
            #expect(try await app.isPremium())
        }
        try await tablet.use {
            app.start()
            #expect(try await !app.isPremium())
            try await app.signIn(as: "user-41")
            #expect(try await app.isPremium())
            app.signOut()
            #expect(try await !app.isPremium())
            try await app.signIn(as: "user-41")
        }

        // The store does what stores do, and the SDK asks again after five minutes.
        phone.store.cancel("monthly")
        world.clock.advance(by: .month)
        world.clock.advance(by: 300)
        let isPremium = try await tablet.use { try await app.isPremium() }
        #expect(!isPremium)
    }
}
// END

/// The page beside it.
@Suite struct QonversionExamplePageTests {
    @Test func `The page shows the example that is tested`() throws {
        let own = try String(contentsOfFile: #filePath, encoding: .utf8)
        let start = try #require(own.range(of: "\n// EXAMPLE\n"))
        let end = try #require(own.range(of: "\n// END\n"))
        let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent(
                "../../../Sources/Facades/Qonversion/QonversionFacade.docc/"
                    + "Testing-an-app-with-QonversionFacade.md")
        let text = try String(contentsOf: page.standardizedFileURL, encoding: .utf8)
        #expect(text.contains(own[start.upperBound..<end.lowerBound]))
    }
}
