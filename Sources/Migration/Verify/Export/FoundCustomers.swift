// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// What a target's own export says of its customers.
struct FoundCustomers {
    /// What a customer has.
    struct Holdings {
        /// What it has access to.
        var names: Set<String> = []
        /// What it had access to, and has no more.
        var over: Set<String> = []
        /// When each of that ended last, in milliseconds since 1970, as far as that is known.
        var ended: [String: Int64] = [:]
    }

    /// The moment of the export, in milliseconds since 1970.
    let at: Int64?
    private let people: PlannedPopulation
    private let access: GivenAccess
    private let stores: StoreRecords
    private let values = FieldValues()

    /// - Parameters:
    ///   - people: Who is in the export.
    ///   - target: Whose it is.
    ///   - at: The moment of the export.
    ///   - stores: What products unlock.
    init(
        _ people: PlannedPopulation, of target: MigrationEndpoint, at: Int64?,
        _ stores: StoreRecords
    ) {
        (self.people, self.at, self.stores) = (people, at, stores)
        access = GivenAccess(target.rules, at: at)
    }

    private static let fields: PlanFieldSet = [
        PlanField(.entitlement), PlanField(.product), PlanField(.storeProduct),
    ]

    /// What a customer has.
    func holdings(of customer: Int) -> Holdings {
        var holdings = Holdings()
        for purchase in people.purchases(of: customer) { take(purchase, &holdings) }
        for grant in people.grants(of: customer) { take(grant, &holdings) }
        holdings.over.subtract(holdings.names)
        return holdings
    }

    /// The names of products that nobody in the export has, though they unlock nothing else: the
    /// export does not tell of them.
    func unsaid(_ names: [String]) -> [String] {
        var open = Set(names.filter(stores.isProductAlone))
        for customer in 0..<people.customerCount where !open.isEmpty {
            let holdings = holdings(of: customer)
            open.subtract(holdings.names)
            open.subtract(holdings.over)
        }
        return open.sorted()
    }

    private func take(_ purchase: Int, _ holdings: inout Holdings) {
        values.clear()
        people.fill(values, purchase: purchase, FoundCustomers.fields)
        var names = values.strings(PlanField(.entitlement))
        for field in [PlanField(.product), PlanField(.storeProduct)] {
            guard let product = values.string(field) else { continue }
            names += stores.meanings(of: product)
        }
        if access.isGiven(values) {
            holdings.names.formUnion(names)
        } else {
            holdings.over.formUnion(names)
            let end = PlanField(.expiryDate)
            guard values.has(end) else { return }
            for name in names {
                holdings.ended[name] = max(holdings.ended[name] ?? .min, values.number(end))
            }
        }
    }
}
