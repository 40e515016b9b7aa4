// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings
import AllonymMigration
import Testing

/// Who owns a purchase, and what becomes of it where that is unclear.
extension PurchasePlanTests {
    @Test func `What two customers hold stays with the first, where a purchase has one holder`()
        throws
    {
        let people = People([
            .init(ids: [.init(text: "a")], purchases: [PurchasePlanTests.running]),
            .init(ids: [.init(text: "b")], purchases: [PurchasePlanTests.running], copies: [0]),
        ])
        let (result, recorder) = try decide(
            people, from: side("qonversion"), to: side("purchasely"))
        #expect(recorder.dispositions == [.kept, .ambiguous])
        #expect(result.findings.first { $0.code == "two-holders" }?.count == 1)
        let (_, neutral) = try decide(people, from: side("qonversion"), to: side("neutral"))
        #expect(neutral.dispositions == [.kept, .kept])
    }

    @Test func `What two customers hold goes to the second, where the first does not go over`()
        throws
    {
        let people = People([
            // Longer than RevenueCat takes.
            .init(
                ids: [.init(text: String(repeating: "a", count: 101))],
                purchases: [PurchasePlanTests.running]),
            .init(ids: [.init(text: "b")], purchases: [PurchasePlanTests.running], copies: [0]),
        ])
        let (result, recorder) = try decide(
            people, from: side("qonversion"), to: side("revenuecat"))
        #expect(recorder.dispositions.first != .kept)
        #expect(recorder.dispositions.last == .changed)
        #expect(!result.findings.contains { $0.code == "two-holders" })
    }

    @Test
    func `Purchases of an anonymous customer are the device's where no anonymous ID goes over`()
        throws
    {
        let id = People.ID(
            text: "$RCAnonymousID:e0c2127ba3dc46d3aa99b982e80c5d7a", isAnonymous: true)
        let people = People([.init(ids: [id], purchases: [PurchasePlanTests.running])])
        let (nami, atNami) = try decide(people, from: side("revenuecat"), to: side("nami"))
        #expect(atNami.dispositions == [.dropped])
        #expect(nami.findings.contains { $0.code == "owner-not-imported" })
        let (other, reminted) = try decide(people, from: side("revenuecat"), to: side("qonversion"))
        #expect(reminted.dispositions == [.changed])
        #expect(other.findings.contains { $0.code == "owner-re-minted" })
    }

    @Test(arguments: [("trial", 1), ("normal", nil)] as [(String, Int?)])
    func `What the app brings of an anonymous customer is told as a trial where it is one`(
        period: String, count: Int?
    ) throws {
        let id = People.ID(
            text: "$RCAnonymousID:e0c2127ba3dc46d3aa99b982e80c5d7a", isAnonymous: true)
        var fields = PurchasePlanTests.running
        fields["period-type"] = period
        let people = People([.init(ids: [id], purchases: [fields])])
        let (result, _) = try decide(people, from: side("revenuecat"), to: side("nami"))
        #expect(result.findings.contains { $0.code == "owner-not-imported" })
        #expect(result.findings.first { $0.code == "trial" }?.count == count)
    }

    @Test(arguments: [ProductKind.consumable, .nonRenewing])
    func `What no store shows after the sale is out of an anonymous customer's reach`(
        kind: ProductKind
    ) throws {
        var coins = PurchasePlanTests.running
        coins["kind"] = kind.rawValue
        let id = People.ID(
            text: "$RCAnonymousID:e0c2127ba3dc46d3aa99b982e80c5d7a", isAnonymous: true)
        let people = People([.init(ids: [id], purchases: [coins])])
        let (nami, _) = try decide(people, from: side("neutral"), to: side("nami"))
        #expect(nami.findings.contains { $0.code == "owner-out-of-reach" })
        // Nor does a member of the family get it.
        coins["family-shared"] = true
        let family = People([.init(ids: [.init(text: "20071")], purchases: [coins])])
        let (shared, _) = try decide(family, from: side("neutral"), to: side("nami"))
        #expect(shared.findings.contains { $0.code == "not-taken" })
        #expect(!shared.findings.contains { $0.code == "family-shared" })
    }

    @Test(
        arguments: [
            ("a/b", "owner-undecided", .needsDecision),
            ("guest", "owner-undecided", .needsDecision),
            (nil, "owner-out-of-reach", .changed), ("ada_1234", nil, .kept),
        ] as [(String?, FindingCode?, Disposition)])
    func `What a corrected ID would lead its owner to waits for that ID, and is not lost for good`(
        custom: String?, code: FindingCode?, disposition: Disposition
    ) throws {
        var ids = [People.ID(text: "QON_00000000000000000000000000000002", isAnonymous: true)]
        if let custom { ids.insert(.init(text: custom), at: 0) }
        let grant: Fields = ["entitlement": ["pro"], "expiry-date": "2027-01-01T00:00:00Z"]
        let report = try plan(
            People([.init(ids: ids, grants: [grant])]), from: side("neutral"),
            to: side("revenuecat"), in: TemporaryFolder())
        let outcome: AccessOutcome =
            switch disposition {
            case .kept: .kept
            case .needsDecision: .byDecision
            default: .lost
            }
        #expect(report.stakes.customers[outcome] == 1 && report.stakes.customers.all == 1)
        let codes: [FindingCode] = ["owner-undecided", "owner-out-of-reach"]
        #expect(report.findings.map(\.code).filter(codes.contains) == (code.map { [$0] } ?? []))
        #expect(report.counts.grants[disposition] == 1)
    }

    @Test func `Whose owner is unclear, undecided or not said is not written`() throws {
        let purchase = PurchasePlanTests.running
        let people = People(
            [
                .init(ids: [.init(text: "Bob")], purchases: [purchase]),
                .init(ids: [.init(text: "bob")], purchases: [purchase]),
            ], ownerless: [purchase])
        let (result, recorder) = try decide(
            people, from: side("neutral"), to: side("purchasely"))
        #expect(recorder.dispositions == [.ambiguous, .ambiguous, .needsDecision])
        let unclear = try #require(result.findings.first { $0.code == "owner-ambiguous" })
        #expect(unclear.count == 2)
        #expect(unclear.subjects.contains { $0.hasSuffix(" of Bob") })
        #expect(result.findings.contains { $0.code == "without-owner" })
        let guest = People([.init(ids: [.init(text: "guest")], purchases: [purchase])])
        let (_, undecided) = try decide(guest, from: side("neutral"), to: side("revenuecat"))
        #expect(undecided.dispositions == [.needsDecision])
    }
}
