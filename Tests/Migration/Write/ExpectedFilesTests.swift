// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings
import AllonymTestSupport
import Foundation
import Testing

import AllonymMigration

/// What is written for things that are known is what the files in `Fixtures/expected` hold.
///
/// With `ALLONYM_WRITE_EXPECTED` in the environment they are written anew.
@Suite struct ExpectedFilesTests {
    @Test(arguments: [
        "nami-external-ids.csv", "nami-first-session.csv", "nami-log-in.csv",
        "purchasely-client.csv", "purchasely-receipts.jsonl", "qonversion-android.csv",
        "qonversion-calls.jsonl", "qonversion-client.csv", "qonversion-ios.csv",
    ])
    func `Every file is as expected`(file: String) throws {
        try compare(file, GivenThings.few(for: String(file.prefix { $0 != "-" })))
    }

    @Test(arguments: [
        "purchasely-google.csv", "purchasely-storekit-1.csv", "purchasely-storekit-2.csv",
    ])
    func `Above the size up to which calls are meant, files are written instead`(file: String)
        throws
    {
        try compare(file, GivenThings.few(for: "purchasely"), purchaseCount: 10_000)
    }

    @Test(arguments: [
        "neutral.jsonl", "revenuecat-aliases-undocumented.jsonl", "revenuecat-aliases.jsonl",
        "revenuecat-client-sync.csv", "revenuecat-customers.jsonl",
        "revenuecat-external.jsonl", "revenuecat-grants.jsonl",
        "revenuecat-import-apple.csv", "revenuecat-import-google.csv",
        "revenuecat-import-stripe.csv",
    ])
    func `A neutral population becomes the expected files`(file: String) throws {
        try compare(
            file, GivenThings.population(for: String(file.prefix { $0 != "-" && $0 != "." })))
    }

    @Test func `With calls coming first, receipts are posted one by one`() throws {
        try compare(
            "revenuecat-receipts.jsonl", GivenThings.population(for: "revenuecat"), route: .api)
    }

    @Test func `No expected file is forgotten`() throws {
        let names = try Fixtures.names("expected").filter { $0 != "given.jsonl" }
        #expect(names.count == 23)
    }

    private func compare(
        _ file: String, _ things: GivenThings, purchaseCount: Int = 1,
        route: FormatWriter.Route? = nil
    ) throws {
        let folder = TemporaryFolder()
        let directory = try folder.begin()
        let files = try TargetFiles(things.target, in: directory)
        let rows = TargetRows(things.target, try findingGuide())
        let options = PlanOptions(at: things.at, preferredRoute: route)
        let choice = WriterChoice(things.target, options, purchaseCount: purchaseCount)
        for (number, customer) in things.customers.enumerated() {
            try rows.take(.customer(number), FieldValues())
            var counts = choice.noCounts
            choice.forgetCustomer()
            for (subject, values) in customer {
                let numbers = choice.numbers(for: subject)
                guard let writer = choice.first(values, of: numbers, counts) else { continue }
                choice.count(writer, values, &counts)
                try rows.take(.row(writer: writer), values)
            }
        }
        try rows.end()
        try files.append(rows)
        let manifest = Manifest(
            from: things.target, to: things.target, options, products: nil, inputs: [],
            digest: directory.digest)
        try directory.finish(manifest, isForced: false)
        let written = try folder.text(file)
        if ProcessInfo.processInfo.environment["ALLONYM_WRITE_EXPECTED"] != nil {
            try Fixtures.write(written, to: "expected/\(file)")
        }
        #expect(try written == Fixtures.text("expected/\(file)"))
    }
}

/// Things to be written, customer by customer.
struct GivenThings {
    let target: MigrationEndpoint
    let at: Int64
    private(set) var customers: [[(FormatWriter.Subject, FieldValues)]] = []

    /// The lines of `given.jsonl`, with IDs as the target takes them.
    static func few(for key: String) throws -> GivenThings {
        var things = GivenThings(target: try side(key), at: testMoment)
        let judge = IDJudge(
            source: things.target, target: things.target, placeholders: try placeholders(),
            sha256: SHA256.hash)
        var indices: [String: Int] = [:]
        for fields in try Fields.lines(of: "expected/given.jsonl") {
            guard let subject = fields.text("for").flatMap(FormatWriter.Subject.init) else {
                continue
            }
            let values = FieldValues()
            fields.fill(values)
            values.set(PlanField(.at), number: things.at)
            if let id = fields.text("user-id") {
                things.set(id, subject, judge, values)
            }
            if let id = fields.text("anonymous-id") {
                values.setID(.anonymousID, id, isAnonymous: true)
            }
            let key = fields.text("anonymous-id") ?? fields.text("user-id") ?? ""
            things.add(subject, values, key, &indices)
        }
        return things
    }

    private func set(
        _ id: String, _ subject: FormatWriter.Subject, _ judge: IDJudge, _ values: FieldValues
    ) {
        let target = id.withSpan { text in
            judge.withTarget(of: text, judge.verdict(onCustom: text).form) { $0.text }
        }
        guard subject == .map else {
            return values.setID(.userID, target, isAnonymous: false)
        }
        values.set(PlanField(.sourceID), id)
        values.set(PlanField(.targetID), target)
        for rule in judge.target.rules?.identifiers.rules ?? [] {
            guard case .refuseAllBut(let formats) = rule.kind,
                let format = formats.first(where: { $0.pattern.matches(target.utf8) })
            else { continue }
            values.set(PlanField(.form), format.name)
        }
    }

    private mutating func add(
        _ subject: FormatWriter.Subject, _ values: FieldValues, _ customer: String,
        _ indices: inout [String: Int]
    ) {
        let index = indices[customer] ?? customers.count
        indices[customer] = index
        if index == customers.count { customers.append([]) }
        customers[index].append((subject, values))
    }

    /// The customers, purchases and grants of `neutral/population.jsonl`.
    static func population(for key: String) throws -> GivenThings {
        let lines = try Fields.lines(of: "neutral/population.jsonl")
        let at = ISO8601DateFormatter().date(from: "2026-11-20T08:27:06Z")
        var things = GivenThings(
            target: try side(key), at: Int64((at?.timeIntervalSince1970 ?? 0) * 1000))
        var indices: [String: Int] = [:]
        let holders = lines.compactMap { $0.text("user-id") }
        let granted = lines.filter { $0.text("type") == "grant" }.compactMap { $0.text("user-id") }
        for fields in lines where fields["allonym"] as? Int == 1 {
            if fields.text("type") == "customer" {
                things.addCustomer(fields, holders, granted, &indices)
                continue
            }
            guard let subject = fields.text("type").flatMap(FormatWriter.Subject.init),
                let user = fields.text("user-id"), let index = indices[user]
            else { continue }
            let values = FieldValues()
            fields.fill(values)
            values.set(PlanField(.at), number: things.at)
            values.setID(.userID, user, isAnonymous: user.hasPrefix("$"))
            things.customers[index].append((subject, values))
        }
        return things
    }

    private mutating func addCustomer(
        _ fields: Fields, _ holders: [String], _ granted: [String],
        _ indices: inout [String: Int]
    ) {
        var ids: [(id: String, isAnonymous: Bool, isOriginal: Bool)] = []
        for member in fields["ids"] as? [[String: Any]] ?? [] {
            let id = member["id"] as? String ?? ""
            ids.append(
                (id, member["kind"] as? String == "anonymous", member["original"] as? Bool == true))
            indices[id] = customers.count
        }
        let user = ids.first { !$0.isAnonymous } ?? ids[0]
        let values = FieldValues()
        fields.fill(values)
        values.setID(.userID, user.id, isAnonymous: user.isAnonymous)
        values.set(PlanField(.hasPurchases), flag: ids.contains { holders.contains($0.id) })
        values.set(PlanField(.hasGrants), flag: ids.contains { granted.contains($0.id) })
        for id in ids {
            id.id.withSpan {
                values.append(id: $0, isAnonymous: id.isAnonymous, isOriginal: id.isOriginal)
            }
        }
        customers.append([(.customer, values)])
        for id in ids where id.id != user.id {
            let alias = FieldValues()
            alias.setID(.userID, user.id, isAnonymous: user.isAnonymous)
            alias.setID(.alias, id.id, isAnonymous: id.isAnonymous)
            customers[customers.count - 1].append((.alias, alias))
        }
    }
}

extension FieldValues {
    fileprivate func setID(_ field: NeutralField, _ id: String, isAnonymous: Bool) {
        setID(PlanField(field), id, isAnonymous)
    }

    fileprivate func setID(_ own: WriterField, _ id: String, isAnonymous: Bool) {
        setID(PlanField(own), id, isAnonymous)
    }

    private func setID(_ field: PlanField, _ id: String, _ isAnonymous: Bool) {
        id.withSpan { set(field, id: $0, isAnonymous: isAnonymous) }
    }
}
