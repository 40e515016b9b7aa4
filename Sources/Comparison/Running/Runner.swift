// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import AllonymCore
public import AllonymMappings

/// Runs scenarios over the rulebooks.
public struct Runner: Sendable {
    private let mappings: Mappings
    /// Providers that get a column even where a scenario has none for them.
    private let added: [String]
    /// Settings that come before those of a scenario, by provider.
    private let settings: [String: [String: String]]

    /// A runner.
    ///
    /// - Parameters:
    ///   - mappings: The rulebooks.
    ///   - added: Keys of providers that get a column in any case.
    ///   - settings: Settings that override those of a scenario.
    public init(
        _ mappings: Mappings, adding added: [String] = [], settings: [SettingChoice] = []
    ) {
        self.mappings = mappings
        self.added = added
        var chosen: [String: [String: String]] = [:]
        for choice in settings {
            chosen[choice.provider, default: [:]][choice.setting] = choice.value
        }
        self.settings = chosen
    }

    /// Runs one scenario.
    ///
    /// One that has no provider's column is asked of all.
    ///
    /// `trace` is called with each row that was matched; for measuring coverage.
    ///
    /// - Throws: `SettingError`, for a scenario that was not read with the same mappings.
    public func run(
        _ scenario: Scenario, of file: ScenarioFile, trace: ((Row) -> Void)? = nil
    ) throws(SettingError) -> ComparedScenario {
        var keys = scenario.columns + added.filter { !scenario.columns.contains($0) }
        if keys.isEmpty { keys = mappings.providers.map(\.key) }
        var columns: [Rules] = []
        var answers: [[Answer]] = []
        for key in keys {
            guard let provider = mappings.provider(key) else { continue }
            let chosen = (scenario.settings[key] ?? [:])
                .merging(settings[key] ?? [:]) { _, override in override }
            let rules = try provider.rules(chosen)
            let column = scenario.columns.firstIndex(of: key)
            columns.append(rules)
            answers.append(Runner.play(scenario, column, rules, trace))
        }
        let steps = scenario.steps.indices.map { step in answers.map { $0[step] } }
        return ComparedScenario(file: file, scenario: scenario, columns: columns, answers: steps)
    }

    /// Plays all steps under one provider's rules.
    static func play(
        _ scenario: Scenario, _ column: Int?, _ rules: Rules, _ trace: ((Row) -> Void)?
    ) -> [Answer] {
        var world = World(rules: rules, keepsLog: false)
        var observer = DeviceObserver()
        var minted: [UserID] = []
        return scenario.steps.map { step in
            let request = world.numbered(
                step.action(where: minted), by: .device(step.device))
            let idle = IdleStep(request.action, on: step.device, in: world.ledger)
            let (decision, telling) = world.performTelling(request)
            minted += decision.minted(by: request.action)
            let access = world.access(on: step.device)
            if let trace {
                for row in decision.rows + access.asked + telling.asked { trace(rules[row]) }
            }
            let ledger = world.ledger
            let current = ledger.installation(on: step.device).map(ledger.current(of:))
            let customer = current.flatMap { user in
                ledger.isNobody(user) ? nil : ledger.customer(of: user)
            }
            let joined = observer.joinings(in: ledger, after: decision)
            return Answer(
                access: access.entitlements, outcome: decision.outcome, refusal: decision.refusal,
                userID: current.map(ledger.id(of:)), rules: saying(decision, rules),
                accessRules: access.rows.map { rules[$0].id },
                moved: decision.moves.map { move in
                    let before = move.from.map(ledger.customer(of:))
                    return Answer.Moved(
                        product: ledger.product(of: move.purchase),
                        from: move.from.map(ledger.id(of:)), to: ledger.id(of: move.to),
                        isCopy: before != ledger.customer(of: move.to)
                            && before.map(ledger.holders(of: move.purchase).contains) == true)
                },
                devices: observer.changes(
                    in: world, after: decision, on: step.device, seeing: access.entitlements),
                joined: joined,
                originalID: customer.map { ledger.id(of: ledger.original(of: $0)) },
                aliases: customer.map { ledger.aliases(of: $0).map(ledger.id(of:)) } ?? [],
                events: telling.messages.map { message in
                    Answer.Event(
                        name: message.name, from: message.from, to: message.to,
                        rule: rules[message.row].id)
                },
                tellRules: telling.asked.map { rules[$0].id }, minted: minted,
                idle: decision.outcome == request.action.idleOutcome ? idle : nil,
                labels: scenario.labels,
                expected: column.flatMap { step.expected[$0] })
        }
    }

    /// The rules that say what was decided; where none did, all that were matched.
    private static func saying(_ decision: Decision, _ rules: Rules) -> [String] {
        let rows = decision.rows.map { rules[$0] }
        let deciding = rows.filter { $0.table.decides || $0.effect == .refuse }.map(\.id)
        var ids: [String] = []
        for id in decision.identifierRules + (deciding.isEmpty ? rows.map(\.id) : deciding)
        where !ids.contains(id) {
            ids.append(id)
        }
        return ids
    }
}

extension Decision {
    /// The IDs that the provider minted, as against those that the app gave.
    fileprivate func minted(by action: Action) -> [UserID] {
        changes.compactMap { change in
            guard case .customer(let id, let kind) = change, kind != .custom else { return nil }
            switch action {
            // An ID of the form that the provider mints is given, and anonymous all the same.
            case .logIn(let given), .configure(let given, _): return given == id ? nil : id
            default: return id
            }
        }
    }
}
