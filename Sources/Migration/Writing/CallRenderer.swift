// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// Writes calls as JSON lines, with their members sorted by name, and remembers which calls of a
/// customer have to be made before which.
struct CallRenderer {
    private let writers: [CompiledWriter]
    /// For each writer the places of those whose calls come before its own.
    private let before: [[Int]]
    /// For each writer the calls of the customer, by their numbers.
    private var ofCustomer: [Range<Int>]
    /// For each writer as many calls as it has made.
    private(set) var counts: [Int]

    init(_ writers: [CompiledWriter]) {
        self.writers = writers
        before = writers.map { writer in
            writer.call?.after.compactMap { id in writers.firstIndex { $0.id == id } } ?? []
        }
        counts = [Int](repeating: 0, count: writers.count)
        ofCustomer = [Range<Int>](repeating: 0..<0, count: writers.count)
    }

    /// What comes next is about another customer.
    mutating func beginCustomer() {
        for writer in ofCustomer.indices { ofCustomer[writer] = 0..<0 }
    }

    /// The ID of the call that a writer makes next, and that counts with it.
    mutating func count(_ writer: Int) -> String {
        counts[writer] += 1
        let number = counts[writer]
        let first = ofCustomer[writer].isEmpty ? number : ofCustomer[writer].lowerBound
        ofCustomer[writer] = first..<number + 1
        return id(writer, number)
    }

    private func id(_ writer: Int, _ number: Int) -> String { "\(writers[writer].id).\(number)" }

    /// Writes a call, without the end of the line.
    func append(_ call: CompiledCall, _ writer: Int, id: String, _ row: RowRenderer) {
        let bytes = row.bytes
        bytes.append("{\"after\":[")
        let start = bytes.count
        for earlier in before[writer] {
            for number in ofCustomer[earlier] {
                if bytes.count > start { bytes.append(UInt8(ascii: ",")) }
                bytes.append(json: self.id(earlier, number))
            }
        }
        bytes.append("],\"body\":")
        append(body: call.body, row)
        append(headers: call.headers, row)
        bytes.append(",\"host\":")
        bytes.append(json: call.host)
        bytes.append(",\"id\":")
        bytes.append(json: id)
        bytes.append(",\"idempotency\":")
        bytes.append(jsonOrNull: call.idempotency)
        bytes.append(",\"limit\":")
        bytes.append(jsonOrNull: call.limit)
        bytes.append(",\"method\":")
        bytes.append(json: call.method)
        append(path: call.path, row)
        bytes.append(",\"writer\":")
        bytes.append(json: writers[writer].id)
        bytes.append(UInt8(ascii: "}"))
    }

    /// Writes the reverse of a call, without the end of the line.
    func append(_ undo: CompiledCall.Undo, of call: CompiledCall, id: String, _ row: RowRenderer) {
        let bytes = row.bytes
        bytes.append("{\"body\":")
        append(body: undo.body, row)
        append(headers: undo.headers, row)
        bytes.append(",\"host\":")
        bytes.append(json: call.host)
        bytes.append(",\"limit\":")
        bytes.append(jsonOrNull: undo.limit ?? call.limit)
        bytes.append(",\"method\":")
        bytes.append(json: undo.method)
        append(path: undo.path, row)
        bytes.append(",\"says\":")
        bytes.append(json: undo.says)
        bytes.append(",\"undoes\":")
        bytes.append(json: id)
        bytes.append(UInt8(ascii: "}"))
    }

    /// Writes what tells two calls of one writer apart.
    func append(key call: CompiledCall, _ row: RowRenderer) {
        append(body: call.body, row)
        append(path: call.path, row)
    }

    private func append(body: CompiledValue?, _ row: RowRenderer) {
        if let body, row.append(json: body) { return }
        row.bytes.append("null")
    }

    private func append(headers: [CompiledCall.Header], _ row: RowRenderer) {
        row.bytes.append(",\"headers\":{")
        for (number, header) in headers.enumerated() {
            if number > 0 { row.bytes.append(UInt8(ascii: ",")) }
            row.bytes.append(json: header.name)
            row.bytes.append(UInt8(ascii: ":"))
            row.bytes.append(json: header.value)
        }
        row.bytes.append(UInt8(ascii: "}"))
    }

    private func append(path: [CompiledValue.Piece], _ row: RowRenderer) {
        // A path has no character that JSON would escape: fields are percent-encoded.
        row.bytes.append(",\"path\":\"")
        _ = row.append(path, isPath: true)
        row.bytes.append(UInt8(ascii: "\""))
    }
}
