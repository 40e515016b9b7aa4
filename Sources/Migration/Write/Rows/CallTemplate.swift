// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// A call of a writer as JSON on a line, laid out once: what never changes is written as one text.
final class CallTemplate {
    /// The writer's number.
    let writer: Int
    /// Of the reverse of a call, whether a customer needs it once; nil where there is none.
    let isUndoneOnce: Bool?
    private let compiled: CompiledValues
    /// What stands before the number in the ID of a call.
    private let idStart: [UInt8]

    /// What tells a call from others of its writer.
    struct Number {
        /// The number of the customer; 0 for nobody.
        let customer: Int
        /// Which call of the writer for that customer it is, from 1.
        let call: Int
    }

    /// Indices of the values.
    private enum Root: Int {
        case body, beforeID, beforePath, path, end
        case undoBody, undoBeforePath, undoPath, undoSays
    }

    init(_ call: FormatCall, _ writer: CompiledWriter, number: Int) {
        self.writer = number
        isUndoneOnce = call.undo.map { $0.oncePer == .customer }
        let bytes = OutputBytes()
        bytes.append(json: "\(writer.id).")
        // Without the quote at its end.
        idStart = bytes.array.dropLast()
        var roots: [CompiledValues.Root] = [
            .json(call.body ?? .null),
            .verbatim(
                CallTemplate.headers(call.headers)
                    + CallTemplate.members([("host", call.host)]) + ",\"id\":"),
            .verbatim(
                CallTemplate.members([
                    ("idempotency", call.idempotency), ("limit", call.limit),
                    ("method", call.method),
                ]) + ",\"path\":\""),
            .path(call.path),
            .verbatim("\"" + CallTemplate.members([("writer", writer.id)]) + "}"),
        ]
        if let undo = call.undo {
            roots += [
                .json(undo.body ?? .null),
                .verbatim(
                    CallTemplate.headers(undo.headers)
                        + CallTemplate.members([
                            ("host", call.host), ("limit", undo.limit ?? call.limit),
                            ("method", undo.method),
                        ]) + ",\"path\":\""),
                .path(undo.path),
                .verbatim("\"" + CallTemplate.members([("says", undo.says)])),
            ]
        }
        compiled = CompiledValues(roots)
    }

    private static func headers(_ headers: [String: String]) -> String {
        let members = members(headers.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
        return ",\"headers\":{\(members.dropFirst())}"
    }

    /// Members of an object with a comma before each.
    private static func members(_ members: [(name: String, value: String?)]) -> String {
        let bytes = OutputBytes()
        for member in members {
            bytes.append(UInt8(ascii: ","))
            bytes.append(json: member.name)
            bytes.append(UInt8(ascii: ":"))
            bytes.append(jsonOrNull: member.value)
        }
        return bytes.text
    }

    // MARK: - Writing

    /// Writes what calls are filled with.
    func renderer(into bytes: OutputBytes) -> RowRenderer { RowRenderer(compiled, into: bytes) }

    /// Writes the ID of a call as JSON.
    func append(id number: Number, to bytes: OutputBytes) {
        let idStart = idStart
        bytes.append(idStart.span)
        bytes.append(number: Int64(number.customer))
        if number.call > 1 {
            bytes.append(UInt8(ascii: "."))
            bytes.append(number: Int64(number.call))
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Writes a call from its body on, without the end of the line.
    func append(_ row: RowRenderer, id number: Number) {
        append(body: .body, row)
        row.append(verbatim: Root.beforeID.rawValue)
        append(id: number, to: row.bytes)
        row.append(verbatim: Root.beforePath.rawValue)
        row.append(path: Root.path.rawValue)
        row.append(verbatim: Root.end.rawValue)
    }

    /// Writes what tells two calls of the writer apart.
    func append(key row: RowRenderer) {
        append(body: .body, row)
        row.append(path: Root.path.rawValue)
    }

    /// Writes the reverse of a call but for what it is the reverse of.
    func append(undo row: RowRenderer) {
        row.bytes.append("{\"body\":")
        append(body: .undoBody, row)
        row.append(verbatim: Root.undoBeforePath.rawValue)
        row.append(path: Root.undoPath.rawValue)
        row.append(verbatim: Root.undoSays.rawValue)
    }

    private func append(body: Root, _ row: RowRenderer) {
        if !row.append(json: body.rawValue) { row.bytes.append("null") }
    }
}
