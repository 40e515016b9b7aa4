// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import Foundation
import RevenueCatFacade
import Testing

/// Redeeming what was bought on the web.
@Suite struct RevenueCatRedemptionTests {
    private let ann: String? = "ann-1"
    private let bob: String? = "bob-1"
    private let blocked: String? = "guest"
    private static let visitor = "$RCAnonymousID:0123456789abcdef0123456789abcdef"

    private func phone(_ settings: [String: String] = [:]) throws -> Installation {
        try SharedWorld(
            "revenuecat", settings: settings,
            catalogue: [.subscription("monthly", unlocks: ["pro"])]
        ).installation("phone")
    }

    /// A link to what an ID has bought at a checkout.
    private func link(in world: SharedWorld, of id: String) throws -> WebPurchaseRedemption {
        let web = world.store(of: "rc_billing:ann@mail.test")
        web.sell("monthly", to: id)
        let token = web.redemptionToken(for: "monthly", of: id)
        let url = URL(string: "app://redeem_web_purchase?redemption_token=\(token)")
        return try #require(url?.asWebPurchaseRedemption)
    }

    private func word(_ result: WebPurchaseRedemptionResult) -> String {
        switch result {
        case .success: "success"
        case .error(let error): "error \(error.code)"
        case .invalidToken: "invalid"
        case .purchaseBelongsToOtherUser: "other user"
        case .expired(let email): "expired \(email)"
        }
    }

    @Test(
        arguments: [
            ("app://redeem_web_purchase?redemption_token=a", true),
            ("rc-12://redeem_web_purchase?x=y&redemption_token=a", true),
            ("app://redeem_web_purchase?redemption_token=", false),
            ("app://redeem_web_purchase", false), ("https://example.org?redemption_token=a", false),
        ])
    func `A link is told by its host and its token`(text: String, isLink: Bool) throws {
        let url = try #require(URL(string: text))
        #expect((Purchases.parseAsWebPurchaseRedemption(url) != nil) == isLink)
    }

    @Test func `A visitor's purchase is the user's once it is redeemed`() async throws {
        let phone = try phone()
        let link = try link(in: phone.world, of: Self.visitor)
        await phone.use {
            let purchases = Purchases.configure(withAPIKey: "key")
            let id = purchases.appUserID
            guard case .success(let info) = await purchases.redeemWebPurchase(link) else {
                Issue.record("it is redeemed")
                return
            }
            #expect(info.entitlements.active.keys.sorted() == ["pro"])
            #expect(info.entitlements["pro"]?.store == .rcBilling)
            #expect(purchases.appUserID == id)
            #expect(purchases.cachedCustomerInfo == info)
            #expect(await word(purchases.redeemWebPurchase(link)) == "expired a***@m***")
        }
    }

    @Test func `A link is good for an hour`() async throws {
        let phone = try phone()
        let link = try link(in: phone.world, of: Self.visitor)
        await phone.use {
            let purchases = Purchases.configure(withAPIKey: "key")
            phone.connection.goOffline()
            let offline = ErrorCode.offlineConnectionError.rawValue
            #expect(await word(purchases.redeemWebPurchase(link)) == "error \(offline)")
            phone.connection.goOnline()
            phone.world.clock.advance(by: 3_600)
            #expect(await word(purchases.redeemWebPurchase(link)) == "expired a***@m***")
        }
    }

    @Test(
        arguments: [
            ("transfer", "success"), ("transfer-if-inactive", "other user"),
            ("keep", "other user"), ("share", "success"),
        ])
    func `Between two users the restore behaviour decides`(
        setting: String, result: String
    ) async throws {
        let phone = try phone(["restore": setting])
        let link = try link(in: phone.world, of: "ann-1")
        await phone.use {
            let purchases = Purchases.configure(withAPIKey: "key", appUserID: bob)
            #expect(await word(purchases.redeemWebPurchase(link)) == result)
        }
    }

    @Test func `The handler gets the result as an error`() async throws {
        let phone = try phone(["restore": "keep"])
        let link = try link(in: phone.world, of: "ann-1")
        let none = try #require(
            URL(string: "app://redeem_web_purchase?redemption_token=none")?.asWebPurchaseRedemption)
        await phone.use {
            func code(_ link: WebPurchaseRedemption) async -> ErrorCode? {
                await withCheckedContinuation { continuation in
                    Purchases.shared.redeemWebPurchase(webPurchaseRedemption: link) { info, error in
                        #expect((info == nil) == (error != nil))
                        continuation.resume(returning: error?.asErrorCode)
                    }
                }
            }
            Purchases.configure(withAPIKey: "key", appUserID: bob)
            #expect(await code(none) == .invalidWebPurchaseToken)
            #expect(await code(link) == .purchaseBelongsToOtherUser)
            phone.relaunch()
            Purchases.configure(withAPIKey: "key", appUserID: ann)
            #expect(await code(link) == nil, "a refusal has not used it up")
            #expect(await code(link) == .expiredWebPurchaseToken)
            phone.relaunch()
            Purchases.configure(withAPIKey: "key", appUserID: blocked)
            #expect(await code(link) == .invalidAppUserIdError)
        }
    }
}
