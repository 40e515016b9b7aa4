// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymInput
import AllonymMappings

/// A record with the rules of the file that write it.
package struct SampleEntry {
    package let record: SampleRecord
    /// The index of its rule among the reader's.
    package let rule: Int
    /// Of an event the index of its rule.
    let event: Int?
}

/// Writes documents of JSON.
extension SampleNode {
    /// Writes what stands here, of these entries.
    ///
    /// - Parameters:
    ///   - entries: The entries; lists of records have an element for each.
    ///   - item: In a list of texts: which of them.
    ///   - bytes: What is written to.
    /// - Returns: Whether anything stands here; if not, nothing was written.
    func write(_ entries: ArraySlice<SampleEntry>, item: Int?, to bytes: OutputBytes) -> Bool {
        switch shape {
        case .value:
            for entry in entries {
                guard let text = leaf.text(of: entry, item: item) else { continue }
                bytes.append(json: text)
                return true
            }
            guard let text = leaf.textOfFile(entries) else { return false }
            bytes.append(json: text)
            return true
        case .object: return writeObject(entries, item, bytes)
        case .records(let key): return writeRecords(entries, key, bytes)
        case .texts: return writeTexts(entries, bytes)
        case .fixed: return writeFixed(entries, bytes)
        case .keys(let name, let field): return writeKeys(entries, name, field, bytes)
        }
    }

    private func writeObject(
        _ entries: ArraySlice<SampleEntry>, _ item: Int?, _ bytes: OutputBytes
    ) -> Bool {
        let start = bytes.count
        bytes.append(UInt8(ascii: "{"))
        var isFirst = true
        for member in members {
            let start = bytes.count
            if !isFirst { bytes.append(UInt8(ascii: ",")) }
            bytes.append(member.head.span)
            if member.node.write(entries, item: item, to: bytes) {
                isFirst = false
            } else {
                bytes.cut(to: start)
            }
        }
        if isFirst {
            bytes.cut(to: start)
            return false
        }
        bytes.append(UInt8(ascii: "}"))
        return true
    }

    private func writeRecords(
        _ entries: ArraySlice<SampleEntry>, _ key: NeutralField?, _ bytes: OutputBytes
    ) -> Bool {
        bytes.append(key == nil ? UInt8(ascii: "[") : UInt8(ascii: "{"))
        var isFirst = true
        for index in entries.indices where holds(entries[index].rule) {
            if !isFirst { bytes.append(UInt8(ascii: ",")) }
            isFirst = false
            if let key {
                bytes.append(json: entries[index].record.text(key) ?? "")
                bytes.append(UInt8(ascii: ":"))
            }
            if element?.write(entries[index...index], item: nil, to: bytes) != true {
                bytes.append("{}")
            }
        }
        bytes.append(key == nil ? UInt8(ascii: "]") : UInt8(ascii: "}"))
        return true
    }

    private func writeTexts(
        _ entries: ArraySlice<SampleEntry>, _ bytes: OutputBytes
    ) -> Bool {
        guard let entry = entries.first(where: { list(of: $0.rule) != nil }),
            let field = list(of: entry.rule)
        else { return false }
        let texts = entry.record.texts(field)
        if texts.isEmpty { return false }
        bytes.append(UInt8(ascii: "["))
        for (number, text) in texts.enumerated() {
            if number > 0 { bytes.append(UInt8(ascii: ",")) }
            let start = bytes.count
            _ = element?.write(entries, item: number, to: bytes)
            mark(text, entry.record, from: start, bytes)
        }
        bytes.append(UInt8(ascii: "]"))
        return true
    }

    /// Adds to an element in which fields its text stands.
    ///
    /// Where one mark of a name is about a list, what is not in it has the other mark.
    private func mark(
        _ text: String, _ record: SampleRecord, from start: Int, _ bytes: OutputBytes
    ) {
        if marks.isEmpty { return }
        bytes.cut(to: bytes.count - 1)
        var done: Set<String> = []
        for isList in [true, false] {
            for mark in marks where mark.isList == isList && !done.contains(mark.name) {
                let isOther = marks.contains { $0.name == mark.name && $0.isList }
                let isMarked =
                    !isList && isOther || record.texts(mark.field).contains(text)
                guard isMarked else { continue }
                done.insert(mark.name)
                bytes.append(UInt8(ascii: ","))
                bytes.append(json: mark.name)
                bytes.append(UInt8(ascii: ":"))
                bytes.append(json: SampleText(word: mark.value))
            }
        }
        bytes.append(UInt8(ascii: "}"))
    }

    private func writeFixed(
        _ entries: ArraySlice<SampleEntry>, _ bytes: OutputBytes
    ) -> Bool {
        let start = bytes.count
        bytes.append(UInt8(ascii: "["))
        var isFirst = true
        for member in members {
            let start = bytes.count
            if !isFirst { bytes.append(UInt8(ascii: ",")) }
            if member.node.write(entries, item: nil, to: bytes) {
                bytes.cut(to: bytes.count - 1)
                bytes.append(UInt8(ascii: ","))
                bytes.append(member.head.span)
                bytes.append(UInt8(ascii: "}"))
                isFirst = false
            } else {
                bytes.cut(to: start)
            }
        }
        if isFirst { bytes.cut(to: start) } else { bytes.append(UInt8(ascii: "]")) }
        return !isFirst
    }

    private func writeKeys(
        _ entries: ArraySlice<SampleEntry>, _ name: String, _ field: NeutralField?,
        _ bytes: OutputBytes
    ) -> Bool {
        var done: Set<String> = []
        bytes.append(UInt8(ascii: "{"))
        for entry in entries {
            guard let list = list(of: entry.rule) else { continue }
            for text in entry.record.texts(list) where done.insert(text).inserted {
                if done.count > 1 { bytes.append(UInt8(ascii: ",")) }
                bytes.append(json: text)
                bytes.append(":{")
                if let field {
                    bytes.append(json: name)
                    bytes.append(UInt8(ascii: ":"))
                    bytes.append(json: entry.record.text(field) ?? "")
                }
                bytes.append(UInt8(ascii: "}"))
            }
        }
        bytes.append(UInt8(ascii: "}"))
        return true
    }
}

extension OutputBytes {
    /// A value of JSON.
    func append(json text: SampleText) {
        switch text {
        case .text(let text): append(json: text)
        case .raw(let text): append(text)
        case .number(let number): append(number: number)
        case .date(let instant, let isISO):
            append(UInt8(ascii: "\""))
            append(date: instant, isISO: isISO)
            append(UInt8(ascii: "\""))
        case .list(let texts): append(json: texts)
        }
    }

    /// A cell of CSV.
    func append(cell text: SampleText, delimiter: UInt8) {
        let start = count
        switch text {
        case .number(let number): append(number: number)
        case .date(let instant, let isISO): append(date: instant, isISO: isISO)
        case .text(let text), .raw(let text):
            append(text)
            quote(from: start, delimiter: delimiter)
        case .list(let texts):
            append(json: texts)
            quote(from: start, delimiter: delimiter)
        }
    }

    /// A list of JSON.
    private func append(json texts: [String]) {
        append(UInt8(ascii: "["))
        for (index, text) in texts.enumerated() {
            if index > 0 { append(UInt8(ascii: ",")) }
            append(json: text)
        }
        append(UInt8(ascii: "]"))
    }

    /// A moment in UTC, to the second: `2026-11-21T08:00:00Z`, or `2026-11-21 08:00:00`.
    private func append(date milliseconds: Int64, isISO: Bool) {
        let (days, rest) = CivilDate.split(milliseconds)
        append(day: days)
        append(UInt8(ascii: isISO ? "T" : " "))
        append(seconds: rest / 1_000)
        if isISO { append(UInt8(ascii: "Z")) }
    }
}
