// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// A question about one ID that its text alone answers.
///
/// ``evidence(in:)`` defines each. Quicker forms, as Checking compiles them, are compared with it by
/// tests over random IDs.
package enum IDCondition: Hashable, Sendable {
    case isEmpty
    /// Empty, or nothing but white space.
    case isBlank
    /// One of these very texts.
    case isOneOf([String])
    /// Contains one of these.
    case contains([Unicode.Scalar])
    /// Has more than so many Unicode scalars.
    case isLongerThan(Int)
    /// Has fewer than so many Unicode scalars.
    case isShorterThan(Int)
    /// Of none of these formats.
    case isNoneOf([IdentifierFormat])
    /// The UUID that iOS gives for the advertising ID when tracking is off.
    case isAdvertisingID
    /// See ``EmailScan``.
    case isEmail
    /// Also of the empty text.
    case hasOnlyDigits
    case hasWhitespaceAtEnd
    /// Counts as anonymous in some SDK of the provider.
    case isSuspected(AnonymousForm)
}

extension IDCondition {
    /// Of no device in particular.
    package static let advertisingID: UserID = "00000000-0000-0000-0000-000000000000"

    /// What in the ID it is seen by; nil where it does not hold.
    package func evidence(in id: UserID) -> Evidence? {
        let (bytes, scalars) = (id.text.utf8, id.text.unicodeScalars)
        switch self {
        case .isEmpty: return bytes.isEmpty ? .length(0, limit: 1) : nil
        case .isBlank:
            guard id.isBlank else { return nil }
            return bytes.isEmpty ? .length(0, limit: 1) : .blank(scalars.count)
        case .isOneOf(let values):
            let isListed = values.contains {
                $0.utf8.count == bytes.count && UserID(unchecked: $0) == id
            }
            return isListed ? .entry(id.text) : nil
        case .isAdvertisingID:
            return id == IDCondition.advertisingID ? .entry(id.text) : nil
        case .contains(let wanted): return id.firstCharacter(where: wanted.contains)
        case .isLongerThan(let longest):
            guard bytes.count > longest else { return nil }
            let count = scalars.count
            return count > longest ? .length(count, limit: longest) : nil
        case .isShorterThan(let least):
            let count = scalars.count
            return count < least ? .length(count, limit: least) : nil
        case .isNoneOf(let formats):
            var farthest = 0
            for format in formats {
                guard let offset = format.pattern.mismatch(in: bytes) else { return nil }
                farthest = max(farthest, offset)
            }
            return .formats(formats.map(\.name), offset: farthest)
        case .isEmail:
            var scan = EmailScan()
            for (offset, byte) in bytes.enumerated() { scan.feed(byte, at: offset) }
            return scan.at(inLength: bytes.count).map { .character("@", offset: $0) }
        case .hasOnlyDigits:
            return bytes.allSatisfy { (48...57).contains($0) } ? .digits : nil
        case .hasWhitespaceAtEnd:
            if let first = scalars.first, first.properties.isWhitespace {
                return .character(first, offset: 0)
            }
            guard let last = scalars.last, last.properties.isWhitespace else { return nil }
            return .character(last, offset: bytes.count - UTF8.width(last))
        case .isSuspected(let form): return form.suspects(id) ? .form(form.template) : nil
        }
    }

    /// What it asks, beside the word of the reason or the advice; nil where that says it all.
    package func details(quoted: (String) -> String) -> String? {
        switch self {
        case .isEmpty, .isAdvertisingID, .isEmail, .hasOnlyDigits, .hasWhitespaceAtEnd,
            .isSuspected:
            nil
        case .isBlank: "empty or blank"
        case .isOneOf(let values): values.map(quoted).joined(separator: ", ")
        case .contains(let scalars): scalars.map(String.init).joined(separator: " ")
        case .isLongerThan(let longest): "over \(longest) characters"
        case .isShorterThan(let least): "under \(least) characters"
        case .isNoneOf(let formats):
            "all but "
                + formats.map { "\($0.name) \($0.pattern.text)" }.joined(separator: ", ")
        }
    }
}

extension UserID {
    /// Whether it is empty, or nothing but white space.
    package var isBlank: Bool { text.unicodeScalars.allSatisfy { $0.properties.isWhitespace } }

    /// The first character for which something holds, and where it stands.
    fileprivate func firstCharacter(where holds: (Unicode.Scalar) -> Bool) -> Evidence? {
        var offset = 0
        for scalar in text.unicodeScalars {
            if holds(scalar) { return .character(scalar, offset: offset) }
            offset += UTF8.width(scalar)
        }
        return nil
    }
}
