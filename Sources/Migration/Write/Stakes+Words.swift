// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

extension AccessOutcome {
    /// What becomes of the access of some customers, behind their number.
    func says(of count: Int) -> String {
        let isOne = count == 1
        return switch self {
        case .kept: isOne ? "keeps it with the import" : "keep it with the import"
        case .byApp:
            isOne
                ? "gets it back when the new app first starts"
                : "get it back when the new app first starts"
        case .byDecision: isOne ? "loses it until you decide" : "lose it until you decide"
        case .lost: isOne ? "loses it for good" : "lose it for good"
        }
    }
}

extension Stakes.Outcomes {
    /// What becomes of customers who have access, as the end of a sentence that names the target.
    ///
    /// - Parameter unexplained: How many lose it for no known reason; nil where that is not asked.
    /// - Returns: For each outcome how many there are.
    func says(unexplained: Int? = nil) -> String {
        var parts = AccessOutcome.allCases.map { outcome in
            let count = self[outcome]
            return "\(count.grouped) \(outcome.says(of: count))"
        }
        if let unexplained { parts.append("\(unexplained.grouped) unexplained") }
        return parts.joined(separator: ", ")
    }
}

extension Stakes {
    /// How many of those with access are testers, and what becomes of these, in a sentence; nil where
    /// nobody is.
    var testersInWords: String? {
        guard testers.all > 0 else { return nil }
        let outcomes = AccessOutcome.allCases.filter { testers[$0] > 0 }.map { outcome in
            "\(testers[outcome].grouped) \(outcome.says(of: testers[outcome]))"
        }
        return "\(testers.all.grouped) of the \(customers.all.grouped) "
            + "\(testers.all == 1 ? "has" : "have") sandbox purchases only: "
            + "\(outcomes.joined(separator: ", "))."
    }
}

extension Stakes.Share {
    /// What was paid last for what the import does not give, by currency, the most first.
    var paidForLosses: [(currency: String, millionths: Int)] {
        let losses = paid.mapValues { $0.all - $0[.kept] }.filter { $0.value > 0 }
        return Stakes.sorted(losses)
    }
}

extension Stakes {
    /// Amounts by currency, the most first.
    static func sorted(
        _ amounts: [String: Int]
    ) -> [(currency: String, millionths: Int)] {
        amounts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
    }

    /// What the customers of an outcome paid last for what comes to it, by currency, the most first;
    /// empty where no price is known.
    func lastPaid(_ outcome: AccessOutcome) -> [(currency: String, millionths: Int)] {
        Stakes.sorted(amounts(outcome))
    }

    /// An amount of a currency for people, such as `1,234.50`.
    package static func amount(_ millionths: Int, in currency: String) -> String {
        let text = decimal(millionths, atLeast: CurrencyDecimals.count(of: currency))
        let point = text.firstIndex(of: ".") ?? text.endIndex
        return "\((Int(text[..<point]) ?? 0).grouped)\(text[point...])"
    }

    /// Amounts for people, such as `1,234.50 EUR`; the largest ones.
    static func says(
        _ amounts: [(currency: String, millionths: Int)], most: Int = 3, between space: String = " "
    ) -> String {
        let shown = amounts.prefix(most).map {
            "\(amount($0.millionths, in: $0.currency))\(space)\($0.currency)"
        }
        let more = amounts.count - shown.count
        return shown.joined(separator: " + ")
            + (more > 0 ? " and \(more) more \(more == 1 ? "currency" : "currencies")" : "")
    }
}
