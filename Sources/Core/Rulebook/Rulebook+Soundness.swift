// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// What is wrong with a rulebook.
public struct RulebookFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The row, or the table where no single row is at fault.
    public let subject: String
    /// What is wrong, in a sentence.
    public let reason: String

    /// Subject and reason.
    public var description: String { "\(subject): \(reason)" }

    /// A fault.
    public init(subject: String, reason: String) {
        self.subject = subject
        self.reason = reason
    }
}

extension Rulebook {
    /// Everything that is wrong with its tables: rows that ask for what their table does not know,
    /// situations without a row, rows that no situation reaches.
    ///
    /// Proved by trying: every combination of a table's facts under every combination of the
    /// settings that its rows name. The table `carry` is asked by `switch-and-carry` only, and may
    /// be left out without it.
    public func faults(key: String) -> [RulebookFault] {
        var faults = rows.flatMap { self.faults(of: $0) }
        let doubled = Dictionary(grouping: rows, by: \.id).filter { $0.value.count > 1 }.keys
        faults += doubled.sorted().map { RulebookFault(subject: $0, reason: "the id stands twice") }
        if rows.count > Int(UInt16.max) {
            faults.append(RulebookFault(subject: key, reason: "more than 65,535 rows"))
        }
        guard faults.isEmpty else { return faults }
        return Table.allCases.flatMap { self.faults(of: $0, key: key) }
    }

    private func faults(of row: Row) -> [RulebookFault] {
        func fault(_ reason: String) -> RulebookFault {
            RulebookFault(subject: row.id, reason: reason)
        }
        var faults: [RulebookFault] = []
        for fact in row.conditions.keys.sorted(by: { $0.rawValue < $1.rawValue })
        where !row.table.facts.contains(fact) {
            faults.append(fault("the table \(row.table.rawValue) has no fact «\(fact.rawValue)»"))
        }
        if !row.table.effects.contains(row.effect) {
            faults.append(fault("the table \(row.table.rawValue) has no effect «\(row.effect)»"))
        }
        if (row.effect == .refuse) != (row.refusal != nil) {
            faults.append(fault("a refusal belongs to «refuse», and only to it"))
        }
        if row.givesToOwner && row.effect != .refuse && row.effect != .leave {
            faults.append(fault("«gives» belongs to «refuse» or «leave»"))
        }
        for (name, values) in row.settings.sorted(by: { $0.key < $1.key }) {
            guard let setting = settings.first(where: { $0.name == name }) else {
                faults.append(fault("there is no setting «\(name)»"))
                continue
            }
            for value in values where !setting.values.contains(value) {
                faults.append(fault("the setting «\(name)» has no value «\(value)»"))
            }
        }
        return faults
    }

    private func faults(of table: Table, key: String) -> [RulebookFault] {
        let rows = rows(of: table)
        if table == .carry, !self.rows.contains(where: { $0.effect == .switchAndCarry }) {
            return rows.map {
                RulebookFault(
                    subject: $0.id, reason: "no row says «switch-and-carry», so none asks")
            }
        }
        let names = Set(rows.flatMap(\.settings.keys)).sorted()
        let choices = names.compactMap { name in settings.first { $0.name == name } }
        guard choices.reduce(1, { min($0 * $1.values.count, 4_097) }) <= 4_096 else {
            return [
                RulebookFault(
                    subject: "\(key).\(table.rawValue)",
                    reason: "its rows name settings with more than 4,096 combinations")
            ]
        }
        let situations = combinations(table.facts.map(\.values))
        var reached = Set<Int>()
        for values in combinations(choices.map(\.values)) {
            let chosen = Dictionary(uniqueKeysWithValues: zip(names, values))
            let compiled = CompiledTable(table, rows: self.rows, settings: chosen)
            for values in situations {
                var situation = Situation()
                for value in values { situation.insert(value) }
                guard let number = compiled.match(situation) else {
                    let facts = values.map { "\($0.fact.rawValue) \($0.word)" }
                    let given = (facts + chosen.sorted(by: <).map { "\($0.key) = \($0.value)" })
                    return [
                        RulebookFault(
                            subject: "\(key).\(table.rawValue)",
                            reason: "no row for: " + given.joined(separator: ", "))
                    ]
                }
                reached.insert(number.index)
                let row = self.rows[number.index]
                if table == .identify, row.effect == .newCustomer, !values.contains(.targetNew) {
                    return [
                        RulebookFault(
                            subject: row.id,
                            reason: "«new-customer» is for a new ID; others match this row too")
                    ]
                }
            }
        }
        return self.rows.enumerated()
            .filter { $1.table == table && !reached.contains($0) }
            .map { RulebookFault(subject: $1.id, reason: "no situation reaches this row") }
    }
}

/// Every way to take one element of each list.
private func combinations<Element>(_ lists: [[Element]]) -> [[Element]] {
    lists.reduce([[]]) { combinations, list in
        combinations.flatMap { combination in list.map { combination + [$0] } }
    }
}
