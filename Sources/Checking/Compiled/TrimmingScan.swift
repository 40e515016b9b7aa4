// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// Scans an ID that comes in pieces, as it is given and without the white space at its ends.
///
/// It keeps a few numbers and the beginning of the ID, whatever its length.
struct TrimmingScan {
    private let compiled: CompiledCheck
    /// The ID as given.
    private(set) var given: PiecewiseScan
    /// From the first character on that is no white space.
    private var begun: PiecewiseScan
    /// The same up to the last character that is no white space.
    private var core: PiecewiseScan
    /// The first bytes of `begun`, as many as a value has that is compared with whole IDs.
    private var start: [UInt8] = []
    /// The end of a piece that is no whole character.
    private var cut: [UInt8] = []

    init(_ compiled: CompiledCheck) {
        self.compiled = compiled
        given = PiecewiseScan(compiled, comesInPieces: true)
        begun = given
        core = given
    }

    mutating func feed(_ piece: Span<UInt8>) { piece.withUnsafeBufferPointer { feed($0) } }

    private mutating func feed(_ piece: UnsafeBufferPointer<UInt8>) {
        given.feed(piece)
        guard compiled.trimmable != 0 else { return }
        var rest = piece[...]
        while let lead = cut.first, let next = rest.first {
            cut.append(next)
            rest.removeFirst()
            guard cut.count >= Whitespace.width(of: lead) else { continue }
            cut.withUnsafeBufferPointer { feedWhole($0) }
            cut = []
        }
        // The lead byte of a character that is not complete, at most three bytes from the end.
        if let lead = rest.indices.suffix(3).last(where: { rest[$0] >= 0xC0 }),
            lead + Whitespace.width(of: rest[lead]) > rest.endIndex
        {
            cut = Array(rest[lead...])
            rest = rest[..<lead]
        }
        feedWhole(UnsafeBufferPointer(rebasing: rest))
    }

    /// Takes bytes that end with a character.
    private mutating func feedWhole(_ piece: UnsafeBufferPointer<UInt8>) {
        let inner = Whitespace.core(of: piece)
        let isAllWhite = inner.isEmpty
        if isAllWhite, begun.count == 0 { return }
        let first = begun.count == 0 ? inner.lowerBound : 0
        if !isAllWhite {
            take(UnsafeBufferPointer(rebasing: piece[first..<inner.upperBound]))
            core = begun
        }
        take(UnsafeBufferPointer(rebasing: piece[(isAllWhite ? 0 : inner.upperBound)...]))
    }

    private mutating func take(_ bytes: UnsafeBufferPointer<UInt8>) {
        if start.count < compiled.values.longest {
            start += bytes.prefix(compiled.values.longest - start.count)
        }
        begun.feed(bytes)
    }

    /// The number of the profile of everything that was fed.
    ///
    /// As given it is compared with no value, since values fit into any buffer.
    func profile(by matcher: IDMatcher) -> Int {
        let facts = given.facts
        guard facts & 1 == 0, facts & compiled.trimmable != 0 else {
            return matcher.profile(of: facts)
        }
        var inner = core.facts
        if core.count <= start.count {
            // An empty array may have no address.
            (start + [0]).withUnsafeBufferPointer { bytes in
                guard let bytes = bytes.baseAddress else { return }
                inner |= compiled.values.facts(bytes, core.count)
            }
        }
        return matcher.profile(of: facts, core: inner)
    }
}
