// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymInput

/// Different IDs, where each was met first, and how often, as long as there are not too many.
struct DifferentIDs {
    /// Whether there are more than are counted: then the first few are known, and no number.
    private(set) var areMany = false
    private var keys = NumberedTexts()
    /// By the number of each.
    private var firsts: [CheckExample] = []
    private var counts: [Int] = []

    /// As many different IDs are counted.
    static let most = 1_000

    /// How an ID is told from others.
    private enum Kind {
        static let whole: UInt8 = 0
        static let long: UInt8 = 1
        static let inPieces: UInt8 = 2
    }

    /// Counts an ID.
    mutating func add(_ bytes: Span<UInt8>, input: Int, line: Int) {
        if bytes.count <= CheckExample.longest {
            return add(bytes, Kind.whole, CheckExample(bytes, input: input, line: line))
        }
        // Of a long one the beginning, the length and a hash are kept.
        let example = CheckExample(bytes, input: input, line: line)
        let key = example.bytes + DifferentIDs.bytes(of: bytes.count, ByteHash.hash(bytes))
        add(key.span, Kind.long, example)
    }

    /// Counts an ID that was read in pieces, which is taken for another one than all others.
    mutating func add(long example: CheckExample) {
        let key = DifferentIDs.bytes(of: example.input, UInt64(example.line))
        add(key.span, Kind.inPieces, example)
    }

    private mutating func add(
        _ key: Span<UInt8>, _ kind: UInt8, _ example: @autoclosure () -> CheckExample,
        count: Int = 1
    ) {
        if areMany { return }
        let number = keys.number(of: key, kind: kind)
        if number < counts.count {
            counts[number] += count
            return
        }
        firsts.append(example())
        counts.append(count)
        areMany = counts.count > DifferentIDs.most
    }

    private static func bytes(of number: Int, _ other: UInt64) -> [UInt8] {
        [UInt64(number), other].flatMap { word in
            (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
        }
    }

    /// Adds what another worker, or another profile, has met.
    mutating func add(_ other: DifferentIDs) {
        for (number, example) in other.firsts.enumerated() {
            let known = other.keys.withBytes(of: number) {
                keys.number(of: $0, kind: other.keys.kind(of: number))
            }
            if known == counts.count {
                firsts.append(example)
                counts.append(other.counts[number])
            } else {
                counts[known] += other.counts[number]
                if CheckExample.precedes(example, firsts[known]) { firsts[known] = example }
            }
        }
        areMany = areMany || other.areMany || counts.count > DifferentIDs.most
    }

    /// How many there are; nil where there are too many.
    var count: Int? { areMany ? nil : counts.count }

    /// The first few, in order.
    var first: [CheckExample] {
        Array(firsts.sorted(by: CheckExample.precedes).prefix(CheckExample.most))
    }

    /// Those that were met most often, each with how often; none where there are too many.
    var mostFrequent: [(example: CheckExample, count: Int)] {
        if areMany { return [] }
        let all = zip(firsts, counts).sorted { one, other in
            one.1 == other.1 ? CheckExample.precedes(one.0, other.0) : one.1 > other.1
        }
        return all.prefix(CheckExample.most).map { ($0, $1) }
    }
}
