// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// What a plan has found that costs access, or waits for a decision.
extension PlanCalls {
    /// What findings cost customers who have access today, by their codes: as many customers by the
    /// word for what becomes of their access.
    package func costs() throws(MigrationError) -> [String: [String: Int]] {
        let words = [AccessOutcome.byApp, .byDecision, .lost].map(\.word)
        return try report().stakes.reasons
            .mapValues { $0.customers.filter { words.contains($0.key) && $0.value > 0 } }
            .filter { !$0.value.isEmpty }
    }

    /// What somebody has to decide about before the plan is carried out, in the report's order.
    package func openFindings() throws(MigrationError) -> [OpenFinding] {
        var open: [OpenFinding] = []
        for finding in try report().findings {
            guard let severity = FindingSeverity(rawValue: finding.severity),
                severity == .needsDecision || severity == .ambiguous
            else { continue }
            let known = open.firstIndex { $0.code == finding.code && $0.severity == severity }
            if let known {
                open[known].count += finding.count
            } else {
                open.append(
                    OpenFinding(code: finding.code, severity: severity, count: finding.count))
            }
        }
        return open
    }

    /// How many customers are named by what somebody has to decide about.
    package func customersToDecideAbout() throws(MigrationError) -> Int {
        do {
            var named: Set<String> = []
            try forEachFinding { row in
                if row.isOpen, !row.source.isEmpty { named.insert(row.source) }
            }
            if named.isEmpty { return 0 }
            var count = 0
            try forEachCustomer { customer in
                if customer.ids.contains(where: { named.contains($0.source) }) { count += 1 }
            }
            return count
        } catch {
            throw .plan(error)
        }
    }

    /// Findings that cost somebody access, or that somebody has to decide about.
    package struct Concerns: Sendable {
        /// How many things they are about, by their codes.
        package fileprivate(set) var counts: [String: Int] = [:]
        /// What they cost customers who have access today, by their codes: as many customers by the
        /// word for what becomes of their access.
        package fileprivate(set) var costs: [String: [String: Int]] = [:]
    }

    /// The findings that cost access or wait for a decision.
    ///
    /// - Parameter ids: The IDs, at the source or the target, of the customers whose findings are
    ///   meant; nil for all findings, those too that name nobody.
    /// - Returns: The findings, each customer's loss under one of them.
    /// - Throws: ``MigrationError/plan(_:)`` where a list is missing or was changed.
    package func concerns(of ids: Set<String>?) throws(MigrationError) -> Concerns {
        var concerns = Concerns()
        guard let ids else {
            concerns.costs = try costs()
            try count(in: &concerns) { _ in true }
            return concerns
        }
        var meant: Set<String> = []
        do {
            try forEachCustomer { customer in
                guard
                    customer.ids.contains(where: {
                        ids.contains($0.source) || ids.contains($0.target)
                    })
                else { return }
                meant.formUnion(customer.ids.map(\.source))
                guard let worst = customer.outcome, worst > .kept else { return }
                let reason = customer.ids.flatMap(\.explained).first { name, code in
                    customer.ended[name] == worst
                        && guide.outcome(of: FindingCode(rawValue: code)) == worst
                }
                guard let reason else { return }
                concerns.costs[reason.code, default: [:]][worst.word, default: 0] += 1
            }
        } catch {
            throw .plan(error)
        }
        try count(in: &concerns) { meant.contains($0) }
        return concerns
    }

    /// Counts the rows of findings that cost access or are open, of the IDs that are meant.
    private func count(
        in concerns: inout Concerns, where isMeant: (String) -> Bool
    ) throws(MigrationError) {
        var counts: [String: Int] = [:]
        let costs = concerns.costs
        do {
            try forEachFinding { row in
                if costs[row.code] != nil || row.isOpen, isMeant(row.source) {
                    counts[row.code, default: 0] += 1
                }
            }
        } catch {
            throw .plan(error)
        }
        concerns.counts = counts
    }

    /// A row of `findings.csv`.
    private struct FindingRow {
        let code: String
        /// Whether somebody has to decide about it.
        let isOpen: Bool
        /// The ID at the source; empty where it names nobody.
        let source: String
    }

    private func forEachFinding(_ body: (FindingRow) -> Void) throws(BrokenPlan) {
        var rows = try TableReader(
            FindingFile.name, folder.bytes(of: FindingFile.name), columns: FindingRows.columns,
            isGuarded: true)
        let open = [Finding.Severity.ambiguous, .needsDecision].map(\.rawValue)
        while try rows.next() {
            let cells = rows.cells
            body(FindingRow(code: cells[0], isOpen: open.contains(cells[1]), source: cells[2]))
        }
    }

    /// What `ids.csv` and `access.csv` say of a customer.
    private struct ListedCustomer {
        let ids: [ListedID]
        /// What becomes of each thing that the customer has access to.
        let ended: [String: AccessOutcome]
        /// The worst of that; nil where there is no access, or nothing says why it is lost.
        let outcome: AccessOutcome?
    }

    private struct ListedID {
        let source: String
        let target: String
        let explained: [(name: String, code: String)]
    }

    private func forEachCustomer(_ body: (ListedCustomer) -> Void) throws(BrokenPlan) {
        var access = try PlannedAccess.reading(folder)
        var check = try CustomerCheck(folder, guide)
        var ids: [ListedID] = []
        while try access.next() {
            ids.append(
                ListedID(
                    source: access.source, target: access.target, explained: access.explained))
            check.take(
                before: access.before, after: access.before, explained: access.explained)
            guard let fate = check.end(at: access.offset) else { continue }
            var outcome: AccessOutcome?
            if case .worst(let worst) = fate { outcome = worst }
            body(ListedCustomer(ids: ids, ended: check.ended, outcome: outcome))
            ids.removeAll(keepingCapacity: true)
        }
    }
}
