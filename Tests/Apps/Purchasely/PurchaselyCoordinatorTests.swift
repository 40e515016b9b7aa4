// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import Foundation
import Purchasely
import Testing

/// Code of an app that sells by Purchasely, with the façade under the SDK's name.
@Suite struct PurchaselyCoordinatorTests {
    @Test func `Who buys is listed as a subscriber, with what the profile said`() async throws {
        let world = try SharedWorld(
            "purchasely", catalogue: [.subscription("monthly", unlocks: ["premium"])])
        let phone = try world.installation("phone")
        try await phone.use {
            let coordinator = PurchaselyCoordinator()
            try await coordinator.start(apiKey: "key", userID: "ann-1234-5678-9012")
            coordinator.profile(age: 30, isTeacher: true)
            #expect(Purchasely.getUserAttribute(for: "age") as? Int == 30)
            #expect(Purchasely.getUserAttribute(for: "launches") as? Int == 1)
            let list = SubscriptionList()
            let error: Error? = await withCheckedContinuation { done in
                list.buy("monthly") { done.resume(returning: $0) }
            }
            #expect(error == nil)
            let rows = await withCheckedContinuation { done in
                list.load { done.resume(returning: $0) }
            }
            #expect(
                try rows.get() == [.init(plan: "monthly", status: "renews", store: "App Store")])
            coordinator.signOut()
            #expect(Purchasely.isAnonymous())
            #expect(Purchasely.userAttributes.isEmpty)
        }
    }

    @Test func `A plan that nobody sells is an error`() async throws {
        let phone = try SharedWorld("purchasely").installation("phone")
        try await phone.use {
            try await PurchaselyCoordinator().start(apiKey: "key", userID: nil)
            let error: Error? = await withCheckedContinuation { done in
                SubscriptionList().buy("weekly") { done.resume(returning: $0) }
            }
            #expect(error != nil)
        }
    }
}
