// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymChecking
import AllonymCore
import Testing

/// Which different IDs a summary names, and how often they occur.
@Suite struct DifferentIDsTests {
    private func forbidden(
        _ texts: [String], workers: Int = 2, capacity: Int = 1 << 18
    ) throws -> (CheckSummary.Count, String) {
        var check = FileCheck(try builtInCheck(asked: ["revenuecat"]))
        (check.workers, check.capacity) = (workers, capacity)
        let inputs = texts.enumerated().map { Input.bytes(Array($1.utf8), name: "\($0).txt") }
        let summary = try check.run(inputs)
        let text = SummaryReport(check.check, inputs: inputs.map(\.name)).text(summary)
        return (try #require(summary.providers.first?.reasons[.forbiddenCharacter]), text)
    }

    @Test(arguments: [1, 2, 4])
    func `Those that occur most often come first, each once`(workers: Int) throws {
        let ids = (0..<40).map { "a/\($0 % 7 % 3)" } + ["b/1", "a/2", "c/1"]
        let (count, text) = try forbidden(
            [ids.joined(separator: "\n")], workers: workers, capacity: 32)
        #expect(count.count == 43 && count.different == 5)
        #expect(count.mostFrequent.map(\.count) == [17, 12, 12, 1, 1])
        #expect(
            text.contains(
                "43  \"a/0\" 17 × (line 1), \"a/1\" 12 × (line 2), \"a/2\" 12 × (line 3), "
                    + "\"b/1\" (line 41), \"c/1\" (line 43)\n"), "\(text)")
    }

    @Test(
        arguments: [
            (5, 5, "\"x/4\" 2 × (line 5)\n"), (6, 6, "\"x/4\" 2 × (line 5); 6 different ones\n"),
            (1_000, 1_000, "\"x/4\" 2 × (line 5); 1,000 different ones\n"),
            (1_001, nil, "\"x/4\" (line 5); more than 1,000 different ones\n"),
        ] as [(Int, Int?, String)])
    func `Up to a thousand are counted, whoever of the workers meets them`(
        ids: Int, different: Int?, end: String
    ) throws {
        let once = (0..<ids).map { "x/\($0)\n" }.joined()
        for workers in [1, 2, 3] {
            let (count, text) = try forbidden([once + once], workers: workers, capacity: 64)
            #expect(count.count == 2 * ids && count.different == different)
            #expect(count.examples.map(\.line) == [1, 2, 3, 4, 5])
            #expect(count.mostFrequent.isEmpty == (different == nil))
            #expect(text.contains(end), "\(text)")
        }
    }

    @Test func `The same ID in two inputs is one, first met in the first`() throws {
        let (count, text) = try forbidden(["y/1\n", "y/1\ny/1\n"])
        #expect(count.different == 1)
        #expect(text.contains("\"y/1\" 3 × (0.txt, line 1)\n"), "\(text)")
    }

    @Test func `Long IDs that begin alike are told apart`() throws {
        let long = String(repeating: "z/", count: 500)
        let (count, _) = try forbidden(["\(long)1\n\(long)2\n\(long)1\n\(long)12\n"])
        #expect(count.different == 3)
        #expect(count.mostFrequent.map(\.count) == [2, 1, 1])
    }
}
