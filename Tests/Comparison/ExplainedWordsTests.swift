// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymComparison
import AllonymMappings
import Foundation
import Testing

/// Every word of a closed list that an output prints can be asked for by itself.
@Suite struct ExplainedWordsTests {
    private static func schema(_ file: String) throws -> [String: Any] {
        let bytes = try builtIn.get().bytes(of: file)
        return try #require(
            try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    }

    /// The texts that a part of a schema allows one by one.
    private static func listed(in part: Any) -> Set<String> {
        if let elements = part as? [Any] {
            return elements.reduce(into: Set()) { $0.formUnion(listed(in: $1)) }
        }
        guard let members = part as? [String: Any] else { return [] }
        var texts = Set((members["enum"] as? [Any] ?? []).compactMap { $0 as? String })
        if let only = members["const"] as? String { texts.insert(only) }
        for member in members.values { texts.formUnion(listed(in: member)) }
        return texts
    }

    private func unexplained(_ words: some Collection<String>) throws -> [String] {
        let explanation = Explanation(try builtIn.get())
        return words.sorted().filter { (try? explanation.subject($0)) == nil }
    }

    @Test func `Every value that a schema lists is explained`() throws {
        var values: Set<String> = []
        for schema in try builtIn.get().schemas() {
            values.formUnion(Self.listed(in: try Self.schema(schema.file)))
        }
        #expect(values.isSuperset(of: ["needs-decision", "waiting", "gained", "key-refused"]))
        #expect(values.count > 45)
        #expect(try unexplained(values) == [])
    }

    @Test(
        arguments: [
            ("report", ["properties", "counts", "properties", "customers"]),
            ("report", ["$defs", "dispositions"]), ("verify", ["properties", "customers"]),
            ("verify", ["properties", "export", "properties", "counts"]),
            ("rehearsal", ["properties", "customers"]),
            ("apply-report", ["properties", "customers"]),
            ("apply-report", ["properties", "calls"]),
            ("apply-report", ["properties", "staying"]),
            ("check-summary", ["$defs", "wholeFile", "properties", "spellings"]),
        ])
    func `Every key by which an output counts is explained`(
        schema: String, path: [String]
    ) throws {
        var part = try Self.schema("schemas/\(schema).schema.json")
        for name in path { part = try #require(part[name] as? [String: Any]) }
        let keys = try #require(part["properties"] as? [String: Any]).keys
        #expect(keys.count > 3)
        #expect(try unexplained(keys) == [])
    }

    @Test(
        arguments: [
            ("utf-8", "rules"), ("not-imported", "rehearsals"), ("lost-in-app", "rehearsals"),
            ("gained", "rehearsals"), ("lost", "customer-counts"), ("missing", "verifications"),
            ("different", "verifications"), ("waiting", "verifications"),
            ("unexpected", "verifications"), ("paid-without-access", "hazards"),
            ("one-purchase-for-two", "hazards"), ("identity", "differences"),
            ("only-case", "whole-file"), ("several-ways", "whole-file"),
            ("byApp", "customer-counts"), ("byDecision", "customer-counts"),
            ("withAccess", "customer-counts"), ("there already", "call-states"),
            ("store-product", "requirements"), ("removed", "plan-changes"),
            ("on-hold", "further-states"), ("roku", "further-stores"), ("unreachable", "stops"),
            ("no-reverse", "staying-calls"),
        ])
    func `A word of a report is explained by itself, and so is its list`(
        word: String, list: String
    ) throws {
        let explanation = Explanation(try builtIn.get())
        let sections = try explanation.subject(word).sections
        let found = sections.filter { $0.title.hasSuffix(": in neutral words") }.flatMap(\.rows)
        #expect(found.contains { $0[0] == word && $0[1] == list && $0[2].hasSuffix(".") })
        let all = try explanation.subject(list).sections.flatMap(\.rows)
        #expect(all.contains { $0[0] == word && $0[1] == list })
    }

    @Test(
        arguments: [
            (
                "differences", "Comparison/AllonymComparison.docc/Finding-differences",
                DifferenceKind.allCases.map(\.rawValue)
            ),
            (
                "hazards", "Comparison/AllonymComparison.docc/Finding-differences",
                Hazard.allCases.map(\.rawValue)
            ),
            ("rehearsals", "Server/AllonymServer.docc/Rehearsing-a-migration", nil),
        ] as [(String, String, [String]?)])
    func `A word means the same in an article and in the mappings`(
        list: String, page: String, words: [String]?
    ) throws {
        let known = try builtIn.get().neutral.words(of: list)
        let schema = try Self.schema("schemas/rehearsal.schema.json")
        let members = try #require(schema["properties"] as? [String: Any])
        let rehearsed = Self.listed(in: [members["rows"], members["week"]].compactMap(\.self))
        #expect(Set(known.map(\.word)) == Set(words ?? rehearsed.sorted()))
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let article = try String(
            contentsOf: root.appendingPathComponent("Sources/\(page).md"), encoding: .utf8
        ).replacing("`", with: "")
        for word in known {
            #expect(article.contains("\n| \(word.word) | \(word.means) |\n"), "\(word.word)")
        }
    }

    @Test(
        arguments: [
            ("transfer-if-inactive", "a value of these settings", "revenuecat.restore"),
            ("API-v2", "a value of these settings", "revenuecat.identifiers"),
            ("identified", "a value of these facts", "actor"),
            ("numeric", "a format of user IDs, by these rules", "nami.id.2"),
        ])
    func `A value is explained by what has it`(value: String, title: String, id: String) throws {
        let sections = try Explanation(builtIn.get()).subject(value).sections
        let section = try #require(
            sections.first { $0.title == "\(value.lowercased()): \(title)" })
        #expect(section.rows.contains { $0[0] == id })
        #expect(section.rows.allSatisfy { $0.last?.isEmpty == false })
    }
}
