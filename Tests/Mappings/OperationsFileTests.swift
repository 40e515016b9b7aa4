// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings
import Testing

/// `operations.json`: what is taken, and what is refused with the entry and the reason.
@Suite struct OperationsFileTests {
    private static let cited = """
        "authority": "documented", "source": "guide, 1", "checked": "2026-11-24"
        """
    private static let file = """
        {
          "provider": "Fifth", "source": "https://fifth.example", "checked": "2026-11-24",
          "version": 1, "sources": {"guide": "https://fifth.example/guide"},
          "apis": [{"id": "v1", "served": true, "says": "Users.", CITED},
                   {"id": "v2", "served": true, "key-header": "X-Key", "says": "More.", CITED}],
          "limits": [{"id": "all", "calls": 9, "seconds": 60, "says": "Nine.", CITED},
            {"id": "some", "calls": null, "seconds": 60, "says": "None.", CITED}],
          "errors": [{"id": "v1.gone", "api": "v1", "status": 404, "code": "7", "text": null,
            "says": "Gone.", "rules": ["fifth.delete.1"], CITED},
            {"id": "v1.late", "api": "v1", "status": 503, "code": null, "text": "Later",
            "says": "Late.", CITED}],
          "operations": [
            {"id": "fifth.v1.get-user", "api": "v1", "method": "GET", "path": "/v1/users/{id}",
              "key": "public", "scope": null, "limit": "all", "support": "real", CITED},
            {"id": "fifth.v1.put-user", "api": "v1", "method": "PUT", "path": "/v1/users/{user_id}",
              "key": "secret", "scope": ["users:write", "more"], "limit": null,
              "support": "inert", "why": "Answers 204.", CITED},
            {"id": "fifth.v2.list", "api": "v2", "method": "GET", "path": "/v1/users/all",
              "key": "none", "scope": "users:read", "limit": "some", "support": "absent",
              "why": "No list.", CITED}
          ]
        }
        """

    private func load(_ text: String) throws(MappingsError) -> Operations {
        try Operations(
            Array(text.replacing("CITED", with: Self.cited).utf8), name: "operations.json",
            key: "fifth")
    }

    @Test func `A file is read with its APIs, limits, errors and operations`() throws {
        let operations = try load(Self.file)
        #expect(operations.apis.map(\.id) == ["v1", "v2"])
        #expect(operations.apis.map(\.keyHeader) == [nil, "X-Key"])
        #expect(operations.limits.map(\.calls) == [9, nil])
        #expect(operations.errors.map(\.status) == [404, 503])
        #expect(operations.errors.map(\.rules) == [["fifth.delete.1"], []])
        #expect(operations.errors[0].code == "7" && operations.errors[0].text == nil)
        #expect(operations.operations.map(\.support) == [.real, .inert, .absent])
        #expect(operations.operations.map(\.why) == [nil, "Answers 204.", "No list."])
        #expect(operations.operations.map(\.limit) == ["all", nil, "some"])
        #expect(
            operations.operations.map(\.scopes) == [[], ["users:write", "more"], ["users:read"]])
        #expect(operations.operations[1].path.segments[2] == .name("user_id"))
        #expect(operations.operations[1].citation.address == "https://fifth.example/guide")
    }

    private func load(variants: String) throws(MappingsError) -> Operations {
        try load(Self.file.replacing("\"operations\": [", with: "\(variants), \"operations\": ["))
    }

    private static let variants = """
        "variants": [{"id": "hurried", "api": "v1", "operation": null, "says": "In haste.", CITED},
          {"id": "hurried.get", "api": "v1", "operation": "fifth.v1.get-user", "says": "Less.", CITED},
          {"id": "patient", "api": "v2", "operation": null, "says": "In time.", CITED}]
        """

    @Test func `Variants are read with what differs in each, and there need be none`() throws {
        let operations = try load(variants: Self.variants)
        #expect(operations.variants.map(\.id) == ["hurried", "hurried.get", "patient"])
        #expect(operations.variants.map(\.operation) == [nil, "fifth.v1.get-user", nil])
        #expect(operations.variants.map(\.api) == ["v1", "v1", "v2"])
        #expect(operations.variantNames == ["hurried", "patient"])
        #expect(try load(Self.file).variantNames.isEmpty)
    }

    @Test(
        arguments: [
            ("\"hurried.get\"", "\"hurried\"", "hurried", "stand once"),
            ("fifth.v1.get-user", "fifth.v1.sing", "hurried.get", "does not allow"),
            ("\"v2\"", "\"v9\"", "patient", "\"api\" does not allow"),
            ("\"says\": \"In time.\", ", "", "patient", "says"),
        ])
    func `A wrong variant is refused with the entry and the reason`(
        text: String, replacement: String, entry: String, reason: String
    ) throws {
        let error = try #require(throws: MappingsError.self) {
            try load(variants: Self.variants.replacing(text, with: replacement))
        }
        #expect(error.entry == entry)
        #expect(error.reason.contains(reason), "\(error.reason)")
    }

    @Test func `Coverage is counted in all and in each API`() throws {
        let operations = try load(Self.file)
        #expect(
            operations.coverage().words == "1 of 3 real, 1 answered without effect, 1 absent")
        let first = operations.coverage(of: "v1")
        #expect((first.real, first.inert, first.absent, first.total) == (1, 1, 0, 2))
        #expect(operations.coverage(of: "v2").absent == 1)
        #expect(operations.coverage(of: "v9").words == "no operation is published")
    }

    @Test(
        arguments: [
            ("\"id\": \"v2\"", "\"id\": \"v0\"", "v0", "this one follows \"v1\""),
            ("\"id\": \"v2\"", "\"id\": \"v1\"", "v1", "sorted by id and stand once"),
            ("\"id\": \"v2\"", "\"id\": \"v2..a\"", "v2..a", "lower-case words"),
            ("\"id\": \"v2\"", "\"id\": \"V2\"", "V2", "lower-case words"),
            ("\"id\": \"v1\"", "\"id\": \"errors\"", "errors", "no API can be called so"),
            ("\"X-Key\"", "\"X Key\"", "v2", "letters, numbers and"),
            ("\"calls\": 9", "\"calls\": 0", "all", "\"calls\" has to be from 1"),
            ("\"calls\": 9, ", "", "all", "\"calls\" has to be a whole number"),
            ("\"id\": \"some\"", "\"id\": \"all\"", "all", "stand once"),
            ("\"status\": 404", "\"status\": 200", "v1.gone", "has to be from 400"),
            ("\"status\": 404", "\"status\": 600", "v1.gone", "from 400 to 599, not 600"),
            ("\"code\": \"7\", ", "", "v1.gone", "\"code\" is missing"),
            ("[\"fifth.delete.1\"]", "1", "v1.gone", "\"rules\" has to be a text or a list"),
            ("\"id\": \"v1.gone\"", "\"id\": \"gone\"", "gone", "has to begin with \"v1.\""),
            (
                "\"api\": \"v1\", \"status\"", "\"api\": \"v3\", \"status\"", "v1.gone",
                "\"api\" does not allow \"v3\"; it allows: v1, v2"
            ),
            (
                "\"fifth.v1.get-user\"", "\"fifth.v1.putting\"", "fifth.v1.put-user",
                "this one follows \"fifth.v1.putting\""
            ),
            (
                "\"fifth.v1.put-user\"", "\"fifth.v1.get-user\"", "fifth.v1.get-user",
                "stand once"
            ),
            ("\"fifth.v2.list\"", "\"sixth.v2.list\"", "sixth.v2.list", "begin with \"fifth.v2.\""),
            ("\"api\": \"v2\"", "\"api\": \"v1\"", "fifth.v2.list", "begin with \"fifth.v1.\""),
            ("\"api\": \"v2\"", "\"api\": \"v3\"", "fifth.v2.list", "\"api\" does not allow"),
            ("\"PUT\"", "\"HEAD\"", "fifth.v1.put-user", "\"method\" does not allow \"HEAD\""),
            ("\"PUT\"", "\"put\"", "fifth.v1.put-user", "it allows: GET, POST, PUT, PATCH, DELETE"),
            (
                "\"PUT\"", "\"GET\"", "fifth.v1.put-user",
                "the same requests match \"fifth.v1.get-user\": GET /v1/users/{}"
            ),
            ("/v1/users/all", "v1/users/all", "fifth.v2.list", "\"path\" is a path such as"),
            ("\"secret\"", "\"private\"", "fifth.v1.put-user", "\"key\" does not allow"),
            ("\"limit\": \"all\"", "\"limit\": \"any\"", "fifth.v1.get-user", "allows: all, some"),
            ("\"limit\": \"all\", ", "", "fifth.v1.get-user", "\"limit\" is missing"),
            ("\"scope\": null, ", "", "fifth.v1.get-user", "\"scope\" is missing"),
            ("\"support\": \"real\"", "\"support\": \"planned\"", "fifth.v1.get-user", "absent"),
            ("\"real\"", "\"real\", \"why\": \"It is.\"", "fifth.v1.get-user", "only then"),
            ("\"why\": \"No list.\", ", "", "fifth.v2.list", "\"why\" says why"),
            ("\"No list.\"", "\"\"", "fifth.v2.list", "\"why\" says why"),
            ("\"No list.\"", "\"No list.\", \"when\": \"x\"", "fifth.v2.list", "unknown member"),
            ("\"says\": \"Gone.\", ", "", "v1.gone", "\"says\" is missing"),
            ("\"version\": 1", "\"version\": 2", nil, "expected version 1"),
            ("\"limits\": [", "\"rates\": [", nil, "unknown member \"rates\""),
            ("\"guide\": \"", "\"page\": \"", "v1", "begins with a key of \"sources\""),
        ] as [(String, String, String?, String)])
    func `What is wrong is refused with the entry and the reason`(
        text: String, replacement: String, entry: String?, reason: String
    ) throws {
        let damaged = Self.file.replacing(text, with: replacement, maxReplacements: 1)
        #expect(damaged != Self.file)
        let error = try #require(throws: MappingsError.self) { try load(damaged) }
        #expect(error.file == "operations.json")
        #expect(error.entry == entry, "\(error)")
        #expect(error.reason.contains(reason), "\(error)")
    }

    @Test(
        arguments: [
            ("/v1/users/{user_id}", "/v1/users/{}"), ("/a", "/a"), ("/sdk.log", "/sdk.log"),
            ("/v1/{a}/b-c/{d_2}", "/v1/{}/b-c/{}"),
        ])
    func `A path is kept as it is written, and its shape has no names`(
        text: String, shape: String
    ) throws {
        let path = try #require(OperationPath(text))
        #expect(path.description == text)
        #expect(path.shape == shape)
    }

    @Test(
        arguments: [
            "", "/", "v1", "v1/users", "//", "/v1/", "/v1//users", "/v1/{}", "/v1/{Id}", "/v1/{a",
            "/v1/a}", "/v1/a{b}", "/{a}/{a}", "/v1/..", "/.", "/v1/a b", "/v1?x=1", "/v1/ä", "/{ä}",
            "https://a.example/v1", "/v1/{a}{b}", "/v1/%41", "/v1\n",
        ])
    func `What is no path is refused`(text: String) {
        #expect(OperationPath(text) == nil)
    }
}
