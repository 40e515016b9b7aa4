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
    /// What is documented about form and lifetime.
    public let citation: Citation

    private let prefix: String
    private let body: Body

    private enum Body: String, CaseIterable {
        case hex32 = "{hex32}"
        case lowercaseUUID = "{uuid}"
        case uppercaseUUID = "{UUID}"
    }

    /// A form; nil when the template does not end in one of the known parts.
    public init?(template: String, recognised: Pattern?, citation: Citation) {
        guard let body = Body.allCases.first(where: { template.hasSuffix($0.rawValue) }) else {
            return nil
        }
        self.template = template
        self.recognised = recognised
        self.citation = citation
        self.body = body
        self.prefix = String(template.dropLast(body.rawValue.count))
    }

    /// The ID that these bits make.
    ///
    /// Different bits make different IDs, but for six bits of a UUID that its version and variant
    /// take (the four lowest of the third group's first digit's place and the two highest of the
    /// lower half).
    public func render(_ bits: FreshBits) -> UserID {
        var id = prefix
        id.reserveCapacity(prefix.utf8.count + 36)
        switch body {
        case .hex32:
            id.appendHex(bits.high, digits: 16, uppercase: false)
            id.appendHex(bits.low, digits: 16, uppercase: false)
        case .lowercaseUUID: id.appendUUID(bits, uppercase: false)
        case .uppercaseUUID: id.appendUUID(bits, uppercase: true)
        }
        return UserID(unchecked: id)
    }

    /// Whether an ID that the app gives counts as anonymous.
    public func recognises(_ id: UserID) -> Bool { recognised?.matches(id.text.utf8) ?? false }
}

extension String {
    fileprivate mutating func appendHex(_ value: UInt64, digits: Int, uppercase: Bool) {
        for digit in stride(from: (digits - 1) * 4, through: 0, by: -4) {
            let nibble = UInt8(truncatingIfNeeded: value >> UInt64(digit)) & 15
            let ten = UInt8(ascii: uppercase ? "A" : "a")
            unicodeScalars.append(Unicode.Scalar(nibble < 10 ? 48 + nibble : ten + nibble - 10))
        }
    }

    /// RFC 9562, section 5.4: version 4 and the variant of that document, the rest from the bits.
    fileprivate mutating func appendUUID(_ bits: FreshBits, uppercase: Bool) {
        let low = bits.low & 0x3fff_ffff_ffff_ffff | 0x8000_0000_0000_0000
        appendHex(bits.high >> 32, digits: 8, uppercase: uppercase)
        append("-")
        appendHex(bits.high >> 16 & 0xffff, digits: 4, uppercase: uppercase)
        append("-")
        appendHex(bits.high & 0x0fff | 0x4000, digits: 4, uppercase: uppercase)
        append("-")
        appendHex(low >> 48, digits: 4, uppercase: uppercase)
        append("-")
        appendHex(low & 0xffff_ffff_ffff, digits: 12, uppercase: uppercase)
    }
}
