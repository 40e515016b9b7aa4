// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import AllonymTestSupport
import Foundation
import Testing

/// The store account of a device, and the SDKs that share it.
extension InstallationTests {
    @Test func `A reinstalled app has lost its IDs and keeps its store account`() throws {
        let world = try SharedWorld("revenuecat", catalogue: Self.catalogue)
        // At Amazon; at Google Play the SDK posts what the store shows as soon as it is started.
        let phone = try world.installation("phone", account: StoreAccount(.amazon, "ann"))
        let line = Line(phone, facade: "revenuecat")
        let first = try #require(line.launch(as: nil).view)
        _ = line.purchase("X")
        phone.defaults.set("key", "value")
        phone.reinstall()
        #expect(phone.defaults.string("key") == nil)
        let reply = line.launch(as: nil)
        #expect(reply.outcome == .installed)
        #expect(try #require(reply.view).userID != first.userID)
        #expect(line.view()?.entitlements == [])
        #expect(line.perform(.restore).view?.entitlements == ["X"])
        #expect(line.launch(as: nil).outcome != .installed)
    }

    @Test func `A second SDK in the same app is a device of its own with the same account`() throws
    {
        let world = try SharedWorld("revenuecat", catalogue: Self.catalogue)
        let phone = try world.installation("phone")
        let one = Line(phone, facade: "revenuecat")
        let two = Line(phone, facade: "purchasely")
        _ = one.launch(as: "u1")
        #expect(two.view() == nil)
        _ = two.launch(as: nil)
        _ = one.purchase("X")
        #expect(two.view()?.userID != "u1")
        #expect(two.perform(.restore).view?.entitlements == ["X"])
    }

    @Test func `Two SDKs keep their devices whichever starts first`() throws {
        let world = try SharedWorld("revenuecat")
        let first = try world.installation("phone")
        let one = Line(first, facade: "purchasely").launch(as: "ply").view?.userID
        let two = Line(first, facade: "revenuecat").launch(as: "rc").view?.userID
        let again = try world.installation("phone")
        #expect(Line(again, facade: "revenuecat").launch(as: nil).view?.userID == two)
        #expect(Line(again, facade: "purchasely").launch(as: nil).view?.userID == one)
        #expect(again.grant("gift"))
        #expect(Line(again, facade: "revenuecat").view()?.entitlements == ["gift"])
        #expect(world.world.ledger.installation(on: "phone") != nil)
        #expect(
            Line(try world.installation("phone (purchasely)"), facade: "revenuecat").view() == nil)
    }

    @Test func `A device keeps its store account`() throws {
        let world = try SharedWorld("nami")
        let ann = StoreAccount(.appStore, "ann")
        _ = try world.installation("phone", account: ann)
        #expect(try world.installation("phone").account == ann)
        #expect(throws: SharedWorldError.otherAccount(device: "phone", account: ann)) {
            try world.installation("phone", account: StoreAccount(.playStore, "ann"))
        }
    }

    @Test func `A device that signs in to another account keeps that one`() throws {
        let world = try SharedWorld("revenuecat", catalogue: Self.catalogue)
        let phone = try world.installation("phone", account: "app_store:ann")
        let again = try world.installation("phone")
        #expect(!phone.use("app_store:ann"))
        phone.store.nextPurchase = .fails
        #expect(phone.use("app_store:bob"), "before any SDK was started, too")
        #expect(again.account == "app_store:bob")
        #expect(phone.store.nextPurchase == .succeeds)
        let line = Line(phone, facade: "revenuecat")
        _ = line.launch(as: nil)
        _ = line.purchase("X")
        #expect(phone.use("app_store:ann"))
        #expect(phone.store.nextPurchase == .fails, "it is the store of before")
        #expect(!phone.store.cancel("X"), "bob bought it")
        #expect(world.store(of: "app_store:bob").cancel("X"), "his account is on no device")
        #expect(throws: SharedWorldError.otherAccount(device: "phone", account: "app_store:ann")) {
            try world.installation("phone", account: "app_store:bob")
        }
        phone.reinstall()
        _ = line.launch(as: nil)
        #expect(phone.account == "app_store:ann")
    }

    @Test func `Of two SDKs both are at the account that the device is signed in to`() throws {
        let world = try SharedWorld("revenuecat", catalogue: Self.catalogue)
        let phone = try world.installation("phone", account: "app_store:ann")
        let lines = ["revenuecat", "nami"].map { Line(phone, facade: $0) }
        for line in lines { _ = line.launch(as: nil) }
        #expect(phone.use("app_store:bob"))
        #expect(phone.store.own("X"))
        for line in lines {
            #expect(line.perform(.restore).view?.purchases.map(\.isOfThisAccount) == [true])
        }
    }
}
