// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// Values as JSON.
extension RowRenderer {
    /// Writes a value as JSON; false, and nothing, where it is absent.
    package func append(json root: Int) -> Bool { append(node: compiled.roots[root]) }

    private func append(node number: Int32) -> Bool {
        let node = compiled.nodes[Int(number)]
        switch node.kind {
        case .verbatim: compiled.write(node.parts, to: bytes)
        case .pieces:
            let start = bytes.count
            guard append(pieces: node.parts) else { return false }
            bytes.escape(from: start)
        case .field:
            guard let index = first(node) else { return false }
            append(json: compiled.fields[index], node.form)
        case .word: return append(word: node)
        case .cases:
            for index in node.parts.range {
                let each = compiled.cases[index]
                if each.conditions.range.allSatisfy({ holds(compiled.conditions[$0]) }) {
                    return append(node: each.value)
                }
            }
            return append(node: node.otherwise)
        case .present: return append(node: hasAll(node.needed) ? node.inner : node.otherwise)
        case .each:
            let outer = id
            appendList(values.ids.indices) { index in
                id = values.ids[index]
                return append(node: node.inner)
            }
            id = outer
        case .list: appendList(node.parts.range) { append(node: compiled.numbers[$0]) }
        case .object: append(members: node.parts)
        }
        return true
    }

    /// Whether all of these fields have a value.
    func hasAll(_ fields: PlanFieldSet) -> Bool {
        var known = values.present
        if id != nil { known.formUnion(RowRenderer.ofID) }
        return fields.isSubset(of: known)
    }

    private func append(members: CompiledValues.Slice) {
        bytes.append(UInt8(ascii: "{"))
        let first = bytes.count
        for index in members.range {
            let member = compiled.members[index]
            if let fields = member.oneOf, !values.present.intersects(fields) { continue }
            let start = bytes.count
            if start > first { bytes.append(UInt8(ascii: ",")) }
            compiled.write(member.key, to: bytes)
            if !append(node: member.value) { bytes.cut(to: start) }
        }
        bytes.append(UInt8(ascii: "}"))
    }

    private func appendList(_ indices: Range<Int>, _ write: (Int) -> Bool) {
        bytes.append(UInt8(ascii: "["))
        let first = bytes.count
        for index in indices {
            let start = bytes.count
            if start > first { bytes.append(UInt8(ascii: ",")) }
            if !write(index) { bytes.cut(to: start) }
        }
        bytes.append(UInt8(ascii: "]"))
    }

    private func append(jsonText field: PlanField) {
        switch compiled.contents[field.number] {
        case .text: values.withText(field) { bytes.append(json: $0) }
        case .instant, .flag, .integer, .word:
            // Nothing in these has to be escaped.
            bytes.append(UInt8(ascii: "\""))
            append(text: field)
            bytes.append(UInt8(ascii: "\""))
        case .list, .id, .idKind, .idOriginal:
            let start = bytes.count
            append(text: field)
            bytes.escape(from: start)
        }
    }

    private func append(json field: PlanField, _ form: WrittenForm) {
        switch form {
        case .text, .iso, .word: append(jsonText: field)
        case .boolean, .integer: append(text: field)
        case .json: values.withText(field) { bytes.append(jsonValue: $0) }
        case .decimal:
            // What is no number is a text, so that the line stays JSON.
            let isNumber = values.bytes(field).allSatisfy(RowRenderer.isOfNumber)
            if isNumber { append(text: field) } else { append(jsonText: field) }
        case .seconds: bytes.append(number: RowRenderer.seconds(values.number(field)))
        case .milliseconds: bytes.append(number: values.number(field))
        case .list:
            bytes.append(UInt8(ascii: "["))
            for number in 0..<values.count(field) {
                if number > 0 { bytes.append(UInt8(ascii: ",")) }
                values.withElement(field, number) { bytes.append(json: $0) }
            }
            bytes.append(UInt8(ascii: "]"))
        }
    }

    private static func isOfNumber(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "e"), UInt8(ascii: "E"):
            true
        default: false
        }
    }
}
