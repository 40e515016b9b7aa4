// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymChecking
import AllonymCore
import AllonymTestSupport
import Foundation
import Testing

/// What only shows when all IDs of a file are looked at together.
@Suite struct WholeFileTests {
    private func findings(_ ids: [String], workers: Int = 2) throws -> WholeFileFindings {
        var check = FileCheck(try builtInCheck())
        check.isWholeFile = true
        check.workers = workers
        let bytes = Array(ids.joined(separator: "\n").utf8)
        return try #require(try check.run([.bytes(bytes, name: "in")]).wholeFile)
    }

    @Test(
        arguments: [
            (["ann", "Ann"], [.letterCase: 1]), (["ann", " ann"], [.whitespace: 1]),
            (["ann", "ann\t", "ann "], [.whitespace: 2]),
            (["\u{E9}", "e\u{301}"], [.normalization: 1]),
            (["É", "e\u{301}"], [.several: 1]),
            (["É", "e\u{301}", "é"], [.letterCase: 1, .normalization: 1]),
            (
                ["035b30e2-faf4-462d-aec3-caa0fbe26c49", "035B30E2-FAF4-462D-AEC3-CAA0FBE26C49"],
                [.uuid: 1]
            ),
            (
                ["035b30e2-faf4-462d-aec3-caa0fbe26c49", "035b30e2faf4462daec3caa0fbe26c49"],
                [.uuid: 1]
            ),
            (
                [
                    "035b30e2-faf4-462d-aec3-caa0fbe26c49",
                    "\u{A0}035b30e2-faf4-462d-aec3-caa0fbe26c49",
                    "035B30E2-FAF4-462D-AEC3-CAA0FBE26C49\u{2003}",
                ], [.whitespace: 1, .several: 1]
            ),
            (["Ann", "ANN "], [.several: 1]), (["Ann", "ann "], [.several: 1]),
            (["ann", "Ann", "ann "], [.letterCase: 1, .whitespace: 1]),
            (["Ann ", "ann ", "ann\t", "ANN\n"], [.letterCase: 1, .whitespace: 1, .several: 1]),
            (["CAFE\u{301}", "café"], [.several: 1]), (["straße", "STRASSE"], [:]),
            (["\u{A0}é", "é"], [.whitespace: 1]), (["a b", "ab"], [:]), (["ann", "ann"], [:]),
            (["ann", "anna"], [:]), (["", " "], [:]), ([" ", "\t"], [.whitespace: 1]),
            (["a@b.c", "A@B.C", "a@B.c"], [.letterCase: 2]),
            (["\u{212A}x", "Kx", "kx"], [.letterCase: 1, .normalization: 1]),
            (["\u{130}", "I\u{307}", "i\u{307}"], [.normalization: 1]),
            ([" E\u{301}", "e\u{301}", "\u{E9} "], [.several: 2]),
        ] as [([String], [SpellingDifference: Int])])
    func `Spellings of one ID are told apart by what they differ in, in any order`(
        ids: [String], differences: [SpellingDifference: Int]
    ) throws {
        for turn in 0..<ids.count {
            let turned = Array(ids[turn...] + ids[..<turn])
            for ids in [turned, turned.reversed(), turned + turned] {
                let found = try findings(ids)
                #expect(found.spellings.mapValues(\.count) == differences, "\(ids)")
                let isRepeated = Set(ids.map { Array($0.utf8) }).count < ids.count
                #expect((found.repetitions == 0) == !isRepeated)
            }
        }
    }

    @Test func `A finding names both IDs and both lines`() throws {
        let found = try findings(["x", "Ann", "y", "ann", "ANN", "y"])
        let pairs = try #require(found.spellings[.letterCase]).pairs
        #expect(pairs.map(\.first.shown) == ["\"Ann\"", "\"Ann\""])
        #expect(pairs.map(\.second.shown) == ["\"ann\"", "\"ANN\""])
        #expect(pairs.map(\.first.line) == [2, 2])
        #expect(pairs.map(\.second.line) == [4, 5])
        #expect(found.repeated.pairs.map(\.first.line) == [3])
        #expect(found.repeated.pairs.map(\.second.line) == [6])
    }

    @Test func `Repeated IDs are counted, with their first two indices`() throws {
        let found = try findings(["b", "a", "b", "c", "b", "a"])
        #expect(found.distinct == 3)
        #expect(found.repeated.count == 2)
        #expect(found.repetitions == 3)
        #expect(found.repeated.pairs.map(\.first.line) == [1, 2])
        #expect(found.repeated.pairs.map(\.second.line) == [3, 6])
        #expect(found.repeated.pairs.map(\.second.shown) == ["\"b\"", "\"a\""])
    }

    /// Four characters of 62, each code once, in a mixed order.
    private var codes: [String] {
        let letters = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
        return (0..<200_000).map { number in
            var rest = number * 7_368_787 % 14_776_336
            return String(
                (0..<4).map { _ in
                    defer { rest /= 62 }
                    return letters[rest % 62]
                })
        }
    }

    /// Every way to write a word in upper and lower case.
    private var cases: [String] {
        (0..<3_000).map { bits in
            String(
                "abcdefghijklmnop".enumerated().map { index, letter in
                    bits >> index & 1 == 0 ? letter : Character(letter.uppercased())
                })
        }
    }

    @Test func `Different IDs are never taken for the same`() throws {
        let found = try findings(codes)
        #expect(found.distinct == 200_000)
        #expect(found.repetitions == 0)
        #expect(found.spellings[.letterCase]?.count ?? 0 > 5_000)
        let spellings = try findings(cases)
        #expect(spellings.distinct == 3_000)
        #expect(spellings.repetitions == 0)
        #expect(spellings.spellings.mapValues(\.count) == [.letterCase: 2_999])
    }

    @Test func `Many spellings of one ID are counted one by one`() throws {
        let padded = cases.flatMap { word in
            (0..<20).map { word + String(repeating: " ", count: $0) }
        }
        let found = try findings(padded)
        #expect(found.distinct == 60_000)
        #expect(
            found.spellings.mapValues(\.count)
                == [.letterCase: 20 * 2_999, .whitespace: 19 * 3_000])
    }

    @Test func `Composed and lower-case form say which text it is`() {
        var seen: [String: Unicode.Scalar] = [:]
        for value in UInt32(0)...0x1_FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let text = String(scalar)
            let composed = text.precomposedStringWithCanonicalMapping.unicodeScalars.map(\.value)
            let lowered = SpellingFolder.lower(text).unicodeScalars.map(\.value)
            let other = seen.updateValue(scalar, forKey: "\(composed) \(lowered)")
            #expect(other == nil, "U+\(String(value, radix: 16))")
        }
    }

    @Test(
        arguments: [
            (["x", "x", "x", "y"], 3), (["x", "x", "y"], nil), (["x", "y", "z"], nil),
            (Array(repeating: "x", count: 10) + (0..<990).map { "user-\($0)" }, 10),
            (Array(repeating: "x", count: 9) + (0..<991).map { "user-\($0)" }, nil),
        ] as [([String], Int?)])
    func `One ID dominates when it is one in a hundred`(ids: [String], count: Int?) throws {
        let found = try findings(ids)
        #expect(found.dominating?.count == count)
        #expect(found.dominating?.example.shown == (count == nil ? nil : "\"x\""))
    }

    @Test func `Anonymous IDs are counted by their documented forms`() throws {
        var check = FileCheck(try builtInCheck())
        check.isWholeFile = true
        let ids = [
            "$RCAnonymousID:0123456789abcdef0123456789abcdef",
            "QON_0123456789abcdef0123456789abcdef", "QON_0123456789ABCDEF0123456789abcdef",
            "035b30e2-faf4-462d-aec3-caa0fbe26c49", "035B30E2-FAF4-462D-AEC3-CAA0FBE26C49",
            "035b30e2-faf4-162d-aec3-caa0fbe26c49",
        ]
        let bytes = Array(ids.joined(separator: "\n").utf8)
        let counts = try check.run([.bytes(bytes, name: "in")]).anonymous
        #expect(counts.map(\.provider) == EveryProvider.keys)
        let four = ["nami", "purchasely", "qonversion", "revenuecat"]
        #expect(counts.filter { four.contains($0.provider) }.map(\.count) == [2, 2, 1, 1])
        let one = FileCheck(try builtInCheck(asked: ["revenuecat"]))
        check = one
        check.isWholeFile = true
        let summary = try check.run([.bytes(bytes, name: "in")])
        #expect(summary.anonymous == counts)
        let text = SummaryReport(check.check, inputs: ["in"]).text(summary)
        #expect(
            text.contains(
                "{uuid} (33.3 %); counted for purchasely too; UUIDs of your own look the same\n"))
        #expect(text.contains("as minted by revenuecat"))
    }

    @Test func `Many IDs are remembered in at most 24 bytes each, by one worker as by two`() throws
    {
        let ids = (0..<120_000).map { "user-\($0 * 7_919 % 100_000)" }
        for workers in [1, 2] {
            let found = try findings(ids, workers: workers)
            #expect(found.distinct == 100_000)
            #expect(found.repetitions == 20_000)
            #expect(found.bytesEach <= 24)
            #expect(found.spellings.isEmpty)
        }
    }

    @Test func `An ID too long to be compared is counted`() throws {
        let found = try findings([String(repeating: "a", count: 300_000), "b", "b"])
        #expect(found.tooLong == 1)
        #expect(found.distinct == 1)
    }
}
