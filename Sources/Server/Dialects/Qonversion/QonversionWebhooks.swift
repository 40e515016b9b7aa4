// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymCore
    import AllonymService
    import AllonymSimulation
    import Foundation
    import JSONBodies
    import QonversionWire

    /// Qonversion's webhooks, as its page writes them.
    struct QonversionWebhooks: WebhookForm {
        func event(
            _ message: Message, of occurrence: WorldNews.Occurrence, in state: ProjectState
        ) -> AllonymService.WebhookEvent? {
            // Only purchases are told of: of identities and grants there are no events.
            guard let id = message.to.first, let purchase = message.purchase else { return nil }
            let held = state.world.held(purchase, now: occurrence.date)
            let event = QonversionWire.WebhookEvent(
                message.name, user: user(id, in: state), purchase: held, date: occurrence.date,
                value: value(of: purchase, held, occurrence), former: former(held, occurrence))
            guard let body = try? JSONBody.bytes(of: event) else { return nil }
            return AllonymService.WebhookEvent(
                id: UUID().uuidString.lowercased(), name: message.name, user: id.text,
                body: body)
        }

        /// Whom it is about, as it is then.
        private func user(_ id: UserID, in state: ProjectState) -> EventUser {
            guard let user = state.qonversionUser(id.text) else {
                return EventUser(id: id.text, identityID: nil, properties: [:])
            }
            let customer = state.ledger.customer(of: user)
            let properties = state.qonversionProperties(of: customer).map { ($0.key, $0.value) }
            return EventUser(
                id: id.text, identityID: state.qonversionIdentityID(of: customer),
                properties: Dictionary(properties) { $1 })
        }

        /// What was paid, or paid back; nil where no money moved, a free trial included.
        private func value(
            of purchase: PurchaseHandle, _ held: HeldPurchase, _ occurrence: WorldNews.Occurrence
        ) -> Decimal? {
            guard held.price != 0 else { return nil }
            let changes = occurrence.decision.changes
            let isRefund = changes.contains { change in
                if case .state(purchase, .refunded, _) = change { true } else { false }
            }
            if isRefund { return -held.price }
            let isCharge = changes.contains { change in
                switch change {
                case .state(purchase, _, isTransaction: true), .owner(purchase, _),
                    .productChange(purchase, _):
                    true
                default: false
                }
            }
            return isCharge ? held.price : nil
        }

        /// With a change of products: the one before.
        private func former(_ held: HeldPurchase, _ occurrence: WorldNews.Occurrence) -> String? {
            let before: ProductID? =
                switch occurrence.request.action {
                case .change(let product, to: _, atRenewal: _): product
                case .store(_, let product): product
                default: nil
                }
            return before?.text == held.product.id ? nil : before?.text
        }
    }
#endif
