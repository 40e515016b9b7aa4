// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymConformance
import AllonymCore
import AllonymMappings
import AllonymTestSupport
import Testing

/// What holds for every provider that the loader finds, a fifth one included.
@Suite struct EveryProviderTests {
    @Test func `The four providers are there`() throws {
        let mappings = EveryProvider.mappings
        let names = ["Nami", "Purchasely", "Qonversion", "RevenueCat"]
        #expect(names.allSatisfy { name in mappings.provider(name)?.name == name })
        #expect(mappings.providers.map(\.key) == mappings.providers.map(\.key).sorted())
    }

    @Test(arguments: EveryProvider.all, ConformanceCase.all)
    func `Every provider conforms`(provider: Provider, conformance: ConformanceCase) throws {
        try conformance.check(provider)
        #expect(provider.rulebook.rows.count > 20)
    }

    @Test(
        arguments: [
            ("actions", nil), ("outcomes", Outcome.allCases.map(\.word)),
            ("refusals", Refusal.allCases.map(\.rawValue)),
            ("reasons", Reason.allCases.map(\.rawValue)),
            ("advice", Advice.allCases.map(\.rawValue)),
            ("kinds", ProductKind.allCases.map(\.rawValue)),
            ("stores", Store.allCases.map(\.rawValue)),
            ("states", PurchaseState.allCases.map(\.word)),
            ("authorities", Authority.allCases.map(\.rawValue)),
            ("facts", Fact.allCases.map(\.rawValue)), ("tables", Table.allCases.map(\.rawValue)),
            ("effects", Effect.allCases.map(\.rawValue)),
            ("events", NeutralEvent.allCases.map(\.rawValue)),
        ] as [(String, [String]?)])
    func `The neutral words are those that the core knows`(list: String, words: [String]?) throws {
        let known = EveryProvider.mappings.neutral.words(of: list)
        #expect(!known.isEmpty)
        #expect(known.allSatisfy { $0.means.hasSuffix(".") })
        if let words { #expect(Set(known.map(\.word)) == Set(words)) }
    }

    @Test func `A call means one action, whoever's vocabulary it stands in`() throws {
        let mappings = EveryProvider.mappings
        var meanings: [[String?]: Set<String>] = [:]
        for entry in mappings.vocabularies.values.flatMap(\.entries) {
            if let call = entry.call {
                meanings[[call.name, call.label], default: []].insert(entry.word)
            }
        }
        #expect(meanings.count > 30)
        #expect(meanings.filter { $0.value.count > 1 }.isEmpty)
    }

    @Test(
        arguments: [
            ("nami", "log in", "login(withId:)"), ("purchasely", "log in", "userLogin(with:)"),
            ("qonversion", "log in", "identify(_:)"), ("revenuecat", "log in", "logIn(_:)"),
            ("purchasely", "sync", "synchronize(success:failure:)"),
            ("purchasely", "nothing-to-restore", "noProductsToRestore"),
            ("revenuecat", "owned-by-another", "receiptAlreadyInUseError"),
        ])
    func `A provider's name is spelt as the provider spells it`(
        key: String, word: String, name: String
    ) throws {
        let vocabulary = try #require(EveryProvider.mappings.vocabularies[key])
        #expect(vocabulary.entries.contains { $0.word == word && $0.name == name })
    }
}
