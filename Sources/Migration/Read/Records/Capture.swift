// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// A value that was found in the input: where its bytes are, and what kind they are of.
struct Capture {
    enum Kind: UInt8 {
        case absent
        case null
        /// A JSON text without escapes, or a field of CSV; the bytes are what it says.
        case text
        /// A JSON text with escapes.
        case escapedText
        /// A quoted field of CSV in which quotes are doubled.
        case quotedText
        case number
        case yes
        case no
        case object
        case list
    }

    /// The first byte in the batch; of texts the first behind the quote.
    var start: UInt32 = 0
    var count: UInt32 = 0
    /// Where frames are linked: see ``JSONScanner``.
    var link: UInt32 = 0
    var kind = Kind.absent

    /// Whether there is a value.
    var isPresent: Bool { kind.rawValue > Kind.null.rawValue }

    /// Whether it is a text.
    var isText: Bool {
        kind.rawValue >= Kind.text.rawValue && kind.rawValue <= Kind.quotedText.rawValue
    }
}

extension Capture.Kind {
    /// What it is, for a message.
    var name: String {
        switch self {
        case .absent: "nothing"
        case .null: "null"
        case .text, .escapedText, .quotedText: "a text"
        case .number: "a number"
        case .yes, .no: "true or false"
        case .object: "an object"
        case .list: "a list"
        }
    }
}
