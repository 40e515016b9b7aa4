// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import Foundation
import QonversionFacade
import Testing

/// The page "User Identifiers", block by block and example by example.
///
/// Source: https://documentation.qonversion.io/docs/user-identifiers, read 2026-11-21.
@Suite struct QonversionGuideTests {
    // MARK: The Swift blocks of the page, as they stand there

    /// 1. Qonversion User ID.
    private func qonversionUserID(_ seen: QonversionLog) {
        Qonversion.shared().userInfo { user, error in
            // use user?.qonversionId
            seen.add(user?.qonversionId ?? "\(String(describing: error))")
        }
    }

    /// 2. User ID for third-party Integrations.
    private func integrations() {
        Qonversion.shared().setUserProperty(.userID, value: "yourSideUserId")
    }

    /// 3. User Identity, Logging in.
    private func loggingIn() {
        Qonversion.shared().identify("your_custom_user_id")

        // or the following option, if you want to get notified about the result.

        Qonversion.shared().identify("your_custom_user_id") { user, error in
            // use user if necessary
        }
    }

    /// 3. User Identity, Logging out.
    private func loggingOut() {
        Qonversion.shared().logout()
    }

    // MARK: Their effects

    @Test func `The user ID of an installation is made at its first launch`() async throws {
        let phone = try QonversionTrial.started()
        let seen = QonversionLog()
        phone.use { qonversionUserID(seen) }
        await phone.settled()
        let id = try #require(seen.lines.first)
        #expect(seen.lines.count == 1)
        #expect(id.hasPrefix("QON_"))
        #expect(id.count == 36)
        #expect(id.dropFirst(4).allSatisfy { $0.isHexDigit && !$0.isUppercase })
    }

    @Test func `The ID for integrations is a property, and no identity`() async throws {
        let phone = try QonversionTrial.started()
        phone.use { integrations() }
        await phone.qonversion.forceSendProperties()
        let properties = try await phone.qonversion.userProperties()
        #expect(properties.definedProperty(for: .userID)?.value == "yourSideUserId")
        #expect(try await phone.identity() == nil)
    }

    @Test func `Logging in links the ID to the user`() async throws {
        let phone = try QonversionTrial.started()
        let before = try await phone.userID()
        phone.use { loggingIn() }
        await phone.settled()
        let user = try await phone.qonversion.userInfo()
        #expect(user.identityId == "your_custom_user_id")
        #expect(user.qonversionId == before)
    }

    @Test func `Logging out goes back to the installation's own user`() async throws {
        let world = try QonversionTrial.world()
        let owner = try world.installation("owner")
        let phone = try world.installation("phone")
        owner.start()
        phone.start()
        let own = try await phone.userID()
        try await owner.identify("your_custom_user_id")
        phone.use { loggingIn() }
        #expect(try await phone.userID() == owner.userID())
        phone.use { loggingOut() }
        let user = try await phone.qonversion.userInfo()
        #expect(user.qonversionId == own)
        #expect(user.identityId == nil)
    }

    // MARK: The six examples

    private func two(
        settings: [String: String] = [:]
    ) throws -> (a: Installation, b: Installation) {
        let world = try QonversionTrial.world(settings: settings)
        let a = try world.installation("A")
        let b = try world.installation("B")
        a.start()
        b.start()
        return (a, b)
    }

    @Test func `Example 1: without an identity two users stay apart`() async throws {
        let (a, b) = try two()
        try await b.buy("X")
        try await a.buy("Y")
        #expect(try await a.sees() == ["Y"])
        #expect(try await b.sees() == ["X"])
        #expect(try await a.userID() != b.userID())
    }

    @Test func `Example 2: one identity on two devices`() async throws {
        let (a, b) = try two()
        try await b.buy("X")
        try await b.identify("user_id_1")
        #expect(try await a.sees() == [])
        try await a.identify("user_id_1")
        #expect(try await a.active() == ["X"], "the switch asked anew")
        #expect(try await b.sees() == ["X"])
        #expect(try await a.userID() == b.userID())
    }

    @Test func `Example 3: one user logs in and out`() async throws {
        let (a, _) = try two()
        try await a.buy("X")
        try await a.identify("user_id_1")
        try await a.buy("Y")
        #expect(try await a.sees() == ["X", "Y"])
        a.logOut()
        #expect(try await a.sees() == ["X", "Y"])
    }

    @Test func `Example 4: two users log in and out`() async throws {
        let (a, b) = try two()
        try await a.buy("X")
        try await a.identify("user_id_1")
        try await a.buy("Y")
        try await b.identify("user_id_1")
        #expect(try await b.active() == ["X", "Y"])
        a.logOut()
        #expect(try await a.sees() == ["X", "Y"])
        b.logOut()
        #expect(try await b.active() == [], "the log-out asked anew")
    }

    @Test func `Example 5: two buyers under one identity`() async throws {
        let (a, b) = try two()
        try await a.buy("X")
        try await a.identify("user_id_1")
        try await b.buy("Y")
        try await b.identify("user_id_1")
        #expect(try await b.active() == ["X", "Y"])
        a.logOut()
        #expect(try await a.sees() == ["X"])
        b.logOut()
        #expect(try await b.sees() == ["Y"])
    }

    @Test func `Example 6: a restore transfers between two identities of one device`()
        async throws
    {
        let world = try QonversionTrial.world(settings: ["restore": "transfer"])
        let iPhone = try world.installation("iPhone", account: "app_store:a")
        let android = try world.installation("Android", account: "play_store:a")
        iPhone.start()
        android.start()
        try await iPhone.buy("X")
        try await iPhone.identify("user_id_1")
        try await android.identify("user_id_1")
        #expect(try await android.active() == ["X"])
        iPhone.logOut()
        try await iPhone.identify("user_id_2")
        #expect(try await iPhone.active() == [], "nothing but a restore takes it")
        #expect(try await android.sees() == ["X"])
        let restored = try await iPhone.qonversion.restore()
        #expect(restored["X"]?.isActive == true)
        #expect(try await iPhone.identity() == "user_id_2")
        #expect(try await android.sees() == [])
    }

    @Test func `Under the other strategy both have it after the restore`() async throws {
        let (a, b) = try two()
        try await a.buy("X")
        try await a.identify("user_id_1")
        try await b.identify("user_id_1")
        a.logOut()
        try await a.identify("user_id_2")
        try await a.qonversion.restore()
        #expect(try await a.sees() == ["X"])
        #expect(try await b.sees() == ["X"])
    }
}
