// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymInput

/// SHA-256 as FIPS 180-4 has it: without the trait `Tools` the package fetches no cryptography.
package struct SHA256: ByteDigest {
    private var state: [UInt32] = [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
        0x5be0_cd19,
    ]
    /// The 16 words of the block that is being filled, and the 48 that are made of them.
    private var words = [UInt32](repeating: 0, count: 64)
    /// In bytes.
    private var count: UInt64 = 0

    package init() {}

    /// The first 32 bits behind the point of the cube roots of the first 64 primes.
    private static let constants: [UInt32] = {
        let primes = (2...311).filter { number in
            !(2..<number).contains { number % $0 == 0 }
        }
        return primes.map { prime in
            // By halving, with 96 bits behind the point of the cube.
            var low: UInt64 = 0
            var high: UInt64 = 8 << 32
            while high - low > 1 {
                let middle = (low + high) / 2
                let square = middle.multipliedFullWidth(by: middle)
                let cube = square.low.multipliedFullWidth(by: middle).high + square.high * middle
                let isBelow = cube < UInt64(prime) << 32
                if isBelow { low = middle } else { high = middle }
            }
            return UInt32(truncatingIfNeeded: low)
        }
    }()

    package static func hash(_ bytes: [UInt8]) -> [UInt8] {
        var digest = SHA256()
        digest.update(bytes.span)
        return digest.finish()
    }

    package mutating func update(_ bytes: Span<UInt8>) {
        for offset in bytes.indices { take(bytes[offset]) }
    }

    package func finish() -> [UInt8] {
        var copy = self
        let bits = count * 8
        copy.take(0x80)
        while copy.count % 64 != 56 { copy.take(0) }
        for shift in stride(from: UInt64(56), through: 0, by: -8) {
            copy.take(UInt8(truncatingIfNeeded: bits >> shift))
        }
        return copy.state.flatMap { word in
            stride(from: UInt32(24), through: 0, by: -8).map {
                UInt8(truncatingIfNeeded: word >> $0)
            }
        }
    }

    private mutating func take(_ byte: UInt8) {
        let place = Int(count % 64 / 4)
        words[place] = words[place] << 8 | UInt32(byte)
        count += 1
        if count % 64 == 0 { mix() }
    }

    private mutating func mix() {
        func turn(_ word: UInt32, _ count: UInt32) -> UInt32 {
            word >> count | word << (32 - count)
        }
        for offset in 16..<64 {
            let (one, two) = (words[offset - 15], words[offset - 2])
            let first = turn(one, 7) ^ turn(one, 18) ^ one >> 3
            let second = turn(two, 17) ^ turn(two, 19) ^ two >> 10
            words[offset] = words[offset - 16] &+ first &+ words[offset - 7] &+ second
        }
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        for offset in 0..<64 {
            let choice = e & f ^ ~e & g
            let turns = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)
            let one = h &+ turns &+ choice &+ SHA256.constants[offset] &+ words[offset]
            let majority = a & b ^ a & c ^ b & c
            let two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) &+ majority
            (h, g, f, e) = (g, f, e, d &+ one)
            (d, c, b, a) = (c, b, a, one &+ two)
        }
        for (offset, word) in [a, b, c, d, e, f, g, h].enumerated() { state[offset] &+= word }
    }
}
