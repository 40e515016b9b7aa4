// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymMappings
    import Crypto
    import Foundation

    /// Seals what nobody is to read in a project's files who has not the key as well: secrets that have
    /// to be known, and not just recognised.
    package struct Vault: Sendable {
        private let key: SymmetricKey
        /// How many bytes a key has.
        package static let keyLength = 32
        /// What a sealed text begins with.
        private static let prefix = "sealed:"

        /// A key that is gone with the process: for journals that are, too.
        package init() { key = SymmetricKey(size: .bits256) }

        /// A key that was kept; nil where it is too short or too long.
        package init?(key bytes: [UInt8]) {
            guard bytes.count == Vault.keyLength else { return nil }
            key = SymmetricKey(data: bytes)
        }

        /// Seals bytes.
        func seal(_ bytes: [UInt8]) throws -> [UInt8] {
            Array(try AES.GCM.seal(bytes, using: key).combined ?? Data())
        }

        /// The bytes that were sealed.
        func open(_ sealed: [UInt8]) throws -> [UInt8] {
            Array(try AES.GCM.open(AES.GCM.SealedBox(combined: sealed), using: key))
        }

        /// Seals a text.
        func seal(_ text: String) throws -> String {
            Vault.prefix + Data(try seal(Array(text.utf8))).base64EncodedString()
        }

        /// The text that was sealed.
        func open(_ text: String) throws -> String {
            guard text.hasPrefix(Vault.prefix),
                let sealed = Data(base64Encoded: String(text.dropFirst(Vault.prefix.count)))
            else { throw DocumentFault("", "a secret is not sealed") }
            return String(decoding: try open(Array(sealed)), as: UTF8.self)
        }
    }
#endif
