// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymChecking
import AllonymCore
import AllonymMappings
import Foundation
import Testing

/// What is found in whole files, finding by finding.
@Suite struct FindingListTests {
    private func check(most: Int = 100) throws -> FileCheck {
        var check = FileCheck(try builtInCheck())
        check.isWholeFile = true
        check.mostListed = most
        return check
    }

    private func input(_ text: String, name: String = "in") -> Input {
        .bytes(Array(text.utf8), name: name)
    }

    @Test func `Each finding names both IDs and both lines`() throws {
        let inputs = [
            input("Ann\nann\n", name: "a"), input("x\n\"ann\" \nANN\nx\nann\n", name: "b"),
        ]
        let found = try #require(try check().run(inputs).wholeFile)
        let list = FindingList(inputs: ["a", "b"])
        #expect(
            list.text(found) == """
                b:4: "x": repeated; the same as line 1 of b
                b:5: "ann": repeated; the same as line 2 of a
                a:2: "ann": only-case; differs only by case from "Ann" on line 1 of a
                b:3: "ANN": only-case; differs only by case from "Ann" on line 1 of a

                """)
        #expect(
            list.csv(found) == """
                b,4,x,whole-file,,,repeated,the same as line 1 of b,
                b,5,ann,whole-file,,,repeated,the same as line 2 of a,
                a,2,ann,whole-file,,,only-case,"differs only by case from ""Ann"" on line 1 of a",
                b,3,ANN,whole-file,,,only-case,"differs only by case from ""Ann"" on line 1 of a",

                """)
    }

    @Test func `The words of the list, and those of JSON, are told by the mappings`() throws {
        let known = try builtIn.get().neutral.words(of: "whole-file").map(\.word)
        let words = SpellingDifference.allCases.flatMap { [$0.rawValue, $0.finding] }
        #expect(Set(known) == Set(words + ["repeated"]))
    }

    @Test func `What goes beyond the list is counted`() throws {
        let ids = (0..<1_000).map { "a\nb\nname \($0)\nName \($0)\n" }.joined()
        let found = try #require(try check(most: 3).run([input(ids)]).wholeFile)
        let lines = FindingList(inputs: ["in"]).text(found).split(separator: "\n")
            .map(String.init)
        #expect(
            lines == [
                "in:5: \"a\": repeated; the same as line 1",
                "in:6: \"b\": repeated; the same as line 2",
                "in:4: \"Name 0\": only-case; differs only by case from \"name 0\" on line 3",
                "in:8: \"Name 1\": only-case; differs only by case from \"name 1\" on line 7",
                "in:12: \"Name 2\": only-case; differs only by case from \"name 2\" on line 11",
                "only-case: and 997 more",
            ])
    }

    @Test func `Columns are read again as well`() throws {
        var check = try check()
        check.layout = .column(CSVColumn(.name("id")))
        let found = try check.run([input("x,id\n1,\"a\nb\"\n2,c\n3,\"A\nb\"\n")]).wholeFile
        let pair = try #require(found?.spellings[.letterCase]?.pairs.first)
        #expect([pair.first.shown, pair.second.shown] == ["\"a\\nb\"", "\"A\\nb\""])
        #expect(pair.first.line == 2)
        #expect(pair.second.line == 5)
    }

    @Test(arguments: [100, 400_000])
    func `Of a pipe the texts are known from its beginning, the lines from all of it`(
        between: Int
    ) throws {
        let pipe = Pipe()
        let filling = String(repeating: "-", count: 90)
        let ids = "Ann\n" + (0..<between).map { "\($0)\(filling)\n" }.joined() + "ann\n"
        Thread {
            try? pipe.fileHandleForWriting.write(contentsOf: Data(ids.utf8))
            try? pipe.fileHandleForWriting.close()
        }.start()
        let descriptor = pipe.fileHandleForReading.fileDescriptor
        let found = try check().run([.descriptor(descriptor, name: "pipe")]).wholeFile
        let pair = try #require(found?.spellings[.letterCase]?.pairs.first)
        #expect(pair.first.shown == "\"Ann\"")
        #expect(pair.second.line == between + 2)
        #expect(pair.second.isKnown == (ids.utf8.count < 1 << 25))
    }

    @Test func `A long ID that dominates is whole in JSON`() throws {
        let id = String(repeating: "long ", count: 100)
        let check = try check()
        let summary = try check.run([input("\(id)\n\(id)\n\(id)\n")])
        let json = SummaryReport(check.check, inputs: ["in"]).json(summary)
        #expect(json.contains("\"dominating\":{\"count\":3,\"id\":\"\(id)\",\"line\":1}"))
    }
}
