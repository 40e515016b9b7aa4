// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings
import Testing

import AllonymMigration

/// When two IDs are one at a target.
@Suite struct TargetHashTests {
    /// An ASCII letter in lower case.
    private static func folded(_ byte: UInt8) -> UInt8 {
        (0x41...0x5A).contains(byte) ? byte + 0x20 : byte
    }

    private static func relation(
        _ hash: TargetHash, _ one: [UInt8], _ other: [UInt8], areAnonymous: (Bool, Bool)
    ) -> (relation: TargetHash.Relation, areHashesEqual: Bool) {
        let areEqual = hash(one.span, areAnonymous.0) == hash(other.span, areAnonymous.1)
        return (
            hash.relation(
                one.span, isAnonymous: areAnonymous.0, to: other.span,
                otherIsAnonymous: areAnonymous.1), areEqual
        )
    }

    @Test(arguments: [0, 7, 8, 12])
    func `Two bytes are twins where they are one letter of ASCII, at any index of a text`(
        index: Int
    ) throws {
        // Case is not exact at Purchasely, as far as is documented.
        let target = try side("purchasely")
        #expect(!target.formats.identity.isCaseExact)
        let hash = TargetHash(target)
        for first in UInt8.min ... .max {
            for second in UInt8.min ... .max {
                var (one, other) = ([UInt8](repeating: 0x61, count: 13), [UInt8]())
                one[index] = first
                other = one
                other[index] = second
                let found = Self.relation(hash, one, other, areAnonymous: (false, false))
                let expected: TargetHash.Relation =
                    first == second
                    ? .equal : Self.folded(first) == Self.folded(second) ? .twins : .none
                guard found.relation == expected, expected == .none || found.areHashesEqual else {
                    Issue.record("\(first) and \(second): \(found)")
                    return
                }
            }
        }
    }

    @Test func `Case is another ID where that is documented, and a namespace where there are two`()
        throws
    {
        for key in everySide where key != "neutral" {
            let target = try side(key)
            let hash = TargetHash(target)
            let isExact = target.formats.identity.isCaseExact
            let isApart = try #require(target.rules).identifiers.anonymous.isApart
            let (lower, upper) = (Array("bob".utf8), Array("Bob".utf8))
            let cases = Self.relation(hash, lower, upper, areAnonymous: (false, false))
            #expect(cases.relation == (isExact ? .none : .twins))
            let spaces = Self.relation(hash, lower, lower, areAnonymous: (true, false))
            #expect(spaces.relation == (isApart ? .none : .equal))
            #expect(isApart || spaces.areHashesEqual)
            let longer = Self.relation(hash, lower, lower + [0], areAnonymous: (true, true))
            #expect(longer.relation == .none)
        }
    }
}
