// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// What a value has written of itself.
///
/// Texts of members stand one behind the other as they were written, and are put in order once.
struct BodyText {
    /// What the value has said to be.
    enum Form { case nothing, single, array, object }

    private struct Member {
        /// Empty for an element.
        let key: String
        /// Where its text stands.
        let range: Range<Int>
        /// What writes its text later.
        var nested: BodyEncoder?
    }

    var form = Form.nothing
    private var bytes: [UInt8] = []
    private var members: [Member] = []

    var count: Int { members.count }

    mutating func add(_ scalar: some BodyScalar, _ key: String) throws {
        let start = bytes.count
        try scalar.append(to: &bytes)
        members.append(Member(key: key, range: start..<bytes.count))
    }

    mutating func addNull(_ key: String) {
        let start = bytes.count
        bytes += "null".utf8
        members.append(Member(key: key, range: start..<bytes.count))
    }

    mutating func add(_ text: consuming BodyText, _ key: String) {
        let start = bytes.count
        text.append(to: &bytes)
        members.append(Member(key: key, range: start..<bytes.count))
    }

    /// Adds what writes itself later.
    mutating func add(_ nested: BodyEncoder, _ key: String) {
        members.append(Member(key: key, range: 0..<0, nested: nested))
    }

    /// Writes the value behind what is there.
    mutating func append(to bytes: inout [UInt8]) {
        switch form {
        case .single:
            if let member = members.last { append(member, to: &bytes) } else { bytes += "{}".utf8 }
        case .array:
            bytes.append(UInt8(ascii: "["))
            for (place, member) in members.enumerated() {
                if place > 0 { bytes.append(UInt8(ascii: ",")) }
                append(member, to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .nothing, .object:
            members.sort { $0.key < $1.key }
            bytes.append(UInt8(ascii: "{"))
            for (place, member) in members.enumerated() {
                // What is written twice counts as it was written last, and sorting keeps that order.
                if place + 1 < members.count, members[place + 1].key == member.key { continue }
                if bytes.last != UInt8(ascii: "{") { bytes.append(UInt8(ascii: ",")) }
                member.key.append(to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                append(member, to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    private func append(_ member: Member, to bytes: inout [UInt8]) {
        if let nested = member.nested { return nested.text.append(to: &bytes) }
        bytes += self.bytes[member.range]
    }
}
