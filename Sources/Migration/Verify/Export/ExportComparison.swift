// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// Holds a target's own export against what a plan expects of it.
///
/// What happened since is no difference: access that ended, renewals, new customers and purchases.
struct ExportComparison {
    private let expected: ExpectedCustomers
    private let found: FoundCustomers
    private let population: Population
    /// For each customer of the plan the first one of the export; -1 for none.
    private var first: [Int32]
    /// Further ones of the export, of a customer of the plan.
    private var further: [Int: [Int]] = [:]
    /// For each customer of the export the first one of the plan; -1 for none.
    private var owners: [Int32]
    private(set) var report = ExportReport()
    /// What the export does not tell of.
    private let unsaid: Set<String>

    init(_ expected: ExpectedCustomers, _ population: Population, _ found: FoundCustomers) {
        (self.expected, self.population, self.found) = (expected, population, found)
        first = [Int32](repeating: -1, count: expected.customers.count)
        owners = [Int32](repeating: -1, count: population.customerCount)
        let unsaid = found.unsaid(expected.allNames)
        self.unsaid = Set(unsaid)
        report.notes = unsaid.map {
            "\"\($0)\" is not compared: no entitlement unlocks it, and the export names it for nobody."
        }
        report.at = found.at.map(OutputBytes.text(ofInstant:))
        for id in population.idRows.indices { join(IDNumber(id)) }
    }

    /// Notes whose an ID of the export is.
    private mutating func join(_ id: IDNumber) {
        let known = population.withText(of: id) { expected.ids.known($0) }
        guard let known else { return }
        let planned = Int(expected.owners[known.index])
        let customer = population.customer(of: id).index
        if owners[customer] < 0 { owners[customer] = Int32(planned) }
        if first[planned] < 0 {
            first[planned] = Int32(customer)
        } else if Int(first[planned]) != customer,
            further[planned]?.contains(customer) != true
        {
            further[planned, default: []].append(customer)
        }
    }

    /// Compares everybody.
    ///
    /// - Parameter take: Takes the rows, in the order of the plan, then of the export.
    /// - Throws: What that throws.
    mutating func run(_ take: (ExportReport.Row) throws -> Void) rethrows {
        for number in expected.customers.indices {
            for row in rows(of: number) { try tell(row, take) }
        }
        for customer in owners.indices where owners[customer] < 0 {
            let id = population.ids(of: customer).first.flatMap { population.string($0) } ?? ""
            let names = found.holdings(of: customer).names.sorted()
            try tell(
                ExportReport.Row(
                    matter: .unexpected, sourceID: "", targetID: id, expected: [], found: names,
                    note: ""), take)
        }
    }

    private mutating func tell(
        _ row: ExportReport.Row, _ take: (ExportReport.Row) throws -> Void
    ) rethrows {
        report.matters[row.matter, default: 0] += 1
        try take(row)
    }

    /// What there is to say of a customer of the plan.
    private mutating func rows(of number: Int) -> [ExportReport.Row] {
        let customer = expected.customers[number]
        let given = expected.names[customer.kept]
        let kept = given.filter { !unsaid.contains($0) }
        let brought = expected.names[customer.byApp]
        let byApp = brought.filter { !unsaid.contains($0) }
        let isThere = first[number] >= 0
        if kept.isEmpty, !given.isEmpty, isThere { report.uncompared += 1 }
        // Who is not there at all is missing, whatever the export tells of others.
        let isExpected = !kept.isEmpty || (!isThere && !given.isEmpty)
        if isThere { report.found += 1 }
        guard isExpected || !byApp.isEmpty || (!isThere && !brought.isEmpty) else { return [] }
        if isExpected { report.expected += 1 }
        func row(
            _ matter: ExportReport.Row.Matter, _ names: [String], _ found: [String] = [],
            _ note: String = ""
        ) -> ExportReport.Row {
            ExportReport.Row(
                matter: matter, sourceID: customer.sourceID, targetID: customer.targetID,
                expected: names, found: found, note: note)
        }
        guard isThere else {
            if !given.isEmpty { return [row(.missing, given)] }
            report.absent += 1
            return [row(.waiting, brought)]
        }
        let own = [Int(first[number])] + (further[number] ?? [])
        var has = FoundCustomers.Holdings()
        for holdings in own.map(found.holdings) {
            has.names.formUnion(holdings.names)
            has.over.formUnion(holdings.over)
            has.ended.merge(holdings.ended, uniquingKeysWith: max)
        }
        let names = has.names.sorted()
        var rows: [ExportReport.Row] = []
        if let note = fault(customer, kept, has) ?? sharing(number, own) {
            rows.append(row(.different, kept, names, note))
        } else if !kept.isEmpty {
            report.present += 1
            if !kept.allSatisfy(has.names.contains) { report.ended += 1 }
        }
        if !byApp.isEmpty {
            let hasCome = byApp.allSatisfy { has.names.contains($0) || has.over.contains($0) }
            if hasCome { report.arrived += 1 } else { rows.append(row(.waiting, byApp, names)) }
        }
        return rows
    }

    /// Why a customer has less than the import should have given; nil where that is not so.
    private func fault(
        _ customer: ExpectedCustomers.Customer, _ kept: [String], _ has: FoundCustomers.Holdings
    ) -> String? {
        let lost = kept.filter { !has.names.contains($0) }
        if lost.isEmpty { return nil }
        let unknown = lost.filter { !has.over.contains($0) }
        if !unknown.isEmpty { return "without \(unknown.joined(separator: ", "))" }
        // A day is what stores and providers differ by.
        let day: Int64 = 86_400_000
        for name in lost {
            guard let ended = has.ended[name], let ends = expected.end(of: name, for: customer)
            else { continue }
            if ends == PlannedEnds.never { return "\(name) ended, and the plan has no end" }
            guard ended + day < ends else { continue }
            return "\(name) ended at \(OutputBytes.text(ofInstant: ended)), by the plan at "
                + OutputBytes.text(ofInstant: ends)
        }
        return nil
    }

    /// Who else of the plan is the same customer there; nil where nobody is.
    private func sharing(_ number: Int, _ own: [Int]) -> String? {
        let others = own.map { Int(owners[$0]) }.filter { $0 != number && $0 >= 0 }
        guard let other = others.first else { return nil }
        return "one customer with \(expected.customers[other].sourceID)"
    }
}
