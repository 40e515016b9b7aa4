// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// What there is to say about products that may be one under two names.
extension ReadingLog {
    /// Says which products may be counted twice, and names who of a cohort holds them.
    ///
    /// Only where customers' rights are listed apart from what they bought: elsewhere the table of
    /// products joins nothing.
    func note(twinsIn population: Population, _ cohort: Cohort) throws(OutputError) {
        guard population.listsAccess else { return }
        let rule = "population.\(FindingCode.twinProducts.rawValue)"
        for twins in TwinProducts.all(in: population) {
            let purchases = twins.purchases.filter {
                cohort.contains(population.customer(of: population.purchase($0).user))
            }
            guard !purchases.isEmpty else { continue }
            let number = findings.number(
                .twinProducts, .needsDecision, rule: rule,
                source: MigrationEndpoint.ownSource(of: rule),
                message: "One product seems to have two names: the provider's in the entitlements, "
                    + "and the store's in the purchases. So the purchase counts twice, and who "
                    + "keeps access may be wrong. Give both the same target_product in the table of "
                    + "products.")
            findings.count(number, times: purchases.count, subject: twins.shown(purchases.count))
            for purchase in purchases {
                try rows.append(findings.planned(number)) {
                    population.fill($0, purchase, of: population.purchase(purchase).user)
                }
            }
        }
    }
}

extension TwinProducts {
    /// Both names, and how many customers hold both.
    fileprivate func shown(_ customers: Int) -> String {
        "\(entitled) and \(bought) (\(customers.of("customer")))"
    }
}
