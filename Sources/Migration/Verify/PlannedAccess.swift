// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// What a plan's `ids.csv` and `access.csv` say together, one ID after the other.
struct PlannedAccess: ~Copyable {
    private var ids: TableReader
    private var access: TableReader
    private var hasRow: Bool
    /// The ID at the source.
    var source: String { ids.cells[0] }
    /// What it becomes; empty where it becomes nothing.
    var target: String { ids.cells[1] }
    /// What it has access to now, sorted.
    private(set) var before: [String] = []
    /// Why the import alone does not give all of it.
    private(set) var explained: [(name: String, code: String)] = []
    /// The offset behind its row of `ids.csv`.
    var offset: Int { ids.offset }

    private init(ids: consuming TableReader, access: consuming TableReader, hasRow: Bool) {
        self.ids = ids
        self.access = access
        self.hasRow = hasRow
    }

    /// Begins to read both.
    static func reading(_ folder: PlanFolder) throws(BrokenPlan) -> PlannedAccess {
        let ids = try TableReader(
            "ids.csv", folder.bytes(of: "ids.csv"), columns: TargetLayout.idColumns,
            isGuarded: true)
        var access = try TableReader(
            "access.csv", folder.bytes(of: "access.csv"), columns: AccessRows.columns,
            isGuarded: true)
        let hasRow = try access.next()
        return PlannedAccess(ids: ids, access: access, hasRow: hasRow)
    }

    /// Goes on to the next ID; false where there is none.
    ///
    /// - Throws: ``BrokenPlan`` where `access.csv` has an ID that `ids.csv` does not have there.
    mutating func next() throws(BrokenPlan) -> Bool {
        guard try ids.next() else {
            guard !hasRow else {
                throw BrokenPlan(
                    "access.csv", line: access.line,
                    "\"\(access.cells[0])\" does not follow in ids.csv")
            }
            return false
        }
        let isNext =
            hasRow && access.cells[0].utf8.elementsEqual(source.utf8)
            && access.cells[1].utf8.elementsEqual(target.utf8)
        before = isNext ? AccessNames.names(access.cells[2]) : []
        explained = isNext ? AccessNames.explanations(access.cells[3]) : []
        if isNext { hasRow = try access.next() }
        return true
    }
}
