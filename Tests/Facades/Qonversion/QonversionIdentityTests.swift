// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import Foundation
import QonversionFacade
import Testing

/// Who the user is, call by call.
@Suite struct QonversionIdentityTests {
    @Test func `The identity in use is answered without a request`() async throws {
        let phone = try QonversionTrial.started()
        let user = try await phone.identify("u1")
        phone.connection.hold()
        let again = try await phone.identify("u1")
        #expect(phone.connection.waiting == 0)
        #expect(again.qonversionId == user.qonversionId)
        phone.connection.release()
        phone.connection.goOffline()
        #expect(try await phone.identify("u1").identityId == "u1")
        await #expect(throws: Qonversion.ErrorCode.networkConnectionFailed) {
            try await phone.identify("u2")
        }
    }

    @Test func `Two spellings of one letter are two identities`() async throws {
        let phone = try QonversionTrial.started()
        let composed = try await phone.identify("caf\u{e9}")
        let decomposed = try await phone.identify("cafe\u{301}")
        #expect(composed.qonversionId != decomposed.qonversionId)
        #expect(decomposed.identityId?.utf8.count == 6)
    }

    @Test func `A first identity keeps the Qonversion user and what it bought`() async throws {
        let phone = try QonversionTrial.started()
        let id = try await phone.userID()
        try await phone.buy("X")
        let user = try await phone.identify("u1")
        #expect(user.qonversionId == id)
        #expect(try await phone.active() == ["X"])
    }

    @Test func `A second identity on a linked user is a user of its own`() async throws {
        let phone = try QonversionTrial.started()
        let first = try await phone.identify("u1")
        let second = try await phone.identify("u2")
        #expect(first.qonversionId != second.qonversionId)
        #expect(second.qonversionId.hasPrefix("QON_"))
        #expect(try await phone.identify("u1").qonversionId == first.qonversionId)
    }

    @Test func `Where a second identity is refused the user stays and the error says so`()
        async throws
    {
        let phone = try QonversionTrial.started(settings: ["second-identity": "refused"])
        let first = try await phone.identify("u1")
        do {
            try await phone.identify("u2")
            Issue.record("it was not refused")
        } catch {
            #expect((error as NSError).domain == "com.qonversion.io")
            #expect((error as NSError).code == Qonversion.ErrorCode.backendError.rawValue)
            #expect(error.localizedDescription == "user already converted")
            #expect(error as? Qonversion.ErrorCode == .backendError)
        }
        let user = try await phone.qonversion.userInfo()
        #expect(user.identityId == "u1")
        #expect(user.qonversionId == first.qonversionId)
    }

    @Test func `An invalid identity changes nothing and comes back as the vocabulary says`()
        async throws
    {
        let phone = try QonversionTrial.started(settings: ["identity-ids": "v4"])
        let before = try await phone.userID()
        let log = QonversionLog()
        phone.qonversion.identify("a@b.example", completion: log.user("e-mail"))
        phone.qonversion.identify("", completion: log.user("empty"))
        phone.qonversion.identify(
            String(repeating: "a", count: 10_000), completion: log.user("long"))
        phone.qonversion.identify("good-1", completion: log.user("good"))
        await phone.settled()
        #expect(
            log.lines == [
                "e-mail: nobody 26", "empty: nobody 26", "long: nobody 26", "good: good-1 ",
            ])
        #expect(try await phone.userID() == before)
    }

    @Test func `Without the limits of REST v4 an e-mail and a long identity are taken`()
        async throws
    {
        let phone = try QonversionTrial.started()
        let long = String(repeating: "ä", count: 10_000)
        #expect(try await phone.identify("a@b.example").identityId == "a@b.example")
        #expect(try await phone.identify(long).identityId == long)
    }

    @Test func `Logging out of the installation's own user leaves the identity reported`()
        async throws
    {
        let phone = try QonversionTrial.started()
        try await phone.buy("X")
        let user = try await phone.identify("u1")
        phone.logOut()
        let after = try await phone.qonversion.userInfo()
        #expect(after.qonversionId == user.qonversionId)
        #expect(after.identityId == "u1", "as in the SDK for iOS")
        #expect(try await phone.active() == ["X"])
        #expect(phone.usedID == user.qonversionId)
        try await phone.identify("u1")
        #expect(phone.usedID == "u1", "the world's device is the user of that ID again")
        #expect(try await phone.sees() == ["X"])
        phone.connection.hold()
        phone.logOut()
        let log = QonversionLog()
        phone.qonversion.identify("u1", completion: log.user("u1"))
        phone.connection.release()
        await phone.settled()
        #expect(log.lines == ["u1: u1 "])
        #expect(phone.usedID == "u1")
    }

    @Test func `Logging out of another's user clears the identity and comes back`() async throws {
        let world = try QonversionTrial.world()
        let a = try world.installation("A")
        let b = try world.installation("B")
        a.start()
        b.start()
        let own = try await b.userID()
        try await a.identify("u1")
        try await b.identify("u1")
        b.logOut()
        #expect(try await b.identity() == nil)
        #expect(try await b.userID() == own)
        b.logOut()
        #expect(try await b.userID() == own, "a second one changes nothing")
        try await b.identify("u1")
        #expect(try await b.userID() == a.userID())
    }

    @Test func `Where a log-out starts a fresh user the identity is gone`() async throws {
        let phone = try QonversionTrial.started(settings: ["logout": "fresh"])
        let user = try await phone.identify("u1")
        phone.logOut()
        let fresh = try await phone.qonversion.userInfo()
        #expect(fresh.qonversionId != user.qonversionId)
        #expect(fresh.identityId == nil)
        try await phone.identify("u1")
        #expect(try await phone.userID() == user.qonversionId)
    }

    @Test func `A log-out without an identity is nothing`() async throws {
        let phone = try QonversionTrial.started()
        try await phone.buy("X")
        let id = try await phone.userID()
        phone.logOut()
        #expect(try await phone.userID() == id)
        #expect(try await phone.active() == ["X"])
    }

    @Test func `The property userID has no effect on access`() async throws {
        let world = try QonversionTrial.world()
        let a = try world.installation("A")
        let b = try world.installation("B")
        a.start()
        b.start()
        for device in [a, b] {
            device.qonversion.setUserProperty(.userID, value: "u1")
            await device.qonversion.forceSendProperties()
        }
        try await a.buy("X")
        #expect(try await b.sees() == [])
        #expect(try await a.userID() != b.userID())
        try await a.identify("someone")
        #expect(try await b.sees() == [], "not after an identity either")
    }

    @Test func `A restore that goes over to another user forgets the identity`() async throws {
        let world = try QonversionTrial.world()
        let phone = try world.installation("phone")
        phone.start()
        try await phone.buy("X")
        let owner = try await phone.identify("u1")
        phone.reinstall()
        phone.start()
        #expect(try await phone.active() == [])
        #expect(try await phone.userID() != owner.qonversionId)
        let restored = try await phone.qonversion.restore()
        #expect(restored["X"]?.isActive == true)
        let user = try await phone.qonversion.userInfo()
        #expect(user.qonversionId == owner.qonversionId)
        #expect(user.identityId == nil)
        // The next identify is sent: a stale identity would make nothing of it.
        phone.connection.hold()
        let log = QonversionLog()
        phone.qonversion.identify("u1", completion: log.user("u1"))
        #expect(phone.connection.waiting == 1)
        phone.connection.release()
        await phone.settled()
        #expect(log.lines == ["u1: u1 "])
    }

    @Test func `History is synchronised once for each installation`() async throws {
        let phone = try QonversionTrial.phone()
        phone.start()
        phone.store.own("X")
        phone.qonversion.syncHistoricalData()
        #expect(try await phone.active() == ["X"])
        phone.store.own("Y")
        phone.qonversion.syncHistoricalData()
        #expect(try await phone.sees() == ["X"])
    }

    @Test func `The SDK itself synchronises once, whatever the rules say`() async throws {
        let phone = try QonversionTrial.phone("revenuecat")
        phone.start()
        phone.store.own("X")
        phone.qonversion.syncHistoricalData()
        #expect(try await phone.active() == ["X"])
        phone.store.own("Y")
        phone.relaunch()
        phone.connection.hold()
        phone.start()
        phone.qonversion.syncHistoricalData()
        phone.connection.release()
        #expect(try await phone.sees() == ["X"])
        try await phone.qonversion.restore()
        #expect(try await phone.sees() == ["X", "Y"], "a restore presents it")
        phone.reinstall()
        phone.start()
        phone.store.own("skin")
        phone.qonversion.syncHistoricalData()
        #expect(try await phone.active().contains("gold"), "a new installation does it anew")
    }
}
