// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymMappings

/// Makes the rows of what a plan decides: those of the target's own files, of `ids.csv` and of
/// `undo.jsonl`, and those that the plan has to be compared with.
///
/// They gather until a ``TargetFiles`` takes them; where there are very many, ``write`` is asked to have
/// that done. Rows of a customer depend on no other customer.
package final class TargetRows {
    /// For each writer how what it is given is written.
    private let layouts: [Layout]
    /// For each file the rows that have gathered.
    package let pages: [RowPage]
    private let ids: RowPage
    private let undos: UndoRows
    private let access: AccessRows
    private let purchases: PurchaseRows
    private let findings: FindingRows
    @exclusivity(unchecked) private var index: CustomerIndex
    /// Whether a customer has begun.
    @exclusivity(unchecked) private var isInCustomer = false
    @exclusivity(unchecked) private var calls: CallRenderer
    /// For each writer as many rows or calls as were made.
    @exclusivity(unchecked) private(set) var written: [Int]
    /// What rows and calls name.
    let required: RequiredNames
    /// What is at stake.
    var stakes: Stakes { access.tally.stakes }
    private let scratch = OutputBytes()
    private let write: (TargetRows) throws -> Void
    /// For each writer of distinct rows those that the customer has.
    @exclusivity(unchecked) private var seen: [Set<[UInt8]>]
    @exclusivity(unchecked) private var seenWriters: [Int] = []

    /// How what a writer is given is written, and where.
    private final class Layout {
        let page: RowPage
        let row: RowRenderer
        /// Of rows of CSV; nil for others.
        let cells: Cells?
        /// Of calls; nil for others.
        let call: Call?
        let isDistinct: Bool

        /// How many cells a row has, and what is between them.
        struct Cells {
            let count: Int
            let delimiter: UInt8
        }

        /// What a call is written by, what tells it from others, and its reverse.
        final class Call {
            let template: CallTemplate
            let key: RowRenderer
            let undo: RowRenderer
            let isForEachEntitlement: Bool

            init(
                _ template: CallTemplate, key: OutputBytes, undo: OutputBytes,
                isForEachEntitlement: Bool
            ) {
                self.template = template
                self.key = template.renderer(into: key)
                self.undo = template.renderer(into: undo)
                self.isForEachEntitlement = isForEachEntitlement
            }
        }

        init(
            _ writer: CompiledWriter, number: Int, _ page: RowPage, _ calls: inout CallRenderer,
            _ scratch: OutputBytes, _ undos: UndoRows
        ) {
            self.page = page
            isDistinct = writer.isDistinct
            switch writer.container {
            case .csv(let delimiter, let columns):
                call = nil
                cells = Cells(count: columns.count, delimiter: delimiter)
                row = RowRenderer(CompiledValues(columns.map { .cell($0.value) }), into: page.bytes)
            case .lines(let value):
                (call, cells) = (nil, nil)
                row = RowRenderer(CompiledValues([.json(value)]), into: page.bytes)
            case .calls(let content):
                let template = calls.template(of: content, writer, number: number)
                row = template.renderer(into: page.bytes)
                cells = nil
                call = Call(
                    template, key: scratch, undo: undos.bytes,
                    isForEachEntitlement: writer.subject == .grant
                        && content.fields.contains(PlanField(.entitlement)))
            }
        }
    }

    /// Nothing is decided yet.
    ///
    /// - Parameters:
    ///   - target: Whose files they are of.
    ///   - guide: What to do about findings.
    ///   - most: As many bytes of a file may gather.
    ///   - write: Is asked, between two rows, to have what has gathered written.
    package init(
        _ target: MigrationEndpoint, _ guide: FindingGuide, most: Int = 1 << 22,
        write: @escaping (TargetRows) throws -> Void = { _ in }
    ) {
        self.write = write
        let writers = target.writers
        let layout = TargetLayout(writers)
        let pages = layout.files.map { _ in RowPage(most: most) }
        self.pages = pages
        (ids, undos) = (pages[TargetLayout.ids], UndoRows(pages[TargetLayout.undos]))
        access = AccessRows(
            writers, access: pages[TargetLayout.access], stores: pages[TargetLayout.stores])
        purchases = PurchaseRows(page: pages[TargetLayout.purchases])
        findings = FindingRows(
            page: pages[TargetLayout.findings], FindingActions(guide, at: target))
        index = CustomerIndex(pages)
        var calls = CallRenderer(writers)
        var layouts: [Layout] = []
        for (number, writer) in writers.enumerated() {
            layouts.append(
                Layout(
                    writer, number: number, pages[layout.ofWriters[number]], &calls, scratch, undos)
            )
        }
        (self.calls, self.layouts) = (calls, layouts)
        written = [Int](repeating: 0, count: writers.count)
        required = RequiredNames(writers)
        seen = [Set<[UInt8]>](repeating: [], count: writers.count)
    }

    // MARK: - Taking

    /// Takes a step of a plan.
    package func take(_ step: PlanStep, _ values: FieldValues) throws {
        switch step {
        case .customer(let customer):
            try end()
            isInCustomer = true
            calls.begin(customer: customer)
        case .id(let id): try take(id, values)
        case .row(let writer): try take(values, writer: writer)
        case .finding(let finding):
            findings.take(finding, values)
            try ended(findings.page)
        case .decided(let decision): try take(decision, values)
        }
    }

    /// Nothing more comes of the customer.
    package func end() throws {
        guard isInCustomer else { return }
        isInCustomer = false
        try access.endCustomer(ended)
        undos.endCustomer()
        try ended(undos.page)
        index.endCustomer()
        try ended(index.page)
        for writer in seenWriters { seen[writer].removeAll(keepingCapacity: true) }
        if !seenWriters.isEmpty { seenWriters.removeAll(keepingCapacity: true) }
    }

    private func take(_ id: PlannedID, _ values: FieldValues) throws {
        let (comma, ids) = (UInt8(ascii: ","), ids)
        let bytes = ids.bytes
        let start = bytes.count
        for field in [PlanField(.sourceID), PlanField(.targetID)] {
            if values.has(field) {
                values.withText(field) { bytes.append(listCell: $0) }
            }
            bytes.append(comma)
        }
        bytes.withBytes(start..<bytes.count) { access.take(cells: $0, id.obstacle) }
        bytes.append(id.disposition.rawValue)
        bytes.append(comma)
        values.withText(PlanField(.rule)) { bytes.append(listCell: $0) }
        ids.endRow()
        try ended(ids)
    }

    private func take(_ values: FieldValues, writer: Int) throws {
        let layout = layouts[writer]
        if let call = layout.call {
            let field = PlanField(.entitlement)
            guard call.isForEachEntitlement, values.has(field) else {
                return try make(call, layout, values)
            }
            for number in 0..<values.count(field) {
                try make(call, layout, values, entitlement: number)
            }
            return
        }
        let start = layout.page.bytes.count
        layout.row.fill(values)
        if let cells = layout.cells {
            layout.row.append(cells: cells.count, delimiter: cells.delimiter)
        } else {
            _ = layout.row.append(json: 0)
        }
        if layout.isDistinct, !isNew(layout.page.bytes, from: start, writer) {
            return layout.page.bytes.cut(to: start)
        }
        written[writer] += 1
        required.take(values, writer: writer)
        layout.page.endRow()
        try ended(layout.page)
    }

    private func take(_ decision: PlanDecision, _ values: FieldValues) throws {
        if decision.subject == .purchase {
            purchases.take(decision, values)
            try ended(purchases.page)
        }
        if let outcome = decision.outcome {
            access.take(decision, outcome, values)
            try ended(pages[TargetLayout.stores])
        } else if decision.beginsLater {
            access.takeLater(values)
        }
    }

    // MARK: - Writing

    private func make(
        _ call: Layout.Call, _ layout: Layout, _ values: FieldValues, entitlement: Int? = nil
    ) throws {
        let (template, page) = (call.template, layout.page)
        if layout.isDistinct {
            scratch.cut(to: 0)
            call.key.fill(values, entitlement: entitlement)
            template.append(key: call.key)
            guard isNew(scratch, from: 0, template.writer) else { return }
        }
        layout.row.fill(values, entitlement: entitlement)
        let number = calls.append(template, layout.row)
        written[template.writer] += 1
        required.take(values, writer: template.writer, entitlement: entitlement)
        page.endRow()
        try ended(page)
        guard let isUndoneOnce = template.isUndoneOnce else { return }
        call.undo.fill(values, entitlement: entitlement)
        undos.add(template, of: number, call.undo, isOncePerCustomer: isUndoneOnce)
    }

    /// Has what has gathered written where it is a lot; no row is half made now.
    private func ended(_ page: RowPage) throws {
        if page.isHeavy { try write(self) }
    }

    /// Whether the customer has no equal row of the writer.
    private func isNew(_ bytes: OutputBytes, from start: Int, _ writer: Int) -> Bool {
        if seen[writer].isEmpty { seenWriters.append(writer) }
        return seen[writer].insert(bytes.withBytes(start..<bytes.count) { $0.array }).inserted
    }
}
