// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// A call of a writer as JSON on a line, laid out once: what never changes is written as one text.
package final class CallTemplate {
    /// The writer's number.
    let writer: Int
    /// Of the reverse of a call, whether a customer needs it once; nil where there is none.
    let isUndoneOnce: Bool?
    private let compiled: CompiledValues
    /// What stands before the number in the ID of a call.
    private let idStart: [UInt8]

    /// What tells a call from others of its writer.
    package struct Number {
        /// The number of the customer; 0 for nobody.
        let customer: Int
        /// Which call of the writer for that customer it is, from 1.
        let call: Int
    }

    /// Indices of the values.
    private enum Root: Int {
        case body, path, end
        case undoBody, undoPath, undoKey
    }

    init(_ call: FormatCall, _ writer: CompiledWriter, number: Int) {
        self.writer = number
        isUndoneOnce = call.undo.map { $0.oncePer == .customer }
        let bytes = OutputBytes()
        bytes.append(json: "\(writer.id).")
        // Without the quote at its end.
        idStart = bytes.array.dropLast()
        var roots: [CompiledValues.Root] = [
            .json(call.body ?? .null), .path(call.path), .verbatim(CallTemplate.end(writer.id)),
        ]
        if let undo = call.undo {
            roots += [
                .json(undo.body ?? .null), .path(undo.path),
                .verbatim(CallTemplate.key(undo, of: call)),
            ]
        }
        compiled = CompiledValues(roots)
    }

    /// What a reverse has beside its path and body.
    private static func key(_ undo: FormatCall.Undo, of call: FormatCall) -> String {
        let headers = undo.headers.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
        let facts = [undo.method, call.host, undo.limit ?? call.limit ?? "", undo.says]
        return (facts + headers).joined(separator: "\n")
    }

    /// What comes behind everything else.
    private static func end(_ writer: String) -> String {
        let bytes = OutputBytes()
        bytes.append(",\"writer\":")
        bytes.append(json: writer)
        bytes.append("}")
        return bytes.text
    }

    // MARK: - Writing

    /// Writes what calls are filled with.
    package func renderer(into bytes: OutputBytes) -> RowRenderer {
        RowRenderer(compiled, into: bytes)
    }

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
        row.bytes.append(",\"id\":")
        append(id: number, to: row.bytes)
        row.bytes.append(",\"path\":\"")
        row.append(path: Root.path.rawValue)
        row.bytes.append("\"")
        row.append(verbatim: Root.end.rawValue)
    }

    /// Writes what tells two calls of the writer apart.
    func append(key row: RowRenderer) {
        append(body: .body, row)
        row.append(path: Root.path.rawValue)
    }

    /// Writes what tells two reverses apart, whichever writer's calls they take back.
    func append(undoKey row: RowRenderer) {
        row.append(verbatim: Root.undoKey.rawValue)
        append(body: .undoBody, row)
        row.append(path: Root.undoPath.rawValue)
    }

    /// Writes the reverse of a call, without the end of the line.
    func append(undo row: RowRenderer, of number: Number) {
        row.bytes.append("{\"body\":")
        append(body: .undoBody, row)
        row.bytes.append(",\"path\":\"")
        row.append(path: Root.undoPath.rawValue)
        row.bytes.append("\",\"undoes\":")
        append(id: number, to: row.bytes)
        row.append(verbatim: Root.end.rawValue)
    }

    private func append(body: Root, _ row: RowRenderer) {
        if !row.append(json: body.rawValue) { row.bytes.append("null") }
    }
}
