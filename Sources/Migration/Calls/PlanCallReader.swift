// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymInput
import Foundation

/// A call of a plan, or one that takes such a call back.
package struct PlannedCall: Sendable {
    /// Its number among all calls of the plan, in the order in which they are read.
    package let number: Int
    /// What it is called; of one that takes another back, what that is called.
    package let id: String
    /// The number of its writer.
    package let writer: Int
    /// The path, in which secrets and the project are names in angle brackets.
    package let path: String
    /// The body; empty where there is none.
    package let body: [UInt8]
    /// The calls of the same customer that have to be done before.
    package let after: [String]
    /// Its line, as it stands in the file.
    package let line: [UInt8]
}

/// The calls of one customer, in an order in which they can be made.
package struct CustomerCalls: Sendable {
    /// The number of the customer in the plan, from 1; the last can be what nobody is said to hold.
    package let customer: Int
    /// The calls.
    package let calls: [PlannedCall]
    /// The customer's IDs, source and target, in pairs, where these are read.
    package let ids: [(source: String, target: String)]
}

/// Reads the calls of a plan one customer after the other, in little memory.
///
/// It is used by one thread at a time.
package final class PlanCallReader {
    private let index: PlanIndex
    private let files: [(name: String, column: Int, bytes: FileBytes)]
    private let ids: (column: Int, bytes: FileBytes)?
    private let writers: [String: Int]
    private let isUndo: Bool
    /// Whether the customers' IDs are read as well.
    package var readsIDs = false
    private let record = JSONView.Record()
    private var cursor: PlanIndex.Cursor
    private var number = 0
    private var lines: [Int]

    /// Opens the files.
    init(
        _ folder: PlanFolder, files names: [String], writers: [String], isUndo: Bool
    ) throws(BrokenPlan) {
        index = try PlanIndex(folder)
        var files: [(name: String, column: Int, bytes: FileBytes)] = []
        for name in names where folder.has(name) {
            guard let column = index.files.firstIndex(of: name) else {
                throw BrokenPlan(
                    CustomerIndex.name, line: 1, "it has no column \"\(name)\"; make the plan again"
                )
            }
            files.append((name, column, try folder.bytes(of: name)))
        }
        self.files = files
        if let column = index.files.firstIndex(of: "ids.csv") {
            ids = (column, try folder.bytes(of: "ids.csv"))
        } else {
            ids = nil
        }
        self.writers = Dictionary(uniqueKeysWithValues: writers.enumerated().map { ($1, $0) })
        self.isUndo = isUndo
        cursor = index.cursor()
        lines = files.map { _ in 1 }
    }

    /// The calls of the next customer that has some; nil where there is none.
    ///
    /// - Throws: ``BrokenPlan`` where a line is no call.
    package func next() throws(BrokenPlan) -> CustomerCalls? {
        while try index.move(&cursor) {
            var calls: [PlannedCall] = []
            for (place, file) in files.enumerated() {
                let range = cursor.starts[file.column]..<cursor.ends[file.column]
                if !range.isEmpty { try read(file.name, place, file.bytes, range, into: &calls) }
            }
            guard !calls.isEmpty else { continue }
            return CustomerCalls(
                customer: cursor.number + 1,
                calls: isUndo ? calls : PlanCallReader.ordered(calls), ids: try customerIDs())
        }
        return nil
    }

    private func customerIDs() throws(BrokenPlan) -> [(source: String, target: String)] {
        guard readsIDs, let ids else { return [] }
        let range = cursor.starts[ids.column]..<cursor.ends[ids.column]
        let rows = try TableReader.rows("ids.csv", ids.bytes.data, range)
        ids.bytes.letGo(before: range.lowerBound)
        return rows.filter { $0.count > 1 }.map { ($0[0], $0[1]) }
    }

    private func read(
        _ file: String, _ place: Int, _ bytes: FileBytes, _ range: Range<Int>,
        into calls: inout [PlannedCall]
    ) throws(BrokenPlan) {
        let all = bytes.data.span
        guard range.upperBound <= all.count else {
            throw BrokenPlan(CustomerIndex.name, "it names more of \(file) than there is")
        }
        var offset = range.lowerBound
        while offset < range.upperBound {
            let line = lines[place]
            guard let end = record.read(all, from: offset), end < range.upperBound,
                all[end] == 0x0a, record.view.isObject
            else { throw BrokenPlan(file, line: line, "expected a JSON object and a new line") }
            let view = record.view
            guard let id = view[isUndo ? "undoes" : "id"]?.text, let path = view["path"]?.text,
                path.hasPrefix("/"), let name = view["writer"]?.text, let writer = writers[name]
            else {
                throw BrokenPlan(
                    file, line: line,
                    "expected a call of one of the writers in \(CallSheet.name)")
            }
            let body = view["body"].map { Array(record.bytes[$0.node.start..<$0.node.end]) } ?? []
            calls.append(
                PlannedCall(
                    number: number, id: id, writer: writer, path: path, body: body,
                    after: view["after"]?.elements.compactMap(\.text) ?? [],
                    line: record.bytes))
            number += 1
            lines[place] = line + 1
            offset = end + 1
        }
        bytes.letGo(before: range.lowerBound)
    }

    /// Each call behind those that it has to wait for, otherwise as they stand.
    ///
    /// What waits for a call of nobody's, or for itself, waits for nothing.
    private static func ordered(_ calls: [PlannedCall]) -> [PlannedCall] {
        guard calls.contains(where: { !$0.after.isEmpty }) else { return calls }
        var (waiting, ordered) = (calls, [PlannedCall]())
        var left = Set(calls.map(\.id))
        while !waiting.isEmpty {
            let count = ordered.count
            waiting.removeAll { call in
                guard left.isDisjoint(with: call.after) else { return false }
                ordered.append(call)
                return true
            }
            if ordered.count == count { return ordered + waiting }
            for call in ordered[count...] { left.remove(call.id) }
        }
        return ordered
    }
}
