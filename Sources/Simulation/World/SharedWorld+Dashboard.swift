// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
public import Foundation

// What somebody does by hand, in the provider's dashboard or through its REST API.

extension SharedWorld {
    /// Moves all purchases of one customer to another by hand; false where the provider has no such
    /// thing.
    ///
    /// Nothing moves from or to an ID that nobody has.
    @discardableResult
    public func transfer(from id: String, to other: String) -> Bool {
        byHand(.transfer(UserID(unchecked: id), to: UserID(unchecked: other)), as: id)
    }

    /// Erases the customer of an ID; false where the provider has no such thing.
    ///
    /// Devices keep the ID and see nothing. A call under it makes a new customer, unless the
    /// provider's rules refuse it.
    @discardableResult
    public func delete(_ id: String) -> Bool { byHand(.delete(UserID(unchecked: id)), as: id) }

    private func byHand(_ action: Action, as id: String) -> Bool {
        withState { state, now in
            let actor = state.anybody(or: UserID(unchecked: id))
            return state.perform(action, by: actor, now: now).decision.refusal == nil
        }
    }
}

extension Installation {
    /// Gives the customer of this installation an entitlement by hand; false where the provider
    /// has no such thing.
    ///
    /// Of two SDKs it is the customer of the world's own provider's, else of the first.
    @discardableResult
    public func grant(_ entitlement: String) -> Bool {
        byHand(.grant(EntitlementID(unchecked: entitlement)))
    }

    /// Gives it until a date, at which it ends by itself.
    ///
    /// Granted once more, the new end counts.
    @discardableResult
    public func grant(_ entitlement: String, until end: Date) -> Bool {
        byHand(.grant(EntitlementID(unchecked: entitlement)), until: end)
    }

    /// Gives it for a period that begins now.
    @discardableResult
    public func grant(_ entitlement: String, for period: BillingPeriod) -> Bool {
        grant(entitlement, until: period.end(from: world.clock.now))
    }

    /// Takes it back.
    @discardableResult
    public func revoke(_ entitlement: String) -> Bool {
        byHand(.revoke(EntitlementID(unchecked: entitlement)))
    }

    private func byHand(_ action: Action, until end: Date? = nil) -> Bool {
        guard let device = dashboardDevice else { return false }
        return world.withState { state, now in
            state.perform(action, on: device, now: now, until: end).decision.refusal == nil
        }
    }
}
