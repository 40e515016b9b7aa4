// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import Foundation

extension CompiledWriter {
    /// Reads a line that this writer has written: an object of its form, or a described call.
    func read(_ json: [String: Any], into values: FieldValues) {
        switch content {
        case .row: break
        case .line(let value): value.read(json, into: values)
        case .call(let call):
            let path = json["path"] as? String ?? ""
            CompiledValue.read(call.path, path, isPath: true, into: values)
            if let body = json["body"] { call.body?.read(body, into: values) }
        }
    }

    /// Reads the cells of a row that this writer has written.
    func read(_ cells: [String], into values: FieldValues) {
        guard case .row(_, let columns) = content else { return }
        for (column, cell) in zip(columns, cells) where !cell.isEmpty {
            column.value.read(cell, into: values)
        }
    }
}

/// What a writer has written, read back to the fields that it was filled with.
extension CompiledValue {
    /// Reads JSON that was written by this value; what is of another shape says nothing.
    func read(_ json: Any, into values: FieldValues) {
        switch self {
        case .literal, .null: break
        case .text(let pieces):
            if let text = json as? String { CompiledValue.read(pieces, text, into: values) }
        case .field(let filling): filling.read(json, into: values)
        case .cases(let cases, let otherwise):
            for each in cases { each.value.read(json, into: values) }
            otherwise.read(json, into: values)
        case .present(_, let then, let otherwise):
            then.read(json, into: values)
            otherwise.read(json, into: values)
        case .each(let value):
            for element in json as? [Any] ?? [] { value.read(id: element, into: values) }
        case .object(let members):
            guard let object = json as? [String: Any] else { return }
            for member in members {
                if let json = object[member.name] { member.value.read(json, into: values) }
            }
        case .list(let elements):
            for (element, json) in zip(elements, json as? [Any] ?? []) {
                element.read(json, into: values)
            }
        }
    }

    private func read(id json: Any, into values: FieldValues) {
        for own in [PlanField.Own.id, .idKind, .idOriginal] { values.remove(PlanField(own)) }
        read(json, into: values)
        guard let id = values.string(PlanField(.id)) else { return }
        let isAnonymous = values.string(PlanField(.idKind)) == "anonymous"
        Array(id.utf8).withUnsafeBytes {
            values.append(id: $0, isAnonymous: isAnonymous, isOriginal: false)
        }
    }

    /// Whether JSON has every text that this value writes whatever it is filled with.
    func mayHaveWritten(_ json: Any) -> Bool {
        guard case .object(let members) = self, let object = json as? [String: Any] else {
            return true
        }
        return members.allSatisfy { member in
            guard case .text(let pieces) = member.value, pieces.count == 1,
                case .verbatim(let text)? = pieces.first
            else { return true }
            return object[member.name] as? String == text
        }
    }

    /// Reads a text of several pieces; one in which the verbatim ones are not found says nothing.
    static func read(
        _ pieces: [Piece], _ text: String, isPath: Bool = false, into values: FieldValues
    ) {
        var rest = text[...]
        var found: [(PlanField, Substring)] = []
        var open: PlanField?
        for piece in pieces {
            switch piece {
            case .field(let field): open = field
            case .verbatim(let verbatim):
                guard let field = open else {
                    guard rest.hasPrefix(verbatim) else { return }
                    rest = rest.dropFirst(verbatim.count)
                    continue
                }
                guard let place = rest.range(of: verbatim) else { return }
                found.append((field, rest[..<place.lowerBound]))
                rest = rest[place.upperBound...]
                open = nil
            }
        }
        if let open { found.append((open, rest)) } else if !rest.isEmpty { return }
        for (field, text) in found {
            values.read(field, isPath ? PercentText.decoded(text.utf8) : String(text))
        }
    }
}

extension CompiledValue.Filling {
    /// What is read is the first of the fields, whichever was written.
    fileprivate func read(_ json: Any, into values: FieldValues) {
        guard let field = fields.first else { return }
        switch form {
        case .boolean:
            if let flag = json as? Bool { values.set(field, flag: flag) }
        case .seconds, .milliseconds:
            let number = (json as? NSNumber)?.int64Value ?? (json as? String).flatMap(Int64.init)
            let moment = number?.multipliedReportingOverflow(by: form == .seconds ? 1_000 : 1)
            if let moment, !moment.overflow { values.set(field, number: moment.partialValue) }
        case .list:
            for case let text as String in json as? [Any] ?? [] { values.read(field, text) }
        case .word:
            guard let text = json as? String else { return }
            let neutral = field.neutral.map { $0.content == .flag ? ["false", "true"] : $0.words }
            if let word = neutral?.first(where: { words[$0] == text }) { values.read(field, word) }
        case .text, .json, .integer, .decimal, .iso:
            if let text = json as? String {
                values.read(field, text)
            } else if let number = json as? NSNumber {
                values.read(field, number.stringValue)
            }
        }
    }
}

extension FieldValues {
    /// Sets a field by the text that it was written as.
    fileprivate func read(_ field: PlanField, _ text: String) {
        guard let neutral = field.neutral else { return set(field, text) }
        switch neutral.content {
        case .text: set(field, text)
        case .list: Array(text.utf8).withUnsafeBytes { append(field, $0) }
        case .flag: set(field, flag: text == "true")
        case .integer: if let number = Int64(text) { set(field, number: number) }
        case .word:
            if let number = neutral.words.firstIndex(of: text) { set(field, number: Int64(number)) }
        case .instant:
            let instant = Array(text.utf8).withUnsafeBufferPointer { text in
                text.baseAddress.flatMap { DateText.iso($0, text.count) }
            }
            if let instant { set(field, number: instant.milliseconds) }
        }
    }
}
