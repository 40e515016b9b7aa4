// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
@_spi(ByteWord) import AllonymInput
import AllonymMappings

/// What the IDs of a source become at the target, as hashes: those of equal ones are equal, and those
/// of case twins where it is not documented that the target tells them apart.
///
/// IDs that are minted for the target are made of a fingerprint each, so that two of them are never
/// the same but for a chance of one in 2^122. They are compared only where another ID looks as if it
/// was minted.
struct TargetHashes {
    /// What they are made with.
    let hash: TargetHash
    private let plan: IDPlan
    /// The hashes of the lower half of the IDs, and of the upper one.
    private let halves: (Half, Half)
    private let areMintedCompared: Bool

    /// The hashes of some IDs in a row.
    private struct Half {
        /// 0 for an ID that is not compared.
        var hashes: [UInt32]
        /// Whether any of them that is not minted looks as if it was.
        var looksMinted = false
    }

    /// Those of all IDs.
    ///
    /// - Parameters:
    ///   - people: Whose IDs they are.
    ///   - plan: What becomes of them.
    ///   - threads: On how many threads; at most two.
    /// - Returns: The hashes.
    static func all(_ people: PlannedPopulation, _ plan: IDPlan, threads: Int) -> TargetHashes {
        let hash = TargetHash(plan.judge.target)
        func add(_ ids: Range<Int>, areMinted: Bool, to half: inout Half) {
            for id in ids
            where plan.verdicts.wantsTarget(id)
                && (plan.verdicts.form(of: id) == .minted) == areMinted
            {
                plan.withTarget(of: id, people) { text in
                    guard let text else { return }
                    half.hashes[id - ids.lowerBound] = hash(text, people.isAnonymous(id))
                    if !areMinted, !half.looksMinted {
                        half.looksMinted = plan.judge.couldBeMinted(text)
                    }
                }
            }
        }
        let first = TwoThreads.halves(of: people.idCount, threads: threads) { _, ids in
            var half = Half(hashes: [UInt32](repeating: 0, count: ids.count))
            add(ids, areMinted: false, to: &half)
            return half
        }
        guard first.0.looksMinted || first.1.looksMinted else {
            return TargetHashes(hash: hash, plan: plan, halves: first, areMintedCompared: false)
        }
        let all = TwoThreads.halves(of: people.idCount, threads: threads) { number, ids in
            var half = number == 0 ? first.0 : first.1
            add(ids, areMinted: true, to: &half)
            return half
        }
        return TargetHashes(hash: hash, plan: plan, halves: all, areMintedCompared: true)
    }

    /// Whether an ID is to be compared with others.
    func areCompared(_ id: Int) -> Bool {
        plan.verdicts.wantsTarget(id)
            && (areMintedCompared || plan.verdicts.form(of: id) != .minted)
    }

    /// The hash of what an ID becomes.
    func of(_ id: Int) -> UInt32 {
        let count = halves.0.hashes.count
        return id < count ? halves.0.hashes[id] : halves.1.hashes[id - count]
    }
}

/// When two texts are one ID at a target.
package struct TargetHash {
    private let isCaseExact: Bool
    /// Whether anonymous IDs are a namespace of their own there.
    private let isApart: Bool
    /// Another one in each run, so that nobody can choose IDs whose hashes are the same.
    private let seed = UInt64.random(in: 0 ... .max)

    package init(_ target: MigrationEndpoint) {
        isCaseExact = target.formats.identity.isCaseExact
        isApart = target.rules?.identifiers.anonymous.isApart ?? false
    }

    /// How two IDs of a target are related.
    package enum Relation {
        case none
        case equal
        /// They differ in upper and lower case of ASCII letters alone, which may not matter.
        case twins
    }

    /// How two IDs are related, each of which is anonymous or not.
    package func relation(
        _ one: Span<UInt8>, isAnonymous: Bool, to other: Span<UInt8>, otherIsAnonymous: Bool
    ) -> Relation {
        if isApart, isAnonymous != otherIsAnonymous { return .none }
        guard one.count == other.count else { return .none }
        if one.isEqual(to: other) { return .equal }
        if isCaseExact { return .none }
        var offset = 0
        while offset < one.count {
            let words = (one.paddedWord(at: offset), other.paddedWord(at: offset))
            if TargetHash.folded(words.0) != TargetHash.folded(words.1) { return .none }
            offset &+= 8
        }
        return .twins
    }

    /// The hash of an ID.
    ///
    /// Eight bytes at a time, each with a multiplication that mixes them; letters of ASCII count in
    /// lower case unless case is exact.
    package func callAsFunction(_ text: Span<UInt8>, _ isAnonymous: Bool) -> UInt32 {
        var hash = seed ^ (UInt64(text.count) << 1 | (isApart && isAnonymous ? 1 : 0))
        var offset = 0
        while offset < text.count {
            let word = text.paddedWord(at: offset)
            let (high, low) = (hash ^ (isCaseExact ? word : TargetHash.folded(word)))
                .multipliedFullWidth(by: 0x9e37_79b9_7f4a_7c15)
            hash = high ^ low ^ seed
            offset &+= 8
        }
        hash = (hash ^ hash &>> 32) &* 0xd6e8_feb8_6659_fd93
        return UInt32(truncatingIfNeeded: (hash ^ hash &>> 29) &>> 16)
    }

    /// Eight bytes with letters of ASCII in lower case.
    static func folded(_ word: UInt64) -> UInt64 {
        let low = word & ~ByteWord.tops
        let fromA = low &+ ByteWord.repeating(0x80 - UInt8(ascii: "A"))
        let aboveZ = low &+ ByteWord.repeating(0x7F - UInt8(ascii: "Z"))
        let isUpper = (fromA ^ aboveZ) & ~word & ByteWord.tops
        return word | isUpper &>> 2
    }
}
