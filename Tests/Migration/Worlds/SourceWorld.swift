// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings
import AllonymMigration
import AllonymSimulation
import Testing

/// A provider's customers with a past: what they did, and what the provider and the stores know.
///
/// The core decides everything. What it has no dates for, such as periods, grace and transactions,
/// is kept beside it.
struct SourceWorld {
    /// One thing that was done.
    struct Step {
        let time: Int64
        let device: DeviceID
        let action: Action
        /// Of an event of the store.
        var purchase: PurchaseHandle?
        let fresh: FreshBits
        /// The indices of the purchases that it made.
        var made = 0..<0
    }

    /// Something that the provider told at once.
    struct Told {
        let message: Message
        let change: Change
        let action: Action
        let time: Int64
        /// Its index among what the step told.
        let index: Int
        /// What the event is about, as the store knew it right then.
        let course: Course?
        let grant: GrantCourse?
        /// The period that an immediate change of product ended.
        let former: Course.Period?
        /// The ledger after the step.
        let after: Ledger
        /// What the stores knew after it, by the index of the purchase.
        let courses: [Course]
        /// All purchases that went from one customer to another in the step.
        let moved: [PurchaseHandle]
    }

    private(set) var world: World
    private(set) var steps: [Step] = []
    /// What the steps came to.
    private(set) var outcomes: [Outcome] = []
    private(set) var told: [Told] = []
    /// By the index of the purchase.
    private(set) var courses: [Course] = []
    private(set) var grants: [GrantCourse] = []
    /// When purchases last came to somebody else than their first owner.
    private(set) var passedOn: [PurchaseHandle: Int64] = [:]
    /// When each ID was last in use, and first known.
    private(set) var lastSeen: [UserHandle: Int64] = [:]
    private(set) var firstSeen: [UserHandle: Int64] = [:]
    /// The moment that it has come to.
    private(set) var now: Int64 = 1_767_600_000_000
    private var transactions = 0

    var ledger: Ledger { world.ledger }
    var rules: Rules { world.rules }

    /// A world in which nothing has happened.
    ///
    /// - Parameter side: The provider.
    /// - Throws: What requiring its rules throws.
    init(_ side: MigrationEndpoint) throws {
        world = World(rules: try #require(side.rules), keepsLog: false)
    }

    /// Time goes on, and nothing happens.
    mutating func wait(until time: Int64) { now = max(now, time) }

    /// Does something.
    ///
    /// - Returns: What it came to.
    @discardableResult
    mutating func perform(_ step: Step) -> Decision {
        now = step.time
        var request = Request(
            .device(step.device), step.action, milliseconds: step.time, fresh: step.fresh)
        request.purchase = step.purchase
        let decision = world.ledger.decide(request, under: rules)
        var telling = Telling(of: request, decision, before: ledger, under: rules)
        var stepped = ledger
        var news: [(messages: Range<Int>, change: Change)] = []
        var moved: [PurchaseHandle] = []
        let before = courses
        for change in decision.changes {
            let count = telling.messages.count
            telling.hear(change, before: stepped)
            if telling.messages.count > count {
                news.append((count..<telling.messages.count, change))
            }
            if case .owner(let purchase, _) = change, !stepped.holders(of: purchase).isEmpty {
                moved.append(purchase)
            }
            follow(change, of: step, before: stepped)
            stepped.evolve(change)
        }
        world.perform(request)
        for (range, change) in news {
            let purchase = change.purchase
            for index in range {
                told.append(
                    Told(
                        message: telling.messages[index], change: change, action: step.action,
                        time: step.time, index: index,
                        course: purchase.map { courses[Int($0.index)] },
                        grant: grant(of: change, stepped),
                        former: purchase.flatMap { former(of: $0, change, before) },
                        after: stepped, courses: courses, moved: moved))
            }
        }
        noteIDs(at: step.time, on: step.device)
        var done = step
        done.made = before.count..<courses.count
        steps.append(done)
        outcomes.append(decision.outcome)
        return decision
    }

    /// Whether all purchases that came to somebody else in the last step, and give access, are told
    /// of.
    func tellsOfMoves(since before: SourceWorld) -> Bool {
        let news = told[before.told.count...]
        return passedOn.allSatisfy { purchase, time in
            time == before.passedOn[purchase] || !rules.givesAccess(ledger.known(of: purchase))
                || news.contains { $0.course?.purchase == purchase }
        }
    }

    /// The period before a change of product.
    private func former(
        of purchase: PurchaseHandle, _ change: Change, _ before: [Course]
    ) -> Course.Period? {
        guard case .knownProduct = change, Int(purchase.index) < before.count else { return nil }
        return before[Int(purchase.index)].period
    }

    private mutating func noteIDs(at time: Int64, on device: DeviceID) {
        for index in ledger.users.indices where firstSeen[UserHandle(index)] == nil {
            firstSeen[UserHandle(index)] = time
        }
        if let installation = ledger.installation(on: device) {
            lastSeen[ledger.current(of: installation)] = time
        }
    }

    /// The next transaction of a store.
    private mutating func transaction(at store: Store) -> String {
        transactions += 1
        let number = String(100_000 + transactions)
        switch store {
        case .playStore: return "GPA.3300-0000-0000-\(number)"
        case .stripe: return "sub_1Example\(number)"
        default: return "20000\(number)0000"
        }
    }

    /// What a change is to the stores, and to grants.
    private mutating func follow(_ change: Change, of step: Step, before ledger: Ledger) {
        var event: StoreEvent?
        if case .store(let done, _) = step.action { event = done }
        switch change {
        case .purchase(let product, let account, _):
            add(ledger.id(of: product), ledger.id(of: account), nil, at: step.time)
        case .share(let purchase, let account):
            let shared = courses[Int(purchase.index)]
            add(shared.product, ledger.id(of: account), shared, at: step.time)
        case .state(let purchase, let state, _):
            let new = transaction(at: courses[Int(purchase.index)].store)
            courses[Int(purchase.index)].become(
                state, by: event, at: step.time, transaction: new)
        case .productChange(let purchase, let product):
            let new = transaction(at: courses[Int(purchase.index)].store)
            courses[Int(purchase.index)].goOver(
                to: ledger.id(of: product), at: step.time, withNewPeriod: event != nil,
                transaction: new)
        case .waiting(let purchase, let product):
            courses[Int(purchase.index)].waiting = product.map { ledger.id(of: $0) }
            courses[Int(purchase.index)].changed = step.time
        case .grant(let entitlement, let customer):
            let isHeld = grants.contains {
                $0.entitlement == entitlement && $0.revoked == nil
                    && ledger.customer(of: $0.user) == customer
            }
            guard !isHeld else { return }
            grants.append(
                GrantCourse(
                    entitlement: entitlement, user: ledger.original(of: customer),
                    transaction: transaction(at: .appStore), starts: step.time,
                    ends: transactions % 3 == 0 ? nil : step.time + 400 * Course.day))
        case .revoke(let entitlement, let customer), .lapse(let entitlement, let customer):
            for index in grants.indices
            where grants[index].entitlement == entitlement && grants[index].revoked == nil
                && ledger.customer(of: grants[index].user) == customer
            {
                grants[index].revoked = step.time
            }
        case .erase(let customer):
            grants.removeAll { ledger.customer(of: $0.user) == customer }
        case .owner(let purchase, _), .copy(let purchase, _):
            if !ledger.holders(of: purchase).isEmpty { passedOn[purchase] = step.time }
        default: break
        }
    }

    private mutating func add(
        _ product: ProductID, _ account: StoreAccount, _ shared: Course?, at time: Int64
    ) {
        let first = transaction(at: account.store)
        let starts = shared?.period.starts ?? time
        let kind = SourceCatalogue.all.first { $0.id == product }?.kind ?? .subscription
        let ends = shared.map(\.period.ends) ?? SourceCatalogue.end(of: product, from: starts)
        var course = Course(
            purchase: PurchaseHandle(courses.count), account: account, kind: kind,
            sharedFrom: shared?.purchase, original: first, product: product,
            periods: [
                .init(transaction: first, product: product, starts: starts, ends: ends, number: 1)
            ], changed: time)
        if let shared {
            (course.state, course.cancelled) = (shared.state, shared.cancelled)
            (course.problem, course.graceEnds) = (shared.problem, shared.graceEnds)
        }
        courses.append(course)
    }

    private func grant(of change: Change, _ ledger: Ledger) -> GrantCourse? {
        switch change {
        case .grant(let entitlement, let customer), .revoke(let entitlement, let customer),
            .lapse(let entitlement, let customer):
            grants.last {
                $0.entitlement == entitlement && ledger.customer(of: $0.user) == customer
            }
        default: nil
        }
    }
}

extension Change {
    /// The purchase that becomes different at the provider.
    fileprivate var purchase: PurchaseHandle? {
        switch self {
        case .owner(let purchase, _), .copy(let purchase, _), .known(let purchase, _),
            .knownProduct(let purchase), .waiting(let purchase, _):
            purchase
        default: nil
        }
    }
}

extension Ledger {
    fileprivate func id(of product: ProductHandle) -> ProductID {
        ProductID(unchecked: productNames[Int(product.index)])
    }

    fileprivate func id(of account: AccountHandle) -> StoreAccount {
        StoreAccount(unchecked: accountNames[Int(account.index)])
    }
}
