// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// What is written of every ID.
public struct CheckReport: Hashable, Sendable {
    /// The forms of a report.
    public enum Format: Hashable, Sendable {
        /// A line for each provider that refuses an ID or advises against it, with evidence.
        case list
        /// A JSON object on a line for every ID.
        case json
        /// A record for every ID and provider, under a head.
        case csv
        /// A record of two cells for each ID that something could be given instead of: it, and that.
        case suggestions
    }

    /// Its form.
    public var format: Format

    /// A report.
    public init(_ format: Format) { self.format = format }

    /// What stands before the first ID.
    ///
    /// With several inputs each ID names its own.
    public func head(inputs: Int) -> String {
        switch format {
        case .csv:
            (inputs > 1 ? "file," : "")
                + "line,id,provider,accepted,reasons,advice,evidence,suggestion\n"
        case .suggestions: "id,suggestion\n"
        case .list, .json: ""
        }
    }
}

extension CheckExample {
    /// The ID for people: in double quotes, on one line, shortened to some sixty characters.
    public var shown: String {
        var text = ""
        var shownBytes = 0
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        // What is no UTF-8 is shown byte by byte.
        var isText = true
        loop: while shownBytes < 60 {
            switch decoder.decode(&iterator) {
            case .scalarValue(let scalar):
                text += CheckExample.escaped(scalar)
                shownBytes += UTF8.width(scalar)
            case .emptyInput: break loop
            case .error:
                // A character that the shortening has cut is no fault.
                if count > bytes.count, shownBytes + 4 > bytes.count { break loop }
                isText = false
                break loop
            }
        }
        if !isText {
            text = ""
            shownBytes = min(bytes.count, 60)
            for byte in bytes.prefix(60) {
                let isPlain = (0x20...0x7E).contains(byte) && byte != 0x22 && byte != 0x5C
                text += isPlain ? String(Unicode.Scalar(byte)) : "\\x" + CheckExample.hex(byte)
            }
        }
        return shownBytes < count ? "\"\(text)…\" (\(count) bytes)" : "\"\(text)\""
    }

    private static func hex(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }

    /// Characters that would act on a terminal, or cannot be seen, are written as escapes.
    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\"": return "\\\""
        case "\\": return "\\\\"
        default: return ShownText.escaped(scalar)
        }
    }
}
