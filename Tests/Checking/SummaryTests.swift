// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymChecking
import AllonymCore
import Testing

/// What a person reads.
@Suite struct SummaryTests {
    private func summary(
        _ inputs: [Input], asked: [String]? = nil, isWholeFile: Bool = false
    ) throws -> String {
        var check = FileCheck(try builtInCheck(asked: asked))
        check.isWholeFile = isWholeFile
        return SummaryReport(check.check, inputs: inputs.map(\.name)).text(try check.run(inputs))
    }

    private func input(_ text: String, name: String = "ids.txt") -> Input {
        .bytes(Array(text.utf8), name: name)
    }

    @Test func `Reasons and advice come with counts and the first indices`() throws {
        let text = try summary([input("guest\n42\nnull\n\nann@mail.test\n")], asked: ["revenuecat"])
        #expect(
            text == """
                5 IDs in ids.txt: 3 refused by at least one provider.

                RevenueCat accepts 2, refuses 3 (60.0 %)
                  refused  empty                              1  "" (line 4)
                  refused  blocked-value                      2  "guest" (line 1), "null" (line 3)
                  advice   email                              1  "ann@mail.test" (line 5)
                  advice   guessable                          2  "42" (line 2), "ann@mail.test" (line 5)
                  advice   not-portable                       1  "ann@mail.test" (line 5); refused by nami 1

                """)
    }

    @Test func `An anonymous ID is no example of what could be given instead`() throws {
        let anonymous = "$RCAnonymousID:e0c2127ba3dc46d3aa99b982e80c5d7a"
        let alone = try summary([input("\(anonymous)\n")], asked: ["nami"])
        #expect(alone.contains("wrong-format") && !alone.contains("instead"))
        let both = try summary([input("\(anonymous)\nann@mail.test\n")], asked: ["nami"])
        #expect(both.contains("\n  instead  sha256 of the ID"))
    }

    @Test(arguments: [60, 80, 200])
    func `Lines end at the width, and no ID is cut`(width: Int) throws {
        let check = FileCheck(try builtInCheck(asked: ["revenuecat"]))
        let input = input("guest\nnull\nan ID / with blanks\na\\\" / b\nnone\n")
        let report = SummaryReport(check.check, inputs: [input.name])
        let summary = try check.run([input])
        let text = report.text(summary, width: width)
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= width }, "\(text)")
        #expect(text.contains("\"an ID / with blanks\" (line"))
        #expect((text == report.text(summary)) == (width == 200))
        func words(_ text: String) -> [Substring] { text.split(whereSeparator: \.isWhitespace) }
        #expect(words(text) == words(report.text(summary)))
    }

    @Test func `Five examples are shown, the first ones, of many inputs in order`() throws {
        let many = (0..<100_000).map { "a/\($0)" }.joined(separator: "\n")
        let text = try summary(
            [input("x/1\nx/2", name: "first"), input(many, name: "second")], asked: ["revenuecat"])
        #expect(
            text.contains(
                "\"x/1\" (first, line 1), \"x/2\" (first, line 2), \"a/0\" (second, line 1), "
                    + "\"a/1\" (second, line 2), \"a/2\" (second, line 3); more than 1,000 different "
                    + "ones\n"))
        #expect(text.hasPrefix("100,002 IDs in 2 inputs: 100,002 refused"))
    }

    @Test(
        arguments: [
            ("", "0 IDs in ids.txt.\n"),
            (
                "035b30e2-faf4-462d-aec3-caa0fbe26c49",
                "1 ID in ids.txt: every provider asked accepts it.\n"
            ),
            (
                "035b30e2-faf4-462d-aec3-caa0fbe26c49\n035b30e2-faf4-462d-aec3-caa0fbe26c48",
                "2 IDs in ids.txt: every provider asked accepts them all.\n"
            ),
        ])
    func `The first line says how it stands`(ids: String, line: String) throws {
        #expect(try summary([input(ids)]).hasPrefix(line))
    }

    @Test(
        arguments: [
            ("a\tb\u{1B}[31m\"\\", "\"a\\tb\\u{1b}[31m\\\"\\\\\""), ("\u{202E}é", "\"\\u{202e}é\""),
            (
                String(repeating: "x", count: 70),
                "\"\(String(repeating: "x", count: 60))…\" (70 bytes)"
            ),
            ("名前\u{A0}", "\"名前\\u{a0}\""), ("", "\"\""),
        ])
    func `An example cannot act on a terminal`(id: String, shown: String) throws {
        let check = FileCheck(try builtInCheck())
        let summary = try check.run([input(id + "\n")])
        let providers = summary.providers.flatMap {
            $0.reasons.values.map(\.examples) + $0.advice.values.map(\.examples)
        }
        let examples = providers.flatMap { $0 }
        #expect(!examples.isEmpty)
        #expect(examples.allSatisfy { $0.shown == shown }, "\(examples.map(\.shown))")
    }

    @Test func `Whole-file findings stand at the end`() throws {
        let text = try summary(
            [input("Ann\nann\nann\nann\n")], asked: ["purchasely"], isWholeFile: true)
        #expect(
            text.hasSuffix(
                """
                Whole file: 2 different IDs
                  same     repeated                           2  1 ID occurs more than once: "ann" (lines 2 and 3)
                  differ   only by case                       1  "Ann" (line 1) and "ann" (line 2)
                  most     one ID dominates                   3  "ann" (line 2) (75.0 %)

                """), "\(text)")
    }
}
