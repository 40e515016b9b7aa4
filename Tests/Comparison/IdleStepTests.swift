// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymComparison
import Testing

/// What is done to something that is not there comes to nothing, and not silently.
@Suite struct IdleStepTests {
    /// The notes on the last row of a scenario, after some rows that prepare it.
    private func notes(
        _ rows: [String], _ last: String, at providers: [String] = ["Nami", "RevenueCat"]
    ) throws -> [String] {
        let lines = (["A | install", "B | install"] + rows + [last]).map { row in
            // A row without cells has one bar.
            let missing = providers.count + 1 - row.count { $0 == "|" }
            return "| \(row)" + String(repeating: " | ", count: missing) + " |"
        }
        let head = """
            # A test

            | Device | Action | \(providers.joined(separator: " | ")) |
            |--|--|\(String(repeating: "--|", count: providers.count))

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
            ([], "delete u9", "no customer has the ID u9"),
            ([], "delete \"two words\"", "no customer has the ID \"two words\""),
            ([], "delete anonymous 3", "no customer has the ID anonymous 3"),
            (
                ["A | delete anonymous 1"], "delete anonymous 1",
                "no customer has the ID anonymous 1"
            ),
            (["A | log in u1", "A | delete u1"], "delete u1", "no customer has the ID u1"),
            (["A | log in u1"], "transfer u9 to u1", "no customer has the ID u9"),
            (["A | log in u1"], "transfer u1 to u9", "no customer has the ID u9"),
            ([], "transfer u8 to u9", "no customer has the ID u8 or u9"),
            ([], "transfer u9 to u9", "no customer has the ID u9"),
            (["A | log in u1"], "transfer u1 to anonymous 1", "both IDs belong to one customer"),
            (
                ["A | log in u1", "B | log in u2", "B | buy X"], "transfer u1 to u2",
                "the customer of u1 has no purchase of its own"
            ),
            ([], "expire grant vip", "the ID in use on A has no grant of vip"),
            (
                ["A | grant vip", "A | expire grant vip"], "expire grant vip",
                "the ID in use on A has no grant of vip"
            ),
            (["B | grant vip"], "expire grant vip", "the ID in use on A has no grant of vip"),
            (
                ["A | grant vip", "A | delete anonymous 1"], "expire grant vip",
                "the ID in use on A has no grant of vip"
            ),
        ] as [([String], String, String)])
    func `A step by hand about what is not there has a note with its line`(
        rows: [String], action: String, reason: String
    ) throws {
        let line = 7 + rows.count
        #expect(
            try notes(rows, "A | \(action)", at: ["RevenueCat"]) == [
                "test.md:\(line): \(action): nothing happened, since \(reason); write [unchanged] "
                    + "into a cell if that is meant"
            ])
    }

    @Test(
        arguments: [
            [], ["A | grant Vip"], ["B | grant vip"], ["A | grant vip", "A | revoke vip"],
            ["A | grant vip", "A | expire grant vip"],
        ] as [[String]])
    func `A revoke without a grant has a note although it is applied`(rows: [String]) throws {
        let note =
            "test.md:\(7 + rows.count): revoke vip: nothing happened, since the ID in use on A has no "
            + "grant of vip; write \"; events: none\" into a cell if that is meant"
        #expect(try notes(rows, "A | revoke vip", at: ["RevenueCat"]) == [note])
        #expect(try notes(rows, "A | revoke vip | [applied]", at: ["RevenueCat"]) == [note])
    }

    @Test(
        arguments: [
            (["Nami", "RevenueCat"], [], "delete u9", "RevenueCat", "no customer has the ID u9"),
            (
                ["Nami", "Purchasely", "Qonversion", "RevenueCat"], [], "delete u9",
                "Purchasely, Qonversion and RevenueCat", "no customer has the ID u9"
            ),
            (
                ["Purchasely", "RevenueCat"], ["A | log in guest"], "delete guest", "RevenueCat",
                "no customer has the ID guest"
            ),
            (
                ["Nami", "RevenueCat"], [], "transfer u9 to anonymous 1", "RevenueCat",
                "no customer has the ID u9"
            ),
            (
                ["Nami", "Qonversion", "RevenueCat"], [], "expire grant vip",
                "Qonversion and RevenueCat", "the ID in use on A has no grant of vip"
            ),
            // After a log-out Qonversion's user is the one who had the grant before the log-in.
            (
                ["Qonversion", "RevenueCat"], ["A | grant vip", "A | log in u1", "A | log out"],
                "expire grant vip", "RevenueCat", "the ID in use on A has no grant of vip"
            ),
        ] as [([String], [String], String, String, String)])
    func `A note names the providers where nothing happened, if it did elsewhere`(
        providers: [String], rows: [String], action: String, named: String, reason: String
    ) throws {
        #expect(
            try notes(rows, "A | \(action)", at: providers) == [
                "test.md:\(7 + rows.count): \(action): nothing happened at \(named), since \(reason); "
                    + "write [unchanged] into a cell if that is meant"
            ])
    }

    @Test func `Only the cell of a provider where nothing happened takes a note away`() throws {
        let rows = ["A | grant vip", "A | log in u1", "A | log out"]
        let providers = ["Qonversion", "RevenueCat"]
        let last = "A | revoke vip | "
        #expect(try notes(rows, last + "; events: none | ", at: providers).count == 1)
        #expect(try notes(rows, last + " | ; events: none", at: providers) == [])
    }

    @Test(
        arguments: [
            (["A | buy X"], "A | refund X"), (["A | buy X", "A | expire X"], "A | renew X"),
            // Nothing changes, and the purchase is there.
            (["A | buy X", "A | expire X"], "A | hold X"), (["A | buy X"], "A | notify X"),
            (["A | buy X", "A | share X with B"], "B | notify X"),
            (["A | buy X"], "A | unshare X with B"), ([], "A | check"), ([], "A | restore"),
            ([], "A | log out"), ([], "A | buy X"), ([], "A | own X"),
            ([], "A | delete anonymous 1"), (["A | log in u1"], "A | delete u1"),
            (["A | log in u1"], "B | delete anonymous 1"),
            (["A | buy X"], "A | transfer anonymous 1 to anonymous 2"),
            ([], "A | grant vip"), (["A | grant vip"], "A | grant vip"),
            (["A | grant vip"], "A | revoke vip"), (["A | grant vip"], "A | expire grant vip"),
            // The customer comes back, so something happens.
            (["A | delete anonymous 1"], "A | revoke vip"),
            // Whoever says so has meant it.
            ([], "A | refund Y | | [unchanged]"), ([], "A | delete u9 | | [unchanged]"),
            ([], "A | transfer u8 to u9 | | none [unchanged]"),
            ([], "A | expire grant vip | | [unchanged]"),
            ([], "A | revoke vip | | none [applied]; events: none"),
        ] as [([String], String)])
    func `Any other step has none`(rows: [String], last: String) throws {
        #expect(try notes(rows, last) == [])
    }

    @Test func `A refused step has none`() throws {
        for action in ["delete u9", "transfer u8 to u9", "revoke vip", "expire grant vip"] {
            #expect(try notes([], "A | \(action)", at: ["Nami"]) == [])
        }
    }

    @Test(arguments: [
        ("renew Y", "app_store:A has no purchase of Y of its own"),
        ("delete u9", "no customer has the ID u9"),
        ("transfer u9 to anonymous 1", "no customer has the ID u9"),
        ("revoke vip", "the ID in use on A has no grant of vip"),
        ("expire grant vip", "the ID in use on A has no grant of vip"),
    ])
    func `JSON has the note in the step, and in no other`(action: String, reason: String) throws {
        let compared = try compare(scenario("RevenueCat", ["buy X | ", "\(action) | "]))[0]
        var report = JSONReport()
        var text = ""
        try report.add(compared) { text += $0 }
        #expect(text.contains("\"note\" : \"nothing happened, since \(reason)\""))
        #expect(text.ranges(of: #""note""#).count == 1)
    }
}
