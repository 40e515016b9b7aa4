// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings

/// Whether a purchase or a grant, as it stands at the plan's instant, gives access under one side.
struct GivenAccess {
    private let states: StateAccess
    private let at: Int64?

    /// By a side's rules; without any, what the store counts as running gives access.
    init(_ rules: Rules?, at: Int64?) {
        states = StateAccess(rules)
        self.at = at
    }

    /// What was said of it; else what its state means, and whether it has begun and its end is ahead.
    func isGiven(_ values: FieldValues) -> Bool {
        let said = PlanField(.givesAccess)
        if values.has(said) { return values.number(said) != 0 }
        if values.begins(after: at) { return false }
        if let state = values.word(.state, of: NeutralState.self) {
            guard states(state) else { return false }
            // The period is over, and access is not.
            if state == .grace { return true }
        }
        let end = PlanField(.expiryDate)
        guard let at, values.has(end) else { return true }
        return values.number(end) > at
    }
}

extension FieldValues {
    /// Whether a purchase or a grant was made after an instant; where one of the two is not known, it
    /// was not.
    func begins(after at: Int64?) -> Bool {
        guard let at else { return false }
        let (first, latest) = (PlanField(.originalPurchaseDate), PlanField(.purchaseDate))
        return (has(first) || has(latest)) && (!has(first) || number(first) > at)
            && (!has(latest) || number(latest) > at)
    }

    /// Whether something is said to give no access, though its period runs: it may have been given
    /// back, or revoked.
    func isWithdrawn(at: Int64?) -> Bool {
        let (said, end) = (PlanField(.givesAccess), PlanField(.expiryDate))
        guard let at, has(said), number(said) == 0, has(end), !begins(after: at) else {
            return false
        }
        return word(.state, of: NeutralState.self) == .expired && number(end) > at
    }

    /// Whether a purchase gives access by what was said of it alone: it ended, and so has any grace
    /// period that a store could have granted since.
    ///
    /// - Parameters:
    ///   - grace: The longest grace period, in milliseconds; nil where none is known.
    ///   - at: The instant that is asked about; nil where none is known, so that nothing is over.
    /// - Returns: Whether that is so; not of what is paused, which the store gives back.
    func endedLongAgo(_ grace: Int64?, at: Int64?) -> Bool {
        let (said, end) = (PlanField(.givesAccess), PlanField(.expiryDate))
        guard let grace, let at, has(said), number(said) != 0, has(end),
            word(.state, of: NeutralState.self) != .paused
        else { return false }
        let granted = PlanField(.graceExpiryDate)
        let last = max(number(end) + grace, has(granted) ? number(granted) : .min)
        return last < at
    }
}
