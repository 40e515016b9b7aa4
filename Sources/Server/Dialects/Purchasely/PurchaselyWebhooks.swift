// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymCore
    import AllonymService
    import AllonymSimulation
    import Foundation
    import JSONBodies
    import PurchaselyWire

    /// Purchasely's webhooks in version 3, as its documents write them.
    struct PurchaselyWebhooks: WebhookForm {
        func event(
            _ message: Message, of occurrence: WorldNews.Occurrence, in state: ProjectState
        ) -> AllonymService.WebhookEvent? {
            // Nothing but purchases is told here: there are no entitlements to speak of.
            guard let user = message.to.first, let purchase = message.purchase else { return nil }
            let id = UUID().uuidString.lowercased()
            let name = EventName(rawValue: message.name)
            // What a change of plan deactivates is the old plan, with all that belongs to it.
            let former =
                name == .deactivate ? state.world.held(purchase, before: occurrence) : nil
            let held = former ?? state.world.held(purchase, now: occurrence.date)
            var price = EventPrice(held)
            if name == .transactionProcessed {
                price = price.charging(for: held, source: source(of: message, in: occurrence))
            }
            let event = PurchaselyWire.WebhookEvent(
                name, id: id, date: EventDate(occurrence.date),
                user: parties(name, message, occurrence, state),
                purchase: members(name, held, message, occurrence, state), price: price)
            guard let body = try? JSONBody.bytes(of: event) else { return nil }
            return AllonymService.WebhookEvent(
                id: id, name: message.name, user: user.text, body: body)
        }

        /// Whom it is about, and with a transfer the other side.
        private func parties(
            _ name: EventName, _ message: Message, _ occurrence: WorldNews.Occurrence,
            _ state: ProjectState
        ) -> EventUser {
            func id(_ user: UserID?) -> EventUser.ID? {
                user.map { user in
                    let isAnonymous = state.ledger.user(user).map(state.ledger.isAnonymous)
                    return isAnonymous == true ? .anonymous(user.text) : .user(user.text)
                }
            }
            var parties = EventUser(id(message.to.first))
            guard let counterpart = name.counterpart else { return parties }
            let other = occurrence.messages.first {
                $0.name == counterpart.rawValue && $0.purchase == message.purchase
            }
            if name.isLoss {
                parties.transferredTo = id(other?.to.first)
            } else {
                parties.transferredFrom = id(other?.to.first)
            }
            return parties
        }

        /// The purchase, with what the event's name adds.
        private func members(
            _ name: EventName, _ held: HeldPurchase, _ message: Message,
            _ occurrence: WorldNews.Occurrence, _ state: ProjectState
        ) -> EventPurchase {
            let project = state.setup.project
            var purchase = EventPurchase(
                held, id: StableID.text("\(project) purchase \(held.number)"),
                app: "app.\(project)")
            // In the documented samples of a transfer the status alone says nothing of who lost it,
            // but for this event.
            if name.isLoss, purchase.subscriptionStatus != nil {
                purchase.subscriptionStatus = .deactivated
            }
            if name == .subscriptionDeferred { purchase.deferEndAt = purchase.nextRenewalAt }
            if let before = former(held, occurrence) {
                purchase.previousPlan = before.text
                // The subscription at the store is the same, and so is its ID.
                purchase.fromPurchaselySubscriptionID = purchase.purchaselySubscriptionID
            }
            return purchase
        }

        /// With a change of plan: what the purchase was for before.
        private func former(
            _ held: HeldPurchase, _ occurrence: WorldNews.Occurrence
        ) -> ProductID? {
            let before: ProductID? =
                switch occurrence.request.action {
                case .change(let product, to: _, atRenewal: _): product
                case .store(_, let product): product
                default: nil
                }
            return before?.text == held.product.id ? nil : before
        }

        /// The event of the same moment that says why money was charged.
        private func source(
            of message: Message, in occurrence: WorldNews.Occurrence
        ) -> EventName? {
            let same = occurrence.messages.filter { $0.purchase == message.purchase }
            return same.map { EventName(rawValue: $0.name) }.last { !$0.isAside }
        }
    }
#endif
