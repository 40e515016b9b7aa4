// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import AllonymMigration
import Foundation
import Testing

/// Unknown words and values in records that can be read.
extension WrongInputTests {
    @Test(arguments: [
        ("RENEWL", "\"RENEWL\"; did you mean \"RENEWAL\"?"),
        ("renewal", "\"renewal\"; did you mean \"RENEWAL\"?"),
        ("TELEPORTED", "\"TELEPORTED\""),
    ])
    func `An event whose name is spelt like a known one is rejected with that one`(
        name: String, says: String
    ) throws {
        let folder = TemporaryFolder()
        let text =
            WrongInputTests.event + "\n"
            + WrongInputTests.replacing("type", with: "\"\(name)\"")
        _ = try migration(from: "revenuecat", to: "neutral").plan([input(text)], into: folder.path)
        let rejected = try folder.objects("rejected.jsonl").map { $0["reason"] as? String ?? "" }
        #expect(rejected.count == 1)
        #expect(rejected.first?.hasSuffix(" does not know the event type \(says)") == true)
        #expect(try folder.findings()["rejected-event"] == 1)
    }

    @Test(arguments: [
        ("revenuecat", "\(head)\n\(cell("store", "moon_store"))\n"),
        (
            "revenuecat",
            #"{"object":"list","url":"/v2/x","items":[{"object":"subscription","id":"s1","#
                + #""customer_id":"ada_1","store":"moon_store"}]}"#
        ),
        (
            "neutral",
            #"{"allonym":1,"type":"purchase","user-id":"ada_1","product":"p","#
                + #""store":"moon_store"}"#
        ),
    ])
    func `A purchase of a store that nobody knows is rejected alone, and its customer goes over`(
        provider: String, text: String
    ) throws {
        let folder = TemporaryFolder()
        _ = try migration(from: provider, to: "neutral").plan([input(text)], into: folder.path)
        let rejected = try folder.objects("rejected.jsonl")
        #expect(rejected.count == 1)
        let reason = try #require(rejected.first?["reason"] as? String)
        #expect(reason.hasPrefix("\"store\" does not allow \"moon_store\"; it allows: amazon, "))
        #expect(try folder.findings()["rejected-word"] == 1)
        let counts = try #require(
            folder.object("report.json")["counts"] as? [String: [String: Int]])
        #expect(counts["customers"]?["read"] == 1)
        #expect(counts["ids"]?["kept"] ?? 0 > 0)
        #expect(counts["purchases"]?["read"] == 0)
        #expect(counts["records"]?["customers"] == 1 && counts["records"]?["rejected"] == 1)
    }

    @Test func `An event of an unknown store is rejected alone, and its customer goes over`() throws
    {
        let folder = TemporaryFolder()
        let text = WrongInputTests.replacing("store", with: "\"MOON_STORE\"")
        _ = try migration(from: "revenuecat", to: "purchasely")
            .plan([input(text)], into: folder.path)
        let rejected = try folder.objects("rejected.jsonl")
        #expect(rejected.count == 1)
        let reason = try #require(rejected.first?["reason"] as? String)
        #expect(reason.hasPrefix("\"store\" does not allow \"MOON_STORE\"; it allows: AMAZON, "))
        let findings = try folder.findings()
        #expect(findings["rejected-word"] == 1 && findings["unknown-value"] == nil)
        let row = try #require(folder.rows("findings.csv").first { $0[0] == "rejected-word" })
        #expect(row[2] == "$RCAnonymousID:e0c2127ba3dc46d3aa99b982e80c5d7a")
        let counts = try #require(
            folder.object("report.json")["counts"] as? [String: [String: Int]])
        #expect(counts["customers"]?["read"] == 1 && counts["purchases"]?["read"] == 0)
    }

    @Test(
        arguments: [("APP_STORE", "bob_5678", nil), ("MOON_STORE", "ada_1234", 1)]
            as [(String, String, Int?)])
    func `A transfer of an unknown store moves nothing`(
        store: String, owner: String, rejected: Int?
    ) throws {
        let text = """
            {"event":{"event_timestamp_ms":1789892830000,"type":"INITIAL_PURCHASE","id":"e1",\
            "app_user_id":"ada_1234","original_app_user_id":"ada_1234","aliases":["ada_1234"],\
            "product_id":"pro","store":"APP_STORE","environment":"PRODUCTION",\
            "purchased_at_ms":1789892826000,"expiration_at_ms":1800000000000,\
            "transaction_id":"1","original_transaction_id":"1","entitlement_ids":["pro"]}}
            {"event":{"event_timestamp_ms":1789892840000,"type":"TRANSFER","id":"e2",\
            "transferred_from":["ada_1234"],"transferred_to":["bob_5678"],"store":"\(store)",\
            "environment":"PRODUCTION"}}

            """
        let folder = TemporaryFolder()
        _ = try migration(from: "revenuecat", to: "neutral").plan([input(text)], into: folder.path)
        let purchases = try folder.objects("neutral.jsonl").filter {
            $0["type"] as? String == "purchase"
        }
        #expect(purchases.map { $0["user-id"] as? String } == [owner])
        #expect(try folder.findings()["rejected-word"] == rejected)
    }

    @Test(
        arguments: [
            ("true", "sandbox", nil), ("TRUE", "sandbox", nil), ("True", "sandbox", nil),
            ("false", nil, nil), ("FALSE", nil, nil), ("False", nil, nil), ("", nil, nil),
            ("yes", "rejected-word", "ada_1"), ("SANDBOX", "rejected-word", "ada_1"),
        ] as [(String, String?, String?)])
    func `No purchase is one of production because its environment cannot be read`(
        cell: String, code: String?, customer: String?
    ) throws {
        let text = """
            rc_original_app_user_id,rc_last_seen_app_user_id_alias,product_identifier,start_time,\
            end_time,effective_end_time,store,is_auto_renewable,is_trial_period,\
            is_in_intro_offer_period,is_sandbox,store_transaction_id,original_store_transaction_id,\
            refunded_at,entitlement_identifiers,renewal_number,updated_at
            ada_1,ada_1,pro,2026-11-01 00:00:00,2026-12-05 00:00:00,2026-12-05 00:00:00,app_store,\
            TRUE,FALSE,FALSE,\(cell),1001,1001,,"[""gold""]",1,2026-11-06 00:00:00

            """
        let folder = TemporaryFolder()
        let report = try migration(from: "revenuecat", to: "purchasely")
            .plan([input(text)], into: folder.path)
        let codes = report.findings.map(\.code.rawValue)
        #expect(!codes.contains("unknown-value"), "\(codes)")
        let said = codes.filter { $0 == "sandbox" || $0 == "rejected-word" }
        #expect(said == (code.map { [$0] } ?? []))
        #expect(report.counts.purchases.kept == (code == nil ? 1 : 0))
        #expect(report.counts.ids.read == 1)
        let rows = try folder.text("findings.csv").split(separator: "\n")
        let rejected = rows.first { $0.hasPrefix("rejected-word,") }
        #expect(rejected.map { String($0.split(separator: ",")[2]) } == customer)
    }

    @Test func `Values and columns that nobody knows are reported, and everything else is read`()
        throws
    {
        let folder = TemporaryFolder()
        let text = WrongInputTests.replacing("period_type", with: "\"LUNAR\"")
        _ = try migration(from: "revenuecat", to: "neutral")
            .plan([input(text)], into: folder.path)
        #expect(try folder.findings()["unknown-value"] == 1)
        let row = try #require(folder.rows("findings.csv").first { $0[0] == "unknown-value" })
        #expect(row[2] == "$RCAnonymousID:e0c2127ba3dc46d3aa99b982e80c5d7a")
        #expect(try folder.text("rejected.jsonl").isEmpty)
        let other = TemporaryFolder()
        _ = try migration(from: "revenuecat", to: "neutral")
            .plan(
                [input("\(WrongInputTests.head),my_column\n\(WrongInputTests.row),7\n")],
                into: other.path)
        #expect(try other.text("report.json").contains("my_column"))
    }

    @Test(
        arguments: [
            ("-9.99", "USD", nil, "USD", 1), ("-0.00", "usd", "-0.00", "USD", nil),
            ("9.99", "eUr", "9.99", "EUR", nil), ("9.99", "us$", "9.99", "us$", nil),
            ("9.99", "euro", "9.99", "euro", nil),
        ] as [(String, String, String?, String, Int?)])
    func `A price below zero is no price, and a currency in lower case is what it is in upper case`(
        price: String, currency: String, kept: String?, written: String, findings: Int?
    ) throws {
        let text =
            #"{"allonym":1,"type":"purchase","user-id":"ada_1","product":"p","store":"stripe","#
            + #""price":\#(price),"currency":"\#(currency)","state":"active"}"#
        let folder = TemporaryFolder()
        var plan = try migration(from: "neutral", to: "neutral")
        _ = try plan.plan([input(text)], into: folder.path)
        let line = try folder.text("neutral.jsonl")
        #expect(line.contains("\"price\":\(kept ?? "none")") == (kept != nil), "\(line)")
        #expect(line.contains("\"currency\":\"\(written)\"") && line.contains("\"active\""))
        #expect(try folder.findings()["wrong-value"] == findings)
        plan.isStrict = true
        if findings != nil {
            #expect {
                _ = try plan.plan([input(text)], into: TemporaryFolder().path)
            } throws: { "\($0)" == "input:1:89: the price is below zero" }
        }
    }
}
