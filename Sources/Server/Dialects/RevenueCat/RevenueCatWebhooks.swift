// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymCore
    import AllonymService
    import AllonymSimulation
    import Foundation
    import JSONBodies
    import RevenueCatWire

    /// RevenueCat's webhooks, as its documents write them.
    struct RevenueCatWebhooks: WebhookForm {
        func event(
            _ message: Message, of occurrence: WorldNews.Occurrence, in state: ProjectState
        ) -> AllonymService.WebhookEvent? {
            let id = UUID().uuidString
            guard
                let event = wire(message, id, occurrence, state),
                let body = try? JSONBody.bytes(of: WebhookBody(apiVersion: "1.0", event: event))
            else { return nil }
            return AllonymService.WebhookEvent(
                id: id, name: message.name, user: message.to.first?.text ?? "", body: body,
                isSandbox: message.purchase.map {
                    state.world.records[Int($0.index)].isSandbox
                } ?? false)
        }

        private func wire(
            _ message: Message, _ id: String, _ occurrence: WorldNews.Occurrence,
            _ state: ProjectState
        ) -> RevenueCatWire.WebhookEvent? {
            let date = occurrence.date
            let held = message.purchase.map { state.world.held($0, now: date) }
            if !message.from.isEmpty {
                // Of a transfer only the IDs are told, and the store of what went over.
                return RevenueCatWire.WebhookEvent(
                    id: id, date: date, appID: state.setup.appID,
                    transfer: EventTransfer(
                        store: held.map { EventPurchase($0).store } ?? "UNKNOWN",
                        environment: held?.isSandbox == true ? .sandbox : .production,
                        transferredFrom: message.from.map(\.text),
                        transferredTo: message.to.map(\.text)))
            }
            guard let customer = customer(message, state) else { return nil }
            if let held {
                let newProduct = message.purchase.flatMap { purchase in
                    state.ledger.waiting[purchase].map { state.ledger.productNames[Int($0.index)] }
                }
                // A change of products is told of the subscription that it ends.
                let isChange = message.name == EventType.productChange.rawValue
                let former = message.purchase.flatMap { purchase in
                    isChange ? state.world.held(purchase, before: occurrence) : nil
                }
                return RevenueCatWire.WebhookEvent(
                    message.name, id: id, date: date, appID: state.setup.appID, customer: customer,
                    purchase: former ?? held, newProductID: newProduct ?? held.product.id)
            }
            guard let entitlement = message.entitlement else { return nil }
            let holder = message.to.first.flatMap(state.ledger.user)
                .map(state.ledger.customer(of:))
            let dates = occurrence.ended ?? holder.flatMap { state.world.granted[$0]?[entitlement] }
            var purchase = EventPurchase(
                Grant(
                    entitlement: entitlement.text, date: dates?.date ?? date,
                    expirationDate: dates.map(\.end) ?? date))
            // What is taken back ends then, whenever it was to end.
            if occurrence.ended != nil { purchase.expirationAtMilliseconds = date.wireMilliseconds }
            return RevenueCatWire.WebhookEvent(
                EventType(rawValue: message.name), id: id, date: date, appID: nil,
                customer: customer, purchase: purchase)
        }

        /// Whom an event is about, as it is then.
        private func customer(_ message: Message, _ state: ProjectState) -> EventCustomer? {
            guard let id = message.to.first, let user = state.ledger.user(id) else { return nil }
            let ledger = state.ledger
            let customer = ledger.customer(of: user)
            return EventCustomer(
                appUserID: id.text,
                originalAppUserID: ledger.id(of: ledger.original(of: customer)).text,
                aliases: ledger.aliases(of: customer).map { ledger.id(of: $0).text },
                subscriberAttributes: state.subscriberAttributes(of: customer))
        }
    }
#endif
