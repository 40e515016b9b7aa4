// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings
import Testing

/// `webhooks.json`: what is taken, and what is refused with the entry and the reason.
@Suite struct WebhooksFileTests {
    private static let cited = """
        "says": "It is so.", "authority": "documented", "source": "guide, 1", "checked": "2026-11-24"
        """
    private static let file = """
        {
          "provider": "Fifth", "source": "https://fifth.example", "checked": "2026-11-24",
          "version": 1, "sources": {"guide": "https://fifth.example/guide"},
          "success": {"value": [200, 204], CITED},
          "timeout-seconds": {"value": 10, CITED},
          "pauses-seconds": {"value": [5, 60], CITED},
          "order": {"value": "user", CITED},
          "dedupe": {"value": ["event.id", "name"], CITED},
          "headers": [
            {"name": "Authorization", "carries": "authorization", "prefix": "Basic ", CITED},
            {"name": "content-type", "carries": "media-type", "value": "application/json", CITED},
            {"name": "X-Old", "carries": "signature", "scheme": "old", CITED},
            {"name": "X-Signature", "carries": "signature", "scheme": "fifth-hmac", CITED},
            {"name": "X-Time", "carries": "timestamp", CITED}
          ],
          "signatures": [
            {"id": "fifth-hmac", "algorithm": "hmac-sha256", "message": "{timestamp}.{body}",
              "value": "v1={hex}", "repeats": ",v1={hex}", "vectors": [{"secret": "s", "timestamp": "1", "body": "{}",
                "value": "v1=00"}], CITED},
            {"id": "old", "algorithm": null, "message": null, "value": null, CITED}
          ]
        }
        """

    private func load(_ text: String) throws(MappingsError) -> DeliveryProfile {
        try DeliveryProfile(
            Array(text.replacing("CITED", with: Self.cited).utf8), name: "webhooks.json")
    }

    /// The file with one text replaced.
    private func changed(_ text: String, _ replacement: String) -> String {
        let changed = Self.file.replacing(text, with: replacement, maxReplacements: 1)
        #expect(changed != Self.file)
        return changed
    }

    @Test func `A file is read with its facts, headers and signatures`() throws {
        let profile = try load(Self.file)
        #expect(profile.successes == .statuses([200, 204]))
        #expect(profile.timeoutSeconds == 10)
        #expect(profile.pausesSeconds == [5, 60])
        #expect(profile.order == .user)
        #expect(profile.dedupe == ["event.id", "name"])
        #expect(
            profile.headers.map(\.content) == [
                .authorization(prefix: "Basic "), .mediaType("application/json"),
                .signature(scheme: "old"), .signature(scheme: "fifth-hmac"), .timestamp,
            ])
        #expect(profile.signatures.map { $0.recipe == nil } == [false, true])
        #expect(profile.signature("fifth-hmac")?.vectors.map(\.value) == ["v1=00"])
        #expect(profile.signature("fifth-hmac")?.recipe?.repeated?.description == ",v1={hex}")
        #expect(profile.signature("no-such") == nil)
        for fact in DeliveryProfile.Fact.allCases {
            #expect(profile.citation(of: fact)?.address == "https://fifth.example/guide")
        }
    }

    @Test(
        arguments: [
            ("[201, 204]", [201, 204], [199, 200, 299, 0, -1, .max]),
            ("[200]", [200], [201, 404, 500, .min]),
            ("\"2xx\"", [200, 201, 299], [199, 300, 301, 404, 500]),
        ])
    func `A status acknowledges an event or does not`(
        value: String, successes: [Int], failures: [Int]
    ) throws {
        let profile = try load(changed("[200, 204]", value))
        #expect(successes.allSatisfy(profile.isSuccess))
        #expect(!failures.contains(where: profile.isSuccess))
    }

    @Test(arguments: [(1, 5), (2, 60), (3, nil), (0, nil), (-1, nil), (.max, nil), (.min, nil)])
    func `After each failed try there is a wait, until there are no more`(
        tries: Int, seconds: Int?
    ) throws {
        #expect(try load(Self.file).pauseSeconds(afterTries: tries) == seconds)
    }

    @Test func `A time-out can be unknown, and a provider without retries has none`() throws {
        #expect(try load(changed("{\"value\": 10", "{\"value\": null")).timeoutSeconds == nil)
        let once = try load(changed("[5, 60]", "[]"))
        #expect(once.pausesSeconds.isEmpty && once.pauseSeconds(afterTries: 1) == nil)
        #expect(try load(changed("[\"event.id\", \"name\"]", "\"id\"")).dedupe == ["id"])
    }

    @Test func `A provider can hold events until a log-in, and most do not`() throws {
        #expect(try load(Self.file).logInFilter == nil)
        let filter = "\"log-in-filter\": {\"check-seconds\": 60, CITED},\n  \"headers\":"
        #expect(try load(changed("\"headers\":", filter)).logInFilter?.checkSeconds == 60)
        for (text, reason) in [
            (filter.replacing("60", with: "0"), "from 1"),
            (filter.replacing("check-seconds", with: "seconds"), "unknown member \"seconds\""),
            (filter.replacing(", CITED", with: ""), "\"source\""),
        ] {
            let error = try #require(throws: MappingsError.self) {
                try load(changed("\"headers\":", text))
            }
            #expect(error.entry == "log-in-filter", "\(error)")
            #expect(error.reason.contains(reason), "\(error)")
        }
    }

    @Test func `What is inferred is taken with a note alone`() throws {
        let inferred = Self.cited.replacing("documented", with: "inferred")
        let note = "\"value\": \"user\", \(inferred), \"note\": \"No page says so.\""
        let profile = try load(changed("\"value\": \"user\", CITED", note))
        #expect(profile.citation(of: .order)?.authority == .inferred)
        for text in [
            "\"value\": \"user\", \(inferred)", note.replacing("No page says so.", with: ""),
        ] {
            let error = try #require(throws: MappingsError.self) {
                try load(changed("\"value\": \"user\", CITED", text))
            }
            #expect(error.entry == "order" && error.reason.contains("needs a \"note\""))
        }
    }

    @Test(
        arguments: [
            ("\"success\":", "\"successes\":", nil, "unknown member \"successes\""),
            ("  \"success\": {\"value\": [200, 204], CITED},\n", "", nil, "\"success\" has to be"),
            ("[200, 204]", "[]", "success", "sorted and once"),
            ("[200, 204]", "[204, 200]", "success", "sorted and once"),
            ("[200, 204]", "[200, 200]", "success", "sorted and once"),
            ("[200, 204]", "[100]", "success", "from 200 to 599"),
            ("[200, 204]", "[200.5]", "success", "whole numbers"),
            ("[200, 204]", "200", "success", "has to be a list"),
            ("[200, 204]", "\"3xx\"", "success", "a list of statuses or \"2xx\", not \"3xx\""),
            ("\"value\": [200, 204], ", "", "success", "has to be a list"),
            ("{\"value\": 10", "{\"value\": 0", "timeout-seconds", "from 1"),
            ("\"value\": 10, ", "", "timeout-seconds", "a whole number"),
            ("[5, 60]", "[5, 0]", "pauses-seconds", "from 1 to 31622400"),
            ("[5, 60]", "[5, 1e300]", "pauses-seconds", "from 1 to 31622400"),
            ("[5, 60]", "[5, null]", "pauses-seconds", "whole numbers"),
            ("[5, 60]", "null", "pauses-seconds", "has to be a list"),
            ("\"user\"", "\"strict\"", "order", "it allows: none, user"),
            ("\"user\"", "true", "order", "has to be a text"),
            ("[\"event.id\", \"name\"]", "[]", "dedupe", "has to name members"),
            ("[\"event.id\", \"name\"]", "[\"a\", \"a\"]", "dedupe", "once each"),
            ("\"event.id\"", "\"event..id\"", "dedupe", "not \"event..id\""),
            ("\"event.id\"", "\"$.id\"", "dedupe", "not \"$.id\""),
            ("\"event.id\"", "7", "dedupe", "has to hold texts"),
            ("\"Authorization\"", "\"\"", "headers, header 1", "\"name\" is missing"),
            ("\"Authorization\"", "\"A b\"", "A b", "letters, numbers"),
            ("\"Authorization\"", "\"X-A\"", "content-type", "this one follows \"X-A\""),
            ("\"Authorization\"", "\"CONTENT-TYPE\"", "content-type", "stand once"),
            ("\"authorization\"", "\"cookie\"", "Authorization", "does not allow \"cookie\""),
            ("\"prefix\": \"Basic \", ", "", "Authorization", "\"prefix\" is missing"),
            ("\"Basic \"", "\"Basic\\n\"", "Authorization", "printable ASCII"),
            ("\"prefix\":", "\"scheme\": \"old\", \"prefix\":", "Authorization", "belongs to"),
            ("\"application/json\"", "\"ä\"", "content-type", "printable ASCII"),
            (
                "\"timestamp\", CITED", "\"timestamp\", \"value\": \"1\", CITED", "X-Time",
                "media-type"
            ),
            ("\"scheme\": \"old\"", "\"scheme\": \"new\"", "X-Old", "allows: fifth-hmac, old"),
            ("\"scheme\": \"old\"", "\"scheme\": \"fifth-hmac\"", "old", "no header carries it"),
            (
                "\"timestamp\", CITED", "\"media-type\", \"value\": \"a/b\", CITED", "fifth-hmac",
                "signs a timestamp that no header carries"
            ),
            ("\"id\": \"old\"", "\"id\": \"a-scheme\"", "a-scheme", "follows \"fifth-hmac\""),
            ("\"hmac-sha256\"", "\"md5\"", "fifth-hmac", "it allows: hmac-sha256"),
            ("\"hmac-sha256\"", "null", "fifth-hmac", "null together"),
            ("\"algorithm\": \"hmac-sha256\", ", "", "fifth-hmac", "\"algorithm\" is missing"),
            ("{timestamp}.{body}", "{time}.{body}", "fifth-hmac", "not \"{time}.{body}\""),
            ("{timestamp}.{body}", "{hex}", "fifth-hmac", "{body}, {secret}, {timestamp} in it"),
            ("v1={hex}", "v1={body}", "fifth-hmac", "{hex}, {timestamp} in it"),
            ("v1={hex}", "v1=", "fifth-hmac", "has to hold {hex}"),
            (",v1={hex}", ",v1=", "fifth-hmac", "has to hold {hex}"),
            (",v1={hex}", ",{body}", "fifth-hmac", "{hex} in it"),
            ("\"secret\": \"s\", ", "", "v1=00", "\"secret\" is missing"),
            ("\"body\": \"{}\",", "\"body\": {},", "v1=00", "has to be a text, not an object"),
            ("\"version\": 1", "\"version\": 2", nil, "expected version 1"),
            ("\"guide\": \"", "\"page\": \"", "success", "begins with a key of \"sources\""),
        ] as [(String, String, String?, String)])
    func `What is wrong is refused with the entry and the reason`(
        text: String, replacement: String, entry: String?, reason: String
    ) throws {
        let error = try #require(throws: MappingsError.self) {
            try load(changed(text, replacement))
        }
        #expect(error.file == "webhooks.json")
        #expect(error.entry == entry, "\(error)")
        #expect(error.reason.contains(reason), "\(error)")
    }

    @Test(
        arguments: [
            ("{timestamp}.{body}", "17.ab"), ("{secret}{timestamp}", "s17"), ("t={hex}", "t="),
            ("plain", "plain"),
        ])
    func `A template is kept as it is written, and filled with what is known`(
        text: String, filled: String
    ) throws {
        let template = try #require(SignatureTemplate(text))
        #expect(template.description == text)
        let values: [SignatureTemplate.Name: [UInt8]] = [
            .timestamp: Array("17".utf8), .body: Array("ab".utf8), .secret: Array("s".utf8),
        ]
        #expect(template.bytes(values) == Array(filled.utf8))
    }

    @Test(arguments: [
        "", "{", "}", "{}", "{body", "body}", "a}{b", "{{body}}", "{Body}", "{body}}",
    ])
    func `What is no template is refused`(text: String) {
        #expect(SignatureTemplate(text) == nil)
    }
}
