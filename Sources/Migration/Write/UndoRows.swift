// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// The rows of `undo.jsonl`: of each customer the last first, as calls are taken back.
///
/// What was done to a user is taken back before the user is.
final class UndoRows {
    /// Where the rows go when the customer is done.
    let page: RowPage
    /// Those of the customer.
    let bytes = OutputBytes()
    @exclusivity(unchecked) private var starts: [Int] = []
    /// Those that one customer has once.
    @exclusivity(unchecked) private var seen: Set<[UInt8]> = []

    init(_ page: RowPage) { self.page = page }

    /// Adds the reverse of a call, unless the customer has the same already and needs it once.
    func add(
        _ template: CallTemplate, of number: CallTemplate.Number, _ row: RowRenderer,
        isOncePerCustomer: Bool
    ) {
        let start = bytes.count
        if isOncePerCustomer {
            template.append(undoKey: row)
            let key = bytes.withBytes(start..<bytes.count) { $0.array }
            bytes.cut(to: start)
            guard seen.insert(key).inserted else { return }
        }
        starts.append(start)
        template.append(undo: row, of: number)
    }

    /// Nothing more comes of the customer.
    func endCustomer() {
        guard !starts.isEmpty else { return }
        var end = bytes.count
        for start in starts.reversed() {
            bytes.withBytes(start..<end) { page.bytes.append($0) }
            page.endRow()
            end = start
        }
        bytes.empty(keeping: 1 << 20)
        starts.removeAll(keepingCapacity: true)
        if !seen.isEmpty { seen.removeAll(keepingCapacity: true) }
    }
}
