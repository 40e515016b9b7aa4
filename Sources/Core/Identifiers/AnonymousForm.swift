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

        /// As a pattern: the UUIDs are those of version 4, as RFC 9562, section 5.4 lays them out.
        var pattern: String {
            switch self {
            case .hex32: "[0-9a-f]{32}"
            case .lowercaseUUID:
                "[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"
            case .uppercaseUUID:
                "[0-9A-F]{8}-[0-9A-F]{4}-4[0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12}"
            }
        }
    }

    /// A form; nil when the template does not end in one of the known parts.
    public init?(
        template: String, recognised: Pattern?, isApart: Bool = false, citation: Citation
    ) {
        guard let body = Body.allCases.first(where: { template.hasSuffix($0.rawValue) }) else {
            return nil
        }
        self.template = template
        self.recognised = recognised
        self.isApart = isApart
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
        let size = prefix.utf8.count + (body == .hex32 ? 32 : 36)
        let text = String(unsafeUninitializedCapacity: size) { buffer in
            var writer = HexWriter(buffer, isUppercase: body == .uppercaseUUID)
            for byte in prefix.utf8 { writer.write(byte) }
            switch body {
            case .hex32:
                writer.write(bits.high, digits: 16)
                writer.write(bits.low, digits: 16)
            case .lowercaseUUID, .uppercaseUUID: writer.writeUUID(bits)
            }
            return size
        }
        return UserID(unchecked: text)
    }

    /// Whether an ID that the app gives counts as anonymous.
    public func recognises(_ id: UserID) -> Bool { recognised?.matches(id.text.utf8) ?? false }

    /// The documented form as a pattern; nil where the text before its last part is not ASCII.
    public var pattern: Pattern? {
        let escaped = prefix.map { "\\\($0)" }.joined()
        return try? Pattern(escaped + body.pattern)
    }
}

/// Writes hexadecimal digits into the bytes of a text.
private struct HexWriter {
    private let buffer: UnsafeMutableBufferPointer<UInt8>
    private let ten: UInt8
    private var position = 0

    init(_ buffer: UnsafeMutableBufferPointer<UInt8>, isUppercase: Bool) {
        self.buffer = buffer
        ten = UInt8(ascii: isUppercase ? "A" : "a")
    }

    mutating func write(_ byte: UInt8) {
        buffer[position] = byte
        position += 1
    }

    mutating func write(_ value: UInt64, digits: Int) {
        for shift in stride(from: (digits - 1) * 4, through: 0, by: -4) {
            let nibble = UInt8(truncatingIfNeeded: value >> UInt64(shift)) & 15
            write(nibble < 10 ? UInt8(ascii: "0") + nibble : ten + nibble - 10)
        }
    }

    /// RFC 9562, section 5.4: version 4 and the variant of that document, the rest from the bits.
    mutating func writeUUID(_ bits: FreshBits) {
        let low = bits.low & 0x3fff_ffff_ffff_ffff | 0x8000_0000_0000_0000
        write(bits.high >> 32, digits: 8)
        write(UInt8(ascii: "-"))
        write(bits.high >> 16 & 0xffff, digits: 4)
        write(UInt8(ascii: "-"))
        write(bits.high & 0x0fff | 0x4000, digits: 4)
        write(UInt8(ascii: "-"))
        write(low >> 48, digits: 4)
        write(UInt8(ascii: "-"))
        write(low & 0xffff_ffff_ffff, digits: 12)
    }
}
