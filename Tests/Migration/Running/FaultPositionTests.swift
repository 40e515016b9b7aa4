// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import AllonymMigration
import Foundation
import Testing

/// Where a fault is said to be.
@Suite struct FaultPositionTests {
    @Test(
        arguments: [
            (
                WrongInputTests.event + "\n"
                    + WrongInputTests.replacing("type", with: "\"TELEPORTED\""), 2, nil
            ),
            (WrongInputTests.event + "\n" + WrongInputTests.replacing("type", with: "7"), 2, nil),
            (WrongInputTests.event + "\n  " + "{\"hello\":1}", 2, 3),
            ("\(WrongInputTests.head)\n\(WrongInputTests.row)\n1,2,3\n", 3, 6),
            ("\(WrongInputTests.head)\n\(WrongInputTests.row)\n1,2,3", 3, 6),
            (
                "\(WrongInputTests.head)\n\(WrongInputTests.row)\n\(WrongInputTests.cell("product_identifier", ""))\n",
                3, 1
            ),
        ] as [(String, Int, Int?)])
    func `A record that is not taken says at which byte of which line`(
        text: String, line: Int, column: Int?
    ) throws {
        let folder = TemporaryFolder()
        let plan = try migration(from: "revenuecat", to: "neutral")
        _ = try plan.plan([input(text, name: "events")], into: folder.path)
        let first = try #require(folder.objects("rejected.jsonl").first)
        #expect(first["line"] as? Int == line)
        let found = try #require(first["column"] as? Int)
        if let column { #expect(found == column, "\(first["reason"] ?? "")") }
        // What stands there is what the reason speaks of.
        let bytes = Array(
            text.utf8.split(separator: 10, omittingEmptySubsequences: false)[line - 1])
        #expect((1...bytes.count + 1).contains(found))
    }

    @Test func `Of a value that is refused the column is where it begins`() throws {
        for (name, value) in [
            ("start_time", "2026-02-30 00:00:00"), ("renewal_number", "three"),
            ("store", "corner_shop"), ("entitlement_identifiers", "pro"),
            ("custom_subscriber_attributes", "{bad"), ("reserved_subscriber_attributes", "{} {}"),
        ] {
            var known = [
                "rc_original_app_user_id": "u1", "product_identifier": "pro",
                "store": "app_store", "start_time": "2026-11-01 00:00:00",
            ]
            known[name] = value
            let row = WrongInputTests.head.split(separator: ",").map { known[String($0)] ?? "" }
                .joined(separator: ",")
            let folder = TemporaryFolder()
            let plan = try migration(from: "revenuecat", to: "neutral")
            let (head, good) = (WrongInputTests.head, WrongInputTests.row)
            _ = try plan.plan([input("\(head)\n\(good)\n\(row)\n")], into: folder.path)
            let first = try #require(folder.objects("rejected.jsonl").first)
            let column = try #require(first["column"] as? Int)
            #expect(row.utf8.dropFirst(column - 1).starts(with: value.utf8), "\(name): \(column)")
        }
    }

    @Test func `Where a value that nobody knows ends a strict run is its own line and column`()
        throws
    {
        let text = WrongInputTests.event.replacing(
            "\"period_type\":\"TRIAL\"", with: "\"period_type\":\n\n  \"ODD\"")
        #expect(text != WrongInputTests.event)
        var plan = try migration(from: "revenuecat", to: "neutral")
        plan.isStrict = true
        #expect {
            _ = try plan.plan([input(text, name: "events")], into: TemporaryFolder().path)
        } throws: { "\($0)".hasPrefix("events:3:4: ") }
    }

    @Test func `A file without its first row shows no receipt and no token where it is refused`()
        throws
    {
        let receipt = "MIITtgYJKoZIhvcNAQcCoIITpzCCE6MCAQExCzAJBgUrDgMCGgUAMIIDVwYJ"
        for text in ["\(receipt);user1\n", "\"\(receipt)\"\n", "{\"\(receipt)\":1}\n"] {
            let folder = TemporaryFolder()
            let plan = try migration(from: "purchasely", to: "nami")
            #expect {
                _ = try plan.plan([input(text)], into: folder.path)
            } throws: { error in
                let words = "\(error)"
                return words.contains("no format recognises this file")
                    && !words.contains(receipt.prefix(7))
            }
        }
        #expect {
            _ = try ProductMap(csv: Array("\(receipt);prod;user1\n".utf8))
        } throws: { !"\($0)".contains(receipt.prefix(7)) }
    }
}
