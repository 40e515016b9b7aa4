// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// A path with names in braces, such as `/v1/subscribers/{app_user_id}`.
package struct OperationPath: Hashable, Sendable, CustomStringConvertible {
    /// What stands between two slashes.
    package enum Segment: Hashable, Sendable {
        /// A text that stands there as it is.
        case verbatim(String)
        /// A name in braces, for which any text stands.
        case name(String)
    }

    /// In order.
    package let segments: [Segment]

    /// Reads a path.
    ///
    /// It begins with a slash and ends in none; a segment is letters, digits and `-._~`, or a name
    /// of lower-case letters, digits and `_` in braces, which stands once.
    ///
    /// - Returns: Nil for anything else.
    package init?(_ text: String) {
        var parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count > 1, parts.removeFirst().isEmpty else { return nil }
        var segments: [Segment] = []
        for part in parts {
            guard let segment = Segment(part) else { return nil }
            if case .name = segment, segments.contains(segment) { return nil }
            segments.append(segment)
        }
        self.segments = segments
    }

    /// As it is written.
    package var description: String {
        segments.map { segment in
            switch segment {
            case .verbatim(let text): "/\(text)"
            case .name(let name): "/{\(name)}"
            }
        }.joined()
    }

    /// The path without its names: equal for two that the same requests match.
    package var shape: String {
        segments.map { segment in
            switch segment {
            case .verbatim(let text): "/\(text)"
            case .name: "/{}"
            }
        }.joined()
    }
}

extension OperationPath.Segment {
    fileprivate init?(_ text: Substring) {
        if text.hasPrefix("{"), text.hasSuffix("}"), text.utf8.count > 2 {
            let name = text.dropFirst().dropLast()
            guard
                name.utf8.allSatisfy({
                    $0.isLowercaseLetter || $0.isDigit || $0 == UInt8(ascii: "_")
                })
            else { return nil }
            self = .name(String(name))
        } else {
            guard !text.isEmpty, text != ".", text != "..", text.utf8.allSatisfy(\.isUnreserved)
            else { return nil }
            self = .verbatim(String(text))
        }
    }
}

extension UInt8 {
    fileprivate var isLowercaseLetter: Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self)
    }

    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    /// What a path takes without percent-encoding.
    ///
    /// Source: https://www.rfc-editor.org/rfc/rfc3986, section 2.3, read 2026-11-24
    fileprivate var isUnreserved: Bool {
        isLowercaseLetter || isDigit || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self)
            || "-._~".utf8.contains(self)
    }
}
