// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    import AllonymJournal
    import AllonymService
    import AllonymSimulation
    import Foundation
    import HTTPTypes

    // What happened to a customer: read, taken along whole, and undone.

    extension ControlAPI {
        private struct HistoryAnswer: Encodable {
            let id: String
            let steps: [StepAnswer]
        }

        private struct UndoAnswer: Encodable {
            let step: Int
            let customers: [CustomerAnswer]
        }

        static let past: [Route] = [
            Route(.get, "/customers/{id}/history") { _, project, names in
                let id = names["id"] ?? ""
                let moments = try await project.history(of: id)
                guard !moments.isEmpty else { throw unknown(id) }
                return try Answer(json: HistoryAnswer(id: id, steps: moments.map(StepAnswer.init)))
            },
            Route(.get, "/customers/{id}/export") { _, project, names in
                let id = names["id"] ?? ""
                let known = try await project.perform { state, now in
                    try CustomerExport.Known(id, in: state, now: now)
                }
                guard let known else { throw unknown(id) }
                let moments = try await project.history(of: id)
                let deliveries = try await project.withJournal {
                    try $0.latestDeliveries(
                        nil, of: known.customer.aliases, before: nil, limit: .max)
                }
                return try Answer(json: CustomerExport(known, moments, deliveries.reversed()))
            },
            Route(.post, "/customers/{id}/undo") { call, project, names in
                let id = names["id"] ?? ""
                var body = try object(call)
                let step = try body.number("step")
                try body.finish()
                guard try await project.perform({ CustomerAnswer(id, in: $0, now: $1) }) != nil
                else { throw unknown(id) }
                do {
                    guard let undone = try await project.undoMerge(of: id, step: step) else {
                        let isUndone = try await project.history(of: id).contains(
                            where: \.step.isUndo)
                        throw ControlError(
                            409, "no-merge",
                            isUndone
                                ? "Every merge of this customer is undone already."
                                : "This customer was merged with no other: a log-in that gives an "
                                    + "anonymous customer its ID merges nobody.")
                    }
                    let customers = try await project.perform { state, now in
                        undone.ids.compactMap { CustomerAnswer($0, in: state, now: now) }
                    }
                    return try Answer(json: UndoAnswer(step: undone.step, customers: customers))
                } catch let error as UndoError {
                    throw ControlError(409, "no-merge", error.description)
                }
            },
        ]
    }

    /// All that is known of a customer, under all its IDs.
    struct CustomerExport: Encodable {
        struct Attribute: Encodable {
            let value: String
            let set: String
        }

        struct Transaction: Encodable {
            let id: String
            let date: String
            let ends: String?
            let isRenewal: Bool
            let price: String
            let currency: String
        }

        struct Purchase: Encodable {
            let account: String
            let product: String
            let state: String
            let transactions: [Transaction]
        }

        struct Webhook: Encodable {
            let delivery: DeliveryAnswer
            let body: String
        }

        /// What the project knows of it now.
        struct Known: Sendable {
            let customer: CustomerAnswer
            let attributes: [String: Attribute]
            let purchases: [Purchase]
        }

        let customer: CustomerAnswer
        let attributes: [String: Attribute]
        let purchases: [Purchase]
        let history: [StepAnswer]
        let webhooks: [Webhook]

        init(_ known: Known, _ moments: [ProjectPast.Moment], _ deliveries: [Delivery]) {
            customer = known.customer
            attributes = known.attributes
            purchases = known.purchases
            history = moments.map(StepAnswer.init)
            webhooks = deliveries.map { delivery in
                Webhook(
                    delivery: DeliveryAnswer(delivery),
                    body: String(decoding: delivery.body, as: UTF8.self))
            }
        }
    }

    extension CustomerExport.Known {
        /// Of an ID; nil where no customer has it.
        init?(_ id: String, in state: ProjectState, now: Date) throws {
            guard let customer = CustomerAnswer(id, in: state, now: now),
                let user = state.ledger.user(UserID(unchecked: id))
            else { return nil }
            let handle = state.ledger.customer(of: user)
            self.customer = customer
            attributes = (state.attributes[handle] ?? [:]).mapValues { attribute in
                CustomerExport.Attribute(
                    value: attribute.value,
                    set: Date(milliseconds: attribute.milliseconds).ISO8601Format())
            }
            purchases = state.ledger.purchases(of: handle).map { purchase in
                let record = state.world.records[Int(purchase.index)]
                return CustomerExport.Purchase(
                    account: "\(state.ledger.account(of: purchase))",
                    product: state.ledger.product(of: purchase).text,
                    state: state.ledger.state(of: purchase).word,
                    transactions: record.transactions.map { transaction in
                        CustomerExport.Transaction(
                            id: transaction.id, date: transaction.date.ISO8601Format(),
                            ends: transaction.expirationDate?.ISO8601Format(),
                            isRenewal: transaction.isRenewal, price: "\(transaction.price)",
                            currency: record.product.currencyCode)
                    })
            }
        }
    }
#endif
