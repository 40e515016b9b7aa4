// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings

extension ProductMap {
    /// What the map says to a purchase.
    enum Answer {
        /// The product is not in it.
        case unknown
        /// It keeps everything.
        case kept
        /// Something about it becomes another.
        case changed
    }

    /// Puts the target's names in the place of the source's; what has no product is none of its rows.
    func apply(to values: FieldValues) -> Answer {
        guard let field = ProductMap.name(values) else { return .kept }
        guard let entry = entries[values.bytes(field)] else { return .unknown }
        var isChanged = false
        for (field, text) in [
            (PlanField(.product), entry.product), (PlanField(.storeProduct), entry.storeProduct),
        ] {
            // A field that is not there may have the text of another purchase.
            guard let text, !text.withSpan({ values.has(field, text: $0) })
            else { continue }
            values.set(field, text)
            isChanged = true
        }
        if let kind = entry.kind.flatMap(NeutralKind.init),
            values.word(.kind, of: NeutralKind.self) != kind,
            let number = NeutralKind.allCases.firstIndex(of: kind)
        {
            values.set(PlanField(.kind), number: Int64(number))
            isChanged = true
        }
        if !entry.entitlements.isEmpty {
            let field = PlanField(.entitlement)
            let isSame = values.strings(field).elementsEqual(entry.entitlements) {
                $0.utf8.elementsEqual($1.utf8)
            }
            if !isSame {
                values.remove(field)
                for text in entry.entitlements {
                    text.withSpan { values.append(field, $0) }
                }
                isChanged = true
            }
        }
        return isChanged ? .changed : .kept
    }

    /// The field by which a product is named: the provider's name, else that of the store.
    static func name(_ values: FieldValues) -> PlanField? {
        let (product, storeProduct) = (PlanField(.product), PlanField(.storeProduct))
        return values.has(product) ? product : values.has(storeProduct) ? storeProduct : nil
    }

    /// Names of entitlements in one cell.
    static func cell(of entitlements: [String]) -> String {
        entitlements.map { name in
            name.replacing("%", with: "%25").replacing(" ", with: "%20")
        }.joined(separator: " ")
    }

    /// The names in such a cell.
    static func entitlements(in cell: String) -> [String] {
        cell.split(separator: " ").map { PercentText.decoded($0.utf8) }
    }
}
