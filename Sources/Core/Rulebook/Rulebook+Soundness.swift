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

    package init(subject: String, reason: String) {
        self.subject = subject
        self.reason = reason
    }
}

extension Rulebook {
    /// Everything that is wrong with its tables: rows that ask for what their table does not know,
    /// situations without a row, rows that no situation reaches.
    ///
    /// Proved for every combination of a table's facts and of the settings that its rows name: each
    /// row takes away from what the rows above it have left over. The tables `carry` and `recover`
    /// are asked because of a row elsewhere only, and may be left out without it.
    public func faults(key: String) -> [RulebookFault] {
        var faults = rows.flatMap { self.faults(of: $0) }
        let doubled = Dictionary(grouping: rows, by: \.id).filter { $0.value.count > 1 }.keys
        faults += doubled.sorted().map { RulebookFault(subject: $0, reason: "the id occurs twice") }
        if rows.count > Int(UInt16.max) {
            faults.append(RulebookFault(subject: key, reason: "more than 65,535 rows"))
        }
        faults += settings.compactMap(fault(of:))
        guard faults.isEmpty else { return faults }
        return Table.allCases.flatMap { self.faults(of: $0, key: key) }
    }

    /// What is wrong with a setting that overrides another.
    private func fault(of setting: Setting) -> RulebookFault? {
        guard let override = setting.override else { return nil }
        let known = settings.first { $0.name == override.setting }?.values ?? []
        guard !known.isEmpty, setting.values.dropFirst().allSatisfy(known.contains) else {
            return RulebookFault(
                subject: setting.name,
                reason: "after its first value it has others than \"\(override.setting)\"")
        }
        for (name, values) in override.conditions.sorted(by: { $0.key < $1.key }) {
            let known = settings.first { $0.name == name }?.values ?? []
            guard values.allSatisfy(known.contains) else {
                return RulebookFault(
                    subject: setting.name,
                    reason: "\"\(name)\" is not a setting, or has no such value"
                )
            }
        }
        return nil
    }

    private func faults(of row: Row) -> [RulebookFault] {
        func fault(_ reason: String) -> RulebookFault {
            RulebookFault(subject: row.id, reason: reason)
        }
        var faults: [RulebookFault] = []
        for fact in row.conditions.keys.sorted(by: { $0.rawValue < $1.rawValue })
        where !row.table.facts.contains(fact) {
            faults.append(fault("the table \(row.table.rawValue) has no fact \"\(fact.rawValue)\""))
        }
        if !row.table.effects.contains(row.effect) {
            faults.append(fault("the table \(row.table.rawValue) has no effect \"\(row.effect)\""))
        }
        if (row.effect == .refuse) != (row.refusal != nil) {
            faults.append(fault("a refusal belongs to \"refuse\", and only to it"))
        }
        if row.answering != .some && row.effect != .each {
            faults.append(fault("\"answer\" belongs to \"each\""))
        }
        if (row.effect == .tell) == row.notices.isEmpty {
            faults.append(fault("events belong to \"tell\", and only to it"))
        }
        if row.givesToOwner && row.effect != .refuse && row.effect != .leave {
            faults.append(fault("\"gives\" belongs to \"refuse\" or \"leave\""))
        }
        for (name, values) in row.settings.sorted(by: { $0.key < $1.key }) {
            guard let setting = settings.first(where: { $0.name == name }) else {
                faults.append(fault("there is no setting \"\(name)\""))
                continue
            }
            for value in values where !setting.values.contains(value) {
                faults.append(fault("the setting \"\(name)\" has no value \"\(value)\""))
            }
        }
        return faults
    }

    private func faults(of table: Table, key: String) -> [RulebookFault] {
        let rows = rows(of: table)
        if let asking = table.askedBecauseOf, !self.rows.contains(where: { $0.effect == asking }) {
            return rows.map {
                RulebookFault(
                    subject: $0.id, reason: "no row says \"\(asking.rawValue)\", so none asks")
            }
        }
        let space = SituationSpace(table, rows: rows, settings: settings)
        var faults: [RulebookFault] = []
        var rest = [space.whole]
        for row in rows {
            let taken = space.box(of: row)
            let reached = rest.compactMap { $0.intersection(taken) }
            if reached.isEmpty {
                faults.append(
                    RulebookFault(subject: row.id, reason: "no situation reaches this row"))
            }
            if table == .identify, row.effect == .newCustomer,
                reached.contains(where: { !space.isWithin($0, .targetNew) })
            {
                faults.append(
                    RulebookFault(
                        subject: row.id,
                        reason: "\"new-customer\" is for a new ID; others match this row too"))
            }
            rest = rest.flatMap { $0.subtracting(taken) }
        }
        if let left = rest.first {
            let reason = "no row for: " + space.example(of: left)
            return [RulebookFault(subject: "\(key).\(table.rawValue)", reason: reason)]
        }
        return faults
    }
}

extension Table {
    /// The effect of a row of another table without which nobody asks this one.
    fileprivate var askedBecauseOf: Effect? {
        switch self {
        case .carry: .switchAndCarry
        case .recover: .freshWithBackup
        case .launch, .configure, .identify, .logout, .present, .claim, .learn, .grant, .transfer,
            .delete, .access, .active, .tell:
            nil
        }
    }
}
