// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// What a provider's anonymous IDs look like, and who counts as anonymous.
public struct AnonymousForm: Hashable, Sendable {
    /// The form: text, and one of `{hex32}` (32 lower-case hexadecimal digits), `{uuid}` or
    /// `{UUID}` (a version 4 UUID in lower or upper case).
    public let template: String
    /// An ID of this format given by the app counts as anonymous too; nil when only minting does.
    public let recognised: Pattern?
    /// Whether it is enough that an ID ends in the format.
    public let isRecognisedAtEnd: Bool
    /// An ID that begins with this counts as anonymous in some of the provider's SDKs.
    ///
    /// Nil when there is no such text. Only advice depends on it.
    public let suspect: String?
    /// Whether the form is compared without regard to the case of its hexadecimal digits.
    public let isAnyCase: Bool
    /// Whether anonymous IDs are a namespace of their own, so that a custom ID of the same text is
    /// somebody else's.
    public let isApart: Bool
    /// What is documented about form and lifetime.
    public let citation: Citation

    private let prefix: String
    private let body: Body

    private enum Body: String, CaseIterable {
        case hex32 = "{hex32}"
        case lowercaseUUID = "{uuid}"
        case uppercaseUUID = "{UUID}"

        /// As a pattern: UUIDs are those of version 4, as RFC 9562, section 5.4 lays them out.
        func pattern(anyCase: Bool) -> String {
            let digit = anyCase ? "[0-9a-fA-F]" : self == .uppercaseUUID ? "[0-9A-F]" : "[0-9a-f]"
            let variant = anyCase ? "[89abAB]" : self == .uppercaseUUID ? "[89AB]" : "[89ab]"
            return self == .hex32
                ? "\(digit){32}"
                : "\(digit){8}-\(digit){4}-4\(digit){3}-\(variant)\(digit){3}-\(digit){12}"
        }
    }

    /// A form; nil when the template does not end in one of the known parts, or when what is
    /// recognised at the end of IDs has no fixed length.
    public init?(
        template: String, recognised: Pattern?, isRecognisedAtEnd: Bool = false,
        suspect: String? = nil, isApart: Bool = false, isAnyCase: Bool = false, citation: Citation
    ) {
        if isRecognisedAtEnd, recognised?.length == nil { return nil }
        guard let body = Body.allCases.first(where: { template.hasSuffix($0.rawValue) }) else {
            return nil
        }
        self.template = template
        self.recognised = recognised
        self.isRecognisedAtEnd = isRecognisedAtEnd
        self.suspect = suspect
        self.isApart = isApart
        self.isAnyCase = isAnyCase
        self.citation = citation
        self.body = body
        self.prefix = String(template.dropLast(body.rawValue.count))
    }

    /// The ID that these bits make.
    ///
    /// Different bits make different IDs, but for six bits of a UUID that its version and variant
    /// take (the four lowest of the third group's first digit and the two highest of the
    /// lower half).
    public func render(_ bits: FreshBits) -> UserID {
        var digits = HexDigits(after: prefix, isUpper: body == .uppercaseUUID)
        if body == .hex32 { digits.append(hex32: bits) } else { digits.append(uuid: bits) }
        return UserID(unchecked: String(decoding: digits.text, as: UTF8.self))
    }

    /// Whether an ID that the app gives counts as anonymous.
    public func recognises(_ id: UserID) -> Bool {
        guard let recognised else { return false }
        guard isRecognisedAtEnd, let length = recognised.length else {
            return recognised.matches(id.text.utf8)
        }
        return recognised.matches(id.text.utf8.suffix(length))
    }

    /// The same for bytes that are lent.
    package func recognises(bytes: Span<UInt8>) -> Bool {
        guard let recognised else { return false }
        guard isRecognisedAtEnd, let length = recognised.length else {
            return recognised.matches(bytes: bytes)
        }
        return recognised.matches(bytes: bytes.extracting(last: length))
    }

    /// Whether any ID given by an app counts as anonymous in any of the provider's SDKs.
    package var hasSuspects: Bool { recognised != nil || suspect != nil }

    /// Whether an ID counts as anonymous in any of the provider's SDKs.
    package func suspects(_ id: UserID) -> Bool {
        recognises(id) || suspect.map { id.text.utf8.starts(with: $0.utf8) } ?? false
    }

    /// The same for bytes that are lent.
    package func suspects(bytes: Span<UInt8>) -> Bool {
        if recognises(bytes: bytes) { return true }
        guard let start = suspect?.utf8, start.count <= bytes.count else { return false }
        return zip(bytes.indices, start).allSatisfy { bytes[$0] == $1 }
    }

    /// The documented form as a pattern; nil where the text before its last part is not ASCII.
    public var pattern: Pattern? {
        let escaped = prefix.map { "\\\($0)" }.joined()
        return try? Pattern(escaped + body.pattern(anyCase: isAnyCase))
    }

    /// The documented form without regard to the case of any letter; nil as for ``pattern``.
    package var patternOfAnyCase: Pattern? {
        let letters = prefix.map { character in
            character.isLetter
                ? "[\(character.lowercased())\(character.uppercased())]" : "\\\(character)"
        }
        return try? Pattern(letters.joined() + body.pattern(anyCase: true))
    }

    /// Whether the form is a UUID and nothing else, so that an app's own UUIDs are of it too.
    public var isBareUUID: Bool { prefix.isEmpty && body != .hex32 }
}

/// A text that ends in hexadecimal digits.
private struct HexDigits {
    private(set) var text: [UInt8] = []
    /// What is added to the sign of a digit above nine.
    private let letters: UInt64

    init(after prefix: String, isUpper: Bool) {
        text.reserveCapacity(prefix.utf8.count + 36)
        text.append(contentsOf: prefix.utf8)
        letters = UInt64(UInt8(ascii: isUpper ? "A" : "a") - UInt8(ascii: "9") - 1)
    }

    mutating func append(hex32 bits: FreshBits) {
        append(bits.high >> 32)
        append(bits.high & 0xffff_ffff)
        append(bits.low >> 32)
        append(bits.low & 0xffff_ffff)
    }

    /// RFC 9562, section 5.4: version 4 and the variant of that document, the rest from the bits.
    mutating func append(uuid bits: FreshBits) {
        let high = bits.high & 0xffff_ffff_ffff_0fff | 0x4000
        let low = bits.low & 0x3fff_ffff_ffff_ffff | 0x8000_0000_0000_0000
        append(high >> 32)
        text.append(UInt8(ascii: "-"))
        append(high & 0xffff_ffff, isSplit: true)
        text.append(UInt8(ascii: "-"))
        append(low >> 32, isSplit: true)
        append(low & 0xffff_ffff)
    }

    /// Eight digits; split ones have a hyphen in the middle.
    private mutating func append(_ number: UInt64, isSplit: Bool = false) {
        // A byte for each half byte.
        var digits = (number & 0xffff_0000) << 16 | number & 0xffff
        digits = (digits & 0x0000_ff00_0000_ff00) << 8 | digits & 0x0000_00ff_0000_00ff
        digits = (digits & 0x00f0_00f0_00f0_00f0) << 4 | digits & 0x000f_000f_000f_000f
        let above = (digits &+ 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
        digits = digits &+ 0x3030_3030_3030_3030 &+ above &* letters
        for offset in 0..<8 {
            if isSplit, offset == 4 { text.append(UInt8(ascii: "-")) }
            text.append(UInt8(truncatingIfNeeded: digits >> UInt64(56 - offset * 8)))
        }
    }
}
