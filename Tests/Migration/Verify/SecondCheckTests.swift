// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import AllonymTestSupport
import Foundation
import Testing

import AllonymMigration

@Suite struct SecondCheckTests {
    static let exports = Result { try DocumentedExport.all() }

    /// Every fourth export; with `ALLONYM_FOLD` all of them.
    private static let someExports = stride(
        from: 0, to: (try? exports.get().count) ?? 0, by: foldOfRun > 1 ? 1 : 4
    ).compactMap { try? exports.get()[$0] }

    // MARK: - Faults that are put back

    /// A misreading as it once was: an export, and what `access.csv` said by it.
    struct Fault: Sendable, CustomTestStringConvertible {
        let what: String
        let export: String
        /// By the beginnings of IDs what they had access to.
        let access: [String: [String]]

        var testDescription: String { what }
    }

    private static let faults = [
        Fault(
            what: "1: a date outranks the provider's word", export: "qonversion/01",
            access: ["ada": [], "QON_3bdf": []]),
        Fault(
            what: "1: a date ahead outranks a word that says no", export: "revenuecat/12",
            access: ["50a6": ["pro"], "a904": ["premium"]]),
        Fault(
            what: "1: a word outlives the time that it is of", export: "nami/02",
            access: ["f171": ["premium"], "73a3": ["premium"]]),
        Fault(
            what: "2: end_time counts, not effective_end_time", export: "revenuecat/01",
            access: ["3b3d": ["pro"], "ceae": [], "485e": [], "b73a": ["pro"]]),
        Fault(
            what: "3: who lost a purchase to a newer event keeps it", export: "purchasely/09",
            access: ["cust-17": ["premium_monthly"]]),
        Fault(
            what: "3: so at Nami", export: "nami/12",
            access: ["ab00": ["premium"], "6f91": ["premium"]]),
        Fault(
            what: "4: of several entitlements the first counts", export: "nami/09",
            access: [
                "323e": ["premium"], "78cb": ["premium"], "3999": ["sports"], "a6fb": ["sports"],
            ]),
        Fault(
            what: "5: the first file has the owner", export: "revenuecat/02",
            access: ["$RCA": ["pro"], "eeab": ["pro"], "d4e3": []]),
        Fault(
            what: "5: the row that was changed last is the period", export: "revenuecat/03",
            access: ["64ca": []]),
        Fault(
            what: "6: one device makes one customer", export: "purchasely/10",
            access: [
                "ida": ["basic_monthly", "premium_monthly"],
                "ben": ["basic_monthly", "premium_monthly"],
            ]),
        Fault(
            what: "6: so at Qonversion", export: "qonversion/17",
            access: [
                "finn": ["com.example.premium.annual", "com.example.premium.monthly"],
                "gwen": ["com.example.premium.annual", "com.example.premium.monthly"],
            ]),
        Fault(
            what: "7: the plan that went off takes all along", export: "purchasely/01",
            access: ["4711": []]),
        Fault(
            what: "7: a date ends access", export: "purchasely/03",
            access: ["9001": [], "9002": []]),
        Fault(
            what: "8: where restoring copies, one holder is enough", export: "qonversion/15",
            access: ["cleo": [], "QON_98a6": []]),
    ]

    @Test(arguments: faults)
    func `Whoever a misreading was about is named, and nobody else`(fault: Fault) throws {
        let export = try #require(try Self.export(fault.export))
        let (folder, inputs) = try planned(export)
        #expect(try objections(folder, inputs).isEmpty)
        var named: Set<String> = []
        try folder.rewriteAccess { id, names in
            guard let key = fault.access.keys.first(where: id.hasPrefix) else { return names }
            named.insert(id)
            return fault.access[key] ?? names
        }
        #expect(named.count == fault.access.count)
        let objections = try objections(folder, inputs)
        #expect(Set(objections.keys) == named)
        for (id, objection) in objections {
            #expect(objection.contains("\"\(id)\"") && objection.contains("its inputs say"))
            #expect(objection.lowercased().contains("by \(export.provider), "), "\(objection)")
        }
    }

    @Test(arguments: someExports)
    func `Whoever a plan reads otherwise than documented is named`(export: DocumentedExport) throws
    {
        // Some files are not planned together with others.
        guard let (folder, inputs) = try plannedIfPossible(export) else { return }
        let objections = try objections(folder, inputs)
        let access = try folder.access()
        let ids = try folder.text("ids.csv").split(separator: "\n")
        let refused = try folder.text("rejected.jsonl")
        for expected in export.expectations {
            guard let names = expected.access else { continue }
            let isListed = ids.contains { $0.hasPrefix("\(expected.id),") }
            let isOtherwise = !isListed || Set(access[expected.id] ?? []) != names
            // Who is named in a refused record is not compared.
            if refused.contains(expected.id) { continue }
            #expect(
                (objections[expected.id] != nil) == isOtherwise,
                "\(expected.id): \(objections[expected.id] ?? "no objection")")
        }
    }

    // MARK: - IDs

    @Test func `An ID that is nowhere else, or not in the list of IDs, is named`() throws {
        let export = try #require(try Self.export("purchasely/19"))
        let (folder, inputs) = try planned(export, to: "nami")
        try folder.rewrite("ids.csv") { rows in
            rows.map { $0.hasPrefix("5151,") ? "6151,6151,kept,r" : $0 }
        }
        try folder.rewrite("access.csv") { rows in rows.filter { !$0.hasPrefix("5151,") } }
        let objections = try objections(folder, inputs)
        #expect(objections["6151"] == "ids.csv has \"6151\", and no input names it")
        #expect(objections["5151"] == "the inputs name \"5151\", but ids.csv has no row for it")
        #expect(objections["5150"] == nil)
    }

    @Test(
        arguments: [
            ("nami-log-in.csv", "5150", "6666", "nami-log-in.csv names \"6666\""),
            ("nami-first-session.csv", "5151", "6666", "nami-first-session.csv names \"6666\""),
            ("nami-external-ids.csv", "5150,5150", "5150,6666", "makes \"5150\" \"6666\""),
        ])
    func `A row for an app that is for nobody is named`(
        file: String, id: String, other: String, says: String
    ) throws {
        let export = try #require(try Self.export("purchasely/19"))
        let (folder, inputs) = try planned(export, to: "nami")
        #expect(try verification(folder, "nami", inputs).holds)
        try folder.rewrite(file) { rows in
            rows.map { $0.hasPrefix("\(id),") ? other + $0.dropFirst(id.count) : $0 }
        }
        let outcome = try verification(folder, "nami", inputs)
        #expect(outcome.rows.compactMap(\.objection).contains { $0.contains(says) })
        #expect(!outcome.holds)
    }

    @Test func `A hash that is no hash of its ID is named`() throws {
        let export = try #require(try Self.export("purchasely/09"))
        let (folder, inputs) = try planned(export, to: "nami")
        let hashes = ["cust-17", "cust-88"].map { hexadecimal(SHA256.hash(Array($0.utf8))) }
        let files = ["external-ids", "first-session", "log-in"].map { "nami-\($0).csv" }
        for file in ["ids.csv", "access.csv"] + files {
            try folder.rewrite(file) { rows in
                rows.map { $0.replacing(hashes[1], with: String(repeating: "0", count: 64)) }
            }
        }
        let outcome = try verification(folder, "nami", inputs)
        let said = outcome.rows.compactMap(\.objection)
        #expect(said.count == 1)
        #expect(said.first?.hasSuffix("is not the SHA-256 of \"cust-88\"") == true, "\(said)")
    }

    // MARK: - Inputs

    @Test func `An input that is gone or was changed is told, and fails nothing`() throws {
        let export = try #require(try Self.export("revenuecat/02"))
        let (folder, inputs) = try planned(export)
        let path = "\(inputs.path)/transactions-2026-06-10.csv"
        let bytes = try #require(FileManager.default.contents(atPath: path))
        #expect(try verification(folder, "neutral", inputs).readAgain == 4)

        try Data(bytes.dropLast(2)).write(to: URL(fileURLWithPath: path))
        let changed = try verification(folder, "neutral", inputs)
        #expect(changed.holds && changed.readAgain == nil)
        #expect(changed.notes.count == 1 && changed.notes[0].contains("10.csv was changed since"))

        try FileManager.default.removeItem(atPath: path)
        let gone = try verification(folder, "neutral", inputs)
        #expect(gone.holds && gone.readAgain == nil)
        #expect(gone.lines.contains { $0.contains("10.csv is not where it was") })

        let other = "\(inputs.path)/elsewhere.csv"
        try Data(bytes.dropLast()).write(to: URL(fileURLWithPath: other))
        let wrong = try verification(folder, "neutral", inputs, given: [other])
        #expect(wrong.lines.contains { $0.contains("No file given with --in has the same bytes") })
        try bytes.write(to: URL(fileURLWithPath: other))
        let found = try verification(folder, "neutral", inputs, given: [other])
        #expect(found.readAgain == 4 && found.notes.isEmpty)
    }

    @Test func `Names of the map of products are compared as they are at the target`() throws {
        let export = try #require(try Self.export("revenuecat/05"))
        let table = """
            source_product,target_product,target_store_product,kind,entitlements
            com.example.pro.annual,,,,gold silver
            com.example.premium.monthly,premium.2,,,

            """
        let (folder, inputs) = try planned(export, products: table)
        let outcome = try verification(folder, "neutral", inputs)
        #expect(outcome.readAgain == 6 && outcome.objections == 0, "\(outcome.lines)")
        let line = try #require(outcome.lines.first { $0.hasPrefix("6 IDs were read again") })
        #expect(line.hasPrefix("6 IDs were read again from the inputs: 0 differ."))
        #expect(line.contains("nothing needs to be done") == (outcome.open > 0), "\(line)")
        #expect(try folder.access().values.contains(["gold", "silver"]))
    }
}
