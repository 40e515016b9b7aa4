// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMigration

/// SHA-256 as FIPS 180-4 has it: the package has no cryptography of its own.
struct SHA256: ByteDigest {
    private var state: [UInt32] = [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
        0x5be0_cd19,
    ]
    private var block: [UInt8] = []
    private var count: UInt64 = 0

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

    static func hash(_ bytes: [UInt8]) -> [UInt8] {
        var digest = SHA256()
        digest.update(bytes.span)
        return digest.finish()
    }

    mutating func update(_ bytes: Span<UInt8>) {
        for offset in bytes.indices {
            block.append(bytes[offset])
            count += 1
            if block.count == 64 { mix() }
        }
    }

    func finish() -> [UInt8] {
        var copy = self
        let bits = count * 8
        copy.block.append(0x80)
        if copy.block.count == 64 { copy.mix() }
        while copy.block.count != 56 {
            copy.block.append(0)
            if copy.block.count == 64 { copy.mix() }
        }
        for shift in stride(from: 56, through: 0, by: -8) {
            copy.block.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift)))
        }
        copy.mix()
        return copy.state.flatMap { word in
            stride(from: 24, through: 0, by: -8).map {
                UInt8(truncatingIfNeeded: word >> UInt32($0))
            }
        }
    }

    private mutating func mix() {
        func turn(_ word: UInt32, _ count: UInt32) -> UInt32 {
            word >> count | word << (32 - count)
        }
        var words = stride(from: 0, to: 64, by: 4).map { offset in
            block[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }
        for offset in 16..<64 {
            let (one, two) = (words[offset - 15], words[offset - 2])
            let first = turn(one, 7) ^ turn(one, 18) ^ one >> 3
            let second = turn(two, 17) ^ turn(two, 19) ^ two >> 10
            words.append(words[offset - 16] &+ first &+ words[offset - 7] &+ second)
        }
        var work = state
        for offset in 0..<64 {
            let (first, fifth) = (work[0], work[4])
            let choice = fifth & work[5] ^ ~fifth & work[6]
            let one =
                work[7] &+ (turn(fifth, 6) ^ turn(fifth, 11) ^ turn(fifth, 25)) &+ choice
                &+ SHA256.constants[offset] &+ words[offset]
            let majority = first & work[1] ^ first & work[2] ^ work[1] & work[2]
            let two = (turn(first, 2) ^ turn(first, 13) ^ turn(first, 22)) &+ majority
            work = [one &+ two] + work[0..<3] + [work[3] &+ one] + work[4..<7]
        }
        for offset in 0..<8 { state[offset] &+= work[offset] }
        block = []
    }
}

/// The hashes of the tests.
struct TestHashing: Hashing {
    func sha256(_ bytes: [UInt8]) -> [UInt8] { SHA256.hash(bytes) }
    func makeDigest() -> any ByteDigest { SHA256() }
}
