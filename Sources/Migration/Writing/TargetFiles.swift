// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// Writes what a plan decides to the target's own files, to `ids.csv` and to `undo.jsonl`, and what
/// it has to be compared with.
package final class TargetFiles: PlanSink {
    private let writers: [CompiledWriter]
    private let directory: OutputDirectory
    private let ids: OutputFile
    private let undos: OutputFile
    private let access: AccessFiles
    private var files: [OutputFile?]
    private var calls: CallRenderer
    private var rows: [Int]
    private let scratch = RowBytes()
    /// For each writer of distinct rows those that the customer has.
    private var seen: [Set<[UInt8]>]
    private var seenWriters: [Int] = []
    private var seenUndos: Set<[UInt8]> = []

    /// Opens the files that every plan has.
    package init(_ target: MigrationSide, in directory: OutputDirectory) throws(OutputError) {
        writers = target.writers
        self.directory = directory
        ids = try directory.file("ids.csv")
        undos = try directory.file("undo.jsonl")
        access = try AccessFiles(target.writers, in: directory)
        files = [OutputFile?](repeating: nil, count: writers.count)
        calls = CallRenderer(writers)
        rows = [Int](repeating: 0, count: writers.count)
        seen = [Set<[UInt8]>](repeating: [], count: writers.count)
        ids.bytes.append("source_id,target_id,change,rule\n")
    }

    /// For each of the target's writers as many rows or calls as were written.
    package var written: [Int] { rows }

    // MARK: - Taking

    package func begin(customer: Int?) throws {
        try access.endCustomer()
        calls.beginCustomer()
        for writer in seenWriters { seen[writer].removeAll(keepingCapacity: true) }
        if !seenWriters.isEmpty { seenWriters.removeAll(keepingCapacity: true) }
        if !seenUndos.isEmpty { seenUndos.removeAll(keepingCapacity: true) }
    }

    package func take(_ id: PlannedID) throws {
        let comma = UInt8(ascii: ",")
        let start = ids.bytes.count
        ids.bytes.append(cell: id.text.assumingMemoryBound(to: UInt8.self), delimiter: comma)
        ids.bytes.append(comma)
        if let target = id.target {
            ids.bytes.append(cell: target.assumingMemoryBound(to: UInt8.self), delimiter: comma)
        }
        ids.bytes.append(comma)
        access.take(
            cells: UnsafeBufferPointer(rebasing: ids.bytes.all[start...]), id.obstacle)
        ids.bytes.append(id.fate.rawValue)
        ids.bytes.append(comma)
        ids.bytes.append(cell: id.rule, delimiter: comma)
        try ids.endRow()
    }

    package func take(_ values: FieldValues, writer: Int) throws {
        let file = try file(writer)
        switch writers[writer].content {
        case .row(let delimiter, let columns):
            let start = file.bytes.count
            let row = RowRenderer(values, into: file.bytes)
            for (number, column) in columns.enumerated() {
                if number > 0 { file.bytes.append(delimiter) }
                row.append(cell: column.value, delimiter: delimiter)
            }
            if writers[writer].isDistinct, !isNew(file.bytes, from: start, writer) {
                return file.bytes.cut(to: start)
            }
            rows[writer] += 1
            try file.endRow()
        case .line(let value):
            _ = RowRenderer(values, into: file.bytes).append(json: value)
            rows[writer] += 1
            try file.endRow()
        case .call(let call):
            let field = PlanField(.entitlement)
            guard writers[writer].subject == .grant, call.fields.contains(field), values.has(field)
            else {
                return try write(call, writer, file, RowRenderer(values, into: file.bytes))
            }
            for number in 0..<values.count(field) {
                let row = RowRenderer(values, into: file.bytes, entitlement: number)
                try write(call, writer, file, row)
            }
        }
    }

    package func decided(_ decision: PlanDecision, _ values: FieldValues) throws {
        if decision.givesAccess {
            try access.take(decision, values)
        } else if decision.beginsLater {
            access.takeLater(values)
        }
    }

    // MARK: - Writing

    private func write(
        _ call: CompiledCall, _ writer: Int, _ file: OutputFile, _ row: RowRenderer
    ) throws(OutputError) {
        if writers[writer].isDistinct {
            scratch.cut(to: 0)
            calls.append(
                key: call, RowRenderer(row.values, into: scratch, entitlement: row.entitlement))
            guard isNew(scratch, from: 0, writer) else { return }
        }
        // A call that comes before others of its writer does not wait for itself.
        let id = calls.count(writer)
        calls.append(call, writer, id: id, row)
        rows[writer] += 1
        try file.endRow()
        guard let undo = call.undo else { return }
        let start = undos.bytes.count
        let undoRow = RowRenderer(
            row.values, into: undos.bytes, entitlement: row.entitlement)
        if undo.isOncePerCustomer {
            calls.append(undo, of: call, id: "", undoRow)
            let key = Array(undos.bytes.all[start...])
            undos.bytes.cut(to: start)
            guard seenUndos.insert(key).inserted else { return }
        }
        calls.append(undo, of: call, id: id, undoRow)
        try undos.endRow()
    }

    /// Whether the customer has no equal row of the writer.
    private func isNew(_ bytes: RowBytes, from start: Int, _ writer: Int) -> Bool {
        if seen[writer].isEmpty { seenWriters.append(writer) }
        return seen[writer].insert(Array(bytes.all[start...])).inserted
    }

    /// The file of a writer, which it may share with others.
    private func file(_ writer: Int) throws(OutputError) -> OutputFile {
        if let file = files[writer] { return file }
        let name = writers[writer].file
        let other = writers.indices.first { writers[$0].file == name && files[$0] != nil }
        if let file = other.flatMap({ files[$0] }) {
            files[writer] = file
            return file
        }
        let file = try directory.file(name)
        files[writer] = file
        if case .row(let delimiter, let columns) = writers[writer].content {
            for (number, column) in columns.enumerated() {
                if number > 0 { file.bytes.append(delimiter) }
                file.bytes.append(cell: column.name, delimiter: delimiter)
            }
            file.bytes.append(UInt8(ascii: "\n"))
        }
        return file
    }
}
