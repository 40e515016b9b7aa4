// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// What becomes of customers who have access, found out from a plan's files alone.
struct CustomerCheck {
    private let guide: FindingGuide
    /// Where each customer's rows end in `ids.csv`.
    private let ends: [Int]
    private var next = 0
    /// What the customer has access to, each with the best that becomes of it under any of the IDs;
    /// nil where nothing says why it is lost.
    private var names: [String: AccessOutcome?] = [:]
    /// What codes mean for access.
    private var reasons: [String: Reason] = [:]
    /// What becomes of everything that the customer had access to whose rows have ended last.
    private(set) var ended: [String: AccessOutcome] = [:]
    private(set) var customers = Stakes.Outcomes()
    private(set) var unexplained = 0

    private struct Reason {
        /// Whether it is about an ID, and not about a purchase.
        let isOfID: Bool
        let outcome: AccessOutcome
    }

    init(_ folder: PlanFolder, _ guide: FindingGuide) throws(BrokenPlan) {
        self.guide = guide
        let index = try PlanIndex(folder)
        guard let column = index.files.firstIndex(of: "ids.csv") else {
            throw BrokenPlan(CustomerIndex.name, line: 1, "it has no column for ids.csv")
        }
        var found: [Int] = []
        try index.forEach { (_, starts, ends) throws(BrokenPlan) in
            // Who is not planned for has no rows, and neither has what nobody is said to hold.
            if ends[column] > starts[column] { found.append(ends[column]) }
            return false
        }
        ends = found
    }

    /// Takes an ID of a customer: what it has access to, what it sees at the target, and why not more.
    mutating func take(
        before: [String], after: [String], explained: [(name: String, code: String)]
    ) {
        for name in before {
            let codes = explained.filter { $0.name == name }.map(\.code)
            let outcome = outcome(of: codes) ?? (after.contains(name) ? .kept : nil)
            if let known = names[name], let known {
                names[name] = min(known, outcome ?? known)
            } else {
                names[name] = .some(outcome)
            }
        }
    }

    /// What becomes of something for these reasons; nil where there are none.
    private mutating func outcome(of codes: [String]) -> AccessOutcome? {
        if codes.isEmpty { return nil }
        var (ofID, ofPurchases) = (AccessOutcome.kept, AccessOutcome?.none)
        for code in codes {
            let reason = reason(code)
            if reason.isOfID {
                ofID = max(ofID, reason.outcome)
            } else {
                // One purchase is enough.
                ofPurchases = min(ofPurchases ?? reason.outcome, reason.outcome)
            }
        }
        return max(ofID, ofPurchases ?? .kept)
    }

    private mutating func reason(_ code: String) -> Reason {
        if let known = reasons[code] { return known }
        let reason = Reason(
            isOfID: guide.subject(of: code) == .ids,
            outcome: guide.outcome(of: FindingCode(rawValue: code)))
        reasons[code] = reason
        return reason
    }

    /// What becomes of a customer.
    enum Fate: Hashable {
        /// There is no access to lose.
        case withoutAccess
        /// The worst that becomes of any of it.
        case worst(AccessOutcome)
        /// Some of it is lost, and nothing says why.
        case unexplained
    }

    /// The rows of `ids.csv` up to an offset were taken.
    ///
    /// - Returns: What becomes of the customer whose last row that was; nil where more rows follow.
    mutating func end(at offset: Int) -> Fate? {
        guard next < ends.count, offset >= ends[next] else { return nil }
        next += 1
        if names.isEmpty {
            if !ended.isEmpty { ended = [:] }
            return .withoutAccess
        }
        defer { names.removeAll(keepingCapacity: true) }
        ended = names.compactMapValues(\.self)
        guard !names.values.contains(where: { $0 == nil }),
            let worst = names.values.lazy.compactMap({ $0 }).max()
        else {
            unexplained += 1
            return .unexplained
        }
        customers[worst] += 1
        return .worst(worst)
    }
}
