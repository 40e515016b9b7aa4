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
    public func recognises(_ id: UserID) -> Bool { recognises(id.text.utf8) }

    /// The same for bytes.
    package func recognises(_ text: some BidirectionalCollection<UInt8>) -> Bool {
        guard let recognised else { return false }
        guard isRecognisedAtEnd, let length = recognised.length else {
            return recognised.matches(text)
        }
        return recognised.matches(text.suffix(length))
    }

    /// The same for bytes that lie in one place.
    package func recognises(bytes: UnsafeRawBufferPointer) -> Bool {
        guard let recognised else { return false }
        let isAtEnd = isRecognisedAtEnd && recognised.length != nil
        let length = isAtEnd ? min(recognised.length ?? 0, bytes.count) : bytes.count
        let end = UnsafeRawBufferPointer(rebasing: bytes[(bytes.count - length)...])
        return recognised.matches(bytes: end.assumingMemoryBound(to: UInt8.self))
    }

    /// Whether an ID counts as anonymous in any of the provider's SDKs.
    package func suspects(_ text: some BidirectionalCollection<UInt8>) -> Bool {
        recognises(text) || suspect.map { text.starts(with: $0.utf8) } ?? false
    }

    /// The documented form as a pattern; nil where the text before its last part is not ASCII.
    public var pattern: Pattern? {
        let escaped = prefix.map { "\\\($0)" }.joined()
        return try? Pattern(escaped + body.pattern(anyCase: isAnyCase))
    }

    /// Whether the form is a UUID and nothing else, so that an app's own UUIDs are of it too.
    public var isBareUUID: Bool { prefix.isEmpty && body != .hex32 }
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
