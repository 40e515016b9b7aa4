// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// Writes the values of a ``CompiledValues``, filled with what is known of one thing after the other.
///
/// An object, and not a value, because what it refers to stays the same for millions of things.
package final class RowRenderer {
    /// What is written.
    let compiled: CompiledValues
    /// Where it is written.
    let bytes: OutputBytes
    /// What is known.
    @exclusivity(unchecked) var values: FieldValues
    /// With several entitlements: the one that a call is for.
    @exclusivity(unchecked) private var entitlement: Int?
    /// Within a list of all IDs: the one.
    @exclusivity(unchecked) var id: FieldValues.ID?

    package init(
        _ compiled: CompiledValues, _ values: FieldValues = FieldValues(), into bytes: OutputBytes
    ) {
        self.compiled = compiled
        self.values = values
        self.bytes = bytes
    }

    /// What comes next is about another thing.
    package func fill(_ values: FieldValues, entitlement: Int? = nil) {
        if self.values !== values { self.values = values }
        self.entitlement = entitlement
    }

    private static let entitlements = PlanField(.entitlement)
    /// What is only there within a list of all IDs.
    static let ofID: PlanFieldSet = [
        PlanField(.id), PlanField(.idKind), PlanField(.idOriginal),
    ]

    /// Whether a field has a value.
    @inline(__always)
    func has(_ field: PlanField) -> Bool {
        values.has(field) || id != nil && RowRenderer.ofID.contains(field)
    }

    /// The first field of a node that has a value, by its index; nil where none has.
    @inline(__always)
    func first(_ node: CompiledValues.Node) -> Int? {
        for index in node.parts.range where has(compiled.fields[index]) { return index }
        return nil
    }

    // MARK: - As text

    /// Writes so many cells of a table.
    package func append(cells count: Int, delimiter: UInt8) {
        for root in 0..<count {
            if root > 0 { bytes.append(delimiter) }
            append(cell: root, delimiter: delimiter)
        }
    }

    /// Writes a cell of a table; nothing where the value is absent.
    private func append(cell root: Int, delimiter: UInt8) {
        let start = bytes.count
        var node = compiled.nodes[Int(compiled.roots[root])]
        if node.kind == .present {
            node = compiled.nodes[Int(hasAll(node.needed) ? node.inner : node.otherwise)]
        }
        switch node.kind {
        case .pieces: _ = append(pieces: node.parts)
        case .word: _ = append(word: node)
        default:
            guard let index = first(node) else { return }
            let field = compiled.fields[index]
            switch node.form {
            case .seconds: bytes.append(number: RowRenderer.seconds(values.number(field)))
            case .milliseconds: bytes.append(number: values.number(field))
            default: append(text: field)
            }
        }
        bytes.quote(from: start, delimiter: delimiter)
    }

    /// Writes a path, its fields percent-encoded; nothing where one is missing.
    func append(path root: Int) {
        _ = append(pieces: compiled.nodes[Int(compiled.roots[root])].parts, isPath: true)
    }

    /// Writes text as it stands.
    func append(verbatim root: Int) {
        compiled.write(compiled.nodes[Int(compiled.roots[root])].parts, to: bytes)
    }

    /// Writes the pieces of a text; false, and nothing, where one is missing.
    func append(pieces: CompiledValues.Slice, isPath: Bool = false) -> Bool {
        let start = bytes.count
        for index in pieces.range {
            let piece = compiled.pieces[index]
            guard let field = piece.field else {
                compiled.write(piece.text, to: bytes)
                continue
            }
            guard has(field) else {
                bytes.cut(to: start)
                return false
            }
            let start = bytes.count
            append(text: field)
            if isPath { bytes.percentEncode(from: start) }
        }
        return true
    }

    /// Writes a field as plain text; it has to be there.
    func append(text field: PlanField) {
        switch compiled.contents[field.number] {
        case .text: values.withText(field) { bytes.append($0) }
        case .list:
            if field == RowRenderer.entitlements, let entitlement {
                return values.withElement(field, entitlement) { bytes.append($0) }
            }
            for number in 0..<values.count(field) {
                if number > 0 { bytes.append(UInt8(ascii: ",")) }
                values.withElement(field, number) { bytes.append($0) }
            }
        case .instant: bytes.append(instant: values.number(field))
        case .integer: bytes.append(number: values.number(field))
        case .word, .flag:
            let word = Int(compiled.fieldWords[field.number]) &+ Int(values.number(field))
            compiled.write(compiled.constants[word], to: bytes)
        case .id: if let id { values.withText(id) { bytes.append($0) } }
        case .idKind: bytes.append(id?.isAnonymous == true ? "anonymous" : "custom")
        case .idOriginal: bytes.append(id?.isOriginal == true ? "true" : "false")
        }
    }

    /// Seconds of milliseconds, towards the past.
    static func seconds(_ milliseconds: Int64) -> Int64 {
        (milliseconds - (milliseconds % 1000 + 1000) % 1000) / 1000
    }

    // MARK: - Words

    /// Writes the target's word for the first field that is there; false where there is none.
    func append(word node: CompiledValues.Node) -> Bool {
        var constant = -1
        if let index = first(node) {
            let list = compiled.words[Int(node.inner) &+ index &- Int(node.parts.start)]
            if let number = number(compiled.fields[index], among: list.texts),
                number < Int(list.written.count)
            {
                constant = Int(compiled.numbers[Int(list.written.start) &+ number])
            }
        }
        if constant < 0 { constant = Int(node.otherwise) }
        guard constant >= 0 else { return false }
        compiled.write(compiled.constants[constant], to: bytes)
        return true
    }

    /// The number of a field's word; of a text its index among some texts, nil where it is none.
    private func number(_ field: PlanField, among texts: CompiledValues.Slice) -> Int? {
        switch compiled.contents[field.number] {
        case .word, .flag: return Int(values.number(field))
        case .text:
            let index = values.withText(field) { text in
                texts.range.first { compiled.isEqual(compiled.constants[$0], to: text) }
            }
            return index.map { $0 &- Int(texts.start) }
        case .list, .instant, .integer, .id, .idKind, .idOriginal: return nil
        }
    }

    /// Whether a field has one of a condition's words.
    func holds(_ condition: CompiledValues.Condition) -> Bool {
        guard has(condition.field),
            let number = number(condition.field, among: condition.words.texts)
        else { return false }
        return condition.words.texts.count > 0 || condition.words.mask & 1 << UInt64(number) != 0
    }
}
