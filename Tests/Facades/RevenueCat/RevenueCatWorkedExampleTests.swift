// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import Foundation
import RevenueCatFacade
import Testing

/// The worked example of the page "Testing an app with RevenueCatFacade", word for word.
@Suite struct RevenueCatWorkedExampleTests {
    // The app: written against the SDK, but for the import.

    final class Shop: Sendable {
        func start() { Purchases.configure(withAPIKey: "appl_key") }

        func signIn(_ id: String) async throws -> Bool {
            let (customerInfo, _) = try await Purchases.shared.logIn(id)
            return customerInfo.entitlements["pro"]?.isActive == true
        }

        func buy(_ id: String) async throws -> Bool {
            guard let product = await Purchases.shared.products([id]).first else { return false }
            let (_, customerInfo, userCancelled) = try await Purchases.shared.purchase(
                product: product)
            return !userCancelled && customerInfo.entitlements["pro"]?.isActive == true
        }

        func isPro() async -> Bool {
            let info = try? await Purchases.shared.customerInfo(fetchPolicy: .fetchCurrent)
            return info?.entitlements["pro"]?.isActive == true
        }
    }

    @Test func `Who buys on the phone is pro on the tablet, until the subscription ends`()
        async throws
    {
        let clock = WorldClock()
        let world = try SharedWorld(
            "revenuecat",
            catalogue: [.subscription("monthly", unlocks: ["pro"], every: .month)],
            clock: clock)
        let phone = try world.installation("phone")
        let tablet = try world.installation("tablet")
        let shop = Shop()

        try await phone.use {
            shop.start()
            let bought = try await shop.buy("monthly")
            #expect(bought)
            let isPro = try await shop.signIn("035b30e2-faf4-462d-aec3-caa0fbe26c49")
            #expect(isPro)
        }
        try await tablet.use {
            shop.start()
            #expect(await !shop.isPro())
            let isPro = try await shop.signIn("035b30e2-faf4-462d-aec3-caa0fbe26c49")
            #expect(isPro)
        }

        phone.store.cancel("monthly")
        clock.advance(by: .month)
        clock.advance(by: 60)
        await tablet.use {
            #expect(await !shop.isPro())
        }
    }
}

/// The page shows the code above.
@Suite struct RevenueCatWorkedExamplePageTests {
    @Test func `The page has the worked example word for word`() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let page = folder.appendingPathComponent(
            "../../../Sources/Facades/RevenueCat/RevenueCatFacade.docc/"
                + "Testing-an-app-with-RevenueCatFacade.md")
        let code = try String(contentsOf: URL(fileURLWithPath: #filePath), encoding: .utf8)
        let start = try #require(code.range(of: "    // The app:")).lowerBound
        let end = try #require(code.range(of: "\n}\n", range: start..<code.endIndex)).lowerBound
        let lines = code[start..<end].split(separator: "\n", omittingEmptySubsequences: false)
        let example = lines.map { $0.dropFirst(4) }.joined(separator: "\n")
        #expect(example.contains("shop.isPro()"))
        let text = try String(contentsOf: page.standardizedFileURL, encoding: .utf8)
        #expect(text.contains("```swift\n\(example)\n```"))
    }
}
