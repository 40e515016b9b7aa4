// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymService
    import Crypto
    import Foundation

    /// IDs that a provider's server makes for itself: the same for the same name, in every run.
    enum StableID {
        private static let letters = Array(
            "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")

        /// 32 letters and digits.
        static func text(_ name: String) -> String {
            String(digest(name).map { letters[Int($0) % letters.count] })
        }

        /// A UUID of version 8, in lower case.
        static func uuid(_ name: String) -> String {
            var bytes = Array(digest(name).prefix(16))
            bytes[6] = bytes[6] & 0x0F | 0x80
            bytes[8] = bytes[8] & 0x3F | 0x80
            return [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { Hexadecimal.text(Array(bytes[$0])) }
                .joined(separator: "-")
        }

        private static func digest(_ name: String) -> [UInt8] {
            Array(SHA256.hash(data: Data(name.utf8)))
        }
    }
#endif
