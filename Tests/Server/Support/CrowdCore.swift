// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    import AllonymService
    import AllonymSimulation
    import Foundation
    import Testing

    /// What a call of a crowd's client asks for, in the core's words.
    enum CrowdDeed: Hashable, Sendable {
        case look(UserID)
        case logIn(UserID, from: UserID)
        case note(String, of: UserID, milliseconds: Int)
        case grant(UserID)
        case revoke(UserID)
        case delete(UserID)
        /// A purchase, by its index.
        case present(Int, by: UserID, isRestore: Bool)
    }

    /// What a client is answered.
    enum CrowdAnswer: Hashable, Sendable {
        case refused
        case deleted
        /// With what is unlocked, sorted.
        case access([String])
    }

    /// A project's world in one thread, with no server and no journal: actions are performed on it
    /// one after the other.
    struct CrowdCore: Sendable {
        private(set) var state: ProjectState
        private(set) var now: Date
        /// What is presented of each purchase of the stores.
        ///
        /// A consumable is sold to whoever presents it first; from then on that sale is presented.
        private var purchases: [PurchaseHandle] = []

        /// A world in which nothing has happened, with the rules and products of a project.
        init(of project: ProjectState, now: Date) {
            state = ProjectState(project.rules, project.setup, project.clock)
            self.now = now
        }

        /// A purchase at a store, of which the provider has not heard.
        mutating func buy(_ product: String, by account: StoreAccount) throws {
            let purchase = state.buy(product, by: account, now: now)
            purchases.append(try #require(purchase))
        }

        /// Moves the time, and lets happen what is due by then.
        mutating func wait(_ period: BillingPeriod) {
            now = period.end(from: now)
            state.settle(now)
        }

        /// Does what a call asks for, and says what the client has to be answered.
        mutating func perform(_ deed: CrowdDeed) -> CrowdAnswer {
            switch deed {
            case .look(let id): return open(id)
            case .logIn(let id, let old):
                return act(.logIn(id), as: old) ? access(of: id) : .refused
            case .note(let text, let id, let milliseconds):
                let answer = open(id)
                guard answer != .refused, let user = state.ledger.user(id) else { return .refused }
                state.setAttribute(
                    "note", text, of: state.ledger.customer(of: user),
                    milliseconds: Int64(milliseconds))
                return answer
            case .grant(let id):
                let isDone = act(.grant("gold"), as: id, until: BillingPeriod.week.end(from: now))
                return isDone ? access(of: id) : .refused
            case .revoke(let id): return act(.revoke("gold"), as: id) ? access(of: id) : .refused
            case .delete(let id):
                guard state.isKnown(id) else { return .refused }
                _ = act(.delete(id), as: id)
                return .deleted
            case .present(let number, let id, let isRestore):
                return present(number, by: id, isRestore: isRestore)
            }
        }

        /// What a call is answered that leaves everything as it is; nil where it would not.
        func answer(to deed: CrowdDeed) -> CrowdAnswer? {
            var copy = self
            let answer = copy.perform(deed)
            let isSame =
                copy.state.ledger == state.ledger && copy.state.attributes == state.attributes
                && copy.state.world.granted == state.world.granted
            return isSame ? answer : nil
        }

        /// What is unlocked for an ID.
        func access(of id: UserID) -> CrowdAnswer {
            state.world.view(of: id, now: now).map { .access($0.entitlements) } ?? .refused
        }

        private mutating func act(_ action: Action, as id: UserID, until end: Date? = nil) -> Bool {
            state.perform(action, by: .user(id, nil), now: now, until: end).refusal == nil
        }

        /// Lets there be a customer with an ID.
        private mutating func open(_ id: UserID) -> CrowdAnswer {
            if !state.isKnown(id), !act(.open, as: id) { return .refused }
            return access(of: id)
        }

        private mutating func present(
            _ number: Int, by id: UserID, isRestore: Bool
        ) -> CrowdAnswer {
            let purchase = purchases[number]
            let item = state.world.product(state.ledger.product(of: purchase)).product
            let actor = Actor.user(id, state.ledger.account(of: purchase))
            let refusal: Refusal?
            if item.kind.isShownAfterSale {
                let isRunning = state.ledger.state(of: purchase).isActive
                let action: Action = isRestore ? .restore : isRunning ? .buy(item) : .sync
                refusal = state.perform(action, by: actor, now: now).refusal
            } else {
                let record = state.ledger.purchases[Int(purchase.index)]
                guard record.owner.handle == nil else { return open(id) }
                let count = state.ledger.purchases.count
                refusal =
                    state.sell(item, presenting: purchase, by: actor, now: now).refusal
                if state.ledger.purchases.count > count {
                    purchases[number] = PurchaseHandle(count)
                }
            }
            switch refusal {
            case nil: return access(of: id)
            // Whoever has nothing to restore is a customer all the same.
            case .nothingToRestore: return open(id)
            default: return .refused
            }
        }
    }

    extension CrowdAnswer {
        /// What a reply of RevenueCat's REST v1 says; nil where it is none that was expected.
        ///
        /// An entitlement is active without a date of expiration, and until that date.
        init?(_ reply: TestServer.Reply) {
            switch reply.status {
            case 400..<500: self = .refused
            case 200..<300 where reply["deleted"] as? Bool == true: self = .deleted
            case 200..<300:
                guard let now = (reply["request_date"] as? String).flatMap(CrowdAnswer.date),
                    let all = reply["subscriber", "entitlements"] as? [String: [String: Any]]
                else { return nil }
                let active = all.filter { _, entitlement in
                    let end = (entitlement["expires_date"] as? String).flatMap(CrowdAnswer.date)
                    return end.map { $0 >= now } ?? true
                }
                self = .access(active.keys.sorted())
            default: return nil
            }
        }

        private static func date(_ text: String) -> Date? { try? Date(text, strategy: .iso8601) }
    }
#endif
