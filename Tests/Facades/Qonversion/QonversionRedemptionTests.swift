// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import Foundation
import QonversionFacade
import Testing

/// Redeeming what was bought on the web, and what the store does between two payments.
@Suite struct QonversionRedemptionTests {
    /// A link to what an ID has bought at a checkout.
    private func link(in world: SharedWorld, of id: String) throws -> URL {
        let web = world.store(of: "stripe:ann")
        web.sell("X", to: id)
        let token = web.redemptionToken(for: "X", of: id)
        return try #require(URL(string: "https://screens.qonversion.io/r/project/\(token)"))
    }

    @Test(
        arguments: [
            "http://screens.qonversion.io/r/project/token-1",
            "https://example.org/r/project/token-1",
            "https://screens.qonversion.io/r/token-1", "https://screens.qonversion.io/x/y/token-1",
            "https://screens.qonversion.io/r/project/token-1/more",
        ])
    func `A link that is none of Qonversion's is asked of nobody`(text: String) async throws {
        let phone = try QonversionTrial.started()
        _ = try link(in: phone.world, of: "web-1")
        phone.connection.goOffline()
        let url = try #require(URL(string: text))
        #expect(await phone.qonversion.handleRedemptionLink(url: url) == .invalidToken)
    }

    @Test func `The purchase is the user's, who is identified by nothing`() async throws {
        let phone = try QonversionTrial.started()
        let link = try link(in: phone.world, of: "web-1")
        let before = try await phone.qonversion.userInfo()
        phone.connection.goOffline()
        #expect(await phone.qonversion.handleRedemptionLink(url: link) == .networkError)
        phone.connection.goOnline()
        #expect(await phone.qonversion.handleRedemptionLink(url: link) == .success)
        #expect(try await phone.active() == ["X"])
        let after = try await phone.qonversion.userInfo()
        #expect(after.qonversionId == before.qonversionId && after.identityId == nil)
        #expect(await phone.qonversion.handleRedemptionLink(url: link) == .alreadyConsumed)
    }

    @Test func `A link is good for thirty days`() async throws {
        let phone = try QonversionTrial.started()
        let link = try link(in: phone.world, of: "web-1")
        phone.world.clock.advance(by: .days(30))
        #expect(await phone.qonversion.handleRedemptionLink(url: link) == .tokenExpired)
    }

    @Test func `What the provider refuses can be tried again`() async throws {
        let world = try SharedWorld(
            "revenuecat", settings: ["restore": "keep"], catalogue: [.subscription("X")])
        let phone = try world.installation("phone")
        phone.start()
        try await phone.identify("bob-1")
        let link = try link(in: world, of: "ann-1")
        #expect(await phone.qonversion.handleRedemptionLink(url: link) == .retryable)
        try await phone.identify("ann-1")
        #expect(await phone.qonversion.handleRedemptionLink(url: link) == .success)
    }

    @Test func `While the store still tries to charge there is a billing issue and no access`()
        async throws
    {
        let phone = try QonversionTrial.started()
        try await phone.buy("X")
        phone.store.hold("X")
        let held = try #require(try await phone.qonversion.restore()["X"])
        #expect(!held.isActive && held.renewState == .billingIssue)
        phone.store.recover("X")
        let recovered = try #require(try await phone.qonversion.restore()["X"])
        #expect(recovered.isActive && recovered.renewState == .willRenew)
    }

    @Test func `A subscription that went over answers with the new product`() async throws {
        let phone = try QonversionTrial.started()
        try await phone.buy("X")
        #expect(phone.store.change("X", to: "Y"))
        let entitlements = try await phone.qonversion.restore()
        #expect(entitlements.values.filter(\.isActive).map(\.productID) == ["Y"])
    }
}
