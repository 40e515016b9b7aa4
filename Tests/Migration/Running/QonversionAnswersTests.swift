// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import AllonymMigration
import Testing

/// What Qonversion's answers say of a user, an entitlement and a purchase, from the file to the plan.
@Suite struct QonversionAnswersTests {
    private static let id = "QON_1b2c3d4e1b2c3d4e1b2c3d4e1b2c3d4e"
    private static let (running, over) = ("2026-12-01T00:00:00Z", "2026-06-01T00:00:00Z")

    private static func user(environment: String = "prod", version: Int = 4) -> String {
        let more =
            version == 4
            ? #""object":"user","created_at":"2026-04-01T00:00:00Z""# : #""created":1775001600"#
        return #"{"id":"\#(id)","environment":"\#(environment)","#
            + #""identity_id":"0a9d2f60-6a0e-4d6f-9a53-000000000001",\#(more)}"#
    }

    private static func list(_ what: String, _ items: String...) -> String {
        #"{"object":"list","url":"/v4/users/\#(id)/\#(what)","has_more":false,"#
            + #""data":[\#(items.joined(separator: ","))]}"#
    }

    private static func entitlement(
        _ isActive: Bool, _ renewState: String, until end: String, product: String = "monthly",
        period: String = "normal", source: String = "appstore"
    ) -> String {
        list(
            "entitlements",
            #"{"object":"user_entitlement","id":"premium","is_active":\#(isActive),"#
                + #""source":"\#(source)","started_at":"2026-05-01T00:00:00Z","#
                + #""expires_at":"\#(end)","product":{"product_id":"\#(product)","subscription":"#
                + #"{"renew_state":"\#(renewState)","current_period_type":"\#(period)"}}}"#)
    }

    private static func purchase(until end: String, platform: String = "app_store") -> String {
        list(
            "purchases",
            #"{"object":"purchase","id":"1","user_id":"\#(id)","platform":"\#(platform)","#
                + #""product_id":"monthly","currency":"USD","price":"9.99","#
                + #""purchased_at":"2026-05-01T00:00:00Z","expires_at":"\#(end)","#
                + #""is_auto_renewing":true,"created_at":"2026-05-01T00:00:00Z","store_data":"#
                + #"{"transaction_id":"900","original_transaction_id":"900"}}"#)
    }

    private static func grant(_ isActive: Bool, until end: String) -> String {
        list(
            "entitlements",
            #"{"object":"user_entitlement","id":"premium","is_active":\#(isActive),"#
                + #""source":"manual","started_at":"2026-05-01T00:00:00Z","#
                + #""expires_at":"\#(end)","product":null}"#)
    }

    @discardableResult
    private func plan(
        _ lines: [String], from source: String = "qonversion", to target: String = "purchasely",
        in folder: TemporaryFolder
    ) throws -> MigrationReport {
        var migration = try migration(from: source, to: target)
        migration.at = testMoment
        let text = lines.joined(separator: "\n") + "\n"
        return try migration.plan([input(text, name: "answers.jsonl")], into: folder.path)
    }

    /// How each purchase stands, what becomes of it, and why.
    private func purchases(_ folder: TemporaryFolder) throws -> [[String]] {
        try folder.rows("purchases.csv").map { [$0[4], $0[6], $0[7]] }
    }

    // MARK: - Access against the dates

    private static let withdrawn = [
        [entitlement(false, "canceled", until: running), purchase(until: running)],
        [entitlement(false, "will_renew", until: running), purchase(until: running)],
        [entitlement(false, "canceled", until: running)],
        [list("entitlements"), purchase(until: running)],
    ]

    @Test(arguments: ["nami", "purchasely", "qonversion", "revenuecat"], withdrawn)
    func `What gives no access while its period runs goes nowhere, and is named`(
        target: String, answers: [String]
    ) throws {
        let folder = TemporaryFolder()
        let report = try plan([Self.user()] + answers, to: target, in: folder)
        #expect(report.counts.customers.withAccess == 0)
        #expect(try purchases(folder) == [["expired", "dropped", "flag-against-dates"]])
        #expect(try folder.findings()["flag-against-dates"] == 1)
        let rows = try folder.rows("findings.csv").filter { $0[0] == "flag-against-dates" }
        #expect(rows.map { $0[2] } == [Self.id])
        let outcome = try verify(folder, target)
        #expect(outcome.holds && outcome.customers.all == 0, "\(outcome.lines)")
    }

    @Test func `What a list has of another product may come from a purchase that it does not name`()
        throws
    {
        let folder = TemporaryFolder()
        let report = try plan(
            [
                Self.user(),
                Self.entitlement(true, "will_renew", until: Self.running, product: "other"),
                Self.purchase(until: Self.running),
            ], in: folder)
        #expect(report.counts.customers.withAccess == 1)
        #expect(try purchases(folder).map { $0[0] } == ["active", "active"])
        #expect(try folder.findings()["flag-against-dates"] == nil)
    }

    @Test func `A target that is told who has access is told that nobody has`() throws {
        let line = NeutralLine.purchase(["state": "cancelled", "gives-access": false])
        let (folder, other) = (TemporaryFolder(), TemporaryFolder())
        try plan([line], from: "neutral", to: "neutral", in: folder)
        let written = try folder.objects("neutral.jsonl").first { $0["gives-access"] != nil }
        #expect(written?["gives-access"] as? Bool == false)
        #expect(written?["state"] as? String == "expired")
        try plan([line], from: "neutral", in: other)
        #expect(try purchases(other) == [["expired", "dropped", "flag-against-dates"]])
    }

    @Test func `What is bought for good is not cancelled because it does not renew`() throws {
        let bought = Self.purchase(until: "X").replacing("\"X\"", with: "null")
            .replacing("\"is_auto_renewing\":true", with: "\"is_auto_renewing\":false")
        let folder = TemporaryFolder()
        let report = try plan([Self.user(), bought], to: "neutral", in: folder)
        #expect(report.counts.customers.withAccess == 1)
        #expect(try purchases(folder).map { $0[0] } == ["active"])
    }

    @Test(arguments: ["will_renew", "canceled"], [true, false])
    func `What is not active and has ended is over, whatever is said of its renewal`(
        renewState: String, isBought: Bool
    ) throws {
        let folder = TemporaryFolder()
        let bought = isBought ? [Self.purchase(until: Self.over)] : []
        try plan(
            [Self.user(), Self.entitlement(false, renewState, until: Self.over)] + bought,
            in: folder)
        #expect(try purchases(folder) == [["expired", "dropped", "not-running"]])
        #expect(try folder.findings()["state-contradicted"] == nil)
    }

    @Test(
        arguments: ["revenuecat", "qonversion"],
        [(true, "end-passed"), (false, nil)] as [(Bool, String?)])
    func `A grant that is over and is said to give access has that for a reason`(
        target: String, row: (isActive: Bool, code: String?)
    ) throws {
        let folder = TemporaryFolder()
        try plan([Self.user(), Self.grant(row.isActive, until: Self.over)], to: target, in: folder)
        let findings = try folder.findings()
        #expect(findings["end-passed"] == row.code.map { _ in 1 })
        #expect(findings["not-taken"] == nil)
        #expect(findings["not-running"] == (row.isActive ? nil : 1))
    }

    // MARK: - What an answer says of another

    @Test(arguments: [true, false])
    func `A trial is one with the purchase and without it`(isBought: Bool) throws {
        let folder = TemporaryFolder()
        let bought = isBought ? [Self.purchase(until: Self.running)] : []
        try plan(
            [
                Self.user(),
                Self.entitlement(true, "will_renew", until: Self.running, period: "trial"),
            ] + bought, in: folder)
        #expect(try folder.findings()["trial"] == 1)
    }

    @Test(arguments: [3, 4], ["prod", "sandbox"])
    func `What a user of the sandbox has bought was not paid for`(
        version: Int, environment: String
    ) throws {
        let folder = TemporaryFolder()
        let isSandbox = environment == "sandbox"
        let report = try plan(
            [
                Self.purchase(until: Self.running),
                Self.entitlement(true, "will_renew", until: Self.running),
                Self.user(environment: environment, version: version),
            ], in: folder)
        #expect(try purchases(folder).map { $0[2] } == [isSandbox ? "sandbox" : ""])
        #expect(try folder.findings()["sandbox"] == (isSandbox ? 1 : nil))
        #expect(report.counts.customers.lost == (isSandbox ? 1 : 0))
        #expect(report.stakes.stores["app_store"]?.paid.isEmpty == isSandbox)
    }

    // MARK: - What is not read

    private static let unknownStores: [(source: String, line: String, id: String)] = [
        ("qonversion", entitlement(true, "will_renew", until: running, source: "amazon"), id),
        ("qonversion", purchase(until: running, platform: "galaxy"), id),
        (
            "purchasely",
            #"{"api_version":3,"event_name":"ACTIVATE","event_id":"e1","#
                + #""event_created_at":"2026-11-02T00:00:00Z","user_id":"ada_1234","#
                + #""store":"WINDOWS","plan":"basic","store_original_transaction_id":"1","#
                + #""purchase_type":"RENEWING_SUBSCRIPTION"}"#, "ada_1234"
        ),
    ]

    @Test(arguments: unknownStores)
    func `A purchase of an unknown store is rejected, and its customer kept`(
        row: (source: String, line: String, id: String)
    ) throws {
        let folder = TemporaryFolder()
        let report = try plan([row.line], from: row.source, to: "neutral", in: folder)
        #expect(try folder.findings()["rejected-word"] == 1)
        #expect(try folder.rows("ids.csv").map { $0[0] } == [row.id])
        #expect(try folder.rows("purchases.csv").isEmpty)
        #expect(report.counts.customers.withAccess == 0)
    }

    private static let errors: [(source: String, lines: [String])] = [
        (
            "qonversion",
            [
                user(), #"{"error":{"type":"request","code":"rate_limit","message":"Too many"}}"#,
            ]
        ),
        (
            "revenuecat",
            [
                WrongInputTests.lines("revenuecat/rest-v2-objects.jsonl")[0],
                #"{"object":"error","type":"rate_limit_error","message":"Too many"}"#,
            ]
        ),
        (
            "revenuecat",
            [
                WrongInputTests.lines("revenuecat/rest-v1-subscribers.jsonl")[0],
                #"{"code":7225,"message":"Invalid API Key."}"#,
            ]
        ),
    ]

    @Test(arguments: errors)
    func `An error among answers is told as one, with what to do`(
        row: (source: String, lines: [String])
    ) throws {
        let folder = TemporaryFolder()
        try plan(row.lines, from: row.source, to: "neutral", in: folder)
        let rejected = try folder.objects("rejected.jsonl")
        #expect(rejected.map { $0["line"] as? Int } == [2])
        #expect((rejected[0]["reason"] as? String)?.contains("error answer of the API") == true)
        #expect(try folder.findings()["rejected-answer"] == 1)
    }
}
