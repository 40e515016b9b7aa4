// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import AllonymMigration
import Testing

/// Records of which nothing says which is the newer one, in every order.
@Suite struct InputOrderTests {
    private static func user(_ letter: String) -> String {
        """
        {"object":"user","id":"QON_\(letter)","environment":"prod",\
        "created_at":"2026-11-01T00:00:00Z","identity_id":"identity-\(letter)"}
        """
    }

    private static func entitlement(
        _ letter: String, isActive: Bool = true, begins: String = "2026-11-01"
    ) -> String {
        """
        {"object":"list","url":"/v4/users/QON_\(letter)/entitlements","data":[\
        {"object":"user_entitlement","id":"premium","is_active":\(isActive),"source":"appstore",\
        "started_at":"\(begins)T00:00:00Z","expires_at":"2026-12-01T00:00:00Z",\
        "product":{"product_id":"com.example.pro","subscription":{"renew_state":"will_renew",\
        "current_period_type":"normal"}}}],"has_more":false}
        """
    }

    /// A purchase of the transaction that all have.
    private static func purchase(
        _ letter: String, bought: String = "2026-11-01", until end: String = "2026-12-01"
    ) -> String {
        """
        {"object":"list","url":"/v4/users/QON_\(letter)/purchases","has_more":false,"data":[\
        {"object":"purchase","id":"1","user_id":"QON_\(letter)","platform":"app_store",\
        "product_id":"com.example.pro","purchased_at":"\(bought)T00:00:00Z",\
        "expires_at":"\(end)T00:00:00Z","is_auto_renewing":true,\
        "store_data":{"transaction_id":"70","original_transaction_id":"70"},\
        "created_at":"\(bought)T00:00:00Z"}]}
        """
    }

    /// Lines in many orders.
    private static func orders(_ lines: [String]) -> [[String]] {
        lines.indices.flatMap { start in
            let turned = Array(lines[start...] + lines[..<start])
            return [turned, turned.reversed()]
        }
    }

    /// What a plan of lines says, each line being a file of its own; row by row, sorted.
    private func planned(
        _ lines: [String], from source: (key: String, settings: [String: String]), to target: String
    ) throws -> [String] {
        let (folder, files) = (TemporaryFolder(), TemporaryFolder())
        let inputs = try lines.enumerated().map { number, line in
            try files.written(line + "\n", to: "\(number).jsonl")
        }
        var migration = Migration(
            from: try side(source.key, source.settings), to: try side(target),
            hashing: TestHashing(), mappings: try mappings())
        migration.at = testMoment
        _ = try migration.plan(inputs, into: folder.path)
        let outcome = try withExtendedLifetime(files) { try verify(folder, target) }
        #expect(outcome.holds && outcome.notes.isEmpty, "\(outcome.lines)")
        return try ["ids.csv", "access.csv", "purchases.csv"].flatMap { name in
            try folder.text(name).split(separator: "\n").map(String.init).sorted()
        }
    }

    private static let held = ["a", "b", "c"].flatMap { letter in
        [user(letter), entitlement(letter), purchase(letter)]
    }

    @Test(arguments: everySide)
    func `Whoever keeps what several bought at one time is the same in every order`(
        target: String
    ) throws {
        let plans = try Self.orders(Self.held).map {
            try planned($0, from: ("qonversion", [:]), to: target)
        }
        #expect(Set(plans).count == 1)
        let lost = (plans.first ?? []).filter { $0.contains(",two-holders,") }
        #expect(lost.allSatisfy { !$0.hasPrefix("QON_a,") }, "\(lost)")
        let hasOneHolder = ["nami", "purchasely", "revenuecat"].contains(target)
        #expect(lost.count == (hasOneHolder ? 2 : 0))
    }

    @Test func `Whoever bought it first keeps it, wherever that stands`() throws {
        let lines =
            ["a", "b"].map { Self.user($0) } + [
                Self.purchase("a", bought: "2026-11-02"), Self.purchase("b", bought: "2026-11-01"),
            ]
        for lines in Self.orders(lines) {
            let plan = try planned(lines, from: ("qonversion", [:]), to: "purchasely")
            let lost = plan.filter { $0.contains(",two-holders,") }
            #expect(lost.count == 1 && lost.allSatisfy { $0.hasPrefix("QON_a,") }, "\(plan)")
        }
    }

    /// Answers about one user, or of equal dates about several.
    private static let answers: [[String]] = [
        [entitlement("a"), entitlement("a", isActive: false)],
        [
            entitlement("a", begins: "2026-11-02"),
            entitlement("a", isActive: false, begins: "2026-11-01"),
        ],
        [entitlement("a"), entitlement("a", isActive: false), user("a")],
        [purchase("a"), purchase("a", until: "2026-11-10")],
        [purchase("a"), purchase("b"), user("a"), user("b")],
    ]

    @Test(arguments: answers, ["copy", "transfer"])
    func `Plan and second opinion agree on two answers, in every order`(
        lines: [String], restore: String
    ) throws {
        for lines in Self.orders(lines) {
            _ = try planned(lines, from: ("qonversion", ["restore": restore]), to: "neutral")
        }
    }

    @Test func `Plan and second opinion agree on rows of one time, in every order`() throws {
        let head = """
            rc_original_app_user_id,rc_last_seen_app_user_id_alias,product_identifier,start_time,\
            end_time,effective_end_time,store,is_auto_renewable,is_sandbox,store_transaction_id,\
            original_store_transaction_id,entitlement_identifiers,renewal_number,updated_at

            """
        let rows = ["ada", "bob", "cleo"].map { user in
            """
            \(user),\(user),pro,2026-11-01 00:00:00,2026-12-05 00:00:00,2026-12-05 00:00:00,\
            app_store,true,false,1001,1001,"[""gold""]",1,2026-11-06 00:00:00

            """
        }
        let plans = try Self.orders(rows).map {
            try planned([head + $0.joined()], from: ("revenuecat", [:]), to: "neutral")
        }
        #expect(Set(plans).count == 1)
    }
}
