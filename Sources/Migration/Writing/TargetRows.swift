// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// Makes the rows of what a plan decides: those of the target's own files, of `ids.csv` and of
/// `undo.jsonl`, and those that the plan has to be compared with.
///
/// They gather until a ``TargetFiles`` takes them, which whoever made this is asked for where there
/// are very many. Rows of a customer depend on no other customer.
package final class TargetRows: PlanSink {
    private let writers: [CompiledWriter]
    /// For each writer how what it is given is written.
    private let layouts: [Layout]
    private let isDistinct: [Bool]
    /// For each file the rows that have gathered.
    let pages: [RowPage]
    /// For each writer those of its file.
    private let ofWriters: [RowPage]
    private let ids: RowPage
    private let undos: RowPage
    private let access: AccessRows
    @exclusivity(unchecked) private var calls: CallRenderer
    /// For each writer as many rows or calls as were made.
    @exclusivity(unchecked) private(set) var written: [Int]
    private let scratch = RowBytes()
    private let write: (TargetRows) throws -> Void
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

    /// Nothing is decided yet.
    ///
    /// - Parameters:
    ///   - target: Whose files they are of.
    ///   - most: As many bytes of a file may gather.
    ///   - write: Is asked, between two rows, to have what has gathered written.
    package init(
        _ target: MigrationSide, most: Int = 1 << 22,
        write: @escaping (TargetRows) throws -> Void = { _ in }
    ) {
        self.write = write
        writers = target.writers
        let layout = TargetLayout(writers)
        let pages = layout.files.map { _ in RowPage(most: most) }
        self.pages = pages
        ofWriters = layout.ofWriters.map { pages[$0] }
        (ids, undos) = (pages[TargetLayout.ids], pages[TargetLayout.undos])
        access = AccessRows(
            writers, access: pages[TargetLayout.access], stores: pages[TargetLayout.stores])
        let calls = CallRenderer(writers)
        self.calls = calls
        layouts = writers.enumerated().map { Layout($1, calls.template($0)) }
        isDistinct = writers.map(\.isDistinct)
        written = [Int](repeating: 0, count: writers.count)
        seen = [Set<[UInt8]>](repeating: [], count: writers.count)
    }

    // MARK: - Taking

    package func begin(customer: Int?) throws {
        try end()
        calls.begin(customer: customer)
    }

    /// Nothing more comes of the customer.
    func end() throws {
        try access.endCustomer(ended)
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
        ids.endRow()
        try ended(ids)
    }

    package func take(_ values: FieldValues, writer: Int) throws {
        let page = ofWriters[writer]
        switch layouts[writer] {
        case .row(let delimiter, let columns, let tree):
            let start = page.bytes.count
            let row = RowRenderer(tree, values, into: page.bytes)
            for column in 0..<columns {
                if column > 0 { page.bytes.append(delimiter) }
                row.append(cell: column, delimiter: delimiter)
            }
            if isDistinct[writer], !isNew(page.bytes, from: start, writer) {
                return page.bytes.cut(to: start)
            }
            written[writer] += 1
            page.endRow()
            try ended(page)
        case .line(let tree):
            _ = RowRenderer(tree, values, into: page.bytes).append(json: 0)
            written[writer] += 1
            page.endRow()
            try ended(page)
        case .call(let template, let isForEachEntitlement):
            let field = PlanField(.entitlement)
            guard isForEachEntitlement, values.has(field) else {
                return try make(template, page, values)
            }
            for number in 0..<values.count(field) {
                try make(template, page, values, entitlement: number)
            }
        }
    }

    package func decided(_ decision: PlanDecision, _ values: FieldValues) {
        if decision.givesAccess {
            access.take(decision, values)
        } else if decision.beginsLater {
            access.takeLater(values)
        }
    }

    // MARK: - Writing

    private func make(
        _ template: CallTemplate, _ page: RowPage, _ values: FieldValues,
        entitlement: Int? = nil
    ) throws {
        let writer = template.writer
        if isDistinct[writer] {
            scratch.cut(to: 0)
            template.append(
                key: template.renderer(values, into: scratch, entitlement: entitlement))
            guard isNew(scratch, from: 0, writer) else { return }
        }
        let row = template.renderer(values, into: page.bytes, entitlement: entitlement)
        let number = calls.append(template, row)
        written[writer] += 1
        page.endRow()
        try ended(page)
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
        undos.endRow()
        try ended(undos)
    }

    /// Has what has gathered written where it is a lot; no row is half made now.
    private func ended(_ page: RowPage) throws {
        if page.isHeavy { try write(self) }
    }

    /// Whether the customer has no equal row of the writer.
    private func isNew(_ bytes: RowBytes, from start: Int, _ writer: Int) -> Bool {
        if seen[writer].isEmpty { seenWriters.append(writer) }
        return seen[writer].insert(Array(bytes.all[start...])).inserted
    }
}
