// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymInput
import Foundation

/// The rejected records of a plan that name an ID: what the plan would say more of it.
package struct RejectedMentions: Hashable, Sendable {
    /// Where each of them begins, such as `export.csv:12`, in the plan's order.
    package private(set) var places: [String] = []

    /// Searches a plan's `rejected.jsonl`.
    ///
    /// - Throws: ``BrokenPlan`` where it cannot be read.
    init(of id: String, in folder: PlanFolder) throws(BrokenPlan) {
        guard folder.has(RejectedRecords.name) else { return }
        let wanted = RejectedMentions.spellings(of: id)
        let bytes = try folder.bytes(of: RejectedRecords.name)
        try LineReader.forEachLine(of: RejectedRecords.name, bytes) {
            json, number throws(BrokenPlan) in
            guard let file = json["file"]?.text, let line = json["line"]?.integer,
                let record = json["record"]?.text
            else {
                throw BrokenPlan(
                    RejectedRecords.name, line: number, "expected file, line and record")
            }
            // A record that is no UTF-8 is kept in Base64.
            let forms =
                [Array(record.utf8)] + (Data(base64Encoded: record).map { [Array($0)] } ?? [])
            guard
                forms.contains(where: { form in
                    wanted.contains { RejectedMentions.holds($0, in: form) }
                })
            else { return }
            places.append("\(file):\(line)")
        }
    }

    /// What to say of them, such as `1 rejected record names this ID: export.csv:12`; nil for none.
    package var sentence: String? {
        guard !places.isEmpty else { return nil }
        let most = 3
        var shown = Array(places.prefix(most))
        if places.count > most { shown.append("\((places.count - most).grouped) more") }
        return "\(places.count.grouped) rejected "
            + (places.count == 1 ? "record names" : "records name")
            + " this ID: \(shown.joined(separator: ", "))"
    }

    /// An ID as it stands in a record of CSV or JSON.
    private static func spellings(of id: String) -> [[UInt8]] {
        let json = id.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return Set([id, id.replacing("\"", with: "\"\""), json]).map { Array($0.utf8) }
    }

    /// Whether a record has a text as a whole value, and not as a part of a number, date or ID.
    package static func holds(_ text: [UInt8], in record: [UInt8]) -> Bool {
        ByteSearch.all(text.span, in: record.span).contains { start in
            begins(record[..<start]) && ends(record[(start + text.count)...])
        }
    }

    private static func begins(_ before: ArraySlice<UInt8>) -> Bool {
        func isOpen(_ byte: UInt8) -> Bool { ",;\t\"'[|\r\n".utf8.contains(byte) }
        guard let last = before.last(where: { $0 != 0x20 }) else { return true }
        guard last == UInt8(ascii: ":") else { return isOpen(last) }
        // A number in JSON follows the name of a member; in a time there is a digit.
        let name = before.reversed().drop { $0 == 0x20 }.dropFirst()
        return name.first { $0 != 0x20 } == UInt8(ascii: "\"")
    }

    private static func ends(_ after: ArraySlice<UInt8>) -> Bool {
        guard let next = after.first(where: { $0 != 0x20 }) else { return true }
        return ",;\t\"']}|\r\n".utf8.contains(next)
    }
}
