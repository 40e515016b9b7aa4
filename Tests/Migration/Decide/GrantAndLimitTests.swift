// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import AllonymMigration
import Testing

/// Grants, and what a target has no room for.
@Suite struct GrantAndLimitTests {
    @Test func `A limit of a customer counts on whatever way, and no other way is taken beyond it`()
        throws
    {
        let most = 100
        let purchases = (0...most).map { number in
            var fields = PurchasePlanTests.running
            fields["receipt"] = "MIIT\(number)"
            fields["original-transaction-id"] = "\(number)"
            return fields
        }
        let people = People([
            .init(ids: [.init(text: "user_42")], purchases: purchases),
            .init(ids: [.init(text: "user_43")], purchases: Array(purchases.prefix(1))),
        ])
        // Purchases of one receipt are one.
        let same = People([
            .init(
                ids: [.init(text: "user_42")],
                purchases: purchases.map { fields in
                    var fields = fields
                    fields["receipt"] = "MIIT"
                    return fields
                })
        ])
        let (_, together) = try decide(same, from: side("neutral"), to: side("revenuecat"))
        #expect(together.dispositions.allSatisfy { $0 == .kept })
        let (result, recorder) = try decide(people, from: side("neutral"), to: side("revenuecat"))
        #expect(recorder.dispositions.count { $0 == .kept } == most + 1)
        #expect(recorder.dispositions[most] == .needsDecision)
        let finding = try #require(result.findings.first { $0.code == "too-many-of-customer" })
        #expect((finding.count, finding.rule) == (1, "revenuecat.limits.4"))
    }

    @Test func `Of several grants of one entitlement the one that lasts goes first`() throws {
        let ends = ["2026-12-01T00:00:00Z", "2027-12-01T00:00:00Z", "2027-01-01T00:00:00Z"]
        let grants = ends.map { Fields(["entitlement": ["gold"], "expiry-date": $0]) }
        let people = People([.init(ids: [.init(text: "user_42")], grants: grants)])
        let folder = TemporaryFolder()
        try plan(people, from: side("neutral"), to: side("qonversion"), in: folder)
        let calls = try folder.text("qonversion-calls.jsonl").matches(of: /"expires":([0-9]+)/)
        #expect(calls.map { String($0.output.1) } == ["1827619200", "1798761600", "1796083200"])
    }

    @Test(
        arguments: ["revenuecat", "qonversion"],
        [
            (.active, .kept), (.cancelled, .kept), (.grace, .needsDecision),
            (.paused, .needsDecision),
            (.expired, .dropped), (.refunded, .dropped),
        ] as [(state: NeutralState, disposition: Disposition)])
    func `A grant goes over while it runs, whether or not it was cancelled`(
        target: String, row: (state: NeutralState, disposition: Disposition)
    ) throws {
        for end in ["2027-01-01T00:00:00Z", nil] {
            var grant: Fields = ["entitlement": ["gold"], "state": row.state.rawValue]
            grant["expiry-date"] = end
            let people = People([.init(ids: [.init(text: "user_42")], grants: [grant])])
            let (result, recorder) = try decide(people, from: side("neutral"), to: side(target))
            #expect(recorder.dispositions == [row.disposition], "\(end ?? "for good")")
            #expect(!result.findings.contains { $0.code == "state-not-carried" })
        }
    }

    @Test(arguments: ["", "2026-11-05 00:00:00"])
    func `A grant of an export goes over, whether or not its cancelling was detected`(
        cancelled: String
    ) throws {
        let text = """
            rc_original_app_user_id,rc_last_seen_app_user_id_alias,product_identifier,start_time,\
            end_time,effective_end_time,store,is_auto_renewable,is_sandbox,store_transaction_id,\
            original_store_transaction_id,refunded_at,unsubscribe_detected_at,\
            entitlement_identifiers,renewal_number,updated_at
            ada_1,ada_1,rc_promo,2026-11-01 08:00:00,,2027-01-01 00:00:00,promotional,,false,22,22,,\
            \(cancelled),"[""pro""]",1,2026-11-01 08:00:05

            """
        let report = try migration(from: "revenuecat", to: "qonversion")
            .plan([input(text)], into: TemporaryFolder().path)
        #expect(report.counts.grants.read == 1 && report.counts.grants.kept == 1)
        #expect(report.stakes.customers[.kept] == 1)
    }

    @Test(arguments: [("owned", "kept"), ("refunded", "dropped")])
    func `What was given away is granted again unless it was taken back`(
        status: String, disposition: String
    ) throws {
        let text = """
            {"object":"purchase","id":"p1","customer_id":"u1","product_id":"rc_promo_gold",\
            "purchased_at":1760000000000,"status":"\(status)","store":"promotional",\
            "environment":"production","entitlements":{"object":"list","items":[\
            {"object":"entitlement","id":"e1","lookup_key":"gold"}]}}

            """
        let folder = TemporaryFolder()
        _ = try migration(from: "revenuecat", to: "qonversion").plan(
            [input(text)], into: folder.path)
        let counts = try folder.object("report.json")["counts"] as? [String: [String: Int]]
        #expect(counts?["grants"]?["read"] == 1 && counts?["grants"]?[disposition] == 1)
    }

    @Test func `Reading again takes as many calls for a customer as an export makes`() throws {
        let text = """
            {"object":"purchase","id":"p1","customer_id":"u1","product_id":"pro",\
            "purchased_at":1760000000000,"status":"owned","store":"app_store",\
            "environment":"production"}

            """
        let folder = TemporaryFolder()
        let report = try migration(from: "revenuecat", to: "qonversion").plan(
            [input(text)], into: folder.path)
        let time = try #require(report.times.first { $0.reading })
        #expect((time.limit, time.calls, time.seconds) == ("revenuecat.limits.1", 5, 1))
        #expect(try folder.text("report.md").contains("Reading again from RevenueCat: at least 5 "))
        // The terminal says how long the import takes, not what has been read already.
        #expect(!report.lines.contains { $0.contains("takes at least") })
    }

    @Test func `A grant that ends later than the target can be told waits for somebody`() throws {
        let ends = ["2038-01-19T03:14:07Z", "2038-01-19T03:14:08Z"]
        let grants = ends.map { Fields(["entitlement": ["gold"], "expiry-date": $0]) }
        let people = People([.init(ids: [.init(text: "user_42")], grants: grants)])
        let (result, recorder) = try decide(people, from: side("neutral"), to: side("qonversion"))
        #expect(recorder.dispositions == [.needsDecision, .kept])
        let finding = try #require(result.findings.first { $0.code == "ends-too-late" })
        #expect(finding.rule == "qonversion.limits.5" && !finding.source.isEmpty)
        let (_, other) = try decide(people, from: side("neutral"), to: side("revenuecat"))
        #expect(other.dispositions == [.kept, .kept])
    }

    @Test(arguments: [("sub_1", true), ("in_1", false), ("cs_1", false)])
    func `Of Stripe only subscriptions go over as such`(transaction: String, isTaken: Bool) throws {
        var fields = PurchasePlanTests.running
        (fields["store"], fields["price"], fields["currency"]) = ("stripe", "9.99", "EUR")
        (fields["original-transaction-id"], fields["transaction-id"]) = (transaction, transaction)
        let people = People([.init(ids: [.init(text: "user_42")], purchases: [fields])])
        for target in ["purchasely", "qonversion", "revenuecat"] {
            let (_, recorder) = try decide(people, from: side("neutral"), to: side(target))
            #expect(!recorder.writers.contains { $0.contains("stripe") } == !isTaken, "\(target)")
        }
    }

    @Test func `What is granted by hand goes by the rule that says what the target does with it`()
        throws
    {
        let people = People([
            .init(ids: [.init(text: "20071")], grants: [["entitlement": ["gold"]]])
        ])
        for target in ["nami", "purchasely"] {
            let (result, _) = try decide(people, from: side("neutral"), to: side(target))
            let finding = try #require(result.findings.first { $0.code == "not-taken" })
            #expect(finding.rule == "\(target).grant.1" && finding.source.contains("http"))
        }
    }

    @Test func `A grant that has ended goes nowhere, and one without end on its own way`() throws {
        let ended: Fields = ["entitlement": ["pro"], "expiry-date": "2026-01-01T00:00:00Z"]
        let lasting: Fields = ["entitlement": ["pro", "gold"]]
        let running: Fields = ["entitlement": ["pro"], "expiry-date": "2027-01-01T00:00:00Z"]
        let people = People([
            .init(ids: [.init(text: "user_42")], grants: [ended, lasting, running])
        ])
        let (_, recorder) = try decide(people, from: side("neutral"), to: side("qonversion"))
        // The one that lasts longest comes first.
        #expect(recorder.dispositions == [.kept, .kept, .dropped])
        let (_, nami) = try decide(people, from: side("neutral"), to: side("nami"))
        #expect(nami.dispositions == [.needsDecision, .needsDecision, .dropped])
    }

    @Test func `What is missing is said with the ways that it would open`() throws {
        var fields = PurchasePlanTests.running
        fields["store"] = "stripe"
        fields["store-product"] = nil
        fields["original-transaction-id"] = "sub_1"
        (fields["price"], fields["currency"]) = ("9.99", "USD")
        let people = People([.init(ids: [.init(text: "user_42")], purchases: [fields])])
        let (result, _) = try decide(people, from: side("neutral"), to: side("qonversion"))
        #expect(
            result.findings.first { $0.code == "missing-store-product" }?.message
                == "Its store-product is unknown, and Qonversion needs it. Possible ways: REST v3, "
                + "a Stripe subscription, once its store-product is known; or a grant of what it "
                + "unlocks.")
    }
}
