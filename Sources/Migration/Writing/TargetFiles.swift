// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// Writes what a plan decides to the target's own files, to `ids.csv` and to `undo.jsonl`, and what
/// it has to be compared with.
package final class TargetFiles: PlanSink {
    private let writers: [CompiledWriter]
    /// For each writer how what it is given is written.
    private let layouts: [Layout]
    private let isDistinct: [Bool]
    private let directory: OutputDirectory
    private let ids: OutputFile
    private let undos: OutputFile
    private let access: AccessFiles
    @exclusivity(unchecked) private var files: [OutputFile?]
    @exclusivity(unchecked) private var calls: CallRenderer
    @exclusivity(unchecked) private var rows: [Int]
    private let scratch = RowBytes()
    /// For each writer of distinct rows those that the customer has.
    @exclusivity(unchecked) private var seen: [Set<[UInt8]>]
    @exclusivity(unchecked) private var seenWriters: [Int] = []
    @exclusivity(unchecked) private var seenUndos: Set<[UInt8]> = []

    /// How what a writer is given is written.
    private enum Layout {
        case row(delimiter: UInt8, columns: Int, RenderTree)
        case line(RenderTree)
        case call(CallTemplate, isForEachEntitlement: Bool)

        init(_ writer: CompiledWriter, _ template: CallTemplate?) {
            switch (writer.content, template) {
            case (.row(let delimiter, let columns), _):
                self = .row(
                    delimiter: delimiter, columns: columns.count,
                    RenderTree(columns.map { .cell($0.value) }))
            case (.line(let value), _): self = .line(RenderTree([.json(value)]))
            case (.call(let call), let template?):
                self = .call(
                    template,
                    isForEachEntitlement: writer.subject == .grant
                        && call.fields.contains(PlanField(.entitlement)))
            case (.call, nil): preconditionFailure("A writer of calls has a template.")
            }
        }
    }

    /// Opens the files that every plan has.
    package init(_ target: MigrationSide, in directory: OutputDirectory) throws(OutputError) {
        writers = target.writers
        self.directory = directory
        ids = try directory.file("ids.csv")
        undos = try directory.file("undo.jsonl")
        access = try AccessFiles(target.writers, in: directory)
        files = [OutputFile?](repeating: nil, count: writers.count)
        let calls = CallRenderer(writers)
        self.calls = calls
        layouts = writers.enumerated().map { Layout($1, calls.template($0)) }
        isDistinct = writers.map(\.isDistinct)
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
        switch layouts[writer] {
        case .row(let delimiter, let columns, let tree):
            let start = file.bytes.count
            let row = RowRenderer(tree, values, into: file.bytes)
            for column in 0..<columns {
                if column > 0 { file.bytes.append(delimiter) }
                row.append(cell: column, delimiter: delimiter)
            }
            if isDistinct[writer], !isNew(file.bytes, from: start, writer) {
                return file.bytes.cut(to: start)
            }
            rows[writer] += 1
            try file.endRow()
        case .line(let tree):
            _ = RowRenderer(tree, values, into: file.bytes).append(json: 0)
            rows[writer] += 1
            try file.endRow()
        case .call(let template, let isForEachEntitlement):
            let field = PlanField(.entitlement)
            guard isForEachEntitlement, values.has(field) else {
                return try write(template, file, values)
            }
            for number in 0..<values.count(field) {
                try write(template, file, values, entitlement: number)
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
        _ template: CallTemplate, _ file: OutputFile, _ values: FieldValues,
        entitlement: Int? = nil
    ) throws(OutputError) {
        let writer = template.writer
        if isDistinct[writer] {
            scratch.cut(to: 0)
            template.append(
                key: template.renderer(values, into: scratch, entitlement: entitlement))
            guard isNew(scratch, from: 0, writer) else { return }
        }
        let row = template.renderer(values, into: file.bytes, entitlement: entitlement)
        let number = calls.append(template, row)
        rows[writer] += 1
        try file.endRow()
        guard let undo = template.call.undo else { return }
        let undoRow = template.renderer(values, into: undos.bytes, entitlement: entitlement)
        if undo.isOncePerCustomer {
            let start = undos.bytes.count
            template.append(undo: undoRow)
            let key = Array(undos.bytes.all[start...])
            undos.bytes.cut(to: start)
            guard seenUndos.insert(key).inserted else { return }
        }
        calls.append(undo: template, of: number, undoRow)
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
