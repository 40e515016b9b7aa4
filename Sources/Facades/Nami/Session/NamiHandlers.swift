// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation

/// The handlers that the app has registered.
///
/// `Handed`: each is called on the main actor only, one call after the other.
struct NamiHandlers: Sendable {
    var accountState: Handed<(AccountStateAction, Bool, (any Error)?) -> Void>?
    var journeyState: Handed<(CustomerJourneyState) -> Void>?
    var activeEntitlements: Handed<NamiEntitlementsResponseHandler>?
    var purchasesChanged: Handed<NamiPurchasesChangedHandler>?
    var restore: Handed<NamiRestorePurchasesHandler>?

    /// Tells of the account.
    func tell(_ action: AccountStateAction, _ failure: NamiFacadeError?) {
        accountState?.value(action, failure == nil, failure)
    }
}
