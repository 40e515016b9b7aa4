// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    /// Bytes as two lower-case digits each.
    package enum Hexadecimal {
        /// The digits of bytes.
        package static func text(_ bytes: [UInt8]) -> String {
            var text: [UInt8] = []
            text.reserveCapacity(2 * bytes.count)
            for byte in bytes {
                text.append(digit(byte >> 4))
                text.append(digit(byte & 15))
            }
            return String(decoding: text, as: UTF8.self)
        }

        /// The byte of two lower-case digits; nil where one is none.
        package static func byte(_ high: UInt8, _ low: UInt8) -> UInt8? {
            guard let high = value(high), let low = value(low) else { return nil }
            return high << 4 | low
        }

        private static func value(_ digit: UInt8) -> UInt8? {
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
            default: nil
            }
        }

        private static func digit(_ value: UInt8) -> UInt8 {
            value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
        }
    }
#endif
