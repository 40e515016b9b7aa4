// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymComparison
import Testing

/// What a store cannot do, since nobody has bought it, comes to nothing, and not silently.
@Suite struct IdleStepTests {
    /// The notes on the last row of a scenario, after some rows that prepare it.
    private func notes(_ rows: [String], _ last: String) throws -> [String] {
        let lines = (["A | install", "B | install"] + rows + [last]).map { row in
            row.contains(" | | ") ? "| \(row) |" : "| \(row) | | |"
        }
        let head = """
            # A test

            | Device | Action | Nami | RevenueCat |
            |--------|--------|------|------------|

            """
        return try compare(head + lines.joined(separator: "\n")).flatMap(\.notes)
    }

    @Test(
        arguments: [
            ([], "A | refund Y", "refund Y", "app_store:A has no purchase of Y"),
            (["A | buy X"], "A | refund Y", "refund Y", "app_store:A has no purchase of Y"),
            (["A | buy X"], "B | expire X", "expire X", "app_store:B has no purchase of X"),
            (["A | buy X"], "B | hold X", "hold X", "app_store:B has no purchase of X"),
            (["A | buy X"], "B | notify X", "notify X", "app_store:B has no purchase of X"),
            (
                ["A | buy X", "A | refund X"], "A | renew X", "renew X",
                "app_store:A has no purchase of X"
            ),
            (
                ["A | buy X", "A | share X with B"], "B | cancel X", "cancel X",
                "app_store:B has no purchase of X"
            ),
            (
                ["A | buy X", "A | change X to Y"], "A | renew X", "renew X",
                "app_store:A has no purchase of X"
            ),
            (
                ["A | buy X"], "B | change X to Y", "change X to Y",
                "app_store:B has no purchase of X"
            ),
            (
                ["A | buy X"], "B | share X with A", "share X with A",
                "app_store:B has no purchase of X"
            ),
            (
                ["A | use play_store:ann", "A | buy X", "A | use app_store:A"],
                "A | expire X", "expire X", "app_store:A has no purchase of X"
            ),
        ] as [([String], String, String, String)])
    func `A step of the store without a purchase has a note with its line`(
        rows: [String], last: String, action: String, reason: String
    ) throws {
        let line = 7 + rows.count
        #expect(
            try notes(rows, last) == [
                "test.md:\(line): \(action): nothing happened, since \(reason) of its own; write "
                    + "[unchanged] into a cell if that is meant"
            ])
    }

    @Test(
        arguments: [
            (["A | buy X"], "A | refund X"), (["A | buy X", "A | expire X"], "A | renew X"),
            // Nothing changes, and the purchase is there.
            (["A | buy X", "A | expire X"], "A | hold X"), (["A | buy X"], "A | notify X"),
            (["A | buy X", "A | share X with B"], "B | notify X"),
            (["A | buy X"], "A | unshare X with B"), ([], "A | check"), ([], "A | restore"),
            ([], "A | log out"), ([], "A | buy X"), ([], "A | own X"),
            // Whoever says so has meant it.
            ([], "A | refund Y | | [unchanged]"),
        ] as [([String], String)])
    func `Any other step has none`(rows: [String], last: String) throws {
        #expect(try notes(rows, last) == [])
    }

    @Test func `JSON has the note in the step, and in no other`() throws {
        let compared = try compare(scenario("Nami", ["buy X | ", "renew Y | none"]))[0]
        var report = JSONReport()
        var text = ""
        try report.add(compared) { text += $0 }
        let reason = "nothing happened, since app_store:A has no purchase of Y of its own"
        #expect(text.contains("\"note\" : \"\(reason)\""))
        #expect(text.ranges(of: #""note""#).count == 1)
    }
}
