// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings

/// Which IDs of the target the IDs of a source claim, as hashes: those of equal ones are equal, and
/// those of case twins where it is not documented that the target tells them apart.
///
/// IDs that are minted for the target are made of a fingerprint each, so that two of them are never
/// the same but for a chance of one in 2^122. They are compared only where another ID looks as if it
/// was minted.
struct Claims {
    private let plan: IDPlan
    /// The hashes of the lower half of the IDs, and of the upper one.
    private var halves: (Half, Half)
    private let areMintedCompared: Bool

    /// What some IDs in a row claim.
    private struct Half {
        var hashes: [UInt32] = []
        /// Whether any of them that is not minted looks as if it was.
        var looksMinted = false
    }

    /// What all IDs claim.
    static func all(_ source: some PlanSource, _ plan: IDPlan) -> Claims {
        let target = plan.judge.target
        let isCaseExact = target.formats.identity.isCaseExact
        let isApart = target.rules?.identifiers.anonymous.isApart ?? false
        func halves(minted: Bool) -> (Half, Half) {
            Halves.run(source.idCount) { ids in
                var half = Half()
                half.hashes.reserveCapacity(ids.count)
                for id in ids {
                    guard plan.verdicts.claimsTarget(id),
                        minted || plan.verdicts.form(of: id) != .minted
                    else {
                        half.hashes.append(0)
                        continue
                    }
                    let space: UInt64 = isApart && source.isAnonymous(id) ? 1 : 0
                    plan.withTarget(of: id, source) { text in
                        guard let text else { return half.hashes.append(0) }
                        half.hashes.append(hash(text, space, isCaseExact: isCaseExact))
                        if !half.looksMinted { half.looksMinted = plan.judge.couldBeMinted(text) }
                    }
                }
                return half
            }
        }
        let first = halves(minted: false)
        let areMintedCompared = first.0.looksMinted || first.1.looksMinted
        return Claims(
            plan: plan, halves: areMintedCompared ? halves(minted: true) : first,
            areMintedCompared: areMintedCompared)
    }

    /// Whether an ID is to be compared with others.
    func areCompared(_ id: Int) -> Bool {
        plan.verdicts.claimsTarget(id)
            && (areMintedCompared || plan.verdicts.form(of: id) != .minted)
    }

    /// The hash of what an ID claims.
    func hash(_ id: Int) -> UInt32 {
        let count = halves.0.hashes.count
        return id < count ? halves.0.hashes[id] : halves.1.hashes[id - count]
    }

    // MARK: - Hashes

    /// Eight bytes at a time, each with a multiplication that mixes them; letters of ASCII count in
    /// lower case unless case is exact.
    private static func hash(
        _ text: UnsafeRawBufferPointer, _ space: UInt64, isCaseExact: Bool
    ) -> UInt32 {
        var hash = UInt64(text.count) << 1 | space
        var place = 0
        while place < text.count {
            let word = Digits.word(text, place, min(8, text.count &- place))
            hash = (hash ^ (isCaseExact ? word : folded(word))) &* 0x9e37_79b9_7f4a_7c15
            hash ^= hash &>> 29
            place &+= 8
        }
        hash = (hash ^ hash &>> 32) &* 0xd6e8_feb8_6659_fd93
        return UInt32(truncatingIfNeeded: (hash ^ hash &>> 29) &>> 16)
    }

    /// Eight bytes with letters of ASCII in lower case.
    private static func folded(_ word: UInt64) -> UInt64 {
        let low = word & ~ByteWord.tops
        let fromA = low &+ ByteWord.repeating(0x80 - UInt8(ascii: "A"))
        let aboveZ = low &+ ByteWord.repeating(0x7F - UInt8(ascii: "Z"))
        let isUpper = (fromA ^ aboveZ) & ~word & ByteWord.tops
        return word | isUpper &>> 2
    }
}
