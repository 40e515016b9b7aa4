// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import AllonymMigration
import Testing

/// What becomes of single values.
@Suite struct FieldTests {
    /// What is made of one document, behind its line and kind.
    private func read(_ field: String, _ members: String) throws -> String {
        let scanned = Scanned.of("{\"id\":1,\(members)}\n", try jsonReader(field))
        return scanned.records.first.map { String($0.dropFirst("1: purchase".count)) }
            ?? scanned.rejections.first ?? scanned.error ?? "nothing"
    }

    @Test(
        arguments: [
            (#"{"name": "v", "field": "product"}"#, #""v":"x""#, " product=x"),
            (#"{"name": "v", "field": "product"}"#, #""v":"""#, ""),
            (#"{"name": "v", "field": "product"}"#, #""v":null"#, ""),
            (#"{"name": "v", "field": "product"}"#, #""v":"\u00e9\n""#, " product=é\n"),
            (
                #"{"name": "v", "field": "product"}"#, #""v":12"#,
                "1 scan.kind: \"v\" holds a number; expected a text"
            ),
            (
                #"{"name": "v", "field": "product"}"#, #""v":true"#,
                "1 scan.kind: \"v\" holds true or false; expected a text"
            ),
            (
                #"{"name": "v", "field": "product"}"#, #""v":{"x":1}"#,
                "1 scan.kind: \"v\" holds an object; expected a text"
            ),
            (
                #"{"name": "v", "field": "product", "numbers": true}"#,
                #""v":9007199254740993"#, " product=9007199254740993"
            ),
            (
                #"{"name": "v", "field": "product", "required": true}"#, #""w":1"#,
                "1 scan.missing: \"v\" is missing, or empty"
            ),
            (
                #"{"name": "v", "field": "attributes", "form": "json"}"#, #""v":{"a": [1, "\n"]}"#,
                #" attributes={"a": [1, "\n"]}"#
            ),
            (
                #"{"name": "v", "field": "attributes", "form": "json"}"#, #""v":"x""#,
                #" attributes="x""#
            ),
            (#"{"name": "v", "field": "price", "form": "decimal"}"#, #""v":9.990"#, " price=9.990"),
            (#"{"name": "v", "field": "price", "form": "decimal"}"#, #""v":"-0.1""#, ""),
            (
                #"{"name": "v", "field": "price", "form": "decimal"}"#, #""v":"9,99""#,
                "1 scan.number: \"v\" holds \"9,99\"; expected a number"
            ),
            (
                #"{"name": "v", "field": "price", "form": "decimal", "zero-is-none": true}"#,
                #""v":0.00"#, ""
            ),
            (#"{"name": "v", "field": "price", "form": "cents"}"#, #""v":1235"#, " price=12.35"),
            (#"{"name": "v", "field": "price", "form": "cents"}"#, #""v":5"#, " price=0.05"),
            (#"{"name": "v", "field": "price", "form": "cents"}"#, #""v":-5"#, ""),
            (
                #"{"name": "v", "field": "renewal-number", "form": "integer"}"#, #""v":3"#,
                " renewal-number=3"
            ),
            (
                #"{"name": "v", "field": "renewal-number", "form": "integer"}"#, #""v":3.5"#,
                "1 scan.number: \"v\" holds \"3.5\"; expected a whole number"
            ),
            (#"{"name": "v", "field": "renews", "form": "boolean"}"#, #""v":true"#, " renews=true"),
            (
                #"{"name": "v", "field": "renews", "form": "boolean"}"#, #""v":"false""#,
                " renews=false"
            ),
            (
                #"{"name": "v", "field": "renews", "form": "boolean"}"#, #""v":"yes""#,
                "1 scan.kind: \"v\" holds a text; expected true or false"
            ),
            (#"{"name": "v", "field": "renews", "form": "presence"}"#, #""v":7"#, " renews=true"),
            (#"{"name": "v", "field": "renews", "form": "presence"}"#, #""w":7"#, " renews=false"),
        ])
    func `A value is read in its form`(field: String, members: String, read: String) throws {
        #expect(try self.read(field, members) == read)
    }

    @Test(
        arguments: [
            (#""v":"A""#, "", " state=active"), (#""v":"N""#, "", ""),
            (#""v":7"#, "", " state=grace"),
            (#""v":true"#, "", " state=paused"), (#""v":"?""#, #", "else": "ignore""#, ""),
            (
                #""v":"?""#, #", "else": "refuse""#,
                "1 scan.word: \"v\" does not allow \"?\"; it allows: 7, A, N, true"
            ),
            (
                #""v":"trueish""#, #", "else": "refuse""#,
                "1 scan.word: \"v\" does not allow \"trueish\"; it allows: 7, A, N, true"
            ),
            (
                #""v":"true2""#, #", "else": "refuse""#,
                "1 scan.word: \"v\" does not allow \"true2\"; did you mean \"true\"?"
            ),
            (#""v":[]"#, "", "1 scan.kind: \"v\" holds a list; expected a word"),
        ])
    func `A word is translated`(members: String, more: String, read: String) throws {
        let field = """
            {"name": "v", "field": "state", "form": "word",
             "words": {"A": "active", "N": null, "7": "grace", "true": "paused"}\(more)}
            """
        #expect(try self.read(field, members) == read)
    }

    @Test(
        arguments: [
            ("true", " environment=sandbox"), ("TRUE", " environment=sandbox"),
            ("True", " environment=sandbox"), ("1", " environment=sandbox"),
            ("false", " environment=production"), ("FALSE", " environment=production"),
            ("False", " environment=production"), ("0", " environment=production"), ("", ""),
            ("no", "1 scan.word: \"v\" does not allow \"no\"; it allows: false, true"),
            ("10", "1 scan.word: \"v\" does not allow \"10\"; it allows: false, true"),
        ])
    func `Yes and no are words in every spelling that a flag has`(
        text: String, read: String
    ) throws {
        let field = """
            {"name": "v", "field": "environment", "form": "word",
             "words": {"false": "production", "true": "sandbox"}, "else": "refuse"}
            """
        #expect(try self.read(field, "\"v\":\"\(text)\"") == read)
        let flag = #"{"name": "v", "field": "renews", "form": "boolean"}"#
        let isRead = read.hasPrefix(" ")
        #expect(try self.read(flag, "\"v\":\"\(text)\"").hasPrefix(" renews=") == isRead)
    }

    @Test func `A spelling that a format names itself means what it says there`() throws {
        let field = """
            {"name": "v", "field": "state", "form": "word",
             "words": {"true": "active", "1": "grace", "TRUE": null}}
            """
        #expect(try self.read(field, #""v":"True""#) == " state=active")
        #expect(try self.read(field, #""v":1"#) == " state=grace")
        #expect(try self.read(field, #""v":"TRUE""#) == "")
    }

    @Test func `An unknown word is said, and the record taken`() throws {
        let field = """
            {"name": "v", "field": "state", "form": "word", "words": {"A": "active"}},
            {"name": "w", "field": "state", "form": "word", "words": {"B": "grace"}}
            """
        let scanned = Scanned.of("{\"id\":1,\"v\":\"Z\",\"w\":\"B\"}", try jsonReader(field))
        #expect(scanned.records == ["1: purchase state=grace"])
        #expect(scanned.remarks == ["unknownWord state Z"])
    }

    @Test(
        arguments: [
            (#""v":["a","b","a","",null]"#, " entitlement=a|b"), (#""v":"a""#, " entitlement=a"),
            (#""v":[]"#, ""), (#""v":["\u0061","a","\u00e9"]"#, " entitlement=a|é"),
            (#""v":["a"],"w":"b","items":[{"k":"c"},{"k":"a"}]"#, " entitlement=a|b|c"),
            (#""w":"[\"x\", \"y\"]""#, #" entitlement=["x", "y"]"#),
            (#""j":"[\"x\", \"y\\u0041\"]""#, " entitlement=x|yA"),
            (#""j":"null""#, ""),
            (#""j":"[1]""#, "1 scan.kind: \"j\" holds a number; expected texts in the list"),
            (
                #""j":"{}""#,
                #"1 scan.kind: "j" holds "{}"; expected a JSON list of texts, such as ["pro"]"#
            ),
            (
                #""j":"pro""#,
                #"1 scan.syntax: "j" holds no JSON: expected a JSON list of texts, such as ["pro"]"#
            ),
            (
                #""j":"[\"x\"""#,
                "1 scan.syntax: \"j\" holds no JSON: the text ends too early; it is truncated"
            ),
            (#""v":[["a"]]"#, "1 scan.kind: \"v\" holds a list; expected texts in the list"),
            (#""v":["a",7]"#, "1 scan.kind: \"v\" holds a number; expected texts in the list"),
        ])
    func `The values of a list are joined, each taken once`(members: String, read: String) throws {
        let field = """
            {"name": "v", "field": "entitlement", "form": "list"},
            {"name": "w", "field": "entitlement"},
            {"name": "j", "field": "entitlement", "form": "json-list"},
            {"name": "items.*.k", "field": "entitlement", "form": "list"}
            """
        #expect(try self.read(field, members) == read)
    }

    @Test func `A list of many texts takes each of them once`() throws {
        let texts = (0..<3_000).map { "\"t\($0 % 1_500)\"" }.joined(separator: ",")
        let scanned = Scanned.of(
            "{\"id\":1,\"v\":[\(texts)]}",
            try jsonReader("{\"name\": \"v\", \"field\": \"aliases\", \"form\": \"list\"}"))
        #expect(scanned.records.first?.split(separator: "|").count == 1_500)
    }

    @Test(arguments: [0, 16, 40])
    func `Other bytes are another text, in lists of any length`(others: Int) throws {
        let texts = (0..<others).map { "t\($0)" } + ["caf\u{E9}", "cafe\u{301}", "cafe\u{301}"]
        let scanned = Scanned.of(
            "{\"id\":1,\"v\":[\"\(texts.joined(separator: "\",\""))\"]}",
            try jsonReader("{\"name\": \"v\", \"field\": \"aliases\", \"form\": \"list\"}"))
        #expect(scanned.records.first?.split(separator: "|").count == others + 2)
    }

    @Test(
        arguments: [
            (#""part": {"after": "/users/", "until": "/"}"#, "/v4/users/a%20b/x", " product=a%20b"),
            (
                #""part": {"after": "/users/", "until": "/", "percent": true}"#, "/users/a%20b%2",
                " product=a b%2"
            ),
            (#""part": {"after": "/users/", "until": "/"}"#, "/people/a", ""),
            (#""part": {"until": ".."}"#, "abc..1", " product=abc"),
            (#""part": {"until": ".."}"#, "abc.1", " product=abc.1"),
            (#""part": {"after": "x_", "drop-end": ["_y", "_one_y"]}"#, "x_a_one_y", " product=a"),
            (#""part": {"after": "x_", "drop-end": ["_y"]}"#, "x_a", ""),
            (#""part": {"until": "é"}"#, "aéb", " product=a"),
        ])
    func `A part of a text is taken`(more: String, text: String, read: String) throws {
        let field = "{\"name\": \"v\", \"field\": \"product\", \(more)}"
        #expect(try self.read(field, "\"v\":\"\(text)\"") == read)
    }

    @Test(
        arguments: [
            (#"{"name": "l.*.v", "field": "product"}"#, " product=1"),
            (#"{"name": "l[k=b].v", "field": "product"}"#, " product=2"),
            (#"{"name": "l.*.v", "field": "product", "where": {"k": ["b", "c"]}}"#, " product=2"),
            (#"{"name": "l.*.v", "field": "product", "where": {"k": [null]}}"#, " product=4"),
            (#"{"name": "l.*.v", "field": "product", "only-one": true}"#, ""),
            (#"{"name": "l[k=c].v", "field": "product", "only-one": true}"#, " product=3"),
            (#"{"name": "m.*.x.*.y", "field": "aliases", "form": "list"}"#, " aliases=p|q|r"),
            (#"{"name": "m", "field": "aliases", "form": "keys"}"#, " aliases=one|tw\u{F6}"),
            (
                #"{"name": "m", "field": "aliases", "form": "keys", "where": {"z": ["1"]}}"#,
                " aliases=tw\u{F6}"
            ),
            (#"{"name": "$.l[k=a].v", "field": "product"}"#, " product=1"),
        ])
    func `Values of lists and objects are found by their index and their neighbours`(
        field: String, read: String
    ) throws {
        let members = """
            "l":[{"k":"a","v":"1"},{"k":"b","v":"2"},{"v":"3","k":"c"},{"v":"4"}],\
            "m":{"one":{"x":[{"y":"p"},{"y":"q"}]},"tw\\u00f6":{"x":[{"y":"r"}],"z":1}}
            """
        #expect(try self.read(field, members) == read)
    }

    @Test func `Several values where one is due are said`() throws {
        let scanned = Scanned.of(
            "{\"id\":1,\"l\":[{\"v\":\"a\"},{\"v\":\"a\"},{\"v\":\"b\"}]}",
            try jsonReader("{\"name\": \"l.*.v\", \"field\": \"product\", \"only-one\": true}"))
        #expect(scanned.remarks == ["severalValues product a"])
        let spelt = Scanned.of(
            "{\"id\":1,\"l\":[{\"v\":\"caf\u{E9}\"},{\"v\":\"cafe\u{301}\"}]}",
            try jsonReader("{\"name\": \"l.*.v\", \"field\": \"product\", \"only-one\": true}"))
        #expect(spelt.remarks == ["severalValues product caf\u{E9}"])
    }
}
