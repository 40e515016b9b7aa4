// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import Foundation
import PurchaselyFacade
import Testing

/// The example of the documentation: the page has this very text.
@Suite struct PurchaselyWorkedExampleTests {
    @Test func `A reader takes a subscription along to a tablet`() async throws {
        let world = try SharedWorld("purchasely", catalogue: [.subscription("monthly")])
        let phone = try world.installation("phone")
        let tablet = try world.installation("tablet")
        let app = ReadingApp()

        // On the phone the reader subscribes without an account, and then makes one.
        try await phone.use {
            app.didLaunch()
            try await app.subscribe()
            let needsRefresh = await app.signIn("reader-7")
            #expect(needsRefresh)
            let mayRead = try await app.mayRead()
            #expect(mayRead)
        }

        // On the tablet, with another store account, the reader's account is enough.
        try await tablet.use {
            app.didLaunch()
            let mayReadBefore = try await app.mayRead()
            _ = await app.signIn("reader-7")
            let mayReadAfter = try await app.mayRead()
            #expect(!mayReadBefore)
            #expect(mayReadAfter)
        }

        // The reader cancels, and a month goes by: neither device may go on reading.
        phone.store.cancel("monthly")
        world.clock.advance(by: .days(32))
        for device in [phone, tablet] {
            let mayRead = try await device.use { try await app.mayRead() }
            #expect(!mayRead)
        }
    }

    /// The app: the code that it has with Purchasely's own SDK.
    struct ReadingApp {
        func didLaunch() {
            Purchasely.start(withAPIKey: "YOUR_API_KEY", runningMode: .full)
        }

        func signIn(_ id: String) async -> Bool {
            await withCheckedContinuation { continuation in
                Purchasely.userLogin(with: id) { continuation.resume(returning: $0) }
            }
        }

        func subscribe() async throws {
            let plan = try await withCheckedThrowingContinuation { continuation in
                Purchasely.plan(
                    with: "monthly", success: { continuation.resume(returning: $0) },
                    failure: { continuation.resume(throwing: $0 ?? PLYError.unknown) })
            }
            try await withCheckedThrowingContinuation { continuation in
                Purchasely.purchase(
                    plan: plan, success: { continuation.resume() },
                    failure: { continuation.resume(throwing: $0) })
            }
        }

        func mayRead() async throws -> Bool {
            let subscriptions = try await withCheckedThrowingContinuation { continuation in
                Purchasely.userSubscriptions(
                    success: { continuation.resume(returning: $0 ?? []) },
                    failure: { continuation.resume(throwing: $0) })
            }
            return subscriptions.contains { $0.plan.vendorId == "monthly" }
        }
    }
}

/// The page of the documentation that shows the example.
@Suite struct PurchaselyExamplePageTests {
    @Test func `The page shows the example as it is tested`() throws {
        let file = URL(fileURLWithPath: #filePath)
        let example = try String(contentsOf: file, encoding: .utf8)
        let start = try #require(example.range(of: "@Suite struct PurchaselyWorked"))
        let end = try #require(
            example.range(of: "\n}\n", range: start.lowerBound..<example.endIndex))
        let page = try String(
            contentsOf: file.deletingLastPathComponent().appendingPathComponent(
                "../../../Sources/Facades/Purchasely/PurchaselyFacade.docc/"
                    + "Testing-an-app-with-PurchaselyFacade.md"), encoding: .utf8)
        let block = "```swift\n\(example[start.lowerBound..<end.upperBound])```\n"
        #expect(page.contains(block))
    }
}
