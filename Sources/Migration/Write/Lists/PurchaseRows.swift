// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// Writes `purchases.csv`: a row for each purchase of each holder, and what becomes of it.
struct PurchaseRows {
    /// The columns.
    static let columns = [
        "source_id", "product", "store", "transaction", "state", "ends", "change", "code", "owner",
        "target_id",
    ]

    let page: RowPage
    private let cells: SubjectCells

    init(page: RowPage) {
        self.page = page
        cells = SubjectCells(bytes: page.bytes)
    }

    /// A purchase, called as at the target, and what becomes of it.
    func take(_ decision: PlanDecision, _ values: FieldValues) {
        cells.append(PlanField(.sourceID), values)
        cells.appendProduct(values)
        cells.appendSale(values)
        cells.append(decision.disposition.rawValue)
        cells.append(decision.obstacle?.rawValue)
        cells.append(PlanField(.ownerID), values)
        cells.appendTargetID(values)
        page.endRow()
    }
}
