// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings
import AllonymTestSupport
import Testing

import AllonymMigration

/// Which rule stands behind what no import takes, and which other ways are named.
@Suite struct RefusedRulesTests {
    /// A customer for each store, and one for what names none, who has every kind of purchase there.
    private static var people: People {
        let stores = NeutralStore.allCases.map { Optional($0.rawValue) } + [nil]
        return People(
            stores.enumerated().map { number, store in
                .init(
                    ids: [.init(text: "\(20_071 + number)")], purchases: purchases(store))
            })
    }

    private static func purchases(_ store: String?) -> [Fields] {
        var all: [Fields] = []
        for kind in NeutralKind.allCases {
            for state in NeutralState.allCases {
                for (transaction, isShared) in [("sub_1", false), ("in_1", false), ("sub_1", true)]
                {
                    var fields = PurchasePlanTests.running
                    fields["store"] = store
                    fields["kind"] = kind.rawValue
                    fields["state"] = state.rawValue
                    fields["original-transaction-id"] = transaction
                    fields["family-shared"] = isShared
                    if state == .expired { fields["expiry-date"] = "2026-11-10T00:00:00Z" }
                    all.append(fields)
                }
            }
        }
        return all
    }

    /// The stores that the writers of a provider take, by their IDs.
    private func stores(_ target: MigrationEndpoint) -> [String: [String]] {
        target.formats.writers.reduce(into: [:]) { $0[$1.id] = $1.takes[.neutral(.store)] }
    }

    @Test(
        arguments: EveryProvider.keysWithFormats,
        [nil, .bulkImport, .client] as [ImportRoute?])
    func `The rule that a finding about a purchase cites is for its store`(
        key: String, route: ImportRoute?
    ) throws {
        let target = try side(key)
        let stores = stores(target)
        let folder = TemporaryFolder()
        let directory = try folder.begin()
        defer { directory.abandon() }
        let planner = Planner(
            try Self.people.population(of: side("neutral"), in: directory),
            from: try side("neutral"), to: target,
            PlanOptions(at: testMoment, preferredRoute: route), try findingGuide(),
            placeholders: try placeholders(), sha256: SHA256.hash)
        var (codes, isGeneral) = (Set<String>(), false)
        _ = try planner.run { step, values in
            guard case .finding(let finding) = step else { return }
            codes.insert(finding.code.rawValue)
            if finding.rule == key { isGeneral = true }
            guard let known = stores[finding.rule] else { return }
            let store = values.word(.store, of: NeutralStore.self)?.rawValue ?? "no store"
            #expect(
                known.contains(store),
                "\(finding.code.rawValue), \(finding.severity.rawValue): \(finding.rule) of \(store)"
            )
        }
        #expect(codes.isSuperset(of: ["not-taken", "missing-store"]) && isGeneral)
    }

    @Test(arguments: EveryProvider.keysWithFormats)
    func `The other ways that an action names are for the store as well, or grants`(
        key: String
    ) throws {
        let (target, guide) = (try side(key), try findingGuide())
        let stores = stores(target)
        let folder = TemporaryFolder()
        let report = try plan(Self.people, from: side("neutral"), to: target, in: folder)
        var told: [String: String] = [:]
        for finding in report.findings {
            told["\(finding.code.rawValue) \(finding.severity.rawValue) \(finding.rule)"] =
                finding.action
            let entry = guide.entry(of: finding.code.rawValue, finding.severity)
            guard let entry, entry.namesWays else { continue }
            let names = finding.action.split(separator: "`").filter { $0.hasPrefix("\(key).") }
            for name in names {
                let writer = try #require(target.formats.writers.first { $0.id == name })
                if writer.subject == .grant { continue }
                let own = try #require(stores[finding.rule], "\(finding.rule)")
                #expect(Set(own).isSubset(of: stores[writer.id] ?? []), "\(writer.id)")
            }
            #expect(!names.isEmpty || finding.action == entry.action)
        }
        // A row of the list says what the report says.
        for row in try folder.rows("findings.csv") {
            let action = try #require(told["\(row[0]) \(row[1]) \(row[10])"])
            #expect(row[11] == action)
        }
    }

    /// What is different about a running purchase, what is found then, and what its action begins
    /// with.
    struct Row: CustomTestStringConvertible, @unchecked Sendable {
        // Unchecked because the values are texts and flags.
        let target: String
        let differs: [String: Any]
        let (code, rule, says): (String, String, String)

        init(
            _ target: String, _ differs: [String: Any], _ code: String, _ rule: String,
            _ says: String
        ) {
            (self.target, self.differs) = (target, differs)
            (self.code, self.rule, self.says) = (code, rule, says)
        }

        var testDescription: String { "\(code) at \(target), \(rule)" }
    }

    private static let none = "No other way is documented. Let your app or server go on asking"
    private static let granted =
        "ive a grant of what it unlocks (`qonversion.rest-grant` or `qonversion.rest-grant-for-good`)."
    private static var invoice: [String: Any] {
        ["store": "stripe", "original-transaction-id": "in_1"]
    }
    private static var pausedAtStripe: [String: Any] {
        ["store": "stripe", "original-transaction-id": "sub_1", "state": "paused"]
    }

    /// To be a subscription's number, and what comes behind that.
    private static func corrected(
        _ rule: String, of kind: String = "is a subscription and ", _ behind: String
    ) -> String {
        """
        If it \(kind)has an `original-transaction-id` of the form `sub_*`, correct that in the input \
        and plan again (`\(rule)`)\(behind)
        """
    }

    /// That it runs again, at Purchasely.
    private static func resumed(byApp: Bool, _ rule: String) -> String {
        let app = "Let the app bring it once it runs again (`purchasely.client-import`)"
        let export = "lan again with a newer export once it runs again (`\(rule)`)."
        return byApp ? "\(app); or p\(export)" : "P\(export)"
    }

    private static var rows: [Row] {
        [
            Row(
                "purchasely", invoice, "not-taken", "purchasely.receipt-stripe",
                corrected("purchasely.receipt-stripe", ". \(none)")),
            Row(
                "purchasely", ["store": "play_store", "state": "paused"], "paused",
                "purchasely.receipt-play-store",
                resumed(byApp: true, "purchasely.receipt-play-store")),
            Row(
                "purchasely", pausedAtStripe, "paused", "purchasely.receipt-stripe",
                resumed(byApp: false, "purchasely.receipt-stripe")),
            Row(
                "purchasely", ["store": "play_store", "kind": "consumable"], "not-taken",
                "purchasely.receipt-play-store", none),
            Row("purchasely", ["store": "paddle"], "not-taken", "purchasely", none),
            Row(
                "purchasely", ["family-shared": true, "state": "paused"], "family-shared",
                "purchasely.receipt-app-store-2",
                "Let the app bring it once it runs again (`purchasely.client-import`)."),
            Row("nami", ["store": "stripe"], "not-taken", "nami", none),
            Row(
                "nami", ["store": "play_store", "family-shared": true], "not-taken",
                "nami.first-session-running", none),
            Row("qonversion", ["store": "huawei"], "not-taken", "qonversion", "G\(granted)"),
            Row(
                "qonversion", invoice, "not-taken", "qonversion.rest-purchase-stripe",
                corrected("qonversion.rest-purchase-stripe", "; or g\(granted)")),
            Row(
                "revenuecat", invoice, "not-taken", "revenuecat.import-stripe",
                corrected("revenuecat.import-stripe", of: "", "; or give a grant")),
            Row(
                "revenuecat", ["store": "rc_billing"], "not-taken", "revenuecat",
                "Give a grant of what it unlocks (`revenuecat.grant` or `revenuecat.grant-lifetime`)."
            ),
            Row(
                "revenuecat", ["store": "huawei", "family-shared": true], "not-taken",
                "revenuecat.external-subscription", "Give a grant of what it unlocks"),
        ]
    }

    @Test(arguments: rows)
    func `What is not taken is told by its own store, with the ways that there are`(
        row: Row
    ) throws {
        var fields = PurchasePlanTests.running
        for (name, value) in row.differs { fields[name] = value }
        let people = People([.init(ids: [.init(text: "20071")], purchases: [fields])])
        let target = try side(row.target)
        let report = try plan(people, from: side("neutral"), to: target, in: TemporaryFolder())
        let finding = try #require(report.findings.first { $0.code.rawValue == row.code })
        #expect(finding.rule == row.rule && finding.severity == .needsDecision)
        #expect(finding.action.hasPrefix(row.says), "\(finding.action)")
        #expect(!finding.source.isEmpty)
        if let writer = target.formats.writers.first(where: { $0.id == row.rule }) {
            #expect(finding.message.contains(writer.title), "\(finding.message)")
        }
    }

    @Test(arguments: EveryProvider.keysWithFormats)
    func `Of a purchase without a store it is said that the store is missing`(key: String) throws {
        var fields = PurchasePlanTests.running
        fields["store"] = nil
        let people = People([.init(ids: [.init(text: "20071")], purchases: [fields])])
        let (result, _) = try decide(people, from: side("neutral"), to: side(key))
        let finding = try #require(result.findings.first { $0.code == "missing-store" })
        #expect(finding.rule == key)
        #expect(finding.message.hasPrefix("Its store is unknown, and "))
    }
}
