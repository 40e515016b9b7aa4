// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// Gathers the facts of an ID that comes in pieces: one too long for any buffer, or one that is
/// not ASCII and comes whole.
///
/// It keeps what the ID was so far in a few numbers, whatever its length.
struct PiecewiseScan {
    private let compiled: CompiledCheck
    private(set) var count = 0
    private(set) var mask: UInt64 = 0
    private let comesInPieces: Bool
    private var scalars = 0
    private var found: Facts = 0
    /// The patterns that may still match.
    private var runs: [(run: PatternRun, number: Int)] = []

    // Of a character that is not complete.
    private var sequenceStart = 0
    private var missing = 0
    private var value: UInt32 = 0
    private var lower: UInt8 = 0x80
    private var upper: UInt8 = 0xBF
    /// Where the first byte stands that begins no character, and which it is.
    private(set) var fault: (offset: Int, byte: UInt8)?
    private var lead: UInt8 = 0

    private var isFirstWhite = false
    private var isLastWhite = false
    private var isAllWhite = true
    private var edges = Edges()
    private var email = EmailScan()

    /// A scan of what comes in pieces; or of a whole ID that is known to have what is not ASCII, which
    /// leaves out the patterns, since they are, and anonymous forms, which are looked for at once.
    init(_ compiled: CompiledCheck, comesInPieces: Bool) {
        self.compiled = compiled
        self.comesInPieces = comesInPieces
        if comesInPieces {
            runs = compiled.patterns.enumerated().map { (PatternRun($1.pattern), $0) }
        }
    }

    mutating func feed(_ bytes: UnsafeBufferPointer<UInt8>) {
        if comesInPieces, !compiled.suspects.isEmpty { edges.feed(bytes) }
        var pieceMask: UInt64 = 0
        for byte in bytes { pieceMask |= compiled.byteMasks[Int(byte)] }
        mask |= pieceMask
        if mask & CompiledCheck.notASCII != 0 {
            runs = []
        } else {
            // What has failed once is not fed again.
            for index in runs.indices { runs[index].run.feed(bytes) }
            runs.removeAll(where: \.run.isDead)
        }
        if pieceMask & CompiledCheck.at != 0 || email.hasBegun { email.feed(bytes.span, at: count) }
        if pieceMask & CompiledCheck.notASCII == 0, missing == 0, fault == nil {
            takeASCII(bytes, pieceMask)
            count += bytes.count
        } else {
            for byte in bytes {
                if fault == nil { decode(byte) }
                count += 1
            }
        }
    }

    /// A piece of nothing but ASCII.
    private mutating func takeASCII(_ bytes: UnsafeBufferPointer<UInt8>, _ pieceMask: UInt64) {
        guard let first = bytes.first, let last = bytes.last else { return }
        func isWhite(_ byte: UInt8) -> Bool {
            compiled.byteMasks[Int(byte)] & CompiledCheck.whitespace != 0
        }
        if scalars == 0 { isFirstWhite = isWhite(first) }
        isLastWhite = isWhite(last)
        isAllWhite = isAllWhite && pieceMask & CompiledCheck.notWhitespace == 0
        scalars += bytes.count
    }

    private mutating func decode(_ byte: UInt8) {
        if missing > 0 {
            guard (lower...upper).contains(byte) else {
                fault = (sequenceStart, lead)
                return
            }
            lower = 0x80
            upper = 0xBF
            value = value << 6 | UInt32(byte & 0x3F)
            missing -= 1
            if missing == 0 { take(value) }
            return
        }
        if byte < 0x80 {
            take(UInt32(byte))
            return
        }
        sequenceStart = count
        lead = byte
        // The Unicode Standard, table 3-7: well-formed byte sequences.
        switch byte {
        case 0xC2...0xDF: (missing, value) = (1, UInt32(byte & 0x1F))
        case 0xE0...0xEF:
            (missing, value) = (2, UInt32(byte & 0x0F))
            if byte == 0xE0 { lower = 0xA0 }
            if byte == 0xED { upper = 0x9F }
        case 0xF0...0xF4:
            (missing, value) = (3, UInt32(byte & 0x07))
            if byte == 0xF0 { lower = 0x90 }
            if byte == 0xF4 { upper = 0x8F }
        default: fault = (count, byte)
        }
    }

    private mutating func take(_ value: UInt32) {
        guard let scalar = Unicode.Scalar(value) else { return }
        let isWhite = Whitespace.isWhite(value)
        if scalars == 0 { isFirstWhite = isWhite }
        isLastWhite = isWhite
        isAllWhite = isAllWhite && isWhite
        scalars += 1
        guard value >= 128 else { return }
        for character in compiled.characters where character.others.contains(scalar) {
            found |= character.facts
        }
    }

    /// What holds of everything that was fed; blocked values are not looked up.
    var facts: Facts {
        // The first bit is that of `isNoText`.
        if fault != nil || missing > 0 { return 1 }
        var facts = found | (isAllWhite ? compiled.blank : 0)
        for (number, condition) in compiled.list.conditions.enumerated() where holds(condition) {
            facts |= 1 << Facts(number)
        }
        for character in compiled.characters where mask & character.bytes != 0 {
            facts |= character.facts
        }
        for (run, number) in runs where run.matches {
            facts = (facts | compiled.patterns[number].sets) & ~compiled.patterns[number].clears
        }
        return facts
    }

    /// The offset of the first byte at fault, a character that is cut off at the end included.
    var faultOffset: Int? { fault?.offset ?? (missing > 0 ? sequenceStart : nil) }

    private func holds(_ condition: Condition) -> Bool {
        switch condition {
        case .rule(.isEmpty): count == 0
        case .rule(.isBlank): isAllWhite
        case .rule(.isLongerThan(let longest)): scalars > longest
        case .rule(.isShorterThan(let least)): scalars < least
        case .rule(.hasOnlyDigits): mask & CompiledCheck.notDigit == 0
        case .rule(.isNoneOf): true
        case .rule(.isEmail): email.at(inLength: count) != nil
        case .rule(.hasWhitespaceAtEnd): isFirstWhite || isLastWhite
        case .rule(.isSuspected(let form)): comesInPieces && edges.isSuspected(form, count)
        case .rule(.contains), .rule(.isOneOf), .rule(.isAdvertisingID), .isNoText, .matches,
            .isBlockedElsewhere:
            false
        }
    }
}

/// The beginning and the end of an ID that comes in pieces.
private struct Edges {
    private static let most = 128
    private var start: [UInt8] = []
    private var end: [UInt8] = []

    mutating func feed(_ bytes: UnsafeBufferPointer<UInt8>) {
        if start.count < Edges.most { start += bytes.prefix(Edges.most - start.count) }
        end += bytes.suffix(Edges.most)
        end = Array(end.suffix(Edges.most))
    }

    func isSuspected(_ form: AnonymousForm, _ count: Int) -> Bool {
        if count <= Edges.most { return form.suspects(bytes: start.span) }
        let isAtEnd = form.isRecognisedAtEnd && form.recognises(bytes: end.span)
        return isAtEnd || form.suspect.map { start.starts(with: $0.utf8) } ?? false
    }
}
