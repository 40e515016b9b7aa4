// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import Testing

@Suite struct PurchaseStateTests {
    @Test(
        arguments: [
            (
                StoreEvent.renew, PurchaseState.expired, ProductKind.subscription,
                PurchaseState.active
            ),
            (.cancel, .active, .subscription, .cancelled),
            (.cancel, .expired, .subscription, .expired),
            (.cancel, .grace, .subscription, .grace),
            (.fail, .active, .subscription, .grace), (.fail, .cancelled, .subscription, .grace),
            (.fail, .expired, .subscription, .expired),
            (.recover, .grace, .subscription, .active),
            (.pause, .active, .subscription, .paused), (.pause, .expired, .subscription, .expired),
            (.resume, .paused, .subscription, .active),
            (.resume, .cancelled, .subscription, .cancelled),
            (.expire, .grace, .subscription, .expired), (.expire, .active, .nonRenewing, .expired),
            (.expire, .active, .nonConsumable, nil), (.expire, .active, .consumable, nil),
            (.renew, .active, .consumable, nil), (.refund, .active, .consumable, .refunded),
            (.refund, .expired, .nonConsumable, .refunded),
        ] as [(StoreEvent, PurchaseState, ProductKind, PurchaseState?)])
    func `A store event leads from one state to the next, or does not exist for the kind`(
        event: StoreEvent, state: PurchaseState, kind: ProductKind, next: PurchaseState?
    ) {
        #expect(event.next(after: state, of: kind) == next)
    }

    @Test func `Outcomes and refusals are in the order of precedence`() {
        #expect(
            Outcome.allCases.map(\.word) == [
                "refused", "installed", "loggedOut", "aliased", "created", "switched", "moved",
                "copied", "attached", "applied", "kept", "unchanged",
            ])
        #expect(
            Refusal.allCases.prefix(4) == [
                .notInstalled, .unsupported, .unknownProduct, .invalidIdentifier,
            ])
    }
}
