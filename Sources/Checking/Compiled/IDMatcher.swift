// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// Says which profile an ID has, from its bytes; one for each thread.
///
/// The bytes are walked once, uniting what each says. That and the length tell nearly everything:
/// the answer for the pair is remembered, together with the few questions that need a second look
/// at the bytes.
package final class IDMatcher {
    package let compiled: CompiledCheck
    private(set) var profiles: [Profile] = []
    private var numbers: [FactsPair: Int] = [:]

    let masks: UnsafeMutablePointer<UInt64>
    private let lengthClasses: UnsafeMutablePointer<UInt32>
    private let lengthCount: Int
    private let memo: UnsafeMutablePointer<Memo>
    private let profileMemo: UnsafeMutablePointer<(facts: Facts, number: Int)>
    private let trimmable: Facts

    /// The facts of an ID as given, and without the white space at its ends.
    private struct FactsPair: Hashable {
        let given: Facts
        let core: Facts
    }

    /// What is known of all IDs of one mask and class of lengths.
    private struct Memo {
        var mask: UInt64
        var facts: Facts
        /// A bit for each pattern that may match, and those of `Work`.
        var work: UInt64
        var lengthClass: UInt32
        var profile: Int32
    }

    enum Work {
        static let suspects: UInt64 = 1 << 60
        static let values: UInt64 = 1 << 61
        static let email: UInt64 = 1 << 62
        static let ends: UInt64 = 1 << 63
    }

    let email: Facts
    let ends: Facts

    /// A matcher for a compiled check.
    package init(_ compiled: CompiledCheck) {
        self.compiled = compiled
        masks = compiled.byteMasks
        lengthClasses = compiled.lengthClasses
        lengthCount = compiled.lengthCount
        memo = .allocate(capacity: 1_024)
        memo.initialize(
            repeating: Memo(mask: .max, facts: 0, work: 0, lengthClass: .max, profile: 0),
            count: 1_024)
        profileMemo = .allocate(capacity: 256)
        // No number: the first question fills it in.
        profileMemo.initialize(repeating: (0, -1), count: 256)
        email = compiled.list.mask { $0 == .rule(.isEmail) }
        ends = compiled.list.mask { $0 == .rule(.hasWhitespaceAtEnd) }
        trimmable = compiled.trimmable
    }

    deinit {
        memo.deallocate()
        profileMemo.deallocate()
    }

    /// The number of the profile of an ID.
    @inline(__always)
    func profile(_ bytes: Span<UInt8>) -> Int {
        bytes.withUnsafeBufferPointer { bytes in
            // What is empty has no address; any will do, since nothing is read.
            let nothing = UnsafeRawPointer(masks).assumingMemoryBound(to: UInt8.self)
            return profile(bytes.baseAddress ?? nothing, bytes.count)
        }
    }

    @inline(__always)
    private func profile(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int {
        let mask = count >= 8 ? unitedMask(bytes, count) : shortMask(bytes, count)
        if mask & CompiledCheck.notASCII != 0 { return profile(ofText: bytes, count) }
        let known = known(mask, count)
        if known.pointee.work == 0 { return Int(known.pointee.profile) }
        let facts = look(known.pointee.work, known.pointee.facts, bytes, count)
        if facts & trimmable != 0 { return profile(of: facts, trimming: bytes, count) }
        return profile(of: facts)
    }

    /// What mask and length tell.
    @inline(__always)
    private func known(_ mask: UInt64, _ count: Int) -> UnsafeMutablePointer<Memo> {
        let lengthClass = count < lengthCount ? lengthClasses[count] : compiled.lengthClass(count)
        let hash = (mask ^ UInt64(lengthClass) &* 0xA24B_AED4_963E_E407) &* 0x9FB2_1C65_1E98_DF25
        let known = memo + Int(truncatingIfNeeded: hash >> 54)
        if known.pointee.mask != mask || known.pointee.lengthClass != lengthClass {
            fill(known, mask, lengthClass)
        }
        return known
    }

    /// What the bytes say together, eight at a time; the last eight may have been seen before.
    @inline(__always)
    private func unitedMask(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
        let raw = UnsafeRawPointer(bytes)
        var mask = wordMask(raw.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self))
        var offset = 0
        while offset &+ 8 < count {
            mask |= wordMask(raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            offset &+= 8
        }
        return mask
    }

    @inline(__always)
    private func wordMask(_ word: UInt64) -> UInt64 {
        let first = masks[Int(word & 0xFF)] | masks[Int(word &>> 8 & 0xFF)]
        let second = masks[Int(word &>> 16 & 0xFF)] | masks[Int(word &>> 24 & 0xFF)]
        let third = masks[Int(word &>> 32 & 0xFF)] | masks[Int(word &>> 40 & 0xFF)]
        let fourth = masks[Int(word &>> 48 & 0xFF)] | masks[Int(word &>> 56)]
        return (first | second) | (third | fourth)
    }

    @inline(__always)
    private func shortMask(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
        var mask: UInt64 = 0
        var offset = 0
        while offset < count {
            mask |= masks[Int(bytes[offset])]
            offset &+= 1
        }
        return mask
    }

    /// The number of the profile of these facts.
    @inline(__always)
    func profile(of facts: Facts) -> Int {
        let hash = facts &* 0x9FB2_1C65_1E98_DF25
        let known = profileMemo + Int(truncatingIfNeeded: hash >> 56)
        if known.pointee.facts == facts, known.pointee.number >= 0 { return known.pointee.number }
        let number = profile(of: facts, core: facts)
        known.pointee = (facts, number)
        return number
    }

    /// The number of the profile of an ID with these facts that has others without the white space at
    /// its ends.
    @inline(never)
    func profile(of facts: Facts, core: Facts) -> Int {
        let pair = FactsPair(given: facts, core: core)
        if let number = numbers[pair] { return number }
        profiles.append(Profile(facts, core: core, compiled.list))
        numbers[pair] = profiles.count - 1
        return profiles.count - 1
    }

    /// The number of the profile of an ID that some provider trims.
    @inline(never)
    private func profile(
        of facts: Facts, trimming bytes: UnsafePointer<UInt8>, _ count: Int
    ) -> Int {
        let core = Whitespace.core(of: UnsafeBufferPointer(start: bytes, count: count))
        return profile(of: facts, core: self.facts(bytes + core.lowerBound, core.count))
    }

    /// The facts of an ID, in the steps of ``profile(_:_:)``.
    private func facts(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Facts {
        let mask = shortMask(bytes, count)
        if mask & CompiledCheck.notASCII != 0 { return facts(ofText: bytes, count) }
        let known = known(mask, count).pointee
        return known.work == 0 ? known.facts : look(known.work, known.facts, bytes, count)
    }

    @inline(never)
    private func profile(ofText bytes: UnsafePointer<UInt8>, _ count: Int) -> Int {
        let facts = facts(ofText: bytes, count)
        if facts & 1 == 0, facts & trimmable != 0 {
            return profile(of: facts, trimming: bytes, count)
        }
        return profile(of: facts)
    }

    private func facts(ofText bytes: UnsafePointer<UInt8>, _ count: Int) -> Facts {
        var scan = PiecewiseScan(compiled, comesInPieces: false)
        scan.feed(UnsafeBufferPointer(start: bytes, count: count))
        var facts = scan.facts
        // What is no text is asked nothing else.
        if facts & 1 == 0, compiled.values.lengths.contains(count) {
            facts |= compiled.values.facts(bytes, count)
        }
        let mayBeSuspect = compiled.suspects.contains { scan.mask & $0.bytes != 0 }
        if facts & 1 == 0, mayBeSuspect { facts |= suspects(facts, bytes, count) }
        return facts
    }
}

// MARK: - What mask and length tell

extension IDMatcher {
    @inline(never)
    private func fill(_ known: UnsafeMutablePointer<Memo>, _ mask: UInt64, _ lengthClass: UInt32) {
        let length = compiled.length(of: lengthClass)
        var facts: Facts = 0
        for (number, condition) in compiled.list.conditions.enumerated() {
            let holds =
                switch condition {
                case .rule(.isEmpty): length == 0
                case .rule(.isBlank): mask & CompiledCheck.notWhitespace == 0
                case .rule(.isLongerThan(let longest)): length > longest
                case .rule(.isShorterThan(let least)): length < least
                case .rule(.hasOnlyDigits): mask & CompiledCheck.notDigit == 0
                // Until one of the formats matches.
                case .rule(.isNoneOf): true
                // Found by what is united over the bytes, or by a second look.
                case .rule(.contains), .rule(.isOneOf), .rule(.isAdvertisingID), .rule(.isEmail),
                    .rule(.hasWhitespaceAtEnd), .rule(.isSuspected), .isNoText, .matches,
                    .isBlockedElsewhere:
                    false
                }
            if holds { facts |= 1 << Facts(number) }
        }
        if mask & CompiledCheck.notWhitespace == 0 { facts |= compiled.blank }
        for character in compiled.characters where mask & character.bytes != 0 {
            facts |= character.facts
        }
        var work: UInt64 = 0
        for (number, pattern) in compiled.patterns.enumerated() {
            guard (pattern.least...pattern.most).contains(length),
                mask & compiled.outside[number] == 0
            else { continue }
            if pattern.isPlain, compiled.outside[number] != 0 {
                facts = (facts | pattern.sets) & ~pattern.clears
            } else {
                work |= 1 << UInt64(number)
            }
        }
        if compiled.values.lengths.contains(length) { work |= Work.values }
        if email != 0, mask & CompiledCheck.at != 0 { work |= Work.email }
        if ends != 0, mask & CompiledCheck.whitespace != 0 { work |= Work.ends }
        for suspect in compiled.suspects where mask & suspect.bytes != 0 {
            work |= Work.suspects
        }
        known.pointee = Memo(
            mask: mask, facts: facts, work: work, lengthClass: lengthClass,
            profile: work == 0 ? Int32(profile(of: facts)) : -1)
    }
}
