// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMigration
import Testing

/// What is said of a first row that is nearly that of a known format.
@Suite struct FirstRowTests {
    private static let head = WrongInputTests.head
    private static let format = "of Scheduled data export, versions 4 to 7"

    private func refusal(of head: String, from source: String = "revenuecat") throws -> String? {
        let plan = try migration(from: source, to: "neutral")
        return error {
            _ = try plan.plan(
                [input("\(head)\n\(WrongInputTests.row)\n")], into: TemporaryFolder().path)
        }?.input?.description
    }

    @Test(
        arguments: [
            (
                head.replacing("effective_end_time", with: "ends"),
                "input:1: the first row lacks \"effective_end_time\" \(format); export again with all "
                    + "columns"
            ),
            (
                head.replacing("effective_end_time", with: "ends")
                    .replacing("updated_at", with: "changed"),
                "input:1: the first row lacks \"effective_end_time\", \"updated_at\" \(format); export "
                    + "again with all columns"
            ),
            (
                head.replacing(",effective_end_time,", with: ",Effective End Time ,"),
                "input:1: the first row has \"Effective End Time \" for \"effective_end_time\" "
                    + "\(format); export again, or correct the first row"
            ),
            (
                head.replacing("effective_end_time", with: "ends")
                    .replacing(",updated_at", with: ",UPDATED_AT"),
                "input:1: the first row lacks \"effective_end_time\", and has \"UPDATED_AT\" for "
                    + "\"updated_at\" \(format); export again, or correct the first row"
            ),
            (
                head.uppercased(),
                "input:1: the first row has \"RC_ORIGINAL_APP_USER_ID\" for \"rc_original_app_user_id\", "
            ),
        ] as [(String, String)])
    func `A first row that is nearly one of a format is said to lack what it lacks`(
        head: String, says: String
    ) throws {
        let reason = try #require(try refusal(of: head))
        #expect(reason.hasPrefix(says), "\(reason)")
    }

    @Test func `A first row that has little of any format is told what there is`() throws {
        for head in ["a,b", "updated_at,store_transaction_id,c"] {
            let reason = try #require(try refusal(of: head))
            #expect(reason.hasPrefix("input:1: no format recognises this file; its first row has"))
        }
        let other = try #require(try refusal(of: Self.head, from: "nami"))
        #expect(other.contains("the file is of RevenueCat"))
    }

    @Test func `A file with another separator is to be saved with the right one`() throws {
        let reason = try refusal(of: Self.head.replacing(",", with: ";"))
        #expect(reason?.hasSuffix("expected commas; save the file with commas") == true)
    }
}
