// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Testing

import AllonymMigration

@Suite struct RejectedMentionsTests {
    @Test(arguments: [
        ("49,ada,moon_store", true), ("ada,49", true), ("ada;49;x", true), (#""49",ada"#, true),
        (#"{"id":"49"}"#, true), (#"{"id": 49}"#, true), (#"{"ids":[48, 49]}"#, true),
        ("149,ada", false), ("490,ada", false), ("ada,0.49", false), ("2026-11-49,ada", false),
        ("2026-11-21 10:20:49,ada", false), ("2026-11-21 49:00:00", false),
        ("user:49,ada", false), ("", false),
    ])
    func `A record names an ID where it stands as a whole value`(record: String, names: Bool) {
        #expect(RejectedMentions.holds(Array("49".utf8), in: Array(record.utf8)) == names)
    }
}
