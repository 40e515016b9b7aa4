// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

extension OutputBytes {
    /// Adds a value of JSON without the white space between its parts, so that it stays on its line;
    /// a text that is no JSON becomes a text of JSON.
    func append(jsonValue text: Span<UInt8>) {
        guard JSONText.isValue(text) else { return append(json: text) }
        var isInText = false
        var isEscaped = false
        for offset in text.indices {
            let byte = text[offset]
            if isInText {
                append(byte)
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInText = false
                }
            } else if byte > 0x20 {
                append(byte)
                isInText = byte == UInt8(ascii: "\"")
            }
        }
    }
}
