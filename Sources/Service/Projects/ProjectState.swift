// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    package import AllonymCore
    import AllonymJournal
    package import AllonymSimulation
    package import Foundation

    /// All that a project is: its world, and what the world does not know.
    ///
    /// Whatever becomes different is written down at the same time, in ``draft``: replayed in order,
    /// that gives the same state again.
    package struct ProjectState: Sendable {
        /// Customers, purchases, dates.
        package internal(set) var world: WorldState
        /// What the owner has set up.
        package internal(set) var setup: ProjectSetup
        /// What time it is.
        package internal(set) var clock: ProjectClock
        /// What was said of customers, by their handles; of a merge the survivor has both.
        package internal(set) var attributes: [CustomerHandle: [String: Attribute]] = [:]
        /// The purchases that tokens stand for which the project did not make itself, by the tokens'
        /// hashes.
        package internal(set) var tokens: [String: PurchaseHandle] = [:]
        /// The number of the customer who had each purchase first, at its index; below 0 for nobody.
        var firstOwners: [Int32] = []
        /// The number of the newest entry that is in this state, durable or not.
        package internal(set) var sequence = 0
        /// What has become different since the last entry.
        var draft = EntryDraft()
        /// All that is replayed, where somebody asks for the past.
        var past: ProjectPast?

        /// What was said of a customer.
        package struct Attribute: Hashable, Sendable {
            package let value: String
            /// When it was said, in milliseconds since 1970, by the clock of whoever said it.
            package let milliseconds: Int64
        }

        /// A project in which nothing has happened.
        package init(_ rules: Rules, _ setup: ProjectSetup, _ clock: ProjectClock) {
            self.setup = setup
            self.clock = clock
            world = WorldState(rules, setup.catalogue)
            world.news = WorldNews()
            world.tellers = setup.tellers(beside: rules)
        }

        /// The rules that it follows.
        package var rules: Rules { world.world.rules }
        /// Customers and purchases.
        package var ledger: Ledger { world.world.ledger }

        /// Whether somebody has an ID.
        package func isKnown(_ id: UserID) -> Bool {
            guard let user = world.world.ledger.user(id) else { return false }
            return !world.world.ledger.isNobody(user)
        }

        /// The names of rows, for those who ask why.
        package func names(of rows: [RowNumber]) -> [String] { rows.map { rules[$0].id } }
    }

    /// What was done by a call, and what the provider sends about it.
    package struct Happening: Sendable {
        package let decision: Decision
        package let messages: [Message]
    }

    extension ProjectState {
        /// Does something, and writes it down.
        ///
        /// - Parameters:
        ///   - action: The action.
        ///   - actor: Who does it.
        ///   - now: What time it is.
        ///   - end: Of a grant: when it ends by itself.
        /// - Returns: What came of it.
        @discardableResult
        package mutating func perform(
            _ action: Action, by actor: Actor, now: Date, until end: Date? = nil
        ) -> Decision {
            let decision = world.perform(action, by: actor, now: now, until: end).decision
            note()
            return decision
        }

        /// The store does something to a purchase; false where it does no such thing.
        @discardableResult
        package mutating func store(
            _ event: StoreEvent, to purchase: PurchaseHandle, now: Date
        ) -> Bool {
            let isDone = world.storeDoes(event, to: Int(purchase.index), now: now)
            note()
            return isDone
        }

        /// The store pauses a subscription; see ``WorldState/pause(_:atRenewal:until:now:)``.
        package mutating func pause(
            _ purchase: PurchaseHandle, atRenewal: Bool, until end: Date?, now: Date
        ) -> Bool {
            let isDone = world.pause(purchase, atRenewal: atRenewal, until: end, now: now)
            note()
            return isDone
        }

        /// A family member's store account gets a share of a purchase; nil where the store gives none.
        package mutating func share(
            _ purchase: PurchaseHandle, with member: StoreAccount, now: Date
        ) -> PurchaseHandle? {
            let share = world.share(purchase, with: member, now: now)
            note()
            return share
        }

        /// A family member's share of a purchase ends; nil where there is none.
        package mutating func unshare(
            _ purchase: PurchaseHandle, with member: StoreAccount, now: Date
        ) -> PurchaseHandle? {
            let share = world.unshare(purchase, with: member, now: now)
            note()
            return share
        }

        /// The store gives a subscription more time; false where it does not.
        package mutating func extend(
            _ purchase: PurchaseHandle, to date: Date, now: Date
        ) -> Bool {
            let isDone = world.extend(purchase, to: date, now: now)
            note()
            return isDone
        }

        /// Does what has happened by itself until now, each thing at its time.
        package mutating func settle(_ now: Date) {
            while world.settleNext(now) != nil { note() }
        }

        /// Sets or, without a value, removes an attribute of a customer; what was said later stays.
        ///
        /// - Returns: Whether it was taken.
        @discardableResult
        package mutating func setAttribute(
            _ name: String, _ value: String?, of customer: CustomerHandle, milliseconds: Int64
        ) -> Bool {
            if let known = attributes[customer]?[name], known.milliseconds > milliseconds {
                return false
            }
            apply(attribute: name, value, of: customer, milliseconds)
            draft.put(attribute: name, value, of: customer, milliseconds)
            return true
        }

        /// Lets a token stand for a purchase.
        package mutating func setToken(_ token: String, for purchase: PurchaseHandle) {
            let hash = ProjectState.hash(of: token)
            tokens[hash] = purchase
            draft.put(token: hash, for: purchase)
        }

        /// Changes what the owner has set up.
        package mutating func change(_ setup: ProjectSetup) throws(DocumentFault) {
            let text = try setup.text()
            apply(setup)
            draft.put(setup: text)
        }

        /// Moves the clock.
        package mutating func change(_ clock: ProjectClock) {
            self.clock = clock
            draft.put(clock: clock)
        }

        // MARK: Applying, when it happens and when it is replayed

        mutating func apply(
            attribute name: String, _ value: String?, of customer: CustomerHandle,
            _ milliseconds: Int64
        ) {
            attributes[customer, default: [:]][name] = value.map {
                Attribute(value: $0, milliseconds: milliseconds)
            }
            if attributes[customer]?.isEmpty == true { attributes[customer] = nil }
        }

        mutating func apply(_ setup: ProjectSetup) {
            self.setup = setup
            world.sell(setup.catalogue)
            world.tellers = setup.tellers(beside: rules)
        }

        /// What was said of customers that are one now; of two values for a name the later one stays.
        mutating func apply(_ change: Change) {
            switch change {
            case .merge(let absorbed, let survivor):
                guard let gone = attributes.removeValue(forKey: absorbed) else { return }
                attributes[survivor, default: [:]].merge(gone) { mine, theirs in
                    mine.milliseconds < theirs.milliseconds ? theirs : mine
                }
            case .erase(let customer): attributes[customer] = nil
            case .owner(let purchase, let customer): note(owner: customer, of: purchase)
            case .account, .product, .purchase, .share, .unshare, .state, .productChange, .waiting,
                .customer, .user, .original, .return, .split, .install, .current, .own, .caughtUp,
                .synced, .use, .posted, .backup, .copy, .uncopy, .known, .knownProduct,
                .grant, .revoke, .lapse:
                return
            }
        }

        /// Takes what happened in the world over into the draft.
        mutating func note() {
            guard let news = world.news else { return }
            world.news = WorldNews()
            for occurrence in news.occurrences {
                for change in occurrence.decision.changes { apply(change) }
                if !occurrence.decision.changes.isEmpty || occurrence.end != nil {
                    draft.put(occurrence, by: names(of: occurrence.decision.rows))
                }
            }
            for (number, known) in news.touched.sorted(by: { $0.key < $1.key })
            where number < world.records.count {
                draft.put(world.records[number], number: number, from: known)
            }
            if !news.touched.isEmpty { draft.put(transactions: world.transactions) }
            for occurrence in news.occurrences { tell(occurrence) }
        }

        /// Queues what the provider sends about something, as it is now.
        private mutating func tell(_ occurrence: WorldNews.Occurrence) {
            for endpoint in setup.webhooks {
                guard let form = setup.forms.form(endpoint.form) else { continue }
                let occurrence = occurrence.told(by: endpoint.form)
                for message in occurrence.messages.flatMap({ told($0, on: occurrence.date) }) {
                    guard let event = form.event(message, of: occurrence, in: self),
                        endpoint.takes(event)
                    else { continue }
                    draft.deliveries.append(
                        Delivery(
                            endpoint: endpoint.id, event: event.id, name: event.name,
                            user: event.user, body: event.body,
                            due: occurrence.date.milliseconds))
                }
            }
        }

        /// What is sent for a message: events of its own where the purchase is or was in a free
        /// trial.
        private func told(_ message: Message, on date: Date) -> [Message] {
            guard message.hasTrialNames, let purchase = message.purchase else { return [message] }
            let held = world.held(purchase, now: date)
            return message.told(isTrial: held.isTrial, convertsTrial: held.convertsTrial)
        }
    }

    extension Date {
        /// Milliseconds since 1970.
        package var milliseconds: Int64 {
            let value = (timeIntervalSince1970 * 1_000).rounded()
            return Int64(exactly: value) ?? (value > 0 ? .max : .min)
        }

        /// So many milliseconds after 1970.
        package init(milliseconds: Int64) {
            self.init(timeIntervalSince1970: Double(milliseconds) / 1_000)
        }
    }
#endif
