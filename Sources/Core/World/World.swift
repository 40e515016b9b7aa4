// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// One provider's rules, the ledger under them, and the log of everything that happened.
///
/// A value: a copy is a fork, and what happens to it is unknown to the other.
public struct World: Sendable {
    /// The rules.
    public let rules: Rules
    /// What there is now.
    public package(set) var ledger = Ledger()
    /// What happened, oldest first; empty when the world keeps no log.
    public package(set) var log: [LogEntry] = []
    private let keepsLog: Bool
    private var serial: UInt64 = 0

    /// A world in which nothing has happened.
    ///
    /// - Parameters:
    ///   - rules: The rules to live by.
    ///   - keepsLog: Without a log there is no history and no undoing.
    public init(rules: Rules, keepsLog: Bool = true) {
        self.rules = rules
        self.keepsLog = keepsLog
    }

    /// Decides, applies and logs.
    @discardableResult
    public mutating func perform(_ request: Request) -> Decision {
        let decision = ledger.decide(request, under: rules)
        for change in decision.changes { ledger.evolve(change) }
        write(decision, of: request)
        return decision
    }

    /// Decides, applies and logs, and says which events the provider sends.
    public mutating func performTelling(
        _ request: Request
    ) -> (decision: Decision, telling: Telling) {
        let (decision, tellings) = performTelling(request, under: [rules])
        return (decision: decision, telling: tellings[0])
    }

    /// As ``performTelling(_:)``, and says which events each of some providers would send.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - tellers: The rules of those providers.
    /// - Returns: The decision, and what is told under each of the rules.
    package mutating func performTelling(
        _ request: Request, under tellers: [Rules]
    ) -> (decision: Decision, tellings: [Telling]) {
        let decision = ledger.decide(request, under: rules)
        var tellings = tellers.map {
            Telling(
                of: request, decision, before: ledger, decidedUnder: rules, toldUnder: $0)
        }
        for change in decision.changes {
            for index in tellings.indices { tellings[index].hear(change, before: ledger) }
            ledger.evolve(change)
        }
        write(decision, of: request)
        return (decision: decision, tellings: tellings)
    }

    /// Says which events each of some providers sends now of what a request will come to later.
    ///
    /// Nothing happens yet: what the provider will learn of a purchase is all that is told ahead.
    package func tellingAhead(of request: Request, under tellers: [Rules]) -> [Telling] {
        let decision = ledger.decide(request, under: rules)
        return tellers.map { teller in
            var telling = Telling(
                of: request, decision, before: ledger, decidedUnder: rules, toldUnder: teller,
                ahead: true)
            for change in decision.changes {
                if case .known = change { telling.hear(change, before: ledger) }
            }
            return telling
        }
    }

    /// Says which events each of some providers sends when a store gives a subscription more time.
    ///
    /// The ledger knows no dates: nothing in it becomes different, and the table is asked as if the
    /// provider had learned the state that it knows already.
    package func tellingExtension(
        of purchase: PurchaseHandle, by request: Request, under tellers: [Rules]
    ) -> [Telling] {
        let purchases = [purchase] + (ledger.shares[purchase] ?? [])
        return tellers.map { teller in
            var telling = Telling(
                of: request, Decision(), before: ledger, decidedUnder: rules, toldUnder: teller,
                after: .afterExtend)
            for purchase in purchases {
                telling.hear(.known(purchase, ledger.purchases[purchase].known), before: ledger)
            }
            return telling
        }
    }

    /// Writes an entry of the log.
    private mutating func write(_ decision: Decision, of request: Request) {
        if keepsLog {
            log.append(
                LogEntry(
                    sequence: log.count, cause: .request(request), outcome: decision.outcome,
                    refusal: decision.refusal, rows: decision.rows, changes: decision.changes,
                    user: request.user(in: ledger)))
        }
    }

    /// Does again what was written down, and logs it.
    ///
    /// - Parameters:
    ///   - changes: What became different.
    ///   - word: The action's neutral word.
    ///   - outcome: What it came to.
    ///   - actor: Who did it.
    ///   - rows: The rows that decided.
    package mutating func repeats(
        _ changes: [Change], of word: String, _ outcome: Outcome, by actor: Actor,
        under rows: [RowNumber]
    ) {
        for change in changes { ledger.evolve(change) }
        log.append(
            LogEntry(
                sequence: log.count, cause: .told(word), outcome: outcome, refusal: nil,
                rows: rows, changes: changes, user: actor.user(in: ledger)))
    }

    /// As ``perform(_:)``, with IDs that are numbered: the same actions give the same IDs.
    @discardableResult
    public mutating func perform(_ action: Action, on device: DeviceID) -> Decision {
        perform(action, on: device, purchase: nil)
    }

    /// As above, with the purchase that a store event is about.
    package mutating func perform(
        _ action: Action, on device: DeviceID, purchase: PurchaseHandle?
    ) -> Decision {
        var request = numbered(action, by: .device(device))
        request.purchase = purchase
        return perform(request)
    }

    /// As above, of anybody.
    @discardableResult
    public mutating func perform(_ action: Action, as actor: Actor) -> Decision {
        perform(numbered(action, by: actor))
    }

    /// A request with the next free number for an ID.
    package mutating func numbered(_ action: Action, by actor: Actor) -> Request {
        // An app can have named an ID that would be minted next; then later numbers are taken.
        repeat { serial += 2 } while isTaken(serial - 1) || isTaken(serial)
        return Request(actor, action, fresh: FreshBits(low: serial - 1))
    }

    private func isTaken(_ number: UInt64) -> Bool {
        ledger.user(rules.identifiers.anonymous.render(FreshBits(low: number))) != nil
    }

    /// The entitlements that a device sees; none before the app is installed.
    public func access(on device: DeviceID) -> Access {
        ledger.installation(on: device).map { ledger.access(of: $0, under: rules) } ?? Access()
    }

    /// The ledger that the log gives when it is replayed up to an entry, or as a whole.
    public func replayed(upTo count: Int? = nil) -> Ledger {
        var ledger = Ledger()
        for entry in log.prefix(count ?? log.count) {
            for change in entry.changes { ledger.evolve(change) }
        }
        return ledger
    }
}

/// One thing that happened: why, what came of it, and everything that it changed.
public struct LogEntry: Hashable, Sendable {
    /// Why something happened.
    public enum Cause: Hashable, Sendable {
        case request(Request)
        /// The merges of an earlier entry were undone.
        case undo(of: Int)
        /// Written down elsewhere: the action's neutral word.
        case told(String)
    }

    /// Its index in the log, from 0.
    public let sequence: Int
    /// Why.
    public let cause: Cause
    /// What it came to.
    public let outcome: Outcome
    /// With ``Outcome/refused``: the reason.
    public let refusal: Refusal?
    /// The rows that decided.
    public let rows: [RowNumber]
    /// What became different.
    public let changes: [Change]
    /// The ID in use on the device afterwards.
    public let user: UserHandle?
}
