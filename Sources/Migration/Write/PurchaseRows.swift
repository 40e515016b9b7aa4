// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// Writes `purchases.csv`: a row for each purchase of each holder, and what becomes of it.
///
/// Transactions stand whole; of a token, which is as good as a receipt, only a fingerprint.
struct PurchaseRows {
    /// The columns.
    static let header =
        "source_id,product,store,transaction,state,ends,change,code,owner,target_id\n"

    private static let names: [PlanField] = [PlanField(.product), PlanField(.storeProduct)]
    private static let transactions: [PlanField] = [
        PlanField(.originalTransactionID), PlanField(.transactionID), PlanField(.purchaseID),
    ]
    private static let users: [PlanField] = [PlanField(.userID), PlanField(.anonymousID)]

    let page: RowPage

    /// A purchase, called as at the target, and what becomes of it.
    func take(_ decision: PlanDecision, _ values: FieldValues) {
        append([PlanField(.sourceID)], values)
        append(PurchaseRows.names, values)
        append(values.word(.store, of: NeutralStore.self)?.rawValue)
        let token = PlanField(.purchaseToken)
        if PurchaseRows.transactions.contains(where: values.has) || !values.has(token) {
            append(PurchaseRows.transactions, values)
        } else {
            values.withText(token) { page.bytes.append(fingerprint: $0) }
            page.bytes.append(UInt8(ascii: ","))
        }
        append(values.word(.state, of: NeutralState.self)?.rawValue)
        let end = PlanField(.expiryDate)
        if values.has(end) { page.bytes.append(instant: values.number(end)) }
        page.bytes.append(UInt8(ascii: ","))
        append(decision.disposition.rawValue)
        append(decision.obstacle?.rawValue)
        append([PlanField(.ownerID)], values)
        if let user = PurchaseRows.users.first(where: values.has) {
            values.withText(user) { page.bytes.append(cell: $0) }
        }
        page.endRow()
    }

    /// The first of some texts that is there.
    private func append(_ fields: [PlanField], _ values: FieldValues) {
        if let field = fields.first(where: values.has) {
            values.withText(field) { page.bytes.append(cell: $0) }
        }
        page.bytes.append(UInt8(ascii: ","))
    }

    private func append(_ word: String?) {
        if let word { page.bytes.append(word) }
        page.bytes.append(UInt8(ascii: ","))
    }
}
