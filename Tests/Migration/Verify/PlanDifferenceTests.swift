// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import Foundation
import Testing

import AllonymMigration

/// What is different between two plans.
@Suite struct PlanDifferenceTests {
    private static func purchase(_ id: String, hasToken: Bool = true) -> String {
        let token = hasToken ? #","purchase-token":"token-of-\#(id)-0123456789abcdef""# : ""
        return
            #"{"allonym":1,"type":"purchase","user-id":"\#(id)","product":"p","#
            + #""store":"play_store","store-product":"s","state":"active","entitlement":["pro"],"original-transaction-id":"t-\#(id)"\#(token)}"#
            + "\n"
    }

    /// Ada's purchase token is not known, so that only the app can bring it.
    private static let former = purchase("ada", hasToken: false) + purchase("bob")

    private func planned(
        _ text: String, to target: String = "qonversion", _ settings: [String: String] = [:]
    ) throws -> TemporaryFolder {
        let folder = TemporaryFolder()
        var migration = try migration(from: "neutral", to: target, settings)
        migration.at = testMoment
        _ = try migration.plan([input(text)], into: folder.path)
        return folder
    }

    private func difference(
        _ former: TemporaryFolder, _ newer: TemporaryFolder
    ) throws -> (difference: PlanDifference, changes: [String]) {
        var changes: [String] = []
        let difference = try Migration.difference(
            from: former.path, to: newer.path, mappings: mappings()
        ) { change in
            changes.append(
                "\(change.sourceID) \(change.aspect.rawValue) \(change.before)>\(change.after)")
        }
        #expect(changes.count == difference.changes.values.reduce(0, +))
        return (difference, changes)
    }

    @Test(arguments: [
        (former, []),
        (
            purchase("ada") + purchase("bob"),
            ["ada outcome byApp>kept"]
        ),
        (
            former + purchase("cleo"),
            ["cleo added >kept"]
        ),
        (purchase("bob"), ["ada removed byApp>"]),
        (
            former.replacingOccurrences(of: "\"pro\"", with: "\"gold\""),
            ["ada access pro>gold", "bob access pro>gold"]
        ),
        (
            // Customers of before are one now.
            #"{"allonym":1,"type":"customer","ids":[{"id":"bob","kind":"custom"},"#
                + #"{"id":"ada","kind":"custom"}]}"# + "\n" + former,
            ["bob target bob>ada"]
        ),
    ])
    func `Each change of a customer is one, and nothing else`(
        text: String, expected: [String]
    ) throws {
        let (former, newer) = (try planned(Self.former), try planned(text))
        let (difference, changes) = try difference(former, newer)
        #expect(changes == expected)
        #expect(difference.isEmpty == expected.isEmpty)
    }

    @Test func `What a decision has mended is no finding any more`() throws {
        let newer =
            Self.purchase("ada")
            + Self.purchase("bob")
        let (difference, changes) = try difference(planned(Self.former), planned(newer))
        #expect(difference.before[.byApp] == 1 && difference.after[.byApp] == 0)
        let finding = try #require(
            difference.findings.first { $0.code == "brought-by-app" })
        #expect((finding.before, finding.after) == (1, 0))
        #expect(finding.severity == .changed)
        let lines = difference.lines([:])
        #expect(
            lines.contains("  get it back when the new app first starts: 1 \u{2192} 0 (\u{2212}1)"))
        #expect(lines.last == "  1 more: --format csv lists all." && changes.count == 1)
    }

    @Test func `Plans of other providers are not compared`() throws {
        let (one, other) = (try planned(Self.former), try planned(Self.former, to: "revenuecat"))
        let refusal = error { _ = try difference(one, other) }
        #expect(refusal?.contains("compare plans of one migration") == true)
        let nothing = TemporaryFolder()
        #expect(
            error { _ = try difference(one, nothing) }?.contains("make the plan first") == true
        )
    }

    private func error(_ run: () throws -> Void) -> String? {
        (#expect(throws: MigrationError.self) { try run() })?.description
    }
}
