// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// JSON as bodies on the wire have it: no blanks, the keys sorted, slashes as they are.
///
/// It is what a `JSONEncoder` with sorted keys and slashes that are not escaped writes, in less than
/// half of its time: a purchase writes two bodies while its project is locked.
package enum JSONBody {
    /// A value as JSON.
    ///
    /// - Parameter value: What is written.
    /// - Returns: UTF-8.
    /// - Throws: `EncodingError` for a number that is not finite, and what the value throws.
    package static func bytes(of value: some Encodable) throws -> [UInt8] {
        let encoder = BodyEncoder()
        var container = encoder.singleValueContainer()
        try container.encode(value)
        var bytes: [UInt8] = []
        encoder.text.append(to: &bytes)
        return bytes
    }
}
