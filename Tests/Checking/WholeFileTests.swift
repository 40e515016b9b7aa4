// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymChecking
import AllonymCore
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
            (["ann", "Ann"], [.letterCase]), (["ann", " ann"], [.whitespace]),
            (["ann", "ann\t", "ann "], [.whitespace, .whitespace]),
            (["\u{E9}", "e\u{301}"], [.normalization]),
            (["É", "e\u{301}"], [.letterCase, .normalization]),
            (
                ["035b30e2-faf4-462d-aec3-caa0fbe26c49", "035B30E2-FAF4-462D-AEC3-CAA0FBE26C49"],
                [.uuid]
            ),
            (
                ["035b30e2-faf4-462d-aec3-caa0fbe26c49", "035b30e2faf4462daec3caa0fbe26c49"],
                [.uuid]
            ),
            (["Ann", "ANN "], [.letterCase, .whitespace]), (["straße", "STRASSE"], []),
            (["\u{A0}é", "é"], [.whitespace]), (["a b", "ab"], []), (["ann", "ann"], []),
            (["ann", "anna"], []), (["", " "], []),
            (["a@b.c", "A@B.C", "a@B.c"], [.letterCase, .letterCase]),
        ] as [([String], [SpellingDifference])])
    func `Spellings of one ID are told apart by what they differ in`(
        ids: [String], differences: [SpellingDifference]
    ) throws {
        let found = try findings(ids)
        var expected: [SpellingDifference: Int] = [:]
        for difference in differences { expected[difference, default: 0] += 1 }
        #expect(found.spellings.mapValues(\.count) == expected)
    }

    @Test func `Repeated IDs are counted, with the place of the second`() throws {
        let found = try findings(["b", "a", "b", "c", "b", "a"])
        #expect(found.distinct == 3)
        #expect(found.repeated.count == 2)
        #expect(found.repetitions == 3)
        #expect(found.repeated.examples.map(\.line) == [3, 6])
        #expect(found.repeated.examples.map(\.shown) == ["\"b\"", "\"a\""])
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
        let summary = try check.run([.bytes(bytes, name: "in")])
        #expect(summary.providers.map(\.anonymous) == [1, 1, 1, 1])
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
