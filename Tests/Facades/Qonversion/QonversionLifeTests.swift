// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import Foundation
import QonversionFacade
import Testing

/// Starts of the SDK, of the app, and of a new installation.
@Suite struct QonversionLifeTests {
    @Test func `Before it is started every call fails, and the notes say why`() async throws {
        let phone = try QonversionTrial.phone()
        let early = phone.use { Qonversion.shared() }
        #expect(phone.notes.count == 1)
        early.logout()
        early.setUserProperty(.name, value: "Ada")
        early.syncHistoricalData()
        let log = QonversionLog()
        early.identify("u1", completion: log.user("identify"))
        early.userInfo(log.user("info"))
        early.checkEntitlements(log.entitlements("check"))
        early.restore(log.entitlements("restore"))
        await phone.settled()
        #expect(
            log.lines.sorted() == [
                "check: [] 17", "identify: nobody 17", "info: nobody 17", "restore: [] 17",
            ])
        await #expect(throws: Qonversion.ErrorCode.internalError) {
            _ = try await early.products()
        }
        let sold = try await QonversionTrial.started().qonversion.products()
        let bought = await early.purchase(try #require(sold["X"]))
        #expect(bought.status == .error)
        #expect((bought.error as? Qonversion.ErrorCode) == .internalError)
        let started = phone.start()
        #expect(early !== started && phone.qonversion === started)
        #expect(try await phone.identity() == nil)
        phone.relaunch()
        #expect(phone.use { Qonversion.shared() } !== started)
    }

    @Test func `An SDK that was not started leaves no trace in the world`() throws {
        let phone = try QonversionTrial.phone()
        phone.use { Qonversion.shared().identify("u1") }
        #expect(phone.notes.count == 1)
        #expect(phone.notes.first?.contains("initWithConfig") == true)
        #expect(phone.world.world.ledger.users.count == 0)
    }

    @Test func `A second start gives the same instance and changes nothing`() async throws {
        let phone = try QonversionTrial.phone()
        let first = phone.start()
        let configuration = QonversionTrial.configuration
        configuration.setEnvironment(.sandbox)
        let second = phone.start(configuration)
        #expect(first === second)
        #expect(first === phone.qonversion)
        try await phone.buy("X")
        let bought = try #require(try await phone.qonversion.checkEntitlements()["X"])
        #expect(bought.transactions.first?.environment == .production)
        #expect(phone.world.world.ledger.users.count == 1)
    }

    @Test func `Of many threads that start it one does`() async throws {
        let phone = try QonversionTrial.phone()
        let made = await withTaskGroup(of: ObjectIdentifier.self) { group in
            for _ in 0..<50 { group.addTask { ObjectIdentifier(phone.start()) } }
            return await group.reduce(into: Set<ObjectIdentifier>()) { $0.insert($1) }
        }
        #expect(made.count == 1)
        #expect(phone.world.world.ledger.users.count == 1)
    }

    @Test func `Two devices have two instances and two users`() async throws {
        let world = try QonversionTrial.world()
        let a = try world.installation("A")
        let b = try world.installation("B")
        #expect(a.start() !== b.start())
        #expect(try await a.userID() != b.userID())
    }

    @Test func `A relaunch keeps user, identity and access`() async throws {
        let phone = try QonversionTrial.started()
        try await phone.buy("X")
        try await phone.identify("u1")
        let second = try await phone.identify("u2").qonversionId
        let before = phone.qonversion
        phone.relaunch()
        #expect(phone.use { Qonversion.shared() } !== before, "it has to be started again")
        let after = phone.start()
        #expect(before !== after)
        #expect(try await phone.userID() == second)
        #expect(try await phone.identity() == "u2")
        #expect(try await phone.identify("u1").qonversionId != second)
        #expect(try await phone.active() == ["X"])
    }

    @Test func `IDs in a folder survive the process`() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("allonym-qonversion-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let world = try QonversionTrial.world()
        let phone = try world.installation("phone", storage: .folder(folder.path))
        phone.start()
        let id = try await phone.identify("u1").qonversionId
        try await phone.buy("X")
        let again = try world.installation("phone", storage: .folder(folder.path))
        again.connection.goOffline()
        again.start()
        #expect(try await again.active() == ["X"])
        let log = QonversionLog()
        again.qonversion.userInfo { user, _ in
            log.add("\(user?.qonversionId ?? "") \(user?.identityId ?? "")")
        }
        await again.settled()
        #expect(log.lines == ["\(id) u1"])
        // In a world of another process the same user comes back.
        let later = try QonversionTrial.world()
            .installation("phone", storage: .folder(folder.path))
        later.start()
        #expect(try await later.userID() == id)
        #expect(try await later.identity() == "u1")
        #expect(later.storageFailure == nil)
    }

    @Test func `Damaged entitlements on the device are none`() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("allonym-qonversion-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let world = try QonversionTrial.world()
        let phone = try world.installation("phone", storage: .folder(folder.path))
        phone.start()
        try await phone.buy("X")
        let file = folder.appendingPathComponent("installation.json")
        let values = try JSONDecoder().decode(
            [String: String].self, from: Data(contentsOf: file))
        let key = "allonym.qonversion.entitlements"
        #expect(values[key]?.contains("\"X\"") == true)
        let damages = ["", "{", "null", "[1]", "{\"X\":{}}"].map { (key, $0) }
        for (key, damage) in damages + [(key + "Date", "yesterday")] {
            var damaged = values
            #expect(damaged[key] != nil)
            damaged[key] = damage
            try JSONEncoder().encode(damaged).write(to: file)
            let again = try world.installation("phone", storage: .folder(folder.path))
            again.connection.goOffline()
            again.start()
            let log = QonversionLog()
            again.qonversion.checkEntitlements(log.entitlements("check"))
            await again.settled()
            #expect(log.lines == ["check: [] 14"])
        }
    }

    @Test func `A new installation is a new user`() async throws {
        let phone = try QonversionTrial.started()
        try await phone.buy("X")
        let before = try await phone.identify("u1").qonversionId
        phone.reinstall()
        phone.start()
        let user = try await phone.qonversion.userInfo()
        #expect(user.qonversionId != before)
        #expect(user.identityId == nil)
        #expect(try await phone.active() == [])
        #expect(try await phone.identify("u1").qonversionId == before)
        #expect(try await phone.active() == ["X"])
    }

    @Test func `A session presents what the store account got meanwhile`() async throws {
        let phone = try QonversionTrial.started()
        phone.store.own("X")
        #expect(try await phone.sees() == [])
        phone.open()
        #expect(try await phone.active() == ["X"])
    }
}
