// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings
import AllonymTestSupport
import Foundation
import Testing

/// What a file says again that something else says already is compared when it is loaded.
@Suite struct OneListTests {
    @Test(
        arguments: [
            (
                "neutral.json", "\"word\": \"not-portable\"", "\"word\": \"not-mobile\"",
                "nothing is called so in \"advice\""
            ),
            (
                "neutral.json", "\"list\": \"tables\", \"word\": \"access\"",
                "\"list\": \"reasons\", \"word\": \"too-long\"",
                "the meanings of \"reasons\" stand in Swift"
            ),
            (
                "findings.json", "\"code\": \"too-long\",",
                "\"code\": \"too-long\", \"meaning\": \"Too long.\",",
                "the code is a reason, whose meaning stands in Swift"
            ),
            (
                "neutral.json", "\"word\": \"trial-started\"", "\"word\": \"a-trial\"",
                "nothing is called so in \"events\""
            ),
            (
                "qonversion/formats.json", "\"mint\": \"QON_{hex32}\"", "\"mint\": \"Q_{hex32}\"",
                "\"mint\" has to be the form that identifiers.json has, \"QON_{hex32}\", or null"
            ),
        ])
    func `Two files that disagree are an error of loading`(
        file: String, text: String, replacement: String, reason: String
    ) throws {
        let copy = try TemporaryMappings()
        try copy.replace(text, with: replacement, in: file)
        #expect {
            try Mappings.load(from: copy.directory.path)
        } throws: { error in
            (error as? MappingsError)?.reason == reason
        }
    }

    @Test func `The dictionary and the guide of findings say of a reason what the core says`()
        throws
    {
        let mappings = try Mappings.load()
        for reason in Reason.allCases {
            let word = mappings.neutral.words(of: "reasons").first { $0.word == reason.rawValue }
            #expect(word?.means == reason.message(by: "the provider"))
            let entry = mappings.findings.entry(of: reason.rawValue, .needsDecision)
            #expect(entry?.meaning == reason.message(by: "the target"))
        }
    }

    @Test func `Every reason and advice is that of a rule, and has a message or a condition`()
        throws
    {
        let form = try #require(try Mappings.load().provider("revenuecat")).anonymous
        let kinds: [IdentifierRule.Kind] = [
            .refuseEmpty(blank: true), .refuseValues(["guest"]), .refuseCharacters(["/"]),
            .refuseLongerThan(100), .refuseAllBut([]),
        ]
        let reasons = kinds.compactMap { kind -> Reason? in
            guard case .refused(let reason, _)? = kind.meaning(form) else { return nil }
            return reason
        }
        #expect(reasons == Reason.allCases)
        #expect(Reason.allCases.allSatisfy { $0.message(by: "Nami").contains("Nami") })
        let advised = Advice.allCases.filter { advice in
            guard
                case .advised(_, let conditions)? =
                    IdentifierRule.Kind.advise(advice, shorterThan: 9).meaning(form)
            else { return false }
            return !conditions.isEmpty
        }
        #expect(
            advised == Advice.allCases.filter { ![.blockedElsewhere, .notPortable].contains($0) })
    }
}
