// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymMappings

/// What an answer to a call says of what is there now, compared with what the call was to make.
package struct AnswerComparison: Sendable {
    private let place: String
    private let member: String
    private let wanted: WantedValues

    /// A comparison; nil where the call lacks what it is about.
    ///
    /// - Parameters:
    ///   - compared: What the provider's data compare.
    ///   - call: The call.
    ///   - calls: Its plan.
    package init?(
        _ compared: ProviderFormats.Answer.Compared, _ call: PlannedCall, of calls: PlanCalls
    ) {
        guard let fields = CallFields(call, calls.compiledWriter(call.writer)),
            let member = fields.text(compared.member)
        else { return nil }
        (place, self.member) = (compared.place, member)
        wanted = WantedValues(of: fields, equal: nil, notBefore: compared.notBefore)
        if wanted.count == 0 { return nil }
    }

    /// Compares an answer.
    ///
    /// - Parameter body: Its body.
    /// - Returns: Nil where it does not say what is there, so that nothing is known.
    package func compare(_ body: [UInt8]) -> CallReading.Finding? {
        guard let found = AnswerValue(bytes: body)?.at(place)?.members?[member] else { return nil }
        guard let text = wanted.difference(from: found) else { return .equal }
        return .different(CallReading.Difference(text: text, changed: nil))
    }
}
