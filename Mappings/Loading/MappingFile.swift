// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import Foundation

/// One mapping file: its head, and its entries as objects that are asked for their members.
struct MappingFile {
    let name: String
    let root: MappingEntry

    init(_ directory: String, _ name: String) throws(MappingsError) {
        try self.init(name, try MappingFile.bytes(directory, name))
    }

    init(_ name: String, _ bytes: [UInt8]) throws(MappingsError) {
        self.name = name
        let value: JSONValue
        do throws(JSONSyntaxFault) {
            value = try JSONValue(parsing: bytes)
        } catch {
            throw MappingsError(file: name, entry: nil, reason: error.description)
        }
        guard case .object(let members) = value else {
            throw MappingsError(
                file: name, entry: nil, reason: "expected an object, found \(value.kind)")
        }
        root = MappingEntry(file: name, label: nil, members: members)
        for member in ["source", "checked"] { _ = try root.text(member) }
        guard try root.number("version") == 1 else {
            throw root.error("expected version 1; this program reads no other")
        }
        try root.checkDate("checked")
    }

    static func bytes(_ directory: String, _ name: String) throws(MappingsError) -> [UInt8] {
        do {
            return [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(directory)/\(name)")))
        } catch {
            throw MappingsError(
                file: name, entry: nil,
                reason:
                    "the file cannot be read in \(directory): \(error.systemReason); name a copy "
                    + "of the project's folder Mappings")
        }
    }
}

/// An object in a mapping file.
///
/// Every question names the entry when the answer is not there.
struct MappingEntry {
    let file: String
    let label: String?
    let members: [String: JSONValue]

    func error(_ reason: String) -> MappingsError {
        MappingsError(file: file, entry: label, reason: reason)
    }

    /// Refuses members that nobody would read.
    func allow(_ names: [String]) throws(MappingsError) {
        for name in members.keys.sorted() where !names.contains(name) {
            throw error("unknown member \"\(name)\"; there are: " + names.joined(separator: ", "))
        }
    }

    func text(_ name: String) throws(MappingsError) -> String {
        guard let text = try optionalText(name) else { throw error("\"\(name)\" is missing") }
        return text
    }

    func optionalText(_ name: String) throws(MappingsError) -> String? {
        switch members[name] {
        case nil: return nil
        case .string(let text): return text
        case .some(let other): throw error("\"\(name)\" has to be a text, not \(other.kind)")
        }
    }

    /// A whole number, of which none is too large to be counted with.
    func number(_ name: String, from least: Int = 0) throws(MappingsError) -> Int {
        guard case .number(let value) = members[name], let number = Int(exactly: value) else {
            throw error("\"\(name)\" has to be a whole number")
        }
        let range = least...Int(Int32.max)
        guard range.contains(number) else {
            throw error("\"\(name)\" has to be from \(least) to \(range.upperBound), not \(number)")
        }
        return number
    }

    func boolean(_ name: String) throws(MappingsError) -> Bool {
        switch members[name] {
        case nil: return false
        case .boolean(let value): return value
        case .some(let other): throw error("\"\(name)\" has to be true or false, not \(other.kind)")
        }
    }

    func texts(_ name: String) throws(MappingsError) -> [String] {
        guard let value = members[name] else { throw error("\"\(name)\" is missing") }
        return try texts(value, name)
    }

    /// A text, or a list of texts.
    func texts(_ value: JSONValue, _ name: String) throws(MappingsError) -> [String] {
        switch value {
        case .string(let text): return [text]
        case .array(let elements):
            var texts: [String] = []
            for element in elements {
                guard case .string(let text) = element else {
                    throw error("\"\(name)\" has to hold texts, not \(element.kind)")
                }
                texts.append(text)
            }
            return texts
        default: throw error("\"\(name)\" has to be a text or a list, not \(value.kind)")
        }
    }

    /// An object whose members are texts or lists of texts; none when it is left out.
    func lists(_ name: String) throws(MappingsError) -> [String: [String]] {
        guard let value = members[name] else { return [:] }
        guard case .object(let members) = value else {
            throw error("\"\(name)\" has to be an object, not \(value.kind)")
        }
        var lists: [String: [String]] = [:]
        for (member, value) in members {
            lists[member] = try texts(value, "\(name).\(member)")
        }
        return lists
    }

    func entry(_ name: String) throws(MappingsError) -> MappingEntry {
        guard case .object(let members) = members[name] else {
            throw error("\"\(name)\" has to be an object")
        }
        return MappingEntry(file: file, label: name, members: members)
    }

    /// A list of objects, each labelled with its id, or with its position where it has none.
    func entries(
        _ name: String, label: String = "id", kind: String = "entry"
    ) throws(MappingsError) -> [MappingEntry] {
        guard case .array(let elements) = members[name] else {
            throw error("\"\(name)\" has to be a list")
        }
        var entries: [MappingEntry] = []
        for (number, element) in elements.enumerated() {
            let position = "\(name), \(kind) \(number + 1)"
            guard case .object(let members) = element else {
                throw MappingsError(
                    file: file, entry: position, reason: "expected an object, not \(element.kind)")
            }
            guard case .string(let id) = members[label], !id.isEmpty else {
                throw MappingsError(file: file, entry: position, reason: "\"\(label)\" is missing")
            }
            entries.append(MappingEntry(file: file, label: id, members: members))
        }
        return entries
    }

    /// A word of a closed list.
    func word<Word: RawRepresentable<String> & CaseIterable>(
        _ name: String, _ text: String, of type: Word.Type
    ) throws(MappingsError) -> Word {
        guard let word = Word(rawValue: text) else {
            let known = type.allCases.map(\.rawValue).joined(separator: ", ")
            throw error("\"\(name)\" does not allow \"\(text)\"; it allows: \(known)")
        }
        return word
    }

    func pattern(_ text: String) throws(MappingsError) -> Pattern {
        do throws(PatternError) {
            return try Pattern(text)
        } catch {
            throw self.error(error.description)
        }
    }

    func checkDate(_ name: String) throws(MappingsError) {
        let date = try text(name)
        guard let pattern = try? Pattern("[0-9]{4}-[0-1][0-9]-[0-3][0-9]"),
            pattern.matches(date.utf8)
        else { throw error("\"\(name)\" has to be a date such as 2026-11-21, not \"\(date)\"") }
    }

    /// What the entry says and where that comes from.
    ///
    /// The source begins with a key of `sources`. What it says is the member `says`, or given.
    func citation(
        _ sources: [String: [String]], saying words: String? = nil
    ) throws(MappingsError) -> Citation {
        let source = try text("source")
        let key = String(source.prefix { $0 != "," })
        guard let address = sources[key]?.first else {
            let known = sources.keys.sorted().joined(separator: ", ")
            throw error("\"source\" begins with a key of \"sources\": \(known); not \"\(key)\"")
        }
        try checkDate("checked")
        let authority = try text("authority")
        let says: String
        if let words { says = words } else { says = try text("says") }
        return Citation(
            says: says, authority: try word("authority", authority, of: Authority.self),
            source: source, address: address, checked: try text("checked"),
            note: try optionalText("note"))
    }
}
