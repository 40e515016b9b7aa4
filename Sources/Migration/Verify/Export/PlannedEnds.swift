// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// When the access ends that a plan's import gives, read customer by customer from the lists that
/// say it: of purchases `purchases.csv`, of grants the target's own files, since these alone have a
/// row for each of them.
struct PlannedEnds: ~Copyable {
    /// The end of what has none.
    static let never = Int64.max

    /// A file of the target's that grants are written to.
    private struct GrantFile {
        /// Its column in `customers.csv`.
        let column: Int
        /// Those who write to it.
        let writers: [CompiledWriter]
        var lines: LineCursor
    }

    private let index: PlanIndex
    private var cursor: PlanIndex.Cursor
    /// The columns of `ids.csv` and `purchases.csv` in `customers.csv`.
    private let columns: (ids: Int, purchases: Int)
    private var purchases: TableReader
    private var grants: [GrantFile]
    private let stores: StoreRecords
    private let values = FieldValues()
    /// Of the customer that was read last.
    private var ends: [String: Int64] = [:]

    private init(
        _ index: PlanIndex, _ columns: (ids: Int, purchases: Int),
        _ purchases: consuming TableReader, _ grants: [GrantFile], _ stores: StoreRecords
    ) {
        self.index = index
        cursor = index.cursor()
        self.columns = columns
        self.purchases = purchases
        self.grants = grants
        self.stores = stores
    }

    /// Begins to read a plan's files.
    ///
    /// - Parameters:
    ///   - folder: The plan.
    ///   - target: The provider that it is for.
    ///   - stores: What products unlock.
    /// - Returns: What reads them, before the first customer.
    /// - Throws: ``BrokenPlan`` where a file is missing or is not as the plan has left it.
    static func reading(
        _ folder: PlanFolder, _ target: MigrationEndpoint, _ stores: StoreRecords
    ) throws(BrokenPlan) -> PlannedEnds {
        let index = try PlanIndex(folder)
        func column(_ file: String) throws(BrokenPlan) -> Int {
            guard let column = index.files.firstIndex(of: file) else {
                throw BrokenPlan(CustomerIndex.name, line: 1, "it has no column for \(file)")
            }
            return column
        }
        var grants: [GrantFile] = []
        for file in grantFiles(of: target) where folder.has(file) {
            grants.append(
                GrantFile(
                    column: try column(file),
                    writers: target.writers.filter { $0.file == file },
                    lines: LineCursor(file, try folder.bytes(of: file))))
        }
        let purchases = try TableReader(
            "purchases.csv", folder.bytes(of: "purchases.csv"), columns: PurchaseRows.columns,
            isGuarded: true)
        return PlannedEnds(
            index, (try column("ids.csv"), try column("purchases.csv")), purchases, grants, stores)
    }

    /// The files in which an import brings grants; all of them have lines of JSON.
    private static func grantFiles(of target: MigrationEndpoint) -> [String] {
        Set(target.writers.filter { $0.subject == .grant && $0.isImport }.map(\.file)).sorted()
    }

    /// When each of some names ends by what the import brings the next customer, in milliseconds
    /// since 1970; ``never`` for one without an end, nil where nothing says it.
    ///
    /// Customers are asked about in their order.
    mutating func next(_ names: [String]) throws(BrokenPlan) -> [Int64?] {
        // Who is not planned for has no rows, and is no customer of the plan.
        repeat {
            guard try index.move(&cursor) else { return names.map { _ in nil } }
        } while cursor.starts[columns.ids] == cursor.ends[columns.ids]
        ends.removeAll(keepingCapacity: true)
        while purchases.offset < cursor.ends[columns.purchases], try purchases.next() {
            takePurchase(names)
        }
        for number in grants.indices { try takeGrants(number) }
        let ends = ends
        return names.map { ends[$0] }
    }

    /// Takes a row of `purchases.csv`.
    private mutating func takePurchase(_ names: [String]) {
        let (product, end) = (purchases.cells[1], purchases.cells[5])
        let (change, code) = (purchases.cells[6], purchases.cells[7])
        guard Disposition(rawValue: change)?.isWritten == true, code.isEmpty else { return }
        // What has no product can be behind any of them.
        let meanings = product.isEmpty ? names : stores.meanings(of: product)
        let instant = DateText.iso(end)?.milliseconds ?? PlannedEnds.never
        for name in names where meanings.contains(name) { note(name, instant) }
    }

    /// Takes what stands of the customer in a file that has grants.
    private mutating func takeGrants(_ number: Int) throws(BrokenPlan) {
        let end = cursor.ends[grants[number].column]
        while let line = try grants[number].lines.next(before: end) {
            let writer = grants[number].writers.first { $0.mayHaveWritten(line) }
            guard let writer, writer.subject == .grant else { continue }
            values.clear()
            writer.read(line, into: values)
            let expiry = PlanField(.expiryDate)
            let instant = values.has(expiry) ? values.number(expiry) : PlannedEnds.never
            for name in values.strings(PlanField(.entitlement)) { note(name, instant) }
        }
    }

    /// Of several ends of a name the last one counts.
    private mutating func note(_ name: String, _ instant: Int64) {
        ends[name] = max(ends[name] ?? .min, instant)
    }
}

extension Disposition {
    /// Whether something of this disposition is written for the target, as it was or with changes.
    fileprivate var isWritten: Bool {
        switch self {
        case .kept, .changed: true
        case .dropped, .ambiguous, .needsDecision: false
        }
    }
}
