// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Texts that stay where they are as long as this is there; for one thread.
///
/// Handing out their bytes counts no references, which is slow where several threads do so.
final class KeptTexts {
    @exclusivity(unchecked) private var kept: [UnsafeMutableBufferPointer<UInt8>] = []

    deinit {
        for text in kept { text.deallocate() }
    }

    /// Keeps a text; returns its bytes.
    func keep(_ text: String) -> UnsafeBufferPointer<UInt8> {
        let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count)
        _ = bytes.initialize(fromContentsOf: text.utf8)
        kept.append(bytes)
        return UnsafeBufferPointer(bytes)
    }
}
