// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import Foundation
import QonversionFacade
import Testing

/// Calls that meet other calls on their way.
@Suite struct QonversionRaceTests {
    @Test func `An identity that a log-out overtakes is not applied to the user after it`()
        async throws
    {
        let phone = try QonversionTrial.started()
        let own = try await phone.userID()
        let log = QonversionLog()
        phone.connection.hold()
        phone.qonversion.identify("u1", completion: log.user("u1"))
        phone.logOut()
        phone.connection.release()
        await phone.settled()
        #expect(log.lines == ["u1: nobody 17"])
        let user = try await phone.qonversion.userInfo()
        #expect(user.qonversionId == own)
        #expect(user.identityId == nil)
        #expect(phone.world.world.ledger.user("u1") == nil, "it was not sent")
    }

    @Test func `An identity after a log-out that is on its way is for the user after it`()
        async throws
    {
        let world = try QonversionTrial.world()
        let other = try world.installation("other")
        let phone = try world.installation("phone")
        other.start()
        phone.start()
        try await other.buy("X")
        try await other.identify("u1")
        let own = try await phone.userID()
        try await phone.identify("u1")
        let log = QonversionLog()
        phone.connection.hold()
        phone.logOut()
        phone.qonversion.identify("u2", completion: log.user("u2"))
        phone.qonversion.userInfo(log.user("local"))
        phone.connection.release()
        await phone.settled()
        #expect(log.lines == ["local: anonymous ", "u2: u2 "])
        #expect(try await phone.userID() == own, "u2 is linked to the own user, not to u1's")
        #expect(try await phone.active() == [])
        #expect(try await other.sees() == ["X"])
    }

    @Test func `A user is asked for while a log-out is on its way`() async throws {
        let world = try QonversionTrial.world()
        let other = try world.installation("other")
        let phone = try world.installation("phone")
        other.start()
        phone.start()
        let own = try await phone.userID()
        let theirs = try await other.identify("u1").qonversionId
        try await phone.identify("u1")
        #expect(own != theirs)
        phone.connection.hold()
        let log = QonversionLog()
        phone.qonversion.restore(log.entitlements("restore"))
        phone.connection.send { _ in
            phone.qonversion.userInfo { user, _ in
                log.add("between: \(user?.qonversionId == own)")
            }
        }
        phone.logOut()
        #expect(try await phone.userID() == own, "the device knows at once")
        phone.connection.release()
        await phone.settled()
        #expect(log.lines == ["restore: [] ", "between: true"])
        #expect(try await phone.userID() == own, "the restore's answer is of the former session")
        #expect(try await phone.identity() == nil)
    }

    @Test func `What a restore of before a log-out loads is not kept after it`() async throws {
        let world = try QonversionTrial.world()
        let other = try world.installation("other")
        let phone = try world.installation("phone")
        other.start()
        phone.start()
        try await other.buy("X")
        try await other.identify("u1")
        try await phone.identify("u1")
        phone.connection.hold()
        let log = QonversionLog()
        phone.qonversion.restore(log.entitlements("restore"))
        phone.logOut()
        phone.qonversion.checkEntitlements(log.entitlements("check"))
        phone.connection.release()
        await phone.settled()
        #expect(log.lines == ["restore: [\"X\"] ", "check: [] "])
    }

    @Test func `While the launch is under way one identity waits and the last one wins`()
        async throws
    {
        let phone = try QonversionTrial.phone()
        let log = QonversionLog()
        phone.connection.hold()
        phone.start()
        phone.qonversion.identify("u1", completion: log.user("u1"))
        phone.qonversion.identify("u2", completion: log.user("u2"))
        phone.qonversion.identify("u2", completion: log.user("u2 again"))
        phone.qonversion.checkEntitlements(log.entitlements("check"))
        #expect(phone.connection.waiting == 1, "the launch alone is on its way")
        phone.connection.release()
        await phone.settled()
        #expect(
            log.lines == ["u1: nobody 17", "u2: u2 ", "u2 again: u2 ", "check: [] "])
        #expect(phone.world.world.ledger.user("u1") == nil)
    }

    @Test func `A log-out empties the index of the identity that waits`() async throws {
        let phone = try QonversionTrial.phone()
        let log = QonversionLog()
        phone.connection.hold()
        phone.start()
        phone.qonversion.identify("u1", completion: log.user("u1"))
        phone.qonversion.identify("u2", completion: log.user("u2"))
        phone.qonversion.checkEntitlements(log.entitlements("check"))
        phone.logOut()
        phone.connection.release()
        await phone.settled()
        #expect(log.lines == ["u1: nobody 17", "u2: nobody 17", "check: [] "])
        #expect(try await phone.identity() == nil)
    }

    @Test func `An identity waits for a restore`() async throws {
        let phone = try QonversionTrial.started()
        try await phone.buy("X")
        let owner = try await phone.userID()
        phone.reinstall()
        phone.start()
        let log = QonversionLog()
        phone.connection.hold()
        phone.qonversion.restore(log.entitlements("restore"))
        phone.qonversion.identify("u1", completion: log.user("u1"))
        #expect(phone.connection.waiting == 1)
        phone.qonversion.checkEntitlements(log.entitlements("check"))
        phone.connection.release()
        await phone.settled()
        #expect(log.lines == ["restore: [\"X\"] ", "u1: u1 ", "check: [\"X\"] "])
        #expect(try await phone.userID() == owner, "linked to the user that the restore found")
    }

    @Test func `Checks wait for an identity and get nothing and its error when it fails`()
        async throws
    {
        let phone = try QonversionTrial.started()
        try await phone.buy("X")
        let log = QonversionLog()
        phone.connection.hold()
        phone.qonversion.identify("u1", completion: log.user("u1"))
        phone.qonversion.checkEntitlements(log.entitlements("check"))
        await phone.settled()
        #expect(log.lines == [])
        phone.connection.goOffline()
        phone.connection.release()
        await phone.settled()
        #expect(log.lines == ["u1: nobody 14", "check: [] 14"])
        #expect(try await phone.active() == ["X"], "the next check is one like any other")
        #expect(try await phone.identity() == nil, "a failed identity does not wait on")
    }

    @Test func `Checks that wait for an identity get what its user has`() async throws {
        let world = try QonversionTrial.world()
        let other = try world.installation("other")
        let phone = try world.installation("phone")
        other.start()
        phone.start()
        try await other.buy("X")
        try await other.identify("u1")
        let log = QonversionLog()
        phone.connection.hold()
        phone.qonversion.identify("u1", completion: log.user("u1"))
        phone.qonversion.checkEntitlements(log.entitlements("check"))
        phone.connection.release()
        await phone.settled()
        #expect(log.lines == ["u1: u1 ", "check: [\"X\"] "])
    }

    @Test func `Two identities on their way are answered in their order`() async throws {
        let phone = try QonversionTrial.started()
        let log = QonversionLog()
        phone.connection.hold()
        phone.qonversion.identify("u1", completion: log.user("first"))
        phone.qonversion.identify("u2", completion: log.user("second"))
        phone.qonversion.identify("u1", completion: log.user("third"))
        phone.qonversion.checkEntitlements(log.entitlements("check"))
        phone.connection.release()
        await phone.settled()
        #expect(log.lines == ["first: u1 ", "second: u2 ", "third: u1 ", "check: [] "])
    }

    @Test func `The identity in use is no short cut while another is on its way`() async throws {
        let phone = try QonversionTrial.started()
        try await phone.identify("u1")
        phone.connection.hold()
        phone.qonversion.identify("u2") { _, _ in }
        phone.qonversion.identify("u1") { _, _ in }
        phone.connection.release()
        #expect(try await phone.identity() == "u1")
    }

    @Test func `A relaunch gives no answer to calls of before it`() async throws {
        let phone = try QonversionTrial.started()
        let log = QonversionLog()
        phone.connection.hold()
        phone.qonversion.identify("u1", completion: log.user("u1"))
        phone.relaunch()
        phone.connection.release()
        phone.start()
        await phone.settled()
        #expect(log.lines == [])
        #expect(try await phone.identity() == nil)
    }

    @Test func `A log-out that a relaunch cuts off is made good at the next launch`()
        async throws
    {
        let world = try QonversionTrial.world()
        let other = try world.installation("other")
        let phone = try world.installation("phone")
        other.start()
        phone.start()
        let own = try await phone.userID()
        try await other.identify("u1")
        try await phone.identify("u1")
        phone.connection.hold()
        phone.logOut()
        phone.relaunch()
        phone.connection.release()
        phone.start()
        #expect(try await phone.userID() == own)
        #expect(try await phone.identity() == nil)
        let current = try #require(world.world.ledger.installation(on: "phone"))
        let ledger = world.world.ledger
        #expect(ledger.id(of: ledger.current(of: current)).text == own)
    }
}
