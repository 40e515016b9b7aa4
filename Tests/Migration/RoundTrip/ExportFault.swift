// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

import AllonymMigration
import AllonymSamples

/// What may go wrong with an export.
enum ExportFault: String, CaseIterable, Sendable {
    /// A purchase is not in it.
    case dropped
    /// Two purchases have each other's holders.
    case swapped
    /// A purchase is of another product.
    case renamed
    /// A purchase is in it that nobody gave.
    case invented
    /// A purchase began at another time, or ends at another.
    case shifted
    /// Two customers are one.
    case merged

    /// Does it to two customers.
    ///
    /// - Parameters:
    ///   - customers: The records of all.
    ///   - one: The offset of one who has a purchase.
    ///   - other: The offset of another.
    ///   - isBack: Whether something that is held has come back.
    func damage(
        _ customers: inout [[TargetExport.Told]], _ one: Int, _ other: Int, _ isBack: (Int) -> Bool
    ) {
        let held = customers[one].compactMap(\.held).first(where: isBack)
        let offsets = customers[one].indices.filter { customers[one][$0].held == held }
        let second = customers[other].compactMap(\.held).first(where: isBack)
        let others = customers[other].indices.filter { customers[other][$0].held == second }
        let names: [NeutralField] = [
            .userID, .originalID, .anonymousID, .aliases, .anonymousAliases,
        ]
        func name(_ record: inout SampleRecord, as other: SampleRecord) {
            for field in names { record[field] = other[field] }
        }
        let (mine, yours) = (customers[one][offsets[0]].record, customers[other][others[0]].record)
        switch self {
        case .dropped: customers[one].removeAll { $0.held == held }
        case .swapped:
            for offset in offsets { name(&customers[one][offset].record, as: yours) }
            for offset in others { name(&customers[other][offset].record, as: mine) }
        case .renamed:
            for offset in offsets {
                customers[one][offset].record[.product] = .text("another")
                customers[one][offset].record[.storeProduct] = .text("another")
            }
        case .invented:
            for offset in offsets {
                var told = customers[one][offset]
                for field in [
                    NeutralField.transactionID, .originalTransactionID, .purchaseID, .purchaseToken,
                    .orderID, .eventID,
                ] { told.record[field] = told.record.text(field).map { .text("\($0)9") } }
                told.record[.purchaseDate] = .instant(testMoment - 86_400_000)
                customers[one].append(told)
            }
        case .shifted:
            for offset in offsets {
                for field in [NeutralField.purchaseDate, .expiryDate] {
                    guard case .instant(let instant)? = customers[one][offset].record[field] else {
                        continue
                    }
                    customers[one][offset].record[field] = .instant(instant - 3_600_000)
                }
            }
        case .merged:
            for offset in customers[other].indices {
                customers[other][offset].record[.userID] = mine[.userID]
                customers[other][offset].record[.originalID] = mine[.originalID]
                customers[other][offset].record[.anonymousID] = mine[.anonymousID]
            }
        }
    }
}
