// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import Testing

import AllonymMigration

/// What a target refuses once it was undone.
@Suite struct RefusedAgainTests {
    private static let erased =
        "erases for good what \"REST v3, create a user\" made (qonversion.delete.2)"
    private static let kept = "keeps for good what \"REST v3, link an identity\" made"

    @Test(
        arguments: [
            // A customer without an identity is erased, too, and cannot be made again.
            ("qonversion", ["rest-user"], "\(erased), and refuses the same call afterwards"),
            (
                "qonversion", ["rest-user", "rest-identity"],
                "\(erased), \(kept), and refuses the same calls afterwards"
            ),
            ("qonversion", ["rest-identity"], "\(kept), and refuses the same call afterwards"),
            ("qonversion", ["rest-grant"], nil),
            // An erased ID begins anew there.
            (
                "revenuecat",
                ["rest-v2-customer", "rest-v1-customer", "rest-v1-granted"], nil
            ), ("neutral", [], nil),
        ] as [(String, [String], String?)])
    func `What is erased for good is refused as what is kept is`(
        target: String, names: [String], says: String?
    ) throws {
        let target = try side(target)
        let ids = names.map { "\(target.key).\($0)" }
        let writers = target.writers.filter { ids.contains($0.id) }
        #expect(writers.count == names.count)
        let refused = RefusedAgain(writers, at: target)
        #expect(refused.says(of: target.name) == says.map { "\(target.name) \($0)" })
        #expect(Set(refused.writers) == (says == nil ? [] : Set(ids)))
    }
}
