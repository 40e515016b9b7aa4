// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymService
    import Crypto

    /// The SHA-256 of a key: what is kept of it, and looked up at every call.
    package struct KeyHash: Hashable, Sendable {
        // As numbers, which are compared without making a text or an array.
        private var high: (UInt64, UInt64) = (0, 0)
        private var low: (UInt64, UInt64) = (0, 0)

        /// The hash of a key.
        package init(of key: String) {
            for (place, byte) in SHA256.hash(data: Array(key.utf8)).enumerated() {
                take(byte, at: place)
            }
        }

        /// The hash that a text of 64 digits is of; nil where it is none.
        private init?(_ text: String) {
            let digits = Array(text.utf8)
            guard digits.count == 64 else { return nil }
            for place in 0..<32 {
                guard let byte = Hexadecimal.byte(digits[2 * place], digits[2 * place + 1]) else {
                    return nil
                }
                take(byte, at: place)
            }
        }

        private mutating func take(_ byte: UInt8, at place: Int) {
            switch place / 8 {
            case 0: high.0 = high.0 << 8 | UInt64(byte)
            case 1: high.1 = high.1 << 8 | UInt64(byte)
            case 2: low.0 = low.0 << 8 | UInt64(byte)
            default: low.1 = low.1 << 8 | UInt64(byte)
            }
        }

        /// Its digits.
        package var text: String {
            let bytes = [high.0, high.1, low.0, low.1].flatMap { word in
                stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> $0) }
            }
            return Hexadecimal.text(bytes)
        }

        package static func == (one: Self, other: Self) -> Bool {
            // All of both, so that the time it takes says nothing.
            (one.high.0 ^ other.high.0) | (one.high.1 ^ other.high.1) | (one.low.0 ^ other.low.0)
                | (one.low.1 ^ other.low.1) == 0
        }

        package func hash(into hasher: inout Hasher) { hasher.combine(high.0) }
    }

    extension KeyHash: Codable, CodingKeyRepresentable {
        private struct Key: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }

            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        package var codingKey: any CodingKey { Key(stringValue: text) }

        package init?(codingKey: some CodingKey) { self.init(codingKey.stringValue) }

        package init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            guard let hash = KeyHash(try container.decode(String.self)) else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "expected 64 digits of a hash")
            }
            self = hash
        }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(text)
        }
    }
#endif
