// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation

/// Lives a random history, of a seed.
///
/// Nothing is overdue in it: what a store does at the end of a period, of grace or of a pause, it does
/// right then.
struct SourceLife {
    private(set) var world: SourceWorld
    private var generator: SeededGenerator
    private let doings: Set<Doing>
    private let products: [Product]
    /// Whether a step may be part of the world: what it told and what it changed can be looked at.
    private let isTellable: (SourceWorld, SourceWorld) -> Bool
    private var serial: UInt64 = 0

    /// A life that has not begun.
    ///
    /// - Parameters:
    ///   - world: The world, in which nothing has happened.
    ///   - doings: What can happen.
    ///   - seed: The seed.
    ///   - withEntitlements: Whether the products unlock entitlements; else each unlocks itself.
    ///   - isTellable: Of the world before a step and after it: whether the step may stay. One that
    ///     may not has not happened.
    init(
        _ world: SourceWorld, _ doings: Set<Doing>, seed: UInt64, withEntitlements: Bool,
        isTellable: @escaping (SourceWorld, SourceWorld) -> Bool
    ) {
        (self.world, self.doings) = (world, doings)
        (self.isTellable, generator) = (isTellable, SeededGenerator(seed: seed))
        products = withEntitlements ? SourceCatalogue.all : SourceCatalogue.plain
    }

    /// Lives so many steps, and what the stores do meanwhile.
    mutating func live(_ count: Int) {
        for _ in 0..<count {
            let pause = chance(4) ? number(1...30) * Course.day : number(1...90) * Course.hour
            advance(to: world.now + pause + number(1...3_599) * 1_000)
            // What changes nothing is seldom worth a step.
            for _ in 0..<4 {
                let done = world.outcomes.count
                step()
                if world.outcomes.count > done, world.outcomes.last != .unchanged { break }
            }
        }
        advance(to: world.now + number(1...200) * Course.hour + 1_000)
    }

    // MARK: - Chance

    private mutating func number(_ range: ClosedRange<Int64>) -> Int64 {
        Int64.random(in: range, using: &generator)
    }

    /// True one time in so many.
    private mutating func chance(_ count: Int) -> Bool {
        Int.random(in: 0..<count, using: &generator) == 0
    }

    private mutating func any<Element>(_ elements: [Element]) -> Element? {
        elements.randomElement(using: &generator)
    }

    // MARK: - What the stores do

    /// Lets time go on, and the stores do what is due until then.
    private mutating func advance(to time: Int64) {
        while let next = world.courses.filter({ ($0.due ?? .max) <= time })
            .min(by: { ($0.due ?? 0, $0.purchase) < ($1.due ?? 0, $1.purchase) }),
            let due = next.due
        {
            guard let device = device(of: next.account) else { return }
            let event = event(when: next)
            // What cannot be told is not done; then the store does what always can be.
            if !perform(.store(event, next.product), on: device, next.purchase, at: due) {
                force(.store(.expire, next.product), on: device, next.purchase, at: due)
            }
        }
        world.wait(until: time)
    }

    private mutating func event(when course: Course) -> StoreEvent {
        let roll = number(0...99)
        switch course.state {
        case .active where course.kind == .subscription:
            if doings.contains(.billing), roll < 12 { return .fail }
            if doings.contains(.billing), roll < 18 { return .hold }
            if doings.contains(.pause), course.store == .playStore, roll < 35 { return .pause }
            return .renew
        case .grace: return roll < 45 ? .recover : roll < 75 ? .hold : .expire
        case .billingRetry: return roll < 40 ? .recover : .expire
        case .paused: return .resume
        case .active, .cancelled, .expired, .refunded: return .expire
        }
    }

    private func device(of account: StoreAccount) -> DeviceID? {
        SourceNames.devices.first { device in
            self.account(on: device) == account && world.ledger.installation(on: device) != nil
        }
    }

    private func account(on device: DeviceID) -> StoreAccount {
        SourceNames.account(on: device, withPlayStore: doings.contains(.playStore))
    }

    // MARK: - What people do

    private mutating func step() {
        let devices = SourceNames.devices.prefix(world.steps.count < 4 ? 2 : 4)
        guard let device = devices.randomElement(using: &generator) else { return }
        guard world.ledger.installation(on: device) != nil else {
            let account = account(on: device)
            if doings.contains(.configure), chance(3), let id = any(SourceNames.ids) {
                perform(.configure(id, account), on: device)
            } else {
                perform(.install(account), on: device)
            }
            return
        }
        let common: [Doing] = [
            .logIn, .logIn, .buySubscription, .buySubscription, .restore, .restore, .logOut,
            .cancel, .refund, .share,
        ]
        let all = chance(3) ? Doing.allCases : common
        guard let doing = any(all.filter(doings.contains)) else { return }
        act(doing, on: device)
    }

    private mutating func act(_ doing: Doing, on device: DeviceID) {
        switch doing {
        case .logIn:
            if let id = any(SourceNames.ids) { perform(.logIn(id), on: device) }
        case .logOut: perform(.logOut, on: device)
        case .configure:
            if let id = any(SourceNames.ids) { perform(.configure(id, nil), on: device) }
        case .reinstall: perform(.reinstall, on: device)
        case .open: perform(.open, on: device)
        case .restore: perform(.restore, on: device)
        case .sync: perform(.sync, on: device)
        case .buySubscription: perform(.buy(products[chance(3) ? 1 : 0]), on: device)
        case .buyForGood: perform(.buy(products[2]), on: device)
        case .buyPass: perform(.buy(products[3]), on: device)
        case .buyCoins: perform(.buy(products[4]), on: device)
        case .buyUnseen:
            perform(.own(products[0]), on: device)
            if doings.contains(.notify), chance(2) { perform(.notify(products[0].id), on: device) }
        case .cancel: store(.cancel, on: device) { $0 == .active }
        case .uncancel: store(.uncancel, on: device) { $0 == .cancelled }
        case .resubscribe: store(.renew, on: device) { $0 == .expired }
        case .refund: store(.refund, on: device) { $0 != .refunded && $0 != .expired }
        case .billing, .pause, .playStore, .notify: break
        case .changeNow, .changeAtRenewal:
            change(on: device, atRenewal: doing == .changeAtRenewal)
        case .share, .unshare: share(on: device, ending: doing == .unshare)
        case .grant: perform(.grant(chance(2) ? "gift" : "pro"), on: device)
        case .revoke: perform(.revoke(chance(2) ? "gift" : "pro"), on: device)
        case .transfer:
            if let id = any(SourceNames.ids), let other = any(SourceNames.ids) {
                perform(.transfer(id, to: other), on: device)
            }
        case .delete:
            if chance(3), let id = any(SourceNames.ids) { perform(.delete(id), on: device) }
        }
    }

    /// Does something to a purchase of the device's account.
    private mutating func store(
        _ event: StoreEvent, on device: DeviceID, _ isMeant: (PurchaseState) -> Bool
    ) {
        let account = account(on: device)
        let own = world.courses.filter { $0.account == account && $0.sharedFrom == nil }
        let meant = own.filter { course in
            isMeant(course.state) && event.next(after: course.state, of: course.kind) != nil
                // An account has one running subscription to a product.
                && (event != .renew
                    || !own.contains { $0.product == course.product && $0.due != nil })
        }
        guard let course = any(meant) else { return }
        perform(.store(event, course.product), on: device, course.purchase)
    }

    private mutating func change(on device: DeviceID, atRenewal: Bool) {
        let account = account(on: device)
        let running = world.courses.filter { course in
            course.account == account && course.sharedFrom == nil && course.kind == .subscription
                && course.state == .active
        }
        // By name alone the newest one is meant, so there has to be one only.
        guard running.count == 1, let course = running.first else { return }
        let other = products[course.product == products[0].id ? 1 : 0]
        perform(.change(course.product, to: other, atRenewal: atRenewal), on: device)
    }

    private mutating func share(on device: DeviceID, ending: Bool) {
        let others = SourceNames.devices.filter { account(on: $0) != account(on: device) }
        let running = world.courses.filter { course in
            course.account == account(on: device) && course.sharedFrom == nil
                && course.state.isActive && course.kind.isShownAfterSale
        }
        guard let other = any(others), let product = any(running)?.product else { return }
        if ending {
            perform(.unshare(product, with: other), on: device)
        } else if perform(.share(product, with: other), on: device), chance(2) {
            perform(.restore, on: other)
        }
    }

    // MARK: - Doing it

    @discardableResult
    private mutating func perform(
        _ action: Action, on device: DeviceID, _ purchase: PurchaseHandle? = nil,
        at time: Int64? = nil
    ) -> Bool {
        var next = world
        next.perform(step(action, on: device, purchase, at: time))
        guard isTellable(world, next) else { return false }
        world = next
        return true
    }

    private mutating func force(
        _ action: Action, on device: DeviceID, _ purchase: PurchaseHandle, at time: Int64
    ) {
        world.perform(step(action, on: device, purchase, at: time))
    }

    private mutating func step(
        _ action: Action, on device: DeviceID, _ purchase: PurchaseHandle?, at time: Int64?
    ) -> SourceWorld.Step {
        serial += 1
        // Steps of one moment follow each other by ten seconds.
        let at = max(time ?? world.now + 10_000, world.steps.last.map { $0.time + 10_000 } ?? 0)
        let fresh = FreshBits(
            high: generator.next(), low: generator.next() & ~0xFF | serial * 4 % 0xFF)
        return SourceWorld.Step(
            time: at, device: device, action: action, purchase: purchase, fresh: fresh)
    }
}
