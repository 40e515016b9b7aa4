// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import AllonymSimulation

    /// The IDs that checking is measured with: a mix of what apps really pass, from a seed.
    struct SampleIDs {
        private var generator: SeededGenerator
        private static let digits = Array("0123456789abcdef".utf8)
        private static let names = [
            "maria", "john.smith", "li_wei", "olga", "kevin", "toto", "user", "anna-lena", "zoë",
            "josé", "名前",
        ].map { Array($0.utf8) }
        private static let blocked = [
            "null", "guest", "0", "-1", "undefined", "anonymous", "[object Object]", "None", "n/a",
            "unknown", "(null)", "00000000-0000-0000-0000-000000000000",
        ].map { Array($0.utf8) }

        init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

        private mutating func random(_ bound: Int) -> Int {
            // Good enough for a mix, and far faster than an exact one.
            Int(truncatingIfNeeded: generator.next() >> 33) % bound
        }

        /// Appends an ID and a line end.
        mutating func add(to bytes: inout [UInt8]) {
            switch random(100) {
            case 0..<28: addUUID(to: &bytes, isUpper: false)
            case 28..<36: addUUID(to: &bytes, isUpper: true)
            case 36..<46: addDigits(64, to: &bytes)
            case 46..<64: addNumber(1 + random(12), to: &bytes)
            case 64..<77: addName(to: &bytes)
            case 77..<89:
                addName(to: &bytes)
                bytes += "@mail.example".utf8
            case 89..<93:
                bytes += "$RCAnonymousID:".utf8
                addDigits(32, to: &bytes)
            case 93..<96:
                bytes += "QON_".utf8
                addDigits(32, to: &bytes)
            case 96..<97:
                bytes += " ".utf8
                addName(to: &bytes)
            default: bytes += Self.blocked[random(Self.blocked.count)]
            }
            bytes.append(10)
        }

        private mutating func addDigits(_ count: Int, to bytes: inout [UInt8]) {
            var left = count
            while left > 0 {
                var bits = generator.next()
                for _ in 0..<min(left, 16) {
                    bytes.append(Self.digits[Int(bits & 15)])
                    bits >>= 4
                }
                left -= 16
            }
        }

        private mutating func addUUID(to bytes: inout [UInt8], isUpper: Bool) {
            let start = bytes.count
            addDigits(32, to: &bytes)
            bytes[start + 12] = UInt8(ascii: "4")
            bytes[start + 16] = UInt8(ascii: "a")
            for offset in [8, 13, 18, 23] { bytes.insert(UInt8(ascii: "-"), at: start + offset) }
            guard isUpper else { return }
            for offset in start..<bytes.count where bytes[offset] > 96 { bytes[offset] -= 32 }
        }

        private mutating func addNumber(_ count: Int, to bytes: inout [UInt8]) {
            for _ in 0..<count { bytes.append(UInt8(48 + random(10))) }
        }

        private mutating func addName(to bytes: inout [UInt8]) {
            bytes += Self.names[random(Self.names.count)]
            addNumber(5, to: &bytes)
        }
    }
#endif
