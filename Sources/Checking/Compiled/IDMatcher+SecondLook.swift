// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

// What mask and length do not tell: for that the bytes are looked at again.

extension IDMatcher {
    /// Answers what needs a second look.
    @inline(__always)
    func look(
        _ work: UInt64, _ facts: Facts, _ bytes: UnsafePointer<UInt8>, _ count: Int
    ) -> Facts {
        var facts = facts
        if work & Work.values != 0 { facts |= compiled.values.facts(bytes, count) }
        if work & Work.email != 0, isEmail(bytes, count) { facts |= email }
        if work & Work.ends != 0,
            (masks[Int(bytes[0])] | masks[Int(bytes[count &- 1])]) & CompiledCheck.whitespace != 0
        {
            facts |= ends
        }
        var numbers = work & ~(Work.values | Work.email | Work.ends | Work.suspects)
        while numbers != 0 {
            let number = numbers.trailingZeroBitCount
            numbers &= numbers &- 1
            if matches(number, bytes, count) {
                facts = (facts | compiled.patterns[number].sets) & ~compiled.patterns[number].clears
            }
        }
        return work & Work.suspects == 0 ? facts : facts | suspects(facts, bytes, count)
    }

    /// What is not of an anonymous form as a whole may end in it.
    @inline(never)
    func suspects(_ facts: Facts, _ bytes: UnsafePointer<UInt8>, _ count: Int) -> Facts {
        var found: Facts = 0
        for suspect in compiled.suspects where facts & suspect.facts == 0 {
            let text = UnsafeBufferPointer(start: bytes, count: count)
            if suspect.form.suspects(bytes: text.span) { found |= suspect.facts }
        }
        return found
    }

    @inline(__always)
    private func matches(
        _ number: Int, _ bytes: UnsafePointer<UInt8>, _ count: Int
    ) -> Bool {
        let marker = compiled.markers[number]
        if marker.count > 0 { return hasMarkers(marker, bytes, count) }
        guard let wanted = compiled.classesByOffset[number] else {
            return compiled.patterns[number].pattern.matches(
                bytes: UnsafeBufferPointer(start: bytes, count: count).span)
        }
        let classes = compiled.classes
        var missing: UInt64 = 0
        for offset in 0..<count { missing |= wanted[offset] & ~classes[Int(bytes[offset])] }
        return missing == 0
    }

    /// Whether the marker stands at its offsets and nowhere else.
    @inline(__always)
    private func hasMarkers(
        _ marker: CompiledPattern.Marker, _ bytes: UnsafePointer<UInt8>, _ count: Int
    ) -> Bool {
        let raw = UnsafeRawPointer(bytes)
        let sought = SIMD16<UInt8>(repeating: marker.byte)
        let one = SIMD16<UInt8>(repeating: 1)
        var sums = SIMD16<UInt8>(repeating: 0)
        var offset = 0
        while offset &+ 16 <= count {
            let some = raw.loadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
            sums &+= one.replacing(with: 0, where: some .!= sought)
            offset &+= 16
        }
        var found = sums.wrappedSum()
        while offset < count {
            // 1 for the marker and 0 for anything else, without a branch.
            let difference = UInt32(bytes[offset] ^ marker.byte)
            found &+= UInt8(truncatingIfNeeded: (difference &- 1) >> 31)
            offset &+= 1
        }
        guard found == marker.count else { return false }
        for number in 0..<Int(marker.count) where bytes[marker.offsets[number]] != marker.byte {
            return false
        }
        return true
    }

    private func isEmail(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        var scan = EmailScan()
        scan.feed(UnsafeBufferPointer(start: bytes, count: count).span)
        return scan.at(inLength: count) != nil
    }
}
