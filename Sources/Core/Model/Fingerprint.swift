// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// 128 bits that stand for bytes, such as the text of a state that a search is in: equal for equal
/// bytes, and for different ones different but for a chance of one in 2^128 for each pair.
///
/// Among a billion that is less than one in 10^20.
package struct Fingerprint: Hashable, Comparable, Sendable {
    package let high: UInt64
    package let low: UInt64

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    package static func < (left: Fingerprint, right: Fingerprint) -> Bool {
        left.high == right.high ? left.low < right.low : left.high < right.high
    }
}

extension Fingerprint {
    /// The fingerprint of bytes: MurmurHash3 in its form for 128 bits on 64-bit machines.
    ///
    /// The algorithm is Austin Appleby's, who put it into the public domain. Here a last block that
    /// is not full is filled up with zeros, which the length, mixed in at the end, tells apart.
    package init(_ bytes: Span<UInt8>) {
        var mixer = Mixer()
        var offset = 0
        while offset < bytes.count {
            mixer.mix(
                Fingerprint.word(of: bytes, at: offset),
                Fingerprint.word(of: bytes, at: offset + 8))
            offset += 16
        }
        self = mixer.fingerprint(ofBytes: bytes.count)
    }

    /// What has come of the bytes so far, sixteen at a time.
    package struct Mixer {
        private var high: UInt64 = 0
        private var low: UInt64 = 0

        package init() {}

        /// Takes sixteen bytes as two numbers, the first byte of each lowest.
        package mutating func mix(_ one: UInt64, _ two: UInt64) {
            let (first, second): (UInt64, UInt64) = (0x87c3_7b91_1142_53d5, 0x4cf5_ad43_2745_937f)
            let one = Fingerprint.rotate(one &* first, 31) &* second
            let two = Fingerprint.rotate(two &* second, 33) &* first
            high = (Fingerprint.rotate(high ^ one, 27) &+ low) &* 5 &+ 0x52dc_e729
            low = (Fingerprint.rotate(low ^ two, 31) &+ high) &* 5 &+ 0x3849_5ab5
        }

        /// The fingerprint of so many bytes, of which the last were filled up to sixteen with zeros.
        package func fingerprint(ofBytes count: Int) -> Fingerprint {
            var high = high ^ UInt64(count)
            var low = low ^ UInt64(count)
            high &+= low
            low &+= high
            high = Fingerprint.mix(high)
            low = Fingerprint.mix(low)
            high &+= low
            low &+= high
            return Fingerprint(high: high, low: low)
        }
    }

    /// Eight bytes as a number, the first one lowest; zeros for those that are not there.
    @inline(__always)
    private static func word(of bytes: Span<UInt8>, at offset: Int) -> UInt64 {
        if offset + 8 <= bytes.count {
            let eight = bytes.extracting(offset..<offset + 8)
            var word: UInt64 = 0
            for byte in 0..<8 { word |= UInt64(eight[byte]) << UInt64(byte * 8) }
            return word
        }
        var word: UInt64 = 0
        for index in offset..<max(offset, bytes.count) {
            word |= UInt64(bytes[index]) << UInt64((index - offset) * 8)
        }
        return word
    }

    private static func rotate(_ word: UInt64, _ bits: UInt64) -> UInt64 {
        word << bits | word >> (64 - bits)
    }

    private static func mix(_ word: UInt64) -> UInt64 {
        var word = word
        word ^= word >> 33
        word &*= 0xff51_afd7_ed55_8ccd
        word ^= word >> 33
        word &*= 0xc4ce_b9fe_1a85_ec53
        word ^= word >> 33
        return word
    }
}
