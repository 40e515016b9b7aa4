// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings

/// In which states a purchase gives access.
struct StateAccess {
    /// By the code of the state.
    private let givesAccess: [Bool]

    /// By a provider's rulebook; without one, what the store counts as running does.
    init(_ rules: Rules?) {
        givesAccess = NeutralState.allCases.map { state in
            guard let rules else { return state.runs }
            return state.modelled.map { rules.givesAccess($0) } ?? false
        }
    }

    func callAsFunction(_ state: NeutralState) -> Bool {
        givesAccess[Int(state.code) - 1]
    }
}

extension NeutralState {
    /// The state by which rulebooks decide; nil where nothing was bought yet.
    var modelled: PurchaseState? {
        switch self {
        case .active: .active
        case .cancelled: .cancelled
        case .expired: .expired
        case .billingRetry, .onHold: .billingRetry
        case .grace: .grace
        case .paused: .paused
        case .refunded: .refunded
        case .pending: nil
        }
    }
}
