// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if canImport(CryptoKit)
    import CryptoKit
#endif

/// Makes the hashes that a migration needs, and which this package, that links no other, has not.
///
/// With swift-crypto:
///
/// ```swift
/// struct Hashes: Hashing {
///     func sha256(_ bytes: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: bytes)) }
/// }
/// ```
///
/// On Apple's platforms `CryptoKitHashing` is there already.
public protocol Hashing: Sendable {
    /// The SHA-256 of some bytes, which has 32 of them.
    func sha256(_ bytes: [UInt8]) -> [UInt8]

    /// Begins the SHA-256 of bytes that come in pieces, such as a file's.
    ///
    /// Unless it is given, the bytes are kept until the last one has come: a file takes as much memory
    /// as it is long.
    func makeDigest() -> any ByteDigest
}

extension Hashing {
    /// Begins a SHA-256 that keeps the bytes until the last one has come.
    public func makeDigest() -> any ByteDigest { KeptBytesDigest(hash: sha256) }
}

/// A digest that keeps the bytes and hashes all of them at the end.
private struct KeptBytesDigest: ByteDigest {
    let hash: @Sendable ([UInt8]) -> [UInt8]
    private var bytes: [UInt8] = []

    init(hash: @escaping @Sendable ([UInt8]) -> [UInt8]) { self.hash = hash }

    mutating func update(_ bytes: Span<UInt8>) { self.bytes.append(bytes) }

    func finish() -> [UInt8] { hash(bytes) }
}

#if canImport(CryptoKit)
    /// The hashes of CryptoKit.
    public struct CryptoKitHashing: Hashing {
        /// The hashes of CryptoKit.
        public init() {}

        /// The SHA-256 of some bytes.
        public func sha256(_ bytes: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: bytes)) }

        /// Begins the SHA-256 of bytes that come in pieces.
        public func makeDigest() -> any ByteDigest { Digest() }

        private struct Digest: ByteDigest {
            private var hash = SHA256()

            mutating func update(_ bytes: Span<UInt8>) {
                bytes.withUnsafeBytes { hash.update(bufferPointer: $0) }
            }

            func finish() -> [UInt8] { Array(hash.finalize()) }
        }
    }
#endif
