// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymComparison
import AllonymCore
import AllonymMappings
import Foundation
import Testing

@Suite struct ScenarioReaderTests {
    private static let head = "# T\n\n| Device | Action | Nami |\n|---|---|---|\n"

    @Test func `A scenario in code needs its text alone, and a fault in it has its line`() throws {
        let text = scenario("Nami", ["buy X | X"])
        let file = try ScenarioFile(markdown: text)
        #expect(file.scenarios.map(\.title) == ["A test"])
        let compared = try Runner(builtIn.get()).run(file.scenarios[0], of: file)
        #expect(compared.answers.count == file.scenarios[0].steps.count)
        let error = #expect(throws: ReadingError.self) {
            try ScenarioFile(markdown: text.replacingOccurrences(of: "buy X", with: "fly X"))
        }
        #expect(error?.file == "scenario" && (error?.line ?? 0) > 1)
    }

    @Test(
        arguments: [
            ("", 1, "no scenario in the file"),
            ("\n\nsome text\n", 1, "no scenario in the file"),
            ("# T\n\ntext\n", 3, "has no table"),
            ("# T\n\n# U\n", 3, "has no table"),
            ("#\n", 1, "expected a title"),
            ("| Device | Action |\n", 1, "before any title"),
            ("# T\n| Gadget | Action |\n", 2, "columns | Device | Action"),
            ("# T\n| Device |\n", 2, "columns | Device | Action"),
            ("# T\n| Device | Action | Adapty |\n", 2, "unknown provider \"Adapty\""),
            ("# T\n| Device | Action | nami | Nami |\n", 2, "two columns"),
            ("# T\n| Device | Action | Nami |\n\n", 3, "expected |---|"),
            ("# T\n| Device | Action | Nami |\n| A | install | |\n", 3, "expected |---|"),
            ("# T\n| Device | Action | Nami |\n|---|---|---\n", 3, "ends with \"|\""),
            (head + "| A | install |\n", 5, "2 cells, the table 3 columns"),
            (head + "| A | install | | |\n", 5, "4 cells, the table 3 columns"),
            (head + "| | install | |\n", 5, "expected a device"),
            (head + "| A | check | |\n", 5, "before its install"),
            (head + "| A | install | |\n| B | log in u1 | |\n", 6, "before its install"),
            (head + "| A | instal | |\n", 5, "unknown action \"instal\""),
            (head + "| A | | |\n", 5, "unknown action"),
            (head + "| A | install | |\n| A | log in | |\n", 6, "expected a user ID"),
            (head + "| A | install | |\n| A | log in a b | |\n", 6, "is too much"),
            (head + "| A | install | |\n| A | log in \"a | |\n", 6, "is not closed"),
            (head + "| A | install | |\n| A | log in \"a\\x\" | |\n", 6, "after a backslash"),
            (
                head + "| A | install | |\n| A | log in \"\\u{D800}\" | |\n", 6,
                "not a Unicode scalar"
            ),
            (head + "| A | install | |\n| A | buy | |\n", 6, "expected a product"),
            (
                head + "| A | install | |\n| A | redeem P u1 | |\n", 6,
                "expected \"from\" in the middle of \"redeem … from …\""
            ),
            (head + "| A | install | |\n| A | redeem P from | |\n", 6, "expected a user ID"),
            (head + "| A | install | |\n| A | change P | |\n", 6, "expected \"to\" in the middle"),
            (
                head + "| A | install | |\n| A | change P to Q later | |\n", 6,
                "expected \"at renewal\" or nothing after the other product, not \"later\""
            ),
            (head + "| A | install | |\n| A | use | |\n", 6, "expected a store account"),
            (head + "| A | install | |\n| A | use shop:a | |\n", 6, "unknown store account"),
            (
                head + "| A | install | |\n| A | share P with B | |\n", 6,
                "the device \"B\" does something, or is shared with, before its install"
            ),
            (head + "| A | install | |\n| A | unshare P with | |\n", 6, "expected a device"),
            (head + "| A | install | |\n| A | transfer u1 | |\n", 6, "expected \"to\""),
            (head + "| A | install | |\n| A | transfer u1 to | |\n", 6, "expected a user ID"),
            (head + "| A | install | |\n| A | delete | |\n", 6, "expected a user ID"),
            (head + "| A | install | |\n| A | delete anonymous 1 2 | |\n", 6, "is too much"),
            (head + "| A | install | |\n| A | expire grant | |\n", 6, "expected an entitlement"),
            (head + "| A | install | |\n| A | hold | |\n", 6, "expected a product"),
            (head + "| A | install | X; evnts: none |\n", 5, "unknown part of a cell \"evnts\""),
            (head + "| A | install | X; events: A B |\n", 5, "expected names of events"),
            (
                head + "| A | install | ; original: a, b |\n", 5,
                "expected one ID or none after \"original:\""
            ),
            (head + "| A | install | ; aliases: a b |\n", 5, "expected IDs separated by commas"),
            (
                head + "| A | install | ; events: none; events: A |\n", 5,
                "\"events:\" occurs twice in the cell"
            ),
            (head + "| A | install shop:a | |\n", 5, "unknown store account \"shop:a\""),
            (
                head + "| A | install | |\n| A | signIn(\"u1\") | |\n", 6,
                "unknown call \"signIn(…)\""
            ),
            (head + "| A | install | |\n| A | logIn() | |\n", 6, "other arguments"),
            (head + "| A | install | |\n| A | login(with: \"x\") | |\n", 6, "expected login("),
            (head + "| A | install | X [bought] |\n", 5, "unknown outcome \"bought\""),
            (head + "| A | install | refused: no |\n", 5, "unknown refusal \"no\""),
            (head + "| A | install | X,, Y |\n", 5, "cannot read the cell"),
            (head + "| A | install | X] |\n", 5, "cannot read the cell"),
            (head + "| A | install | |\n\n| A | check | |\n", 7, "a second table"),
            (head + "| A | install | |\n\n- set: nami.switch = refused\n", 7, "stands before"),
            ("# T\n- catalog: X = subscription\n", 2, "unknown declaration \"catalog\""),
            ("# T\n- catalogue: X = rental\n", 2, "unknown product kind \"rental\""),
            ("# T\n- catalogue: X\n", 2, "expected name = value"),
            ("# T\n- catalogue: X = consumable, X = consumable\n", 2, "declared twice"),
            ("# T\n- catalogue: X = consumable coins\n", 2, "expected \"-> entitlement\""),
            ("# T\n- ids: u1 = a b\n", 2, "expected one ID"),
            ("# T\n- ids: u1 = a\n- ids: u1 = b\n", 3, "declared twice"),
            ("# T\n- ids: u1 =\n", 2, "expected name = value"),
            ("# T\n- set: nami.speed = high\n", 2, "setting \"nami.speed\": unknown"),
            ("# T\n- set: adapty.x = y\n", 2, "setting \"adapty.x\": unknown"),
            ("# T\n- set: switch = refused\n", 2, "setting \"switch\": unknown"),
            ("# T\n- set: nami.switch = maybe\n", 2, "value of nami.switch \"maybe\": unknown"),
            ("# T\n- set:\n", 2, "expected name = value"),
            ("# T\n- set nami.switch = refused\n", 2, "expected a colon"),
            (head + "| A | install | |\nA | check | |\n", 6, "begins with \"|\""),
            (head + "| A | install | |\n```\n", 6, "begins with \"|\""),
            (head + "| A | install | |\n\n```\ncode\n~~~\n", 7, "is not closed"),
            (head + "| A | install | |\n| A | identify(u1, u2) | |\n", 6, "more than one argument"),
            ("# T\n  - set: nami.switch = maybe\n", 2, "value of nami.switch \"maybe\": unknown"),
            ("- set: nami.switch = refused\n# T\n", 1, "before any title"),
            ("# T\n- set: nami.switch = refused, nami.switch = allowed\n", 2, "set twice"),
        ])
    func `What cannot be read is refused with line and expectation`(
        text: String, line: Int, reason: String
    ) throws {
        for text in [
            text,
            text.split(separator: "\n", omittingEmptySubsequences: false)
                .joined(separator: "\r\n"),
        ] {
            let error = try #require(throws: ReadingError.self) { try read(text) }
            #expect(error.line == line, "\(error)")
            #expect(error.reason.contains(reason), "\(error)")
            #expect(error.description.hasPrefix("test.md:\(line): "))
        }
    }

    @Test(
        arguments: [
            (Array("# T\n\u{E9}".utf8.dropLast()), 2, 1), (Array("# a".utf8) + [0xFF], 1, 4),
            ([0x80], 1, 1), ([0xC0, 0xAF], 1, 1), ([0xED, 0xA0, 0x80], 1, 1),
            (Array("é\né".utf8) + [0xE2, 0x82], 2, 3),
        ] as [([UInt8], Int, Int)])
    func `A byte that is not UTF-8 is refused with line and column`(
        bytes: [UInt8], line: Int, column: Int
    ) throws {
        let error = try #require(throws: ReadingError.self) { try read(bytes) }
        #expect(error.line == line)
        #expect(error.column == column)
        #expect(error.reason.contains("not UTF-8"))
    }

    @Test(
        arguments: [
            "identify(\"u1\")", "Qonversion.shared().identify(\"u1\")", "logIn(\"u1\")",
            "Purchases.shared.logIn(\"u1\")", "userLogin(with: \"u1\")",
            "Purchasely.userLogin(with: \"u1\")", "NamiCustomerManager.login(withId: \"u1\")",
            "login(\"u1\")", "Purchasely.userLogin('u1')", "log in u1", "log in \"u1\"",
            "logIn( \"u1\" )", "logIn(u1)",
        ])
    func `A log-in can be written in everybody's words`(action: String) throws {
        let text = scenario("RevenueCat", ["\(action) |"], declarations: "- ids: u1 = real-id")
        let steps = try #require(try read(text).scenarios.first).steps
        #expect(steps[1].action == .logIn("real-id"))
        #expect(steps[1].text == action)
    }

    @Test(
        arguments: [
            ("restorePurchases()", Action.restore), ("restoreAllProducts()", .restore),
            ("restore()", .restore), ("syncPurchases()", .sync), ("synchronize()", .sync),
            ("syncHistoricalData()", .sync), ("logOut()", .logOut), ("logout()", .logOut),
            ("userLogout()", .logOut), ("purchase(product: \"X\")", .buy(Product("X"))),
            ("configure(appUserID: \"u1\")", .configure("u1", nil)),
            ("Purchases.configure(withAPIKey: \"k\", appUserID: \"u1\")", .configure("u1", nil)),
            ("customerInfo()", .check), ("checkEntitlements()", .check),
        ])
    func `Calls are read through the vocabularies`(text: String, action: Action) throws {
        let text = scenario("RevenueCat", ["\(text) |"])
        #expect(try #require(try read(text).scenarios.first).steps[1].action == action)
    }

    @Test(
        arguments: [
            ("\"\"", ""), ("\"a b\"", "a b"), ("\"\\\"\"", "\""), ("\"\\\\\"", "\\"),
            ("\"\\u{0}\"", "\u{0}"), ("\"\\u{1F600}\"", "\u{1F600}"), ("\"a\\|b\"", "a|b"),
            ("a\\|b", "a|b"), ("none", "none"), ("user(1)", "user(1)"), ("e\u{301}", "e\u{301}"),
            ("a,b", "a,b"),
        ])
    func `An ID may stand in quotes, with escapes`(written: String, id: String) throws {
        let text = scenario("RevenueCat", ["log in \(written) |"])
        let step = try #require(try read(text).scenarios.first).steps[1]
        #expect(step.action == .logIn(UserID(unchecked: id)))
    }

    @Test func `A catalogue gives kinds and entitlements`() throws {
        let text = scenario(
            "RevenueCat", ["buy C |", "buy S |", "buy Z |"],
            declarations:
                "- catalogue: C = consumable -> coins, S = non-renewing -> a, b, N = subscription")
        let actions = try #require(try read(text).scenarios.first).steps.map(\.action)
        #expect(actions[1] == .buy(Product("C", .consumable, unlocks: ["coins"])))
        #expect(actions[2] == .buy(Product("S", .nonRenewing, unlocks: ["a", "b"])))
        #expect(actions[3] == .buy(Product("Z")))
    }

    @Test func `Free text, lists, code and further headings are left alone`() throws {
        let text = """
            \u{FEFF}Before the first title.

            # T

            ## Not a scenario

            - a point: that declares nothing
            * another

            ```
            # no title
            | no | table |
            ```

              | device | ACTION | nAmI | revenuecat |
              |:-------|:------:|-----:|---|
              | A' | install | none [installed] | [installed] |

            After it.
            """
        let scenario = try #require(try read(text).scenarios.first)
        #expect(scenario.columns == ["nami", "revenuecat"])
        #expect(scenario.steps.map(\.line) == [17])
        #expect(scenario.steps[0].device == "A'")
    }

    @Test func `A file of fifty megabytes is read`() throws {
        var bytes = Array(Self.head.utf8) + Array("| A | install | |\r\n".utf8)
        let row = Array("| A | check |                    |\r\n".utf8)
        let text = Array((String(repeating: "lorem ipsum ", count: 1_000) + "\r\n").utf8)
        for _ in 0..<20_000 { bytes += row }
        bytes += Array("\r\n".utf8)
        while bytes.count < 50_000_000 { bytes += text }
        let file = try read(bytes)
        #expect(file.scenarios.first?.steps.count == 20_001)
    }
}
