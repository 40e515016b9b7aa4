// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymComparison
import AllonymCore

extension PromelaModel {
    /// The tables that an action can ask; the others only say how to look, and change no state.
    static let asked: [Table] = [
        .launch, .configure, .identify, .carry, .logout, .present, .claim, .learn, .grant,
    ]

    // MARK: - Words

    /// Facts with their values, effects, and what the engine asks of the world.
    var words: String {
        let facts = Fact.allCases.filter { fact in
            PromelaModel.asked.contains { $0.facts.contains(fact) }
        }
        var lines = ["/* Facts, effects and states, with numbers for their words. */", ""]
        for fact in facts {
            for value in fact.values {
                lines.append("#define \(PromelaModel.word(value)) \(value.rawValue + 1)")
            }
        }
        for (number, effect) in PromelaModel.effects.enumerated() {
            lines.append("#define \(effect) \(number + 1)")
        }
        for state in PurchaseState.allCases {
            lines.append("#define \(PromelaModel.name(of: state)) \(state.rawValue)")
        }
        lines.append("")
        lines += facts.map { "hidden byte \(PromelaModel.variable($0));" }
        lines += ["hidden byte effect;", ""]
        lines.append("#define kind_of(x) \(kindOfProduct)")
        lines.append("#define identified(c) \(isIdentified)")
        lines.append("#define account_is_there(a) \(isAccountThere)")
        lines.append("#define store_class(k, s) \(storeClasses(isPosted: false))")
        lines.append("#define posted_class(k, s) \(storeClasses(isPosted: true))")
        lines.append("#define known_class(s) \(knownClasses)")
        return lines.joined(separator: "\n")
    }

    private var kindOfProduct: String {
        let kinds = world.products.map { "kind_\(PromelaModel.identifier($0.kind.rawValue))" }
        guard let last = kinds.last else { return "0" }
        return kinds.dropLast().enumerated().reversed().reduce(last) { rest, kind in
            "((x) == \(kind.offset) -> \(kind.element) : \(rest))"
        }
    }

    /// For a kind and a state at the store the state that it is one with; see ``StateClasses``.
    private func storeClasses(isPosted: Bool) -> String {
        let classes = StateClasses(rules, events: world.events)
        let cases = Set(world.products.map(\.kind)).sorted { $0.rawValue < $1.rawValue }
            .flatMap { kind in
                PurchaseState.allCases.compactMap { state -> String? in
                    let first = classes.store(state, of: kind, isPosted: isPosted)
                    guard first != state.rawValue else { return nil }
                    return "(k) == kind_\(PromelaModel.identifier(kind.rawValue)) && "
                        + "(s) == \(PromelaModel.name(of: state)) -> \(first)"
                }
            }
        return cases.reversed().reduce("(s)") { rest, one in "(\(one) : \(rest))" }
    }

    private var knownClasses: String {
        let classes = StateClasses(rules, events: world.events)
        let cases = PurchaseState.allCases.filter { classes.known($0) != $0.rawValue }
            .map { "(s) == \(PromelaModel.name(of: $0)) -> \(classes.known($0))" }
        return cases.reversed().reduce("(s)") { rest, one in "(\(one) : \(rest))" }
    }

    private var isIdentified: String {
        guard !world.ids.isEmpty else { return "(false)" }
        return "(" + (1...world.ids.count).map { "who[\($0)] == (c)" }.joined(separator: " || ")
            + ")"
    }

    private var isAccountThere: String {
        let indices = (0..<world.devices).map { "(installed > \($0) && account[\($0)] == (a))" }
        return "(" + indices.joined(separator: " || ") + ")"
    }

    // MARK: - Tables

    /// An inline for each table: the first row whose condition holds leaves its effect.
    var tables: [String] {
        PromelaModel.asked.map { table in
            let rows = rows(of: table)
            let lines = rows.map { row in
                """
                        /* \(row.id) */
                        (\(condition(of: row)) ->
                            \(PromelaModel.effect(of: row)) :
                """
            }
            return """
                inline ask_\(table.rawValue)() {
                    effect = (
                \(lines.joined(separator: "\n"))
                        0\(String(repeating: ")", count: rows.count)));
                    assert(effect != 0)
                }
                """
        }
    }

    private func condition(of row: Row) -> String {
        let conditions = row.table.facts.compactMap { fact -> String? in
            guard let values = row.conditions[fact], values.count < fact.values.count else {
                return nil
            }
            let variable = PromelaModel.variable(fact)
            let choices = values.map { "\(variable) == \(PromelaModel.word($0))" }
            return "(" + choices.joined(separator: " || ") + ")"
        }
        return conditions.isEmpty ? "true" : conditions.joined(separator: " &&\n        ")
    }

    // MARK: - Names

    /// Every effect with what a row adds to it, as one word.
    private static let effects = Effect.allCases.flatMap { effect -> [String] in
        let name = "effect_\(identifier(effect.rawValue))"
        switch effect {
        case .alias: return OriginalRule.allCases.map { "\(name)_\($0.rawValue)" }
        case .leave, .refuse: return [name, "\(name)_giving"]
        case .each: return [name, "\(name)_last", "\(name)_any"]
        case .keep, .fresh, .freshWithBackup, .return, .switch, .switchAndCarry, .logIn,
            .newCustomer, .nothing, .news, .unposted, .bought, .whole, .attach, .move, .copy, .now,
            .later, .ignore, .apply, .see, .hide, .access, .noAccess, .erase, .tell, .silent:
            return [name]
        }
    }

    private static func effect(of row: Row) -> String {
        let name = "effect_\(identifier(row.effect.rawValue))"
        if row.effect == .alias { return "\(name)_\(row.original.rawValue)" }
        if row.effect == .each, row.answering != .some {
            return "\(name)_\(row.answering.rawValue)"
        }
        return row.givesToOwner ? "\(name)_giving" : name
    }

    private static func name(of state: PurchaseState) -> String {
        "state_\(identifier(state.word))"
    }

    private static func variable(_ fact: Fact) -> String { "fact_\(identifier(fact.rawValue))" }

    private static func word(_ value: FactValue) -> String {
        identifier("\(value.fact.rawValue)-\(value.word)")
    }

    private static func identifier(_ word: String) -> String {
        String(word.map { $0 == "-" ? "_" : $0 })
    }
}
