// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymConformance
import AllonymCore
import AllonymMappings
import AllonymTestSupport
import Foundation
import Testing

/// The suite finds what is wrong with a provider, and names it.
@Suite struct ConformanceTests {
    /// A change of Nami's data that still loads, and the case that must not let it through.
    struct Flaw: Sendable, CustomTestStringConvertible {
        let file: String
        let text: String
        let replacement: String
        let found: String

        var testDescription: String { found }
    }

    static let flaws = [
        Flaw(
            file: "nami/rulebook.json", text: "\"outcome\": \"see\"",
            replacement: "\"outcome\": \"hide\"", found: "Whoever buys has access at once"),
        Flaw(
            file: "nami/rulebook.json",
            text: "\"id\": \"nami.active.4\",\n        \"outcome\": \"no-access\"",
            replacement: "\"id\": \"nami.active.4\",\n        \"outcome\": \"access\"",
            found: "What was refunded or has ended gives no access once the app opens"),
        Flaw(
            file: "nami/rulebook.json",
            text: "\"says\": \"A paused subscription gives no access.\"",
            replacement: "\"says\": \"A paused subscription\"",
            found: "Every rule says what it is, since when and where from"),
        Flaw(
            file: "revenuecat/identifiers.json", text: "[a-z0-9]{32}", replacement: "[a-z]{32}",
            found: "Minted IDs are distinct, and recognised if the form says so"),
        Flaw(
            file: "qonversion/rulebook.json",
            text: "\"linked\": \"no\"\n        },\n        \"outcome\": \"switch\"",
            replacement: "\"linked\": \"no\"\n        },\n        \"outcome\": \"keep\"",
            found: "The same ID once more is the same customer"),
    ]

    @Test(arguments: flaws)
    func `A provider that does something odd fails the case about it`(flaw: Flaw) throws {
        let mappings = try TemporaryMappings()
        let key = String(flaw.file.prefix { $0 != "/" })
        let sound = try #require(try Mappings.load(from: mappings.directory.path).provider(key))
        try mappings.replace(flaw.text, with: flaw.replacement, in: flaw.file)
        let flawed = try #require(try Mappings.load(from: mappings.directory.path).provider(key))
        let conformance = try #require(ConformanceCase.all.first { $0.name == flaw.found })
        #expect(try conformance.faults(of: sound) == [])
        #expect(try conformance.faults(of: flawed) != [])
    }

    @Test func `Names of cases are sentences, and none stands twice`() {
        let names = ConformanceCase.all.map(\.name)
        #expect(names.count >= 13)
        #expect(Set(names).count == names.count)
        #expect(ConformanceCase.all.allSatisfy { $0.testDescription == $0.name })
    }
}
