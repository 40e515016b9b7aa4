// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import Testing

/// Writers, the answers to their calls, and reading calls back.
extension FormatsFileTests {
    @Test(
        arguments: [
            ("\"for\": \"purchase\"", "\"for\": \"sale\"", "\"for\" does not allow \"sale\""),
            ("\"route\": \"api\"", "\"route\": \"fax\"", "\"route\" does not allow \"fax\""),
            ("\"store\": [\"stripe\"]", "\"store\": [\"shop\"]", "\"store\" cannot be \"shop\""),
            ("\"product\", [", "\"good\", [", "\"needs\" does not allow the field \"good\""),
            ("\"delimiter\": \",\"", "\"delimiter\": \"\"", "\"delimiter\" has to be one"),
            ("\"delimiter\": \",\"", #""delimiter": "\"""#, "\"delimiter\" has to be one"),
            ("fifth.csv", "../fifth.csv", "\"file\" has to begin with \"fifth\""),
            ("fifth.csv", "fifth/../../x.csv", "\"file\" has to begin with \"fifth\""),
            ("fifth.csv", "/tmp/fifth.csv", "\"file\" has to begin with \"fifth\""),
            ("fifth.csv", "..", "\"file\" has to begin with \"fifth\""),
            ("fifth.csv", "", "\"file\" has to begin with \"fifth\""),
            ("fifth.csv", "manifest.json", "\"file\" has to begin with \"fifth\""),
            ("fifth.csv", "fifth\\u0000.csv", "\"file\" has to begin with \"fifth\""),
            ("\"batch\": null", "\"batch\": 0", "\"batch\" has to be from 1 to"),
            (
                "\"batch\": null", "\"batch\": null, \"most\": -1",
                "\"most\" has to be from 1 to 2147483647, not -1"
            ),
            (
                "\"batch\": null", "\"batch\": null, \"most-rows\": 1e18",
                "\"most-rows\" has to be from 1 to"
            ),
            ("\"priority\": 1", "\"priority\": -1", "\"priority\" has to be from 0 to"),
            ("\"name\": \"b\"", "\"name\": \"a\"", "the column occurs twice: \"a\""),
            (
                "\"constant\": \"x\"", "\"if\": [\"good\"], \"then\": \"x\", \"else\": \"y\"",
                "\"if\" does not allow the field \"good\""
            ),
            (
                "\"constant\": \"x\"", "\"if\": [\"user-id\"], \"then\": \"x\"",
                "\"else\" is missing"
            ),
            (
                "\"field\": \"product\"", "\"field\": \"good\"",
                "\"field\" does not allow the field \"good\""
            ),
            (
                "\"batch\": null", "\"batch\": null, \"call\": {}",
                "\"call\" does not belong to \"csv\""
            ),
            ("/users/{user-id}", "/users/{good}", "\"path\" does not allow the field \"good\""),
            ("/users/{user-id}", "/users/{user-id", "has a brace that is not closed"),
            ("/users/{user-id}", "users", "\"path\" has to begin with a slash"),
            ("\"{alias}\"", "\"{good}\"", "\"body\" does not allow the field \"good\""),
            ("\"n\": 1", "\"n\": 1.5", "only whole numbers"),
            ("\"after\": []", "\"after\": [\"fifth.x\"]", "\"after\" names no writer"),
            ("fifth.limits.1", "fifth.limits.2", "there is no limit \"fifth.limits.2\""),
            ("null, \"no-undo\": \"There is none.\"", "null", "either \"undo\" or \"no-undo\""),
            ("\"id\": \"fifth.call\"", "\"id\": \"fifth.write\"", "the id occurs twice"),
        ])
    func `A writer with a fault is refused`(part: String, fault: String, reason: String) throws {
        let writers = "\(Self.writer), \(Self.caller)"
        #expect(writers.contains(part))
        let error = try #require(throws: MappingsError.self) {
            try load(writers: writers.replacing(part, with: fault), limits: Self.limit)
        }
        #expect(error.description.contains(reason), "\(error)")
    }

    private static let read = """
        "read": {"path": "/users/{user-id}", "headers": {}, "list": "data", "where": {"id": "{alias}"},
          "equal": {"n": 1}, "says": "Read.", CITED}
        """
    private static let answer = """
        {"id": "fifth.answers.1", "for": ["fifth.call"], "status": 409, "at": "error.code",
         "code": "taken", "means": "exists", "says": "Taken.", CITED}
        """

    /// A file with a call that is read back, and an answer.
    private func load(read: String, answer: String) throws -> ProviderFormats {
        let cited = #""authority": "documented", "source": "guide, 1", "checked": "2026-11-21""#
        return try load(
            writers: Self.caller.replacing(#""after": []"#, with: #"\#(read), "after": []"#),
            limits: Self.limit,
            more: "\"answers\": [\(answer.replacing("CITED", with: cited))],")
    }

    @Test func `Answers and what reads calls back are loaded`() throws {
        let formats = try load(read: Self.read, answer: Self.answer)
        let answer = try #require(formats.answers.first)
        #expect(answer.meaning == .exists)
        #expect(answer.code == "taken")
        #expect(answer.writers == ["fifth.call"])
        guard case .calls(let call)? = formats.writers.first?.container else {
            Issue.record("no calls")
            return
        }
        #expect(call.read?.list == "data")
        #expect(!call.isRepeatable)
    }

    @Test(
        arguments: [
            (#""means": "exists""#, #""means": "maybe""#, "\"means\" does not allow \"maybe\""),
            (#""status": 409"#, #""status": 999"#, "no HTTP status"),
            (#""code": "taken", "#, "", "go together"),
            (#""status": 409, "at": "error.code","#, "", "go together"),
            (#"["fifth.call"]"#, #"["fifth.other"]"#, "no writer of calls"),
            (#""means": "exists""#, #""means": "exists", "wait": "ms""#, "belongs to an answer"),
            (#""says": "Taken.""#, #""says": "Taken.", "else": 1"#, "else"),
            (#""list": "data", "#, "", "go together"),
            (#""equal": {"n": 1}"#, #""equal": {}"#, "an object that is not empty"),
            (#""equal": {"n": 1}, "#, "", "give one of them"),
            (
                #""equal": {"n": 1}"#, #""equal": {"n": 1}, "changed": {"at": "text"}"#,
                "seconds, milliseconds or iso"
            ),
            (
                #""equal": {"n": 1}"#, #""equal": {"n": 1}, "limit": "fifth.limits.9""#,
                "there is no limit \"fifth.limits.9\""
            ),
            (
                #""means": "exists""#,
                #""means": "exists", "compared": {"in": "a", "member": "b"}"#,
                "\"not-before\" is missing"
            ),
            (
                #""means": "exists""#,
                #""means": "exists", "compared": {"in": "a", "member": "b", "not-before": {"e": 1}}"#,
                "belongs to an answer"
            ),
            (#""where": {"id": "{alias}"}"#, #""where": {"id": "{good}"}"#, "the field \"good\""),
            (#""headers": {}, "list""#, #""headers": {}, "method": "GET", "list""#, "method"),
            ("\"read\"", #""repeatable": true, "read""#, "which says why"),
        ])
    func `An answer or a reading with a fault is refused`(
        part: String, fault: String, reason: String
    ) throws {
        #expect((Self.read + Self.answer).contains(part))
        let error = try #require(throws: MappingsError.self) {
            try load(
                read: Self.read.replacing(part, with: fault),
                answer: Self.answer.replacing(part, with: fault))
        }
        #expect(error.description.contains(reason), "\(error)")
    }
}
