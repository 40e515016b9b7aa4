// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

extension CompiledWriter {
    /// What a store knows a purchase by, the surest first.
    private static let keys = [
        NeutralField.receipt, .purchaseToken, .originalTransactionID, .transactionID, .orderID,
        .purchaseID,
    ].map(PlanField.init)

    /// Whether the import alone brings what it writes, without an app or a person.
    var isImport: Bool {
        switch route {
        case .bulkImport, .api: true
        case .client, .manual: false
        }
    }

    /// The places of a row or a call at which it names a purchase as the store does: for each the
    /// fields of which the first that is there is written.
    ///
    /// Who reads the row back finds the text at the first of these fields.
    var keys: [[PlanField]] {
        var places: [[PlanField]] = []
        switch content {
        case .row(_, let columns): for column in columns { column.value.collect(into: &places) }
        case .line(let value): value.collect(into: &places)
        case .call(let call): call.body?.collect(into: &places)
        }
        return CompiledWriter.keys.compactMap { key in places.first { $0.first == key } }
    }
}

extension CompiledValue {
    /// Every place that holds the text of a field and nothing else.
    fileprivate func collect(into places: inout [[PlanField]]) {
        switch self {
        case .text(let pieces):
            if case .field(let field)? = pieces.first, pieces.count == 1 { places.append([field]) }
        case .field(let filling): places.append(filling.fields)
        case .cases(let cases, let otherwise):
            for each in cases { each.value.collect(into: &places) }
            otherwise.collect(into: &places)
        case .present(_, let then, let otherwise):
            then.collect(into: &places)
            otherwise.collect(into: &places)
        case .object(let members):
            for member in members { member.value.collect(into: &places) }
        case .list(let values): for value in values { value.collect(into: &places) }
        case .each, .literal, .null: break
        }
    }
}
