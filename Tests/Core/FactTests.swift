// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import Testing

@Suite struct FactTests {
    @Test func `The values of all facts, one after the other, are all values`() {
        #expect(Fact.allCases.flatMap(\.values) == FactValue.allCases)
    }

    @Test(arguments: Fact.allCases)
    func `Every value knows its fact, and words are distinct`(fact: Fact) {
        #expect(fact.values.allSatisfy { $0.fact == fact })
        #expect(Set(fact.values.map(\.word)).count == fact.values.count)
    }

    @Test(
        arguments: [
            (FactValue.currentOwn, "own"), (.targetKnown, "known"), (.linked, "yes"),
            (.notLinked, "no"), (.viaLogOut, "logout"), (.ownedByIdentified, "identified"),
            (.nonRenewing, "non-renewing"), (.notify, "notify"), (.stateRefunded, "refunded"),
            (.holderOwn, "own"), (.revoke, "revoke"), (.noneShown, "none"), (.laterLaunch, "later"),
        ])
    func `A value has the word of a rulebook`(value: FactValue, word: String) {
        #expect(value.word == word)
    }

    @Test func `A situation is allowed where each of its values is`() {
        var allowed = Situation(.currentOwn, .currentAnonymous, .targetNew, .revoke)
        #expect(Situation(.currentOwn, .targetNew).isSubset(of: allowed))
        #expect(!Situation(.currentCustom, .targetNew).isSubset(of: allowed))
        #expect(!Situation(.grant).isSubset(of: allowed))
        #expect(Situation().isSubset(of: allowed))
        allowed.insert(.grant)
        #expect(Situation(.grant).isSubset(of: allowed))
    }
}
