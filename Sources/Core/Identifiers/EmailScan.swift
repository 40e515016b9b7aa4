// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Whether an ID is an e-mail address: one `@` with something before it, and behind it a dot that
/// neither begins nor ends what follows.
///
/// The ID may come in pieces of its UTF-8; pieces before the first `@` need not be fed.
package struct EmailScan {
    /// The same rule as a regular expression for the whole ID, for engines that take nothing else.
    package static let expression = "[^@]+@[^@][^@]*\\.[^@]*[^@]"

    private var ats = 0
    private var at = 0
    /// The first dot behind the last `@` that does not follow it at once.
    private var dot = Int.max

    /// Nothing was fed.
    package init() {}

    /// Whether an `@` was fed.
    package var hasBegun: Bool { ats > 0 }

    /// Takes a piece that begins at this offset.
    package mutating func feed(_ bytes: Span<UInt8>, at offset: Int = 0) {
        for index in bytes.indices { feed(bytes[index], at: offset + index) }
    }

    /// Takes the byte that stands here.
    mutating func feed(_ byte: UInt8, at offset: Int) {
        if byte == UInt8(ascii: "@") {
            ats += 1
            at = offset
            dot = .max
        } else if byte == UInt8(ascii: "."), dot == .max, offset >= at + 2 {
            dot = offset
        }
    }

    /// Where the `@` stands in the e-mail address that an ID of this length is; nil where it is none.
    package func at(inLength length: Int) -> Int? {
        ats == 1 && at > 0 && dot < length - 1 ? at : nil
    }
}
