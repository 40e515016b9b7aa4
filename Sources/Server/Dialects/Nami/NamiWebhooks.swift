// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymCore
    import AllonymService
    import AllonymSimulation
    import Foundation
    import JSONBodies
    import NamiWire

    /// Nami's webhooks about users, as far as its documents write them.
    struct NamiWebhooks: WebhookForm {
        func event(
            _ message: Message, of occurrence: WorldNews.Occurrence, in state: ProjectState
        ) -> AllonymService.WebhookEvent? {
            guard let user = message.to.first else { return nil }
            let date = occurrence.date
            let isAnonymous = state.ledger.user(user).map(state.ledger.isAnonymous) ?? false
            let view = state.world.view(of: user, now: date)
            let store =
                message.purchase.map { state.world.held($0, now: date).store }
                ?? view?.purchases.first?.store
            let transactions = (view?.purchases ?? []).map(\.originalTransactionID)
            let id = UUID().uuidString.lowercased()
            let event = NamiWire.WebhookEvent(
                EventType(rawValue: message.name), id: id, date: EventDate(created: date),
                userID: NamiWebhooks.id(of: user, isAnonymous, in: state),
                activeEntitlements: view.map(ActiveEntitlement.all) ?? [],
                journeyState: view.map(JourneyState.init) ?? JourneyState(),
                // No device is known to a server that only backends call.
                devices: [], platform: store.map(PlatformName.of),
                externalIDs: transactions.map(ExternalID.originalTransaction)
                    + (isAnonymous ? [] : [.app(user.text)]))
            guard let body = try? JSONBody.bytes(of: event) else { return nil }
            return AllonymService.WebhookEvent(
                id: id, name: message.name, user: user.text, body: body)
        }

        func body(_ body: [UInt8], naming id: UserID) -> [UInt8] {
            guard
                var event = try? JSONDecoder().decode(NamiWire.WebhookEvent.self, from: Data(body))
            else { return body }
            event.externalIDs = (event.externalIDs ?? []) + [.app(id.text)]
            return (try? JSONBody.bytes(of: event)) ?? body
        }

        /// Nami's own ID of a user: what it minted for one without an ID of the app's, or one more
        /// UUID beside that ID.
        private static func id(
            of user: UserID, _ isAnonymous: Bool, in state: ProjectState
        ) -> String {
            guard !isAnonymous else { return user.text }
            return StableID.uuid("\(state.setup.project) user \(user.text)")
        }
    }
#endif
