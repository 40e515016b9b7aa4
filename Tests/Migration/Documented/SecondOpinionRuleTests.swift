// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMigration
import Testing

/// Small records, each rule of access with what it gives and what it refuses.
@Suite struct SecondOpinionRuleTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let what: String
        let provider: String
        var settings: [String: String] = [:]
        let records: [String]
        /// What IDs have access to; nil where that is left open.
        let access: [String: Set<String>?]

        var testDescription: String { what }
    }

    /// 2026-06-10T00:00:00Z, at which all are asked.
    private static let at: Int64 = 1_781_049_600_000

    @Test(arguments: cases)
    func `A rule gives what it says, and no more`(example: Case) throws {
        var opinion = try #require(
            SecondOpinion(
                provider: example.provider, settings: example.settings, at: Self.at))
        let text = Array(example.records.joined(separator: "\n").utf8)
        opinion.read(text.span)
        let access = opinion.access()
        for (id, names) in example.access {
            let said = try #require(access[of: id])
            if let names {
                #expect(said.names == names && !said.isOpen, "\(id)")
            } else {
                #expect(said.isOpen, "\(id)")
            }
        }
    }

    private static let cases = words + ends + hands + lists + links

    // MARK: - 1: the provider's word

    private static let words = [
        Case(
            what: "1: RevenueCat's gives_access, against the end", provider: "revenuecat",
            records: [
                subscription("s1", of: "in-grace", gives: true, until: 1_780_000_000_000),
                subscription("s2", of: "refunded", gives: false, until: 1_790_000_000_000),
            ], access: ["in-grace": ["pro"], "refunded": []]),
        Case(
            what: "1: Qonversion's is_active, against the end", provider: "qonversion",
            records: [
                entitlement(of: "QON_1", isActive: true, until: "2026-06-01T00:00:00Z"),
                entitlement(of: "QON_2", isActive: false, until: "2026-07-01T00:00:00Z"),
            ], access: ["QON_1": ["plus"], "QON_2": []]),
        Case(
            what: "1: Nami's list, as of the time when it was made", provider: "nami",
            records: [
                user("u1", at: "2026-06-02", ["gold": "2026-06-01"]),
                user("u2", at: "2026-05-02", ["gold": "2026-06-01"]),
            ], access: ["u1": ["gold"], "u2": []]),
    ]

    private static func subscription(
        _ id: String, of customer: String, gives: Bool, until end: Int
    ) -> String {
        """
        {"object":"subscription","id":"\(id)","customer_id":"\(customer)","gives_access":\(gives),\
        "current_period_ends_at":\(end),"entitlements":{"object":"list","items":[\
        {"object":"entitlement","id":"e1","lookup_key":"pro"}]}}
        """
    }

    private static func entitlement(of user: String, isActive: Bool, until end: String) -> String {
        """
        {"object":"list","url":"/v4/users/\(user)/entitlements","data":[\
        {"id":"plus","is_active":\(isActive),"expires_at":"\(end)"}]}
        """
    }

    private static func user(
        _ id: String, at time: String, _ entries: [String: String], transaction: String? = nil,
        external: String? = nil
    ) -> String {
        let list = entries.sorted { $0.key < $1.key }.map { name, end in
            "{\"entitlement_ref_id\":\"\(name)\",\"expiration\":\"\(end)T00:00:00Z\"}"
        }
        let ids =
            [
                external.map { "{\"key\":\"external_id\",\"value\":\"\($0)\"}" },
                transaction.map { "{\"key\":\"original_transaction_id\",\"value\":\"\($0)\"}" },
            ].compactMap { $0 }
        return """
            {"event_type":"user.subscription.renewed","id":"\(id)\(time)","user_id":"\(id)",\
            "created_date":"\(time)T00:00:00Z","external_ids":[\(ids.joined(separator: ","))],\
            "active_entitlements":[\(list.joined(separator: ","))]}
            """
    }

    // MARK: - 2 and 5: the data export

    private static let ends = [
        Case(
            what: "2: effective_end_time, not end_time", provider: "revenuecat",
            records: [
                columns, row("cut", "t1", end: "2026-07-01", effective: "2026-06-01"),
                row("longer", "t2", end: "2026-06-01", effective: "2026-07-01"),
                row("for-good", "t3", end: "", effective: ""),
            ], access: ["cut": [], "longer": ["pro"], "for-good": ["pro"]]),
        Case(
            what: "5: the newest row of a period has its owner, wherever it stands",
            provider: "revenuecat",
            records: [
                columns, row("new", "t1", updated: "2026-06-05"),
                row("old", "t1", updated: "2026-05-05"), row("other", "t2"),
            ], access: ["new": ["pro"], "old": [], "other": ["pro"]]),
        Case(
            what: "5: the highest renewal, not the row that was changed last",
            provider: "revenuecat",
            records: [
                columns, row("a", "t2", of: "t1", renewal: 2, updated: "2026-05-01"),
                row("a", "t1", effective: "2026-05-01", renewal: 1, updated: "2026-06-05"),
                row("b", "t4", of: "t3", effective: "2026-06-01", renewal: 2),
                row("b", "t3", effective: "2026-07-01", renewal: 1, updated: "2026-06-05"),
            ], access: ["a": ["pro"], "b": []]),
    ]

    private static let columns =
        "rc_original_app_user_id,rc_last_seen_app_user_id_alias,product_identifier,start_time,"
        + "end_time,effective_end_time,store,store_transaction_id,original_store_transaction_id,"
        + "entitlement_identifiers,renewal_number,updated_at"

    private static func row(
        _ id: String, _ transaction: String, of original: String? = nil,
        end: String = "2026-07-01", effective: String = "2026-07-01", renewal: Int = 1,
        updated: String = "2026-06-01"
    ) -> String {
        func time(_ day: String) -> String { day.isEmpty ? "" : "\(day) 00:00:00" }
        return "\(id),\(id),monthly,2026-04-01 00:00:00,\(time(end)),\(time(effective)),app_store,"
            + "\(transaction),\(original ?? transaction),\"[\"\"pro\"\"]\",\(renewal),\(time(updated))"
    }

    // MARK: - 3, 7 and 8: who holds a purchase

    private static let hands = [
        Case(
            what: "3: a newer ACTIVATE takes a purchase along, another purchase it leaves",
            provider: "purchasely",
            records: [
                plan("ACTIVATE", "ann", "gold", "t1", 1),
                plan("ACTIVATE", "ann", "silver", "t2", 1),
                plan("ACTIVATE", "bob", "gold", "t1", 5),
            ], access: ["ann": ["silver"], "bob": ["gold"]]),
        Case(
            what: "3: a retry of an older event takes nothing back", provider: "purchasely",
            records: [
                plan("ACTIVATE", "bob", "gold", "t1", 5), plan("ACTIVATE", "ann", "gold", "t1", 1),
            ], access: ["ann": [], "bob": ["gold"]]),
        Case(
            what: "7: a change of plan turns off the old plan alone, in either order",
            provider: "purchasely",
            records: [
                plan("ACTIVATE", "ann", "basic", "t1", 1),
                plan("DEACTIVATE", "ann", "basic", "t1", 5),
                plan("ACTIVATE", "ann", "gold", "t1", 5), plan("ACTIVATE", "bob", "basic", "t2", 1),
                plan("ACTIVATE", "bob", "gold", "t2", 5),
                plan("DEACTIVATE", "bob", "basic", "t2", 5),
                plan("ACTIVATE", "cleo", "basic", "t3", 1),
                plan("DEACTIVATE", "cleo", "basic", "t3", 5),
            ], access: ["ann": ["gold"], "bob": ["gold"], "cleo": []]),
        Case(
            what: "7: what became of a plan that was never turned off is open",
            provider: "purchasely",
            records: [
                plan("ACTIVATE", "ann", "basic", "t1", 1), plan("ACTIVATE", "ann", "gold", "t1", 5),
                plan("ACTIVATE", "bob", "basic", "t2", 1), plan("ACTIVATE", "bob", "gold", "t2", 5),
                plan("DEACTIVATE", "bob", "gold", "t2", 6),
            ], access: ["ann": nil, "bob": nil]),
        Case(
            what: "8: with Copy each keeps it", provider: "qonversion",
            settings: ["restore": "copy"],
            records: [event("QON_1", "ann", 1), event("QON_2", "bob", 5)],
            access: ["ann": ["monthly"], "QON_1": ["monthly"], "bob": ["monthly"]]),
        Case(
            what: "8: with Transfer the last one", provider: "qonversion",
            settings: ["restore": "transfer"],
            records: [event("QON_2", "bob", 5), event("QON_1", "ann", 1)],
            access: ["ann": [], "QON_1": [], "bob": ["monthly"], "QON_2": ["monthly"]]),
    ]

    private static func plan(
        _ event: String, _ user: String, _ plan: String, _ transaction: String, _ day: Int
    ) -> String {
        """
        {"event_name":"\(event)","event_created_at":"2026-06-0\(day)T00:00:00Z","store":"APPLE",\
        "user_id":"\(user)","plan":"\(plan)","store_original_transaction_id":"\(transaction)",\
        "next_renewal_at":"2026-06-02T00:00:00Z"}
        """
    }

    private static func event(_ user: String, _ identity: String, _ day: Int) -> String {
        """
        {"event_name":"subscription_renewed","user_id":"\(user)","identity_id":"\(identity)",\
        "time":\(1_780_272_000 + day * 86_400),"created_at":1,"product_id":"monthly",\
        "transaction":{"transaction_id":\(day),"original_transaction_id":1,"expires":1790000000}}
        """
    }

    // MARK: - 4: several entitlements

    private static let lists = [
        Case(
            what: "4: each entitlement of the newest event, and none that it lacks",
            provider: "nami",
            records: [
                user("u1", at: "2026-06-05", ["gold": "2026-07-01", "silver": "2026-07-01"]),
                user("u1", at: "2026-06-02", ["iron": "2027-07-01", "silver": "2026-07-01"]),
            ], access: ["u1": ["gold", "silver"]]),
        Case(
            what: "4: a transaction takes along what the newer event lists, and no more",
            provider: "nami",
            records: [
                user(
                    "u1", at: "2026-06-02", ["gold": "2026-07-01", "silver": "2026-07-01"],
                    transaction: "t1"),
                user("u2", at: "2026-06-05", ["silver": "2026-07-01"], transaction: "t1"),
                user("u3", at: "2026-06-06", ["silver": "2026-07-01"], transaction: "t9"),
            ], access: ["u1": ["gold"], "u2": ["silver"], "u3": ["silver"]]),
    ]

    // MARK: - 6: links that merge nobody

    private static let links = [
        Case(
            what: "6: an external ID seen with one user is that user's, with two nobody's",
            provider: "nami",
            records: [
                user("u1", at: "2026-06-02", ["gold": "2026-07-01"], external: "ann"),
                user("u2", at: "2026-06-02", ["gold": "2026-07-01"], external: "bob"),
                user("u2", at: "2026-06-05", ["silver": "2026-07-01"], external: "cleo"),
            ],
            access: [
                "u1": ["gold"], "ann": ["gold"], "bob": ["gold"], "cleo": ["silver"],
                "u2": ["silver"],
            ]),
        Case(
            what: "6: two identities of one Qonversion user are two", provider: "qonversion",
            records: [
                event("QON_1", "ann", 1),
                event("QON_1", "bob", 2).replacing("monthly", with: "yearly")
                    .replacing("_id\":1,", with: "_id\":2,"),
            ],
            access: ["ann": ["monthly"], "bob": ["yearly"], "QON_1": ["monthly", "yearly"]]),
        Case(
            what: "6: RevenueCat's aliases are one customer, another letter case is not",
            provider: "revenuecat",
            records: [
                """
                {"type":"RENEWAL","id":"e1","event_timestamp_ms":1780400000000,"app_user_id":"ann",\
                "aliases":["a1"],"transaction_id":"t1","entitlement_ids":["pro"],\
                "expiration_at_ms":1790000000000,"product_id":"monthly"}
                """,
                """
                {"type":"INVOICE_ISSUANCE","id":"e2","event_timestamp_ms":1780400000000,\
                "app_user_id":"Ann"}
                """,
            ], access: ["ann": ["pro"], "a1": ["pro"], "Ann": []]),
    ]
}
