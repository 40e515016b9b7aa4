// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings
import Testing

/// `formats.json`: what is taken, and what is refused with the entry and the reason.
@Suite struct FormatsFileTests {
    /// A file with these readers, writers and limits.
    func load(
        readers: String = "", writers: String = "", limits: String = "", more: String = ""
    ) throws -> ProviderFormats {
        let cited = """
            "authority": "documented", "source": "guide, 1", "checked": "2026-11-21"
            """
        let text = """
            {
              "provider": "Fifth", "source": "https://fifth.example", "checked": "2026-11-21",
              "version": 1, "sources": {"guide": "https://fifth.example/guide"}, \(more)
              "identity": {
                "custom-ids": {"most": null, "rule": "fifth.identity.1", "says": "Any.", \(cited)},
                "anonymous-ids": {"import": true, "mint": "f_{hex32}", "rule": "fifth.identity.2",
                  "says": "Yes.", \(cited)},
                "letter-case": {"exact": true, "rule": "fifth.identity.3", "says": "Exact.",
                  \(cited)}
              },
              "limits": [\(limits.replacing("CITED", with: cited))],
              "readers": [\(readers.replacing("CITED", with: cited))],
              "writers": [\(writers.replacing("CITED", with: cited))],
              "support": [{"id": "fifth.support.1", "when": ["api"], "says": "Ask.", \(cited)}],
              "rollback": [{"id": "fifth.rollback.1", "says": "No way back.", \(cited)}]
            }
            """
        return try ProviderFormats(Array(text.utf8), name: "formats.json", key: "fifth")
    }

    private static let reader = """
        {"id": "fifth.json", "title": "Objects", "container": "json", "known-by": ["id"],
         "clock": ["$.list.at"], "order": "latest-row", CITED,
         "records": [{"at": "list", "makes": "purchase", "constants": {"store": "stripe"},
           "fields": [{"name": "id", "field": "product"},
             {"name": "at", "field": "purchase-date", "form": "iso"}]}]}
        """
    static let writer = """
        {"id": "fifth.write", "title": "Write", "file": "fifth.csv", "container": "csv",
         "for": "purchase", "route": "api", "priority": 1, "takes": {"store": ["stripe"]},
         "needs": ["product", ["receipt", "order-id"]], "delimiter": ",",
         "columns": [{"name": "a", "field": "product"}, {"name": "b", "constant": "x"}],
         "batch": null, "says": "Write.", CITED}
        """
    static let caller = """
        {"id": "fifth.call", "title": "Call", "file": "fifth.jsonl", "container": "calls",
         "for": "customer", "route": "api", "priority": 1, "needs": [],
         "call": {"host": "https://fifth.example", "method": "POST", "path": "/users/{user-id}",
           "headers": {"Authorization": "<key>"}, "body": {"x": "{alias}", "n": 1, "l": [true, null]},
           "after": [], "once-per": "customer", "idempotency": null, "limit": "fifth.limits.1",
           "undo": null, "no-undo": "There is none."},
         "batch": null, "says": "Call.", CITED}
        """
    static let limit = """
        {"id": "fifth.limits.1", "what": "calls", "name": "all", "count": 10, "seconds": 1,
         "says": "Ten.", CITED}
        """

    @Test func `Readers, writers, limits and notes are loaded`() throws {
        let formats = try load(
            readers: Self.reader, writers: "\(Self.writer), \(Self.caller)", limits: Self.limit)
        #expect(formats.provider == "Fifth")
        #expect(formats.identity.mostCustomIDs == nil)
        #expect(formats.identity.minted == "f_{hex32}")
        #expect(formats.identity.isCaseExact)
        #expect(formats.readers.map(\.id) == ["fifth.json"])
        #expect(
            formats.readers.first?.records.first?.fields.map(\.field) == [.product, .purchaseDate])
        #expect(formats.writers.map(\.id) == ["fifth.write", "fifth.call"])
        #expect(
            formats.writers.first?.needs.map { $0.map(\.name) }
                == [["product"], ["receipt", "order-id"]])
        #expect(formats.limits.map(\.count) == [10])
        #expect(formats.support.map(\.when) == [["api"]])
        #expect(formats.rollback.map(\.citation.says) == ["No way back."])
    }

    @Test func `A reader can be like another one, at another offset`() throws {
        let like = """
            {"id": "fifth.bare", "title": "Bare", "container": "json", "known-by": ["at"],
             "like": {"reader": "fifth.json", "at": {"list": "$"}}, CITED}
            """
        // Elsewhere only a moment's own name says which it is.
        let reader = Self.reader.replacing("\"$.list.at\"", with: "\"at\"")
        let readers = try load(readers: "\(reader), \(like)").readers
        #expect(readers.map { $0.records.map(\.location.description) } == [["list"], ["$"]])
        #expect(readers.map(\.order) == [.latestRow, .latestRow])
    }

    private static let rows = """
        {"id": "fifth.csv", "title": "Rows", "container": "csv", "delimiter": ",",
         "columns": ["id", "at", "note"], "known-by": ["id"], "clock": ["at"],
         "order": "latest-row", CITED,
         "records": [{"at": "$", "makes": "purchase", "unless": {"id": [""]},
           "fields": [{"name": "id", "field": "product"},
             {"name": "at", "field": "purchase-date", "form": "utc"}]}]}
        """

    @Test func `The columns of a reader are kept in their order`() throws {
        #expect(try load(readers: Self.rows).readers.map(\.columns) == [["id", "at", "note"]])
        #expect(try load(readers: Self.reader).readers.map(\.columns) == [[]])
    }

    private static let lacking = """
        "lacking": [{"id": "fifth.columns.1", "column": "at", "means": "refuse",
          "unless": "entitlements", "says": "No time.", CITED}], "known-by":
        """

    @Test func `The columns on which more depends are loaded with what makes up for them`() throws {
        let text = Self.rows.replacing("\"known-by\":", with: Self.lacking)
        let columns = try #require(load(readers: text).readers.first).lacking
        #expect(columns.map(\.id) == ["fifth.columns.1"] && columns.map(\.column) == ["at"])
        #expect(columns.map(\.meaning) == [.refuse] && columns.map(\.standIn) == [.entitlements])
        #expect(columns.map(\.citation.says) == ["No time."])
    }

    @Test(
        arguments: [
            ("\"column\": \"at\"", "\"column\": \"note\"", "that is not read: \"note\""),
            ("\"means\": \"refuse\"", "\"means\": \"ask\"", "\"means\" does not allow \"ask\""),
            ("\"means\": \"refuse\"", "\"means\": \"decide\"", "\"unless\" belongs to a column"),
            ("\"unless\": \"entitlements\"", "\"unless\": \"kind\"", "does not allow \"kind\""),
            ("\"id\": \"fifth.columns.1\"", "\"id\": \"fifth.csv\"", "the id occurs twice"),
            (
                "\"id\": \"fifth.columns.1\"", "\"id\": \"columns.1\"",
                "the id has to begin with \"fifth.\""
            ),
            ("\"columns\": [\"id\", \"at\", \"note\"],", "", "\"lacking\" needs \"columns\""),
        ])
    func `A column on which more depends is refused with a fault`(
        part: String, fault: String, reason: String
    ) throws {
        let text = Self.rows.replacing("\"known-by\":", with: Self.lacking)
        #expect(text.contains(part))
        let error = try #require(throws: MappingsError.self) {
            try load(readers: text.replacing(part, with: fault))
        }
        #expect(error.description.contains(reason), "\(error)")
    }

    @Test(
        arguments: [
            ("\"note\"]", "\"at\"]", "the column occurs twice: \"at\""),
            ("[\"id\", \"at\", \"note\"]", "[\"id\", \"note\"]", "that is read: \"at\""),
            ("\"known-by\": [\"id\"]", "\"known-by\": [\"key\"]", "that is read: \"key\""),
            ("\"unless\": {\"id\"", "\"unless\": {\"kind\"", "that is read: \"kind\""),
            (
                "\"csv\", \"delimiter\": \",\"", "\"json\"", "\"columns\" belongs to CSV"
            ),
            (
                "\"name\": \"at\"", "\"name\": \"at\", \"without\": \"then\"",
                "that is read: \"then\""
            ),
            (
                "\"known-by\": [\"id\"]",
                "\"known-by\": [\"id\"], \"error-when\": {\"id\": [\"*\"]}",
                "\"error-when\" belongs to JSON"
            ),
            (
                "\"latest-row\"",
                "\"latest-row\", \"page-of\": \"id\", \"last-page\": {\"at\": [null]}",
                "\"page-of\" belongs to JSON"
            ),
        ])
    func `Columns with a fault are refused`(part: String, fault: String, reason: String) throws {
        #expect(Self.rows.contains(part))
        let error = try #require(throws: MappingsError.self) {
            try load(readers: Self.rows.replacing(part, with: fault))
        }
        #expect(error.description.contains(reason), "\(error)")
    }

    @Test(
        arguments: [
            ("\"known-by\": [\"id\"]", "\"known-by\": []", "\"known-by\" has to name"),
            ("\"known-by\": [\"id\"]", "\"known-by\": [\"a..b\"]", "this is not a path: \"a..b\""),
            (
                "\"known-by\": [\"id\"]", "\"known-by\": [\"a.*\"]",
                "\"known-by\" has to name single"
            ),
            (
                "\"id\": \"fifth.json\"", "\"id\": \"sixth.json\"",
                "the id has to begin with \"fifth.\""
            ),
            (
                "\"container\": \"json\"", "\"container\": \"xml\"",
                "\"container\" is \"csv\" or \"json\""
            ),
            (
                "\"container\": \"json\"", "\"container\": \"json\", \"delimiter\": \",\"",
                "\"delimiter\" belongs"
            ),
            (
                "\"latest-row\"", "\"latest-row\", \"complete\": 1",
                "\"complete\" has to be true or false"
            ),
            (
                "\"latest-row\"", "\"latest-row\", \"page-of\": \"url\"",
                "\"page-of\" and \"last-page\" go together"
            ),
            (
                "\"latest-row\"", "\"latest-row\", \"last-page\": {\"next\": [null]}",
                "\"page-of\" and \"last-page\" go together"
            ),
            ("\"latest-row\"", "\"newest\"", "\"order\" does not allow \"newest\""),
            ("\"latest-row\"", "\"events\"", "and the order \"events\" go together"),
            ("\"$.list.at\"", "\"id\"", "\"clock\" names no field that is a moment: \"id\""),
            ("\"title\"", "\"titel\"", "unknown member \"titel\""),
            ("\"makes\": \"purchase\"", "\"makes\": \"sale\"", "\"makes\" does not allow \"sale\""),
            ("\"at\": \"list\"", "\"at\": \"list[a=b]\"", "\"at\" is not a path of records"),
            ("\"store\": \"stripe\"", "\"store\": \"shop\"", "\"store\" cannot be \"shop\""),
            (
                "\"store\": \"stripe\"", "\"shop\": \"stripe\"",
                "\"constants\" does not allow the field \"shop\""
            ),
            (
                "\"field\": \"product\"", "\"field\": \"good\"",
                "\"field\" does not allow the field \"good\""
            ),
            (
                "\"form\": \"iso\"", "\"form\": \"text\"",
                "\"purchase-date\" takes the forms utc, iso"
            ),
            (
                "\"form\": \"iso\"", "\"form\": \"iso\", \"words\": {}",
                "\"words\" and \"else\" belong"
            ),
            ("\"name\": \"id\"", "\"name\": \"{product}\"", "\"at\" has no key \"{product}\""),
            (
                "\"name\": \"id\"", "\"name\": \"id\", \"where\": {\"a\": [\"b\"]}",
                "\"where\" needs a path"
            ),
            (
                "\"name\": \"id\"", "\"name\": \"id\", \"beside-one\": \"$.list.*.id\"",
                "\"beside-one\" goes with a \"name\" of several values"
            ),
            (
                "\"name\": \"id\"", "\"name\": \"id\", \"part\": {\"from\": \"a\"}",
                "unknown member \"from\""
            ),
            (
                "\"name\": \"id\"", "\"name\": \"id\", \"without\": \"at\"",
                "\"without\" belongs to CSV"
            ),
            ("\"source\": \"guide, 1\"", "\"source\": \"book\"", "\"source\" begins with a key"),
        ])
    func `A reader with a fault is refused`(part: String, fault: String, reason: String) throws {
        let cited = Self.reader.replacing(
            "CITED",
            with:
                "\"authority\": \"documented\", \"source\": \"guide, 1\", \"checked\": \"2026-11-21\""
        )
        #expect(cited.contains(part))
        let error = try #require(throws: MappingsError.self) {
            try load(readers: cited.replacing(part, with: fault))
        }
        #expect(error.description.contains(reason), "\(error)")
    }
}
