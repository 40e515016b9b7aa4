// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import Foundation
import Testing

import AllonymMigration

/// What `findings.json` says to do, done.
@Suite struct ActionTests {
    static let cases =
        ActionCase.ofRecords + ActionCase.ofFiles + ActionCase.ofAddedFiles + ActionCase.ofIDs
        + ActionCase.ofPurchases + ActionCase.ofTables

    /// The entries whose end is in none of the user's files and options, by the reason.
    static let elsewhere: [String: [String]] = [
        "nothing to do": [
            "anonymous-not-held, dropped", "anonymous-of-identified, note",
            "alias-not-joined, dropped", "entitlement-mapped, changed", "product-mapped, changed",
            "not-running, dropped", "token-too-old, dropped", "trial, note", "begins-later, note",
            "grace, note", "billing-retry, note", "on-hold, note", "paused, note", "pending, note",
            "family-shared, note", "promotional, note", "sandbox, note", "sandbox, dropped",
        ],
        "told once more": ["superseded, note"],
        "loaded by the user": ["unknown-column, note"],
        "the app's release": [
            "hashed, changed", "trimmed, changed", "alias-not-held, needs-decision",
            "brought-by-app, changed", "billing-retry, needs-decision", "on-hold, needs-decision",
            "paused, needs-decision", "family-shared, needs-decision",
            "attributes-not-carried, changed",
        ],
        "the customer's device": [
            "re-minted, changed", "anonymous-not-imported, dropped", "owner-re-minted, changed",
            "owner-not-imported, dropped",
        ],
        "asked of the target": [
            "alias-not-joined, needs-decision", "by-hand, needs-decision", "column-empty, note",
            "too-many-rows, note",
        ],
        "given at the target": [
            "two-holders, ambiguous", "not-taken, needs-decision", "end-passed, needs-decision",
            "ends-too-late, needs-decision", "promotional, needs-decision",
        ],
        "the store's notifications": ["state-not-carried, changed"],
        "tried in the app": [
            "behaviour-second-device, note", "behaviour-first-log-in, note",
            "behaviour-second-custom-id, note", "behaviour-shared-store-account, note",
            "behaviour-expired-at-store, note", "behaviour-log-out, note",
            "behaviour-state-*, changed", "behaviour-merge-on-log-in, note",
            "behaviour-no-merge-on-log-in, note",
        ],
    ]

    @Test func `Who is to give a grant is told that a target may have none`() throws {
        let giving = try findingGuide().entries.filter {
            $0.action.lowercased().contains("a grant at the target")
        }
        #expect(giving.map(\.code).contains("two-holders"))
        for entry in giving {
            #expect(
                ["if it has any", "Where the target has no grants"].contains {
                    entry.action.contains($0)
                }, "\(entry.code)")
        }
    }

    @Test func `Every finding has an action that is carried out here, or ends elsewhere`() throws {
        let entries = try findingGuide().entries.map { "\($0.code), \($0.severity.rawValue)" }
        let told = Set(Self.cases.map(\.name)).sorted() + Self.elsewhere.values.flatMap { $0 }
        #expect(Set(entries).subtracting(told) == [])
        #expect(Set(told).subtracting(entries) == [])
        #expect(told.count == entries.count, "in both, or twice in the list")
        for entry in try findingGuide().entries where entry.action.hasPrefix("Nothing") {
            let name = "\(entry.code), \(entry.severity.rawValue)"
            #expect(Self.elsewhere["nothing to do"]?.contains(name) == true, "\(name)")
        }
    }

    @Test(arguments: cases)
    func `Whoever does what a finding says is rid of it, and of nothing worse`(
        action: ActionCase
    ) throws {
        let guide = try findingGuide()
        func isMeant(_ finding: Finding) -> Bool {
            let entry = guide.entry(of: finding.code.rawValue, finding.severity)
            return entry?.code == action.code && finding.severity == action.severity
        }
        let (before, after) = (try action.plan(action.before), try action.plan(action.after))
        #expect(before.findings.contains(where: isMeant), "\(before.codes)")
        #expect(!after.findings.contains(where: isMeant), "\(after.codes)")
        let says = before.findings.first(where: isMeant)?.action ?? ""
        for option in action.options { #expect(says.contains(option), "\(says)") }
        let open: (Finding) -> Bool = { [.needsDecision, .ambiguous].contains($0.severity) }
        let known = Set(before.findings.filter(open).map(\.code.rawValue))
        let left = Set(after.findings.filter(open).map(\.code.rawValue))
        #expect(left.isSubset(of: known), "\(left) after \(known)")
        let (was, now) = (before.counts.customers, after.counts.customers)
        #expect(now.read > 0)
        #expect(now.byDecision <= was.byDecision && now.lost <= was.lost)
        // Some cases make one customer of two; besides these, nobody has access no more.
        let fewer = max(0, was.read - now.read)
        #expect(now.withAccess >= was.withAccess - fewer)
        #expect(now.kept >= was.kept - fewer)
    }
}

extension MigrationReport {
    fileprivate var codes: [String] {
        findings.map { "\($0.code.rawValue), \($0.severity.rawValue)" }
    }
}
