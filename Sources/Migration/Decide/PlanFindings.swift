// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// The findings of a plan, counted quickly: most is said of very many.
struct PlanFindings {
    private(set) var list: FindingList
    /// What was said of the thing that is being decided about.
    private(set) var said: [PlannedFinding] = []
    private let target: MigrationEndpoint
    private var recent:
        [(code: FindingCode, rule: String, severity: Finding.Severity, number: Int)] =
            []

    init(_ list: FindingList, _ target: MigrationEndpoint) {
        self.list = list
        self.target = target
    }

    /// What comes next is about a customer.
    mutating func begin(_ customer: Int) { list.index = customer }

    /// What comes next is about another thing.
    mutating func beginThing() {
        if !said.isEmpty { said.removeAll(keepingCapacity: true) }
    }

    /// What was said of the thing with a code.
    func said(of code: FindingCode) -> PlannedFinding? { said.first { $0.code == code } }

    /// Counts one purchase or grant.
    mutating func count(
        _ code: FindingCode, _ severity: Finding.Severity, rule: String, _ values: FieldValues,
        message: () -> String
    ) {
        let number = number(code, severity, rule: rule, message: message)
        count(number) { PlanFindings.subject(values) }
    }

    /// Counts something by the number of its finding.
    mutating func count(_ number: Int, subject: () -> String) {
        list.count(number, subject: subject())
        said.append(list.planned(number))
    }

    /// The number of a finding, which is new or was made before.
    mutating func number(
        _ code: FindingCode, _ severity: Finding.Severity, rule: String, message: () -> String
    ) -> Int {
        for entry in recent
        where entry.code == code && entry.severity == severity && entry.rule == rule {
            return entry.number
        }
        let number = list.number(
            code, severity, rule: rule, source: target.source(of: rule), message: message())
        recent.append((code, rule, severity, number))
        return number
    }

    /// Its product and its owner: never a token, a receipt or a transaction.
    private static func subject(_ values: FieldValues) -> String {
        let product =
            values.string(PlanField(.product)) ?? values.string(PlanField(.storeProduct))
            ?? values.strings(PlanField(.entitlement)).first ?? "a purchase"
        let owner =
            values.string(PlanField(.userID)) ?? values.string(PlanField(.anonymousID))
            ?? values.string(PlanField(.sourceID))
        return owner.map { "\(product) of \($0)" } ?? product
    }
}
