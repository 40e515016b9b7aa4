// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// JSON for people and programs: indented, its keys sorted, an empty list or object on one line.
package enum JSONDocument {
    /// A value as JSON, with the end of its last line.
    package static func bytes(of value: some Encodable) -> [UInt8] {
        plain(value) + [UInt8(ascii: "\n")]
    }

    /// A value as JSON, with the end of its last line.
    package static func text(of value: some Encodable) -> String {
        String(decoding: bytes(of: value), as: UTF8.self)
    }

    /// A value as JSON, as it stands inside of a document.
    package static func plain(_ value: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(value) else {
            preconditionFailure("Texts and finite numbers can always be written as JSON.")
        }
        return closed(data)
    }

    /// Members as JSON, with the end of the last line.
    ///
    /// - Parameter members: What `JSONSerialization` takes as an object.
    /// - Returns: The document.
    /// - Throws: What it says of a value that is none of JSON's.
    package static func text(ofMembers members: Any) throws -> String {
        let data = try JSONSerialization.data(
            withJSONObject: members,
            options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
        return String(decoding: closed(data), as: UTF8.self) + "\n"
    }

    /// Takes away the blank lines that Foundation writes into what is empty.
    private static func closed(_ data: Data) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(data.count)
        var (isText, isEscaped) = (false, false)
        for byte in data {
            switch byte {
            case UInt8(ascii: "\"") where !isEscaped: isText.toggle()
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                let last = bytes.lastIndex { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\n") }
                if !isText, let last, bytes[last] == (byte == UInt8(ascii: "]") ? 0x5B : 0x7B) {
                    bytes.removeSubrange((last + 1)...)
                }
            default: break
            }
            isEscaped = isText && byte == UInt8(ascii: "\\") && !isEscaped
            bytes.append(byte)
        }
        return bytes
    }
}
