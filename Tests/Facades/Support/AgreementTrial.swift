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
                case .buy(let product), .own(let product):
                    CatalogueProduct(
                        product.id.text, product.kind, unlocks: product.entitlements.map(\.text))
                default: nil
                }
            })
    }

    mutating func run<Driver: FacadeDriver>(_ type: Driver.Type) async throws {
        var devices: [DeviceID: Installation] = [:]
        for (step, answer) in zip(scenario.steps, expected) {
            let isNew = devices[step.device] == nil
            let installation =
                try devices[step.device]
                ?? world.installation(step.device.text, account: account(of: step.device))
            devices[step.device] = installation
            let place = "\(scenario.title), line \(step.line), \(step.text)"
            let entries = world.world.log.count
            let said = await perform(step.action, on: installation, isNew: isNew, as: type)
            if said == .refused(.notInstalled), world.world.log.count == entries {
                // An SDK that is not configured says so by itself; a numbered world counts it.
                _ = Line(installation, facade: Driver.provider).perform(step.action)
            }
            compare(said, with: answer, at: place, since: entries)
            await look(Driver.self, on: installation, answer, place)
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
            installation.open()
            answer = .done
        case .store(let event, let product):
            installation.store.perform(event, product.text)
            answer = .done
        case .own(let product):
            installation.store.own(product.id.text)
            answer = .done
        case .notify(let product):
            installation.store.notify(product.text)
            answer = .done
        case .grant(let entitlement):
            answer = installation.grant(entitlement.text) ? .done : .refused(.unsupported)
        case .revoke(let entitlement):
            answer = installation.revoke(entitlement.text) ? .done : .refused(.unsupported)
        case .check:
            // Nothing happens; but a numbered world counts it, as `compare` does.
            _ = Line(installation, facade: Driver.provider).perform(.check)
            answer = .done
        }
        if answer == .noCall {
            // The action has to happen all the same, so that the rest of the scenario can.
            withoutCall.insert(action.word)
            _ = Line(installation, facade: Driver.provider).perform(action)
        }
        return answer
    }

    private mutating func compare(
        _ said: DriverAnswer, with answer: Answer, at place: String, since entries: Int
    ) {
        answers += 1
        switch (said, answer.refusal) {
        case (.done, nil), (.noCall, _), (.silent, nil): break
        case (.silent, let refusal?): silent.insert(refusal.rawValue)
        case (.refused(let said), let refusal?) where said == refusal: break
        case (_, let refusal):
            differences.append("\(place): said \(said), expected \(refusal?.rawValue ?? "done")")
        }
        let entry = world.world.log.dropFirst(entries).last
        let outcome = entry?.outcome ?? .unchanged
        if outcome != answer.outcome {
            differences.append("\(place): \(outcome.word), expected \(answer.outcome.word)")
        }
    }

    private mutating func look<Driver: FacadeDriver>(
        _ type: Driver.Type, on installation: Installation, _ answer: Answer, _ place: String
    ) async {
        let driver = type.init(installation)
        let access = await driver.access()
        if access != answer.access.map(\.text) {
            differences.append("\(place): sees \(access), expected \(answer.access)")
        }
        if let id = await driver.userID(), id != answer.userID?.text {
            differences.append("\(place): is \(id), expected \(answer.userID?.text ?? "nobody")")
        }
    }
}

extension Action {
    /// The store account that comes with the action.
    fileprivate var account: StoreAccount? {
        switch self {
        case .install(let account), .configure(_, let account): account
        default: nil
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
        }
    }
}
