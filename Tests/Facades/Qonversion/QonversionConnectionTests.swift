// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import Dispatch
import Foundation
import QonversionFacade
import Testing

/// Held calls, calls without a network, and the order of answers.
@Suite struct QonversionConnectionTests {
    @Test func `Completion handlers run later, on the main queue, with the installation set`()
        async throws
    {
        let phone = try QonversionTrial.started()
        let log = QonversionLog()
        let mark = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: mark, value: true)
        await MainActor.run {
            func note() { log.add("\(DispatchQueue.getSpecific(key: mark) == true)") }
            phone.qonversion.userInfo { _, _ in
                note()
                log.add("\(Installation.current === phone)")
            }
            phone.qonversion.checkEntitlements { _, _ in note() }
            phone.qonversion.restore { _, _ in note() }
            phone.qonversion.identify("u1") { _, _ in note() }
            phone.qonversion.userProperties { _, _ in note() }
            phone.qonversion.products { _, _ in note() }
            log.add("called")
        }
        await phone.settled()
        #expect(log.lines == ["called"] + Array(repeating: "true", count: 7))
    }

    @Test func `Held calls are answered in their order, each once`() async throws {
        let phone = try QonversionTrial.phone()
        let log = QonversionLog()
        phone.connection.hold()
        phone.start()
        phone.qonversion.userInfo(log.user("user"))
        phone.qonversion.oldPurchase("X") { all, error, _ in log.add("buy \(all.count)") }
        phone.qonversion.restore(log.entitlements("restore"))
        phone.qonversion.products { all, _ in log.add("products \(all.count)") }
        await phone.settled()
        #expect(log.lines == [])
        phone.connection.release()
        await phone.settled()
        #expect(
            log.lines == [
                "user: anonymous ", "buy 1", "restore: [\"X\"] ",
                "products \(QonversionTrial.catalogue.products.count)",
            ])
    }

    @Test func `Without a network calls fail and nothing changes`() async throws {
        let phone = try QonversionTrial.started()
        try await phone.buy("X")
        let before = try await phone.userID()
        phone.connection.goOffline()
        let log = QonversionLog()
        phone.qonversion.identify("u1", completion: log.user("identify"))
        phone.qonversion.restore(log.entitlements("restore"))
        phone.qonversion.oldPurchase("Y") { all, error, isCancelled in
            log.add("buy \(all.count) \((error as NSError?)?.code ?? 0) \(isCancelled)")
        }
        phone.qonversion.userInfo(log.user("user"))
        phone.qonversion.checkEntitlements(log.entitlements("check"))
        await phone.settled()
        #expect(
            log.lines == [
                "identify: nobody 14", "restore: [] 14", "buy 0 14 false", "user: anonymous ",
                "check: [\"X\"] ",
            ])
        phone.connection.goOnline()
        #expect(try await phone.userID() == before)
        #expect(try await phone.sees() == ["X"])
        #expect(phone.world.world.ledger.user("u1") == nil)
    }

    @Test func `A very first launch without a network has no user until a call makes one`()
        async throws
    {
        let phone = try QonversionTrial.phone()
        phone.connection.goOffline()
        phone.start()
        let log = QonversionLog()
        phone.qonversion.userInfo(log.user("user"))
        phone.qonversion.checkEntitlements(log.entitlements("check"))
        phone.qonversion.identify("u1", completion: log.user("identify"))
        phone.qonversion.products { all, error in
            log.add("products \(all.count) \((error as NSError?)?.code ?? 0)")
        }
        await phone.settled()
        #expect(
            log.lines == [
                "user: nobody 14", "check: [] 14", "identify: nobody 14", "products 0 14",
            ])
        await #expect(throws: Qonversion.ErrorCode.networkConnectionFailed) {
            try await phone.qonversion.userInfo()
        }
        phone.connection.goOnline()
        #expect(try await phone.identify("u1").identityId == "u1")
        #expect(try await phone.userID().hasPrefix("QON_"))
    }

    @Test func `A later launch without a network has the user of before, and the error`()
        async throws
    {
        let phone = try QonversionTrial.started()
        let id = try await phone.identify("u1").qonversionId
        phone.relaunch()
        phone.connection.goOffline()
        phone.start()
        let log = QonversionLog()
        phone.qonversion.userInfo { user, error in
            log.add("\(user?.qonversionId ?? "") \((error as NSError?)?.code ?? 0)")
        }
        phone.qonversion.identify("u1", completion: log.user("same"))
        await phone.settled()
        #expect(log.lines == ["\(id) 14", "same: u1 "])
        phone.connection.goOnline()
        #expect(try await phone.qonversion.checkEntitlements().isEmpty)
        #expect(try await phone.userID() == id, "the check has launched once more")
    }

    @Test func `A log-out without a network is made good later`() async throws {
        let world = try QonversionTrial.world()
        let other = try world.installation("other")
        let phone = try world.installation("phone")
        other.start()
        phone.start()
        let own = try await phone.userID()
        try await other.buy("X")
        try await other.identify("u1")
        try await phone.identify("u1")
        phone.connection.goOffline()
        phone.logOut()
        #expect(try await phone.userID() == own)
        #expect(try await phone.identity() == nil)
        phone.connection.goOnline()
        #expect(try await phone.active() == [])
        let ledger = world.world.ledger
        let device = try #require(ledger.installation(on: "phone"))
        #expect(ledger.id(of: ledger.current(of: device)).text == own)
        try await phone.buy("Y")
        #expect(try await other.sees() == ["X"], "Y is the own user's")
    }

    @Test func `An identity after a log-out without a network is the own user's`() async throws {
        let world = try QonversionTrial.world()
        let other = try world.installation("other")
        let phone = try world.installation("phone")
        other.start()
        phone.start()
        let own = try await phone.userID()
        try await other.identify("u1")
        try await phone.identify("u1")
        phone.connection.goOffline()
        phone.logOut()
        phone.relaunch()
        phone.connection.goOnline()
        phone.start()
        #expect(try await phone.userID() == own, "a relaunch does not forget the log-out")
        #expect(try await phone.identify("u2").qonversionId == own)
    }

    @Test func `A session that starts without a network is no session`() async throws {
        let phone = try QonversionTrial.started()
        phone.store.own("X")
        phone.connection.goOffline()
        phone.open()
        phone.connection.goOnline()
        #expect(try await phone.sees() == [])
        phone.open()
        #expect(try await phone.active() == ["X"])
    }

    @Test func `History that was not synchronised without a network is synchronised later`()
        async throws
    {
        let phone = try QonversionTrial.started()
        phone.store.own("X")
        phone.connection.goOffline()
        phone.qonversion.syncHistoricalData()
        phone.connection.goOnline()
        #expect(try await phone.sees() == [])
        phone.qonversion.syncHistoricalData()
        #expect(try await phone.active() == ["X"])
    }
}

/// Calls for which a world has nothing.
@Suite struct QonversionDeviceTests {
    @Test func `A link of a purchase on the web is unknown`() async throws {
        let phone = try QonversionTrial.started()
        let url = try #require(URL(string: "https://screens.qonversion.io/r/project/token"))
        let log = QonversionLog()
        phone.qonversion.handleRedemptionLink(url: url) { log.add("\($0)") }
        await phone.settled()
        #expect(log.lines == ["invalidToken"])
        phone.connection.goOffline()
        #expect(await phone.qonversion.handleRedemptionLink(url: url) == .networkError)
        #expect(
            Qonversion.RedemptionResult.allCases.map { "\($0) \($0.rawValue)" } == [
                "success 0", "tokenExpired 1", "alreadyConsumed 2", "invalidToken 3",
                "networkError 4", "retryable 5",
            ])
    }

    @Test func `Calls about the device change nothing`() async throws {
        let phone = try QonversionTrial.started()
        phone.connection.hold()
        phone.qonversion.collectAdvertisingId()
        phone.qonversion.collectAppleSearchAdsAttribution()
        #expect(!phone.qonversion.isFallbackFileAccessible())
        #expect(phone.connection.waiting == 0)
    }
}
