// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    import Foundation

    /// Writes what happened as bytes: numbers in as few as they need, texts by their index in a list
    /// beside them, so that a text can be blanked without touching the bytes.
    struct EntryBytes {
        private(set) var bytes: [UInt8] = []
        private(set) var texts: [String] = []
        private var indices: [Shared: Int] = [:]
        private let sharesTexts: Bool

        /// What a text tells.
        ///
        /// Those that tell of a person share no index with others, so that an erasure can blank them
        /// alone.
        enum Role: Hashable {
            case plain
            /// A user ID that is new.
            case user(UserIDKind)
            /// The user ID that acts.
            case actor
            /// A store account, which can be called as a user is.
            case account
            /// The name of an attribute.
            case attribute
        }

        private struct Shared: Hashable {
            let role: Role
            /// By bytes: texts that only look the same to Unicode are different IDs.
            let bytes: [UInt8]
        }

        /// Nothing yet.
        ///
        /// - Parameter sharesTexts: Whether the same text in the same role stands in the list once,
        ///   which takes a look for each.
        init(sharesTexts: Bool = true) { self.sharesTexts = sharesTexts }

        /// A whole number, in groups of seven bits, the sign lowest.
        mutating func put(_ number: Int) {
            var rest = UInt64(bitPattern: Int64(number) << 1 ^ Int64(number) >> 63)
            while rest > 0x7F {
                bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
                rest >>= 7
            }
            bytes.append(UInt8(truncatingIfNeeded: rest))
        }

        mutating func put(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

        /// A text that tells of nobody.
        mutating func put(_ text: String) { put(text, as: .plain) }

        /// A text in a role.
        mutating func put(_ text: String, as role: Role) {
            guard sharesTexts else { return put(own: text) }
            let key = Shared(role: role, bytes: Array(text.utf8))
            if let index = indices[key] { return put(index) }
            indices[key] = texts.count
            put(own: text)
        }

        /// A text that shares its index with no other.
        mutating func put(own text: String) {
            put(texts.count)
            texts.append(text)
        }

        /// A word of this program's, which names nobody.
        mutating func put(word: String) {
            put(word.utf8.count)
            bytes.append(contentsOf: word.utf8)
        }

        mutating func put(_ date: Date) {
            put(bits: date.timeIntervalSinceReferenceDate.bitPattern)
        }

        /// Eight bytes, the lowest first.
        mutating func put(bits: UInt64) {
            for shift in stride(from: 0, to: 64, by: 8) {
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift)))
            }
        }

        mutating func put<Named>(_ handle: Handle<Named>) { put(Int(handle.index)) }

        mutating func put<Value>(
            _ value: Value?, _ body: (inout EntryBytes, Value) -> Void
        ) {
            put(value != nil)
            if let value { body(&self, value) }
        }

        mutating func put<Values: Collection>(
            each values: Values, _ body: (inout EntryBytes, Values.Element) -> Void
        ) {
            put(values.count)
            for value in values { body(&self, value) }
        }
    }

    /// What cannot be read of an entry or a snapshot.
    struct EntryFault: Error, Hashable, CustomStringConvertible {
        let description: String

        init(_ description: String) { self.description = description }
    }

    /// Reads what ``EntryBytes`` has written, and takes nothing on trust.
    struct EntryReader {
        private let bytes: [UInt8]
        private let texts: [String]
        private(set) var offset = 0
        /// The index of the text that was read last.
        private(set) var lastText = 0

        init(_ bytes: [UInt8], _ texts: [String]) {
            self.bytes = bytes
            self.texts = texts
        }

        var isAtEnd: Bool { offset == bytes.count }

        private mutating func byte() throws(EntryFault) -> UInt8 {
            guard offset < bytes.count else { throw EntryFault("it ends at byte \(offset)") }
            offset += 1
            return bytes[offset - 1]
        }

        mutating func number() throws(EntryFault) -> Int {
            var value: UInt64 = 0
            for shift in stride(from: UInt64(0), to: 70, by: 7) {
                let byte = try byte()
                value |= UInt64(byte & 0x7F) << shift
                if byte & 0x80 == 0 {
                    return Int(Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1))
                }
            }
            throw EntryFault("a number before byte \(offset) is too long")
        }

        /// A count of things that take at least a byte each.
        mutating func count() throws(EntryFault) -> Int {
            let count = try number()
            guard count >= 0, count <= bytes.count - offset else {
                throw EntryFault("a count of \(count) before byte \(offset)")
            }
            return count
        }

        mutating func flag() throws(EntryFault) -> Bool { try byte() != 0 }

        mutating func text() throws(EntryFault) -> String {
            let index = try number()
            guard texts.indices.contains(index) else {
                throw EntryFault("it has no text \(index), named before byte \(offset)")
            }
            lastText = index
            return texts[index]
        }

        mutating func word() throws(EntryFault) -> String {
            let count = try count()
            defer { offset += count }
            return String(decoding: bytes[offset..<offset + count], as: UTF8.self)
        }

        /// A word that is the raw value of an enumeration's case.
        mutating func value<Value: RawRepresentable<String>>() throws(EntryFault) -> Value {
            let word = try word()
            guard let value = Value(rawValue: word) else {
                throw EntryFault("\"\(word)\" before byte \(offset) is no \(Value.self)")
            }
            return value
        }

        /// A number that is the raw value of an enumeration's case.
        mutating func value<Value: RawRepresentable<UInt8>>() throws(EntryFault) -> Value {
            let raw = try number()
            guard let byte = UInt8(exactly: raw), let value = Value(rawValue: byte) else {
                throw EntryFault("\(raw) before byte \(offset) is no \(Value.self)")
            }
            return value
        }

        mutating func date() throws(EntryFault) -> Date {
            var bits: UInt64 = 0
            for shift in stride(from: UInt64(0), to: 64, by: 8) {
                bits |= UInt64(try byte()) << shift
            }
            return Date(timeIntervalSinceReferenceDate: Double(bitPattern: bits))
        }

        /// An index in a list of so many, or the one after them.
        mutating func handle<Named>(below count: Int) throws(EntryFault) -> Handle<Named> {
            let index = try number()
            guard index >= 0, index < count else {
                throw EntryFault(
                    "\(index) before byte \(offset) is beyond the \(count) that there are")
            }
            return Handle(index)
        }

        mutating func optional<Value>(
            _ body: (inout EntryReader) throws(EntryFault) -> Value
        ) throws(EntryFault) -> Value? {
            try flag() ? try body(&self) : nil
        }

        mutating func each(_ body: (inout EntryReader) throws(EntryFault) -> Void)
            throws(EntryFault)
        {
            for _ in 0..<(try count()) { try body(&self) }
        }

        mutating func list<Value>(
            _ body: (inout EntryReader) throws(EntryFault) -> Value
        ) throws(EntryFault) -> [Value] {
            let count = try count()
            var values: [Value] = []
            values.reserveCapacity(count)
            for _ in 0..<count { values.append(try body(&self)) }
            return values
        }
    }
#endif
