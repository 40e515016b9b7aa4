// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// The cells in which a plan's lists say which purchase or grant is meant.
///
/// Transactions stand whole; of a token, which is as good as a receipt, only a fingerprint.
struct SubjectCells {
    private static let names: [PlanField] = [PlanField(.product), PlanField(.storeProduct)]
    private static let transactions: [PlanField] = [
        PlanField(.originalTransactionID), PlanField(.transactionID), PlanField(.purchaseID),
    ]
    private static let users: [PlanField] = [PlanField(.userID), PlanField(.anonymousID)]

    let bytes: OutputBytes

    /// A text, or nothing.
    func append(_ field: PlanField, _ values: FieldValues) { append([field], values) }

    /// What it is called.
    func appendProduct(_ values: FieldValues) { append(SubjectCells.names, values) }

    /// What it unlocks, several with semicolons between them.
    func appendEntitlements(_ values: FieldValues) {
        let entitlement = PlanField(.entitlement)
        let start = bytes.count
        if values.has(entitlement) {
            for number in 0..<values.count(entitlement) {
                if bytes.count > start { bytes.append(AccessNames.separator) }
                values.withElement(entitlement, number) { bytes.append(accessName: $0) }
            }
            bytes.endListCell(from: start)
        }
        bytes.append(UInt8(ascii: ","))
    }

    /// The store, the transaction, the state and the end.
    func appendSale(_ values: FieldValues) {
        append(values.word(.store, of: NeutralStore.self)?.rawValue)
        let token = PlanField(.purchaseToken)
        if SubjectCells.transactions.contains(where: values.has) || !values.has(token) {
            append(SubjectCells.transactions, values)
        } else {
            values.withText(token) { bytes.append(fingerprint: $0) }
            bytes.append(UInt8(ascii: ","))
        }
        append(values.word(.state, of: NeutralState.self)?.rawValue)
        let end = PlanField(.expiryDate)
        if values.has(end) { bytes.append(instant: values.number(end)) }
        bytes.append(UInt8(ascii: ","))
    }

    /// The ID at the target, without a comma behind it.
    func appendTargetID(_ values: FieldValues) {
        if let user = SubjectCells.users.first(where: values.has) {
            values.withText(user) { bytes.append(listCell: $0) }
        }
    }

    /// A word of a closed list, or nothing.
    func append(_ word: String?) {
        if let word { bytes.append(word) }
        bytes.append(UInt8(ascii: ","))
    }

    /// The first of some texts that is there.
    private func append(_ fields: [PlanField], _ values: FieldValues) {
        if let field = fields.first(where: values.has) {
            values.withText(field) { bytes.append(listCell: $0) }
        }
        bytes.append(UInt8(ascii: ","))
    }
}
