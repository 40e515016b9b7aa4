// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymComparison
import AllonymCore
import AllonymMappings
import AllonymSimulation
import Foundation
import Testing

/// A scenario played through a façade's documented API, beside what `compare` answers to it.
struct AgreementTrial: Sendable {
    /// What was not the same.
    private(set) var differences: [String] = []
    /// How many answers were looked at.
    private(set) var answers = 0
    /// The actions for which the SDK has no call, in neutral words.
    private(set) var withoutCall: Set<String> = []
    /// The refusals about which the SDK's call is silent.
    private(set) var silent: Set<String> = []

    private let expected: [Answer]
    private let scenario: Scenario
    private let world: SharedWorld
    private var devices: [DeviceID: Installation] = [:]

    init(_ scenario: Scenario, of file: ScenarioFile, provider: String, _ mappings: Mappings) throws
    {
        let compared = try Runner(mappings, adding: [provider]).run(scenario, of: file)
        let column = try #require(compared.columns.firstIndex { $0.provider.key == provider })
        self.scenario = scenario
        expected = compared.answers.map { $0[column] }
        world = try SharedWorld(
            provider, settings: compared.columns[column].settings,
            catalogue: AgreementTrial.catalogue(of: scenario), keepsLog: true, isNumbered: true,
            mappings: mappings)
    }

    /// Every product that a scenario names is for sale.
    private static func catalogue(of scenario: Scenario) -> Catalogue {
        Catalogue(
            scenario.steps.compactMap { step in
                switch step.action {
                case .buy(let product), .own(let product), .change(_, let product, _):
                    CatalogueProduct(
                        product.id.text, product.kind, unlocks: product.entitlements.map(\.text))
                case .install, .reinstall, .configure, .logIn, .logOut, .open, .restore, .sync,
                    .store, .notify, .grant, .revoke, .expireGrant, .use, .share, .unshare,
                    .transfer, .redeem, .delete, .check:
                    nil
                }
            })
    }

    mutating func run<Driver: FacadeDriver>(_ type: Driver.Type) async throws {
        var minted: [UserID] = []
        for (step, answer) in zip(scenario.steps, expected) {
            let isNew = devices[step.device] == nil
            let installation =
                try devices[step.device]
                ?? world.installation(step.device.text, account: account(of: step.device))
            devices[step.device] = installation
            let index = "\(scenario.title), line \(step.line), \(step.text)"
            let entries = world.world.log.count
            let action = step.action(where: minted)
            minted = answer.minted
            let said = await perform(action, on: installation, isNew: isNew, as: type)
            if said == .refused(.notInstalled), world.world.log.count == entries {
                // An SDK that is not configured says so by itself; a numbered world counts it.
                _ = Line(installation, facade: Driver.provider).perform(action)
            }
            compare(said, with: answer, to: action, at: index, since: entries)
            await look(Driver.self, on: installation, answer, index)
        }
    }

    /// The store account that the scenario gives a device.
    private func account(of device: DeviceID) -> StoreAccount? {
        scenario.steps.lazy.filter { $0.device == device }.compactMap(\.action.account).first
    }

    // MARK: Steps

    private mutating func perform<Driver: FacadeDriver>(
        _ action: Action, on installation: Installation, isNew: Bool, as type: Driver.Type
    ) async -> DriverAnswer {
        let driver = Driver(installation)
        let line = Line(installation, facade: Driver.provider)
        guard line.isInstalled || action.isCall else {
            // Without an SDK on the device the world itself says what comes of it.
            return line.perform(action).refusal.map(DriverAnswer.refused) ?? .done
        }
        let entries = world.world.log.count
        let answer: DriverAnswer
        switch action {
        case .install:
            if !isNew { installation.reinstall() }
            answer = await driver.launch(as: nil)
        case .reinstall:
            installation.reinstall()
            answer = await driver.launch(as: nil)
        case .configure(let id, _):
            installation.relaunch()
            answer = await driver.launch(as: id.text)
        case .logIn(let id): answer = await driver.logIn(id.text)
        case .logOut: answer = await driver.logOut()
        case .buy(let product): answer = await driver.buy(product.id.text)
        case .restore: answer = await driver.restore()
        case .sync: answer = await driver.sync()
        case .open:
            // The system opens an app; there is nobody to answer.
            installation.open()
            answer = .silent
        case .store, .own, .notify, .change, .use, .share, .unshare:
            atStore(action, on: installation)
            // What comes to nothing is not even tried; but a numbered world counts it.
            if world.world.log.count == entries { _ = line.perform(.check) }
            answer = .done
        case .redeem(let product, let id): answer = await driver.redeem(product.text, from: id.text)
        case .transfer(let id, let other):
            answer = byHand(world.transfer(from: id.text, to: other.text), since: entries)
        case .delete(let id): answer = byHand(world.delete(id.text), since: entries)
        case .grant(let entitlement):
            answer = byHand(installation.grant(entitlement.text), since: entries)
        case .revoke(let entitlement):
            answer = byHand(installation.revoke(entitlement.text), since: entries)
        case .expireGrant:
            // The clock's doing; a scenario has no dates.
            answer = byHand(line.perform(action).refusal == nil, since: entries)
        case .check:
            // Nothing happens; but a numbered world counts it, as `compare` does.
            _ = line.perform(.check)
            answer = .done
        }
        if answer == .noCall {
            // The action has to happen all the same, so that the rest of the scenario can.
            withoutCall.insert(action.word)
            _ = line.perform(action)
        }
        return answer
    }

    /// What came of something in the dashboard, which says no more than whether it was done.
    private func byHand(_ isDone: Bool, since entries: Int) -> DriverAnswer {
        let refusal = world.world.log.dropFirst(entries).last?.refusal
        #expect(isDone == (refusal == nil))
        return refusal.map(DriverAnswer.refused) ?? .done
    }

    /// What the store or the person does outside of the app.
    private func atStore(_ action: Action, on installation: Installation) {
        let store = installation.store
        switch action {
        case .store(let event, let product): store.perform(event, product.text)
        case .own(let product): store.own(product.id.text)
        case .notify(let product): store.notify(product.text)
        case .change(let product, let other, let atRenewal):
            store.change(product.text, to: other.id.text, atRenewal: atRenewal)
        case .use(let account): installation.use(account)
        case .share(let product, let device):
            if let other = devices[device] { store.share(product.text, with: other) }
        case .unshare(let product, let device):
            if let other = devices[device] { store.unshare(product.text, with: other) }
        case .install, .reinstall, .configure, .logIn, .logOut, .open, .buy, .restore, .sync,
            .grant, .revoke, .expireGrant, .transfer, .redeem, .delete, .check:
            break
        }
    }

    private mutating func compare(
        _ said: DriverAnswer, with answer: Answer, to action: Action, at index: String,
        since entries: Int
    ) {
        answers += 1
        switch (said, answer.refusal) {
        case (.done, nil), (.noCall, _), (.silent, nil): break
        case (.silent, let refusal?): if action != .open { silent.insert(refusal.rawValue) }
        case (.refused(let said), let refusal?) where said == refusal: break
        case (_, let refusal):
            differences.append("\(index): said \(said), expected \(refusal?.rawValue ?? "done")")
        }
        let entry = world.world.log.dropFirst(entries).last
        let outcome = entry?.outcome ?? .unchanged
        if outcome != answer.outcome {
            differences.append("\(index): \(outcome.word), expected \(answer.outcome.word)")
        }
    }

    private mutating func look<Driver: FacadeDriver>(
        _ type: Driver.Type, on installation: Installation, _ answer: Answer, _ index: String
    ) async {
        let driver = type.init(installation)
        let access = await driver.access()
        if access != answer.access.map(\.text) {
            differences.append("\(index): sees \(access), expected \(answer.access)")
        }
        if let id = await driver.userID(), id != answer.userID?.text {
            differences.append("\(index): is \(id), expected \(answer.userID?.text ?? "nobody")")
        }
    }
}

extension Action {
    /// Whether an SDK has a call for it, which installs or says by itself that it is not configured.
    fileprivate var isCall: Bool {
        switch self {
        case .install, .reinstall, .configure, .logIn, .logOut, .buy, .restore, .sync, .redeem: true
        case .open, .store, .own, .notify, .grant, .revoke, .expireGrant, .change, .use, .share,
            .unshare, .transfer, .delete, .check:
            false
        }
    }

    /// The store account that comes with the action.
    fileprivate var account: StoreAccount? {
        switch self {
        case .install(let account), .configure(_, let account): account
        case .reinstall, .logIn, .logOut, .open, .buy, .restore, .sync, .store, .own, .notify,
            .grant, .revoke, .expireGrant, .change, .use, .share, .unshare, .transfer, .redeem,
            .delete, .check:
            nil
        }
    }
}

extension SimulatedStore {
    /// An event by its neutral name.
    fileprivate func perform(_ event: StoreEvent, _ product: String) {
        switch event {
        case .renew: renew(product)
        case .cancel: cancel(product)
        case .expire: expire(product)
        case .refund: refund(product)
        case .fail: fail(product)
        case .recover: recover(product)
        case .pause: pause(product)
        case .resume: resume(product)
        case .hold: hold(product)
        case .uncancel: uncancel(product)
        }
    }
}
