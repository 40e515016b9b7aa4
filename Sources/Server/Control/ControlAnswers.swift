// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    import AllonymJournal
    import AllonymService
    import AllonymSimulation
    import Foundation

    /// A customer as the control API tells it: in neutral words.
    struct CustomerAnswer: Encodable {
        struct Purchase: Encodable {
            let product: String
            let store: String
            let state: String
            let transaction: String
            let givesAccess: Bool
            let purchased: String
            let ends: String?
            let isFamilyShare: Bool
        }

        struct Grant: Encodable {
            let entitlement: String
            let granted: String
            let ends: String?
        }

        let id: String
        let isAnonymous: Bool
        let original: String
        let aliases: [String]
        let access: [String]
        let purchases: [Purchase]
        let grants: [Grant]
        let attributes: [String: String]
        let firstSeen: String

        /// Of an ID; nil where no customer has it.
        init?(_ id: String, in state: ProjectState, now: Date) {
            let userID = UserID(unchecked: id)
            guard let user = state.ledger.user(userID), !state.ledger.isNobody(user),
                let view = state.world.view(of: userID, now: now)
            else { return nil }
            let customer = state.ledger.customer(of: user)
            self.id = id
            isAnonymous = view.isAnonymous
            original = view.originalID
            aliases = state.ledger.aliases(of: customer).map { state.ledger.id(of: $0).text }
            access = view.entitlements
            purchases = view.purchases.map { purchase in
                Purchase(
                    product: purchase.product.id, store: purchase.store.rawValue,
                    state: purchase.state.word, transaction: purchase.transactionID,
                    givesAccess: purchase.givesAccess,
                    purchased: purchase.purchaseDate.ISO8601Format(),
                    ends: purchase.accessEnd?.ISO8601Format(),
                    isFamilyShare: purchase.isFamilyShared)
            }
            grants = view.grants.map {
                Grant(
                    entitlement: $0.entitlement, granted: $0.date.ISO8601Format(),
                    ends: $0.expirationDate?.ISO8601Format())
            }
            attributes = (state.attributes[customer] ?? [:]).mapValues(\.value)
            firstSeen = view.firstSeen.ISO8601Format()
        }
    }

    /// A step of a customer's history: what happened, who did it, and the rules that decided.
    struct StepAnswer: Encodable {
        let step: Int
        let at: String
        let by: String
        let action: String
        let outcome: String
        let events: [String]
        let rules: [String]

        init(_ moment: ProjectPast.Moment) {
            step = moment.number
            at = moment.step.date.ISO8601Format()
            by = moment.step.actor.words
            action = moment.step.word
            outcome = moment.step.outcome.word
            events = moment.events
            rules = moment.step.rules
        }
    }

    extension Actor {
        /// Who it is, for a reader.
        var words: String {
            switch self {
            case .device(let device): "device \(device)"
            case .user(let id, let account), .minted(let id, let account):
                account.map { "\(id) with \($0)" } ?? "\(id)"
            case .account(let account): "\(account)"
            }
        }
    }

    /// A webhook and its tries.
    struct DeliveryAnswer: Encodable {
        let id: Int
        let endpoint: String
        let event: String
        let name: String
        let user: String
        let state: String
        let tries: Int
        let due: String
        let answer: String?
        let attempts: [Attempt]

        /// One request.
        struct Attempt: Encodable {
            let at: String
            let milliseconds: Int
            let answer: String
        }

        init(_ delivery: Delivery) {
            id = delivery.id
            endpoint = delivery.endpoint
            event = delivery.event
            name = delivery.name
            user = delivery.user
            state = delivery.state.rawValue
            tries = delivery.tries
            due = Date(milliseconds: delivery.due).ISO8601Format()
            answer = delivery.answer
            attempts = delivery.attempts.map {
                Attempt(
                    at: Date(milliseconds: $0.time).ISO8601Format(), milliseconds: $0.milliseconds,
                    answer: $0.answer)
            }
        }
    }

    /// A page of webhooks, the oldest first.
    struct DeliveryPage: Encodable {
        let deliveries: [DeliveryAnswer]
        /// What the next page comes after; nil for the last.
        let next: Int?

        /// So many of what was found, which is one more where there are more.
        init(_ found: [Delivery], limit: Int) {
            deliveries = found.prefix(limit).map(DeliveryAnswer.init)
            next = found.count > limit ? deliveries.last?.id : nil
        }
    }

    /// What was refused, why, and what to do.
    struct ControlError: Error, Encodable {
        struct Details: Encodable {
            let code: String
            let message: String
        }

        let status: Int
        let error: Details

        init(_ status: Int, _ code: String, _ message: String) {
            self.status = status
            error = Details(code: code, message: message)
        }

        private enum CodingKeys: String, CodingKey { case error }
    }
#endif
