// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Bytes on their way through a hash, such as SHA-256.
public protocol ByteDigest {
    /// Takes further bytes.
    mutating func update(_ bytes: Span<UInt8>)
    /// The hash of all bytes.
    func finish() -> [UInt8]
}
