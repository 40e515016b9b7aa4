// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings
import AllonymSimulation
import AllonymTestSupport
import Foundation
import QonversionFacade
import Testing

/// This façade over the rules of other providers.
@Suite struct QonversionOtherRulesTests {
    private let u1 = "035b30e2-faf4-462d-aec3-caa0fbe26c49"
    private let u2 = "7c9e6679-7425-40de-944b-e07fc1f90ae7"

    @Test(arguments: EveryProvider.keys)
    func `An app runs over every provider's rules`(provider: String) async throws {
        let world = try QonversionTrial.world(provider)
        let phone = try world.installation("phone")
        let tablet = try world.installation("tablet")
        phone.start()
        tablet.start()
        #expect(try await !phone.userID().isEmpty)
        try await phone.buy("X")
        #expect(try await phone.identify(u1).identityId == u1)
        #expect(try await phone.sees() == ["X"])
        #expect(try await tablet.identify(u1).identityId == u1)
        #expect(try await tablet.userID() == phone.userID())
        tablet.logOut()
        #expect(try await tablet.identify(u2).identityId == u2)
        #expect(try await tablet.userID() != phone.userID())
        tablet.open()
        phone.relaunch()
        phone.start()
        #expect(try await phone.identity() == u1)
        let ledger = world.world.ledger
        #expect(ledger.violations(under: world.rules) == [])
        for device in [phone, tablet] {
            let seen = try await device.sees()
            let access = world.world.access(on: DeviceID(unchecked: device.device))
            #expect(seen == access.entitlements.map(\.text))
        }
    }

    @Test func `Over RevenueCat's rules a log-out makes a fresh anonymous user`() async throws {
        let phone = try QonversionTrial.phone("revenuecat")
        phone.start()
        let own = try await phone.identify(u1).qonversionId
        phone.logOut()
        let user = try await phone.qonversion.userInfo()
        #expect(user.qonversionId != own)
        #expect(user.qonversionId.hasPrefix("$RCAnonymousID:"))
        #expect(user.identityId == nil)
        phone.logOut()
        #expect(
            try await phone.userID() == user.qonversionId,
            "its refusal of a second log-out has no way to the app")
    }

    @Test func `An ID that another provider refuses is an invalid client ID here`() async throws {
        let phone = try QonversionTrial.phone("nami")
        phone.start()
        let before = try await phone.userID()
        await #expect(throws: Qonversion.ErrorCode.invalidClientUID) {
            try await phone.identify("guest")
        }
        #expect(try await phone.userID() == before)
        #expect(try await phone.identity() == nil)
    }

    @Test func `A refusal without a code of this provider's is an error of the backend`()
        async throws
    {
        let world = try SharedWorld(
            "revenuecat", settings: ["restore": "keep"], catalogue: QonversionTrial.catalogue)
        let phone = try world.installation("phone", account: "app_store:a")
        let tablet = try world.installation("tablet", account: "app_store:a")
        phone.start()
        tablet.start()
        try await phone.identify(u1)
        try await phone.buy("X")
        try await tablet.identify(u2)
        do {
            try await tablet.qonversion.restore()
            Issue.record("it was not refused")
        } catch {
            #expect(error as? Qonversion.ErrorCode == .backendError)
            #expect(error.localizedDescription.contains(Refusal.ownedByAnother.rawValue))
        }
        let log = QonversionLog()
        tablet.qonversion.restore(log.entitlements("restore"))
        await tablet.settled()
        #expect(log.lines == ["restore: [] 23"])
        #expect(try await tablet.identity() == u2)
    }

    @Test func `Every refusal becomes an error of the SDK's domain`() throws {
        // What the vocabulary names with a code of the SDK's, and what it does not.
        let entries = Line(try QonversionTrial.phone(), facade: "qonversion")
        for refusal in Refusal.allCases {
            let codes = entries.names(of: refusal).compactMap { entry in
                Qonversion.ErrorCode.allCases.first {
                    "\($0)" == entry.name && String($0.rawValue) == entry.code
                }
            }
            switch refusal {
            case .invalidIdentifier: #expect(codes == [.invalidClientUID])
            case .identityTaken: #expect(codes == [.backendError])
            case .unknownProduct: #expect(codes == [.productNotFound, .storeProductNotAvailable])
            case .unsupported: #expect(codes == [.featureNotSupported])
            case .notInstalled, .alreadyAnonymous, .alreadyLoggedIn, .ownedByAnother,
                .nothingToRestore, .mintedTwice:
                #expect(codes == [])
            }
        }
    }
}
