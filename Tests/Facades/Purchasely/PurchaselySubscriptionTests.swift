// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import Foundation
import PurchaselyFacade
import Testing

/// What the SDK says of subscriptions.
@Suite struct PurchaselySubscriptionTests {
    private func only(_ list: [PLYSubscription]?) throws -> PLYSubscription {
        #expect(list?.count == 1)
        return try #require(list?.first)
    }

    @Test func `A subscription has the dates of the store and the ID of its plan`() async throws {
        let devices = try PurchaselyDevices()
        let start = devices.world.clock.now
        try await devices.phone.use {
            await PurchaselyCalls.start()
            try await PurchaselyCalls.buy("monthly").get()
            let bought = try only(try await PurchaselyCalls.subscriptions().get())
            #expect(bought.plan.vendorId == "monthly")
            #expect(bought.product.vendorId == "premium")
            #expect(bought.status == .autoRenewing)
            #expect(bought.originalPurchasedDate == start)
            #expect(bought.purchasedDate == start)
            #expect(bought.nextRenewalDate == BillingPeriod.month.end(from: start))
            #expect(bought.cancelledDate == nil)
            #expect(bought.offerType == .none)
            #expect(bought.environment == .production)
            #expect(!bought.isFamilyShared)
            #expect(bought.subscriptionDurationInDays == 0)
            #expect(abs(bought.cumulatedRevenuesInUsd - 9.99) < 0.001)
            #expect(bought.stripePurchaseId == nil)
            bought.unsubscribe()

            devices.world.clock.advance(by: BillingPeriod(2, .month))
            devices.world.clock.advance(by: 3_600)
            let renewed = try only(try await PurchaselyCalls.subscriptions().get())
            #expect(renewed.originalPurchasedDate == start)
            #expect(renewed.purchasedDate ?? start > start)
            #expect(renewed.subscriptionDurationInMonths == 2)
            #expect(renewed.subscriptionDurationInDays == 59)
            #expect(renewed.subscriptionDurationInWeeks == 8)
            #expect(abs(renewed.cumulatedRevenuesInUsd - 29.97) < 0.001)
        }
    }

    @Test func `A trial is a free trial until it is paid for`() async throws {
        let devices = try PurchaselyDevices()
        try await devices.phone.use {
            await PurchaselyCalls.start()
            try await PurchaselyCalls.buy("trial").get()
            let first = try only(try await PurchaselyCalls.subscriptions().get())
            #expect(first.offerType == .freeTrial)
            #expect(first.cumulatedRevenuesInUsd == 0)
            devices.world.clock.advance(by: .days(8))
            let then = try only(try await PurchaselyCalls.subscriptions().get())
            #expect(then.offerType == .none)
            #expect(then.cumulatedRevenuesInUsd > 0)
        }
    }

    /// What the store does, the status that follows, and whether the subscription is still active.
    static let events: [(StoreEvent, PLYSubscriptionStatus, Bool)] = [
        (.cancel, .autoRenewingCanceled, true), (.fail, .inGracePeriod, true),
        (.pause, .paused, false), (.expire, .deactivated, false), (.refund, .revoked, false),
        (.renew, .autoRenewing, true), (.hold, .onHold, false),
    ]

    @Test(arguments: events.indices)
    func `The status says what the store did, and ended ones are history`(row: Int) async throws {
        let (event, status, isActive) = Self.events[row]
        let world = try SharedWorld("purchasely", catalogue: PurchaselyDevices.catalogue)
        let phone = try world.installation("phone", account: StoreAccount(.playStore, "ann"))
        try await phone.use {
            await PurchaselyCalls.start()
            try await PurchaselyCalls.buy("monthly").get()
            switch event {
            case .cancel: phone.store.cancel("monthly")
            case .fail: phone.store.fail("monthly")
            case .pause: phone.store.pause("monthly")
            case .expire: phone.store.expire("monthly")
            case .refund: phone.store.refund("monthly")
            case .renew: phone.store.renew("monthly")
            case .hold: phone.store.hold("monthly")
            case .recover, .resume, .uncancel: Issue.record("not in the table")
            }
            let active = try await PurchaselyCalls.subscriptions().get()
            let ended = try await PurchaselyCalls.history().get()
            #expect(active?.map(\.status) == (isActive ? [status] : []))
            #expect(ended?.map(\.status) == (isActive ? [] : [status]))
            #expect(active?.first?.subscriptionSource ?? .googlePlayStore == .googlePlayStore)
            if event == .cancel || event == .refund {
                let found = active?.first ?? ended?.first
                #expect(found?.cancelledDate == world.clock.now)
            }
        }
    }

    @Test func `A payment that is never made up for leaves a subscription unpaid`() async throws {
        let devices = try PurchaselyDevices()
        let phone = devices.phone
        try await phone.use {
            await PurchaselyCalls.start()
            try await PurchaselyCalls.buy("monthly").get()
            phone.store.fail("monthly")
            devices.world.clock.advance(by: .days(60))
            #expect(await PurchaselyCalls.plans() == [])
            let ended = try only(try await PurchaselyCalls.history().get())
            #expect(ended.status == .unpaid)
        }
    }

    @Test(arguments: [
        (Store.appStore, PLYSubscriptionSource.appleAppStore),
        (.macAppStore, .appleAppStore), (.playStore, .googlePlayStore),
        (.amazon, .amazonAppstore), (.stripe, PLYSubscriptionSource.none),
    ])
    func `The source is the store, and Stripe has an ID instead`(
        store: Store, source: PLYSubscriptionSource
    ) async throws {
        let world = try SharedWorld("purchasely", catalogue: PurchaselyDevices.catalogue)
        try await world.installation("phone", account: StoreAccount(store, "ann")).use {
            await PurchaselyCalls.start()
            try await PurchaselyCalls.buy("monthly").get()
            let bought = try only(try await PurchaselyCalls.subscriptions().get())
            #expect(bought.subscriptionSource == source)
            #expect((bought.stripePurchaseId != nil) == (store == .stripe))
        }
    }

    @Test func `What was bought once is listed while it gives access, without a status`()
        async throws
    {
        let devices = try PurchaselyDevices()
        try await devices.phone.use {
            await PurchaselyCalls.start()
            for product in ["lifetime", "coins", "season"] {
                try await PurchaselyCalls.buy(product).get()
            }
            let found = try await PurchaselyCalls.subscriptions().get() ?? []
            #expect(found.map(\.plan.vendorId) == ["lifetime", "coins", "season"])
            #expect(found.map(\.status) == [.unknown, .unknown, .autoRenewing])
            #expect(found.map { $0.nextRenewalDate == nil } == [true, true, false])
            devices.world.clock.advance(by: .days(31))
            let ended = try await PurchaselyCalls.history().get()
            #expect(ended?.map(\.plan.vendorId) == ["season"])
            #expect(ended?.map(\.status) == [.deactivated])
        }
    }

    @Test func `A subscription that goes over is listed under the new plan`() async throws {
        let devices = try PurchaselyDevices()
        try await devices.phone.use {
            await PurchaselyCalls.start()
            try await PurchaselyCalls.buy("monthly").get()
            #expect(devices.phone.store.change("monthly", to: "yearly"))
            let changed = try only(
                try await PurchaselyCalls.subscriptions(isFresh: true).get())
            #expect(changed.plan.vendorId == "yearly")
            #expect(
                changed.nextRenewalDate == BillingPeriod.year.end(from: devices.world.clock.now))
        }
    }

    @Test func `What the family took back is revoked`() async throws {
        let devices = try PurchaselyDevices()
        let child = try devices.world.installation(
            "child", account: StoreAccount(.appStore, "cleo"))
        try await devices.phone.use {
            await PurchaselyCalls.start(as: "ann")
            try await PurchaselyCalls.buy("monthly").get()
        }
        try await child.use {
            await PurchaselyCalls.start(as: "cleo")
            #expect(devices.phone.store.share("monthly", with: child))
            try await PurchaselyCalls.restore().get()
            #expect(devices.phone.store.unshare("monthly", with: child))
            let ended = try only(try await PurchaselyCalls.history().get())
            #expect(ended.isFamilyShared && ended.status == .revoked)
        }
    }

    @Test func `A family member's share says that it is one`() async throws {
        let devices = try PurchaselyDevices()
        let child = try devices.world.installation(
            "child", account: StoreAccount(.appStore, "cleo"))
        try await devices.phone.use {
            await PurchaselyCalls.start(as: "ann")
            try await PurchaselyCalls.buy("monthly").get()
        }
        try await child.use {
            await PurchaselyCalls.start(as: "cleo")
            #expect(devices.phone.store.share("monthly", with: child))
            try await PurchaselyCalls.sync().get()
            let shared = try only(try await PurchaselyCalls.subscriptions().get())
            #expect(shared.isFamilyShared)
        }
        try await devices.phone.use {
            let own = try only(try await PurchaselyCalls.subscriptions().get())
            #expect(!own.isFamilyShared)
        }
    }

    @Test func `A renewal is told of when the app comes to the foreground, once`() async throws {
        let devices = try PurchaselyDevices()
        let phone = devices.phone
        try await phone.use {
            await PurchaselyCalls.start(as: "ann")
            try await PurchaselyCalls.buy("monthly").get()
            let events = PurchaselyEvents()
            Purchasely.setEventDelegate(events)
            phone.open()
            await PurchaselyCalls.settle()
            #expect(events.events.isEmpty)
            devices.world.clock.advance(by: .days(40))
            phone.open()
            phone.open()
            await PurchaselyCalls.settle()
            #expect(events.events == [.inAppRenewed])
        }
    }

    @Test func `A delegate is not kept alive`() async throws {
        let devices = try PurchaselyDevices()
        await devices.phone.use {
            weak var held: PurchaselyEvents?
            do {
                let events = PurchaselyEvents()
                Purchasely.setEventDelegate(events)
                held = events
            }
            #expect(held == nil)
            await PurchaselyCalls.start(as: "ann")
        }
    }

    // MARK: As text

    @Test func `A subscription reads what it wrote`() async throws {
        let devices = try PurchaselyDevices()
        try await devices.phone.use {
            await PurchaselyCalls.start()
            try await PurchaselyCalls.buy("trial", contentId: "a").get()
            let bought = try only(try await PurchaselyCalls.subscriptions().get())
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys]
            let data = try encoder.encode(bought)
            let read = try JSONDecoder().decode(PLYSubscription.self, from: data)
            let again = try encoder.encode(read)
            #expect(again == data)
            #expect(read.plan.vendorId == "trial")
            #expect(read.offerType == .freeTrial)
            #expect(read.contentId == "a")

            var object = try #require(
                try JSONSerialization.jsonObject(with: data) as? [String: Any])
            let without = { (key: String, value: Any?) throws -> Data in
                var changed = object
                changed[key] = value
                return try JSONSerialization.data(withJSONObject: changed)
            }
            #expect(throws: PLYSubscriptionError.couldntFindProduct) {
                try JSONDecoder().decode(
                    PLYSubscription.self, from: try without("product", nil))
            }
            #expect(throws: PLYSubscriptionSourceError.invalidStringFormat) {
                try JSONDecoder().decode(
                    PLYSubscription.self, from: try without("subscriptionSource", "kiosk"))
            }
            #expect(throws: PLYSubscriptionOfferTypeError.invalidStringFormat) {
                try JSONDecoder().decode(
                    PLYSubscription.self, from: try without("offerType", "gift"))
            }
            object["status"] = 99
            #expect(throws: DecodingError.self) {
                try JSONDecoder().decode(
                    PLYSubscription.self, from: JSONSerialization.data(withJSONObject: object))
            }
        }
    }
}
