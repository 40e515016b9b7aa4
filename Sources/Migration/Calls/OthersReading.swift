// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymMappings

/// What reads whether others have given a customer something that taking back a call would take.
package struct OthersReading: Sendable {
    /// The path, in which the project is a name in angle brackets.
    package let path: String
    private let list: String
    private let matching: WantedValues?
    private let own: [WantedValues]

    /// What reads it; nil where the calls lack what would tell whose it is.
    ///
    /// - Parameters:
    ///   - others: What the provider's data say of it.
    ///   - undone: The calls that are taken back.
    ///   - all: All that the plan has made for the customer.
    ///   - calls: Their plan.
    package init?(
        _ others: FormatCall.Others, of undone: PlannedCall, beside all: [PlannedCall],
        of calls: PlanCalls
    ) {
        guard let fields = CallFields(undone, calls.compiledWriter(undone.writer)) else {
            return nil
        }
        path = fields.path(others.path)
        list = others.list
        matching = others.matching.map { WantedValues(of: fields, equal: $0) }
        // Whatever of it the call does not have would fit everything.
        guard !path.isEmpty, matching?.count == others.matching?.memberCount else { return nil }
        let filled = all.compactMap { CallFields($0, calls.compiledWriter($0.writer)) }
        own = filled.flatMap { fields in
            others.own.compactMap { object in
                let values = WantedValues(of: fields, equal: object)
                return values.count == object.memberCount ? values : nil
            }
        }
    }

    /// Counts in what the reading was answered with what nothing shows to be the plan's.
    ///
    /// - Parameter body: The body of an answer with 200.
    /// - Returns: Nil where the body is not what was expected, so that nothing is known.
    package func others(_ body: [UInt8]) -> Int? {
        AnswerValue(bytes: body)?.at(list)?.elements?.count { element in
            matching?.holds(in: element) != false && !own.contains { $0.holds(in: element) }
        }
    }
}

extension FormatValue {
    /// How many members an object has; nil for anything else.
    fileprivate var memberCount: Int? {
        if case .object(let members) = self { members.count } else { nil }
    }
}
