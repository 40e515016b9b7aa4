// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Hashes bytes; the same in every run, so that reports are.
enum ByteHash {
    @inline(__always)
    private static func mix(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let (high, low) = left.multipliedFullWidth(by: right)
        return high ^ low
    }

    @inline(__always)
    static func hash(
        _ bytes: UnsafePointer<UInt8>, _ count: Int, seed: UInt64 = 0x2D35_8DCC_AA6C_78A5
    ) -> UInt64 {
        let raw = UnsafeRawPointer(bytes)
        var state = seed ^ UInt64(truncatingIfNeeded: count) &* 0x9E37_79B9_7F4A_7C15
        var place = 0
        while place &+ 8 <= count {
            let word = raw.loadUnaligned(fromByteOffset: place, as: UInt64.self)
            state = mix(state ^ word, 0x8BB8_4B93_962E_ACC9)
            place &+= 8
        }
        var word: UInt64 = 0
        while place < count {
            word = word << 8 | UInt64(bytes[place])
            place &+= 1
        }
        state = mix(state ^ word, 0x4B33_A62E_D433_D4A3)
        return mix(state, 0x9E37_79B9_7F4A_7C15)
    }

    static func hash(_ bytes: [UInt8]) -> UInt64 {
        bytes.withUnsafeBufferPointer { bytes in
            bytes.baseAddress.map { hash($0, bytes.count) } ?? 0
        }
    }
}
