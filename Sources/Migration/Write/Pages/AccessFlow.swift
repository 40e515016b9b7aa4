// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// What becomes of customers who have access today, by outcome and by reason: the numbers of a chart.
struct AccessFlow {
    /// Customers of one outcome for one reason.
    struct Row {
        /// The code of a finding; empty where there is no reason to give.
        let code: String
        let count: Int
        /// What they paid last; nil where no price is known.
        let paid: String?
        /// What stands beside the number.
        let says: String
    }

    /// Customers of one outcome.
    struct Group {
        let outcome: AccessOutcome
        let count: Int
        /// By reason, the most first; one without a reason where the import alone gives access.
        let rows: [Row]

        /// What becomes of their access, behind their number.
        var says: String { outcome.says(of: count) }
    }

    /// As many as have access.
    let total: Int
    /// The outcomes that anybody has, the best first.
    let groups: [Group]

    /// As many reasons are shown of an outcome.
    private static let mostRows = 6

    init(_ stakes: Stakes) {
        total = stakes.customers.all
        let codes = stakes.codes
        groups = AccessOutcome.allCases.compactMap { outcome in
            let count = stakes.customers[outcome]
            if count == 0 { return nil }
            var rows = codes.compactMap { code, share -> Row? in
                let customers = share.customers[outcome]
                if customers == 0 { return nil }
                let paid = Stakes.paid(outcome, in: [share])
                return Row(
                    code: code, count: customers,
                    paid: paid.isEmpty ? nil : Stakes.says(Stakes.sorted(paid)), says: code)
            }.sorted { ($1.count, $0.code) < ($0.count, $1.code) }
            if rows.count > AccessFlow.mostRows {
                let others = rows[(AccessFlow.mostRows - 1)...]
                let sum = others.reduce(0) { $0 + $1.count }
                rows =
                    rows.prefix(AccessFlow.mostRows - 1) + [
                        Row(
                            code: "", count: sum, paid: nil,
                            says: "for \(others.count) other reasons")
                    ]
            }
            if rows.isEmpty { rows = [Row(code: "", count: count, paid: nil, says: "")] }
            return Group(outcome: outcome, count: count, rows: rows)
        }
    }

    /// All of it in words.
    var description: String {
        let sentences = groups.map { group in
            let reasons = group.rows.filter { !$0.says.isEmpty }.map {
                "\($0.count.grouped) \($0.says)"
            }
            return "\(group.count.grouped) \(group.says)"
                + (reasons.isEmpty ? "." : ": \(reasons.joined(separator: ", ")).")
        }
        return "Of \(total.grouped) with access today: " + sentences.joined(separator: " ")
    }
}
