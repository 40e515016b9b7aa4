// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

import AllonymMigration
import AllonymSamples

/// Purchases and grants that have come back.
extension Homecoming {
    /// Whether the first plan has brought something to the provider.
    func isThere(_ disposition: NeutralView.Decisions.ThingFate) -> Bool {
        disposition.writer.map { trip.routes.contains($0.route) } ?? false
    }

    /// Compares the purchases and grants of each customer, in whatever order they have come back.
    mutating func compareThings() throws {
        try explainAbsent()
        let back = try trip.back.findings()
        var left = trip.after.things.map(Optional.some)
        var lost: [String: Int] = [:]
        var uncompared = 0
        for disposition in trip.decisions.things where isThere(disposition) {
            let thing = trip.before.thing(disposition.thing.key)
            if !thing.key.isGrant, trip.held(thing.key) == nil {
                differences.append("\(thing.facts[.product]?.text ?? "-") stands in no file")
                continue
            }
            for part in parts(thing) where isTold(part) {
                let fields = fields(of: part, disposition)
                if !fields.contains(.state) { uncompared += 1 }
                func find(_ fields: [NeutralField]) -> Int? {
                    left.indices.first { index in
                        left[index].map { isSame(part, $0, fields) } ?? false
                    }
                }
                if let found = find(fields) {
                    left[found] = nil
                    things += 1
                    values += fields.count
                } else if lacksStore(part.key) {
                    lost["store", default: 0] += 1
                } else if let found = find(fields.filter { $0 != .state }),
                    left[found]?.hasEnded == true
                {
                    // Beside its state the file says that it gives no access, and its end has passed.
                    left[found] = nil
                    things += 1
                } else if back["state-contradicted"] != nil,
                    let found = find(fields.filter { $0 != .state })
                {
                    left[found] = nil
                    lost["state", default: 0] += 1
                } else {
                    differences.append(describe(part, fields))
                }
            }
        }
        for case let thing? in left {
            differences.append("\(thing.facts[.product]?.text ?? "a grant") has come from nowhere")
        }
        // Without a store a record is refused, or its purchase is not taken. A state may be
        // contradicted too that is not compared.
        for (name, codes, further) in [
            (
                "store",
                ["missing-store", "rejected-missing", "not-running", "flag-against-dates"], 0
            ),
            ("state", ["state-contradicted"], uncompared),
        ] {
            let told = codes.reduce(0) { $0 + (back[$1] ?? 0) }
            for code in codes {
                explained[FindingCode(rawValue: code), default: 0] += back[code] ?? 0
            }
            let count = lost[name] ?? 0
            if !(count...count + further).contains(told) {
                differences.append("\(count) have lost a \(name), not \(told)")
            }
        }
    }

    /// What has stayed behind has a finding of the first plan, and as many as that says have.
    private mutating func explainAbsent() throws {
        var counts: [String: Int] = [:]
        // What ended long ago is told of too where it is migrated.
        for disposition in trip.decisions.things
        where !isThere(disposition) || disposition.code == "ended-long-ago" {
            guard let code = disposition.code else {
                differences.append("nothing says why \(disposition.thing.key) stays")
                continue
            }
            counts["\(code.rawValue) \(disposition.disposition.rawValue)", default: 0] += 1
            explained[code, default: 0] += 1
        }
        var told: [String: Int] = [:]
        for finding in try Finding.all(in: trip.there, "report.json") {
            told["\(finding.code.rawValue) \(finding.disposition)", default: 0] += finding.count
        }
        for (key, count) in counts where told[key] != count {
            differences.append("\(key): \(count) things, not \(told[key] ?? 0)")
        }
    }

    /// A grant of several entitlements is as many grants elsewhere.
    private func parts(_ thing: NeutralView.Thing) -> [NeutralView.Thing] {
        guard thing.key.isGrant, case .list(let names)? = thing.facts[.entitlement] else {
            return [thing]
        }
        return names.map { name in
            var part = thing
            part.facts[.entitlement] = .list([name])
            return part
        }
    }

    /// What has to be equal: what was known, was given, and can be said.
    private mutating func fields(
        of thing: NeutralView.Thing, _ disposition: NeutralView.Decisions.ThingFate
    ) -> [NeutralField] {
        // A grant begins anew: the provider has of it what the call says.
        if thing.key.isGrant {
            return [.entitlement, .expiryDate].filter { thing.facts[$0] != nil }
        }
        guard let held = trip.held(thing.key) else { return [] }
        let lostStates = disposition.writer?.lostWords(of: .state) ?? []
        var fields = trip.fields(of: held, madeState: comparesMadeStates).filter {
            thing.facts[$0] != nil
        }
        for (field, word) in trip.export.unsaid[held] ?? [:] where thing.facts[field] != nil {
            unsaid.insert("\(field.name) \(word)")
        }
        if let state = thing.facts.state, fields.contains(.state) {
            let isUntold = trip.isEvents && !trip.tells(state)
            if isUntold { unsaid.insert("state \(state.rawValue)") }
            if lostStates.contains(state.rawValue) {
                explained["state-not-carried", default: 0] += 1
            }
            if isUntold || lostStates.contains(state.rawValue) { fields.removeAll { $0 == .state } }
        }
        compared.formUnion(fields)
        return fields
    }

    private func isSame(
        _ thing: NeutralView.Thing, _ other: NeutralView.Thing, _ fields: [NeutralField]
    ) -> Bool {
        guard thing.key.isGrant == other.key.isGrant, let customer = thing.customer,
            images[customer] == other.customer
        else { return false }
        return fields.allSatisfy { isSame(thing, other, $0) }
    }

    private func isSame(
        _ thing: NeutralView.Thing, _ other: NeutralView.Thing, _ field: NeutralField
    ) -> Bool {
        let value = other.facts[field]?.compared
        if thing.facts[field]?.compared == value { return true }
        guard trip.sharesTransaction else { return false }
        return switch field {
        case .transactionID: thing.facts[.originalTransactionID]?.compared == value
        case .originalTransactionID: thing.facts[.transactionID]?.compared == value
        default: false
        }
    }

    /// Whether the files have any record for what the provider has.
    private mutating func isTold(_ thing: NeutralView.Thing) -> Bool {
        if trip.isTold(thing.key) { return true }
        let kind = thing.facts[.kind]?.word.map { NeutralField.kind.words[$0] }
        unsaid.insert(thing.key.isGrant ? "grants" : "purchases \(kind ?? "of no kind")")
        return false
    }

    /// Whether the files have no word for the store, which every purchase has to have.
    func lacksStore(_ key: NeutralView.Key) -> Bool {
        trip.held(key).map { trip.export.unsaid[$0]?[.store] != nil } ?? false
    }

    /// What is another, beside the one that is most alike.
    private func describe(_ thing: NeutralView.Thing, _ fields: [NeutralField]) -> String {
        let name = thing.facts[.product]?.text ?? "\(thing.key)"
        let others = trip.after.things.filter { other in
            thing.key.isGrant == other.key.isGrant
                && thing.customer.flatMap { images[$0] } == other.customer
        }
        let lists = others.map { other in
            fields.filter { !isSame(thing, other, $0) }.map { field in
                "\(field.name): \(thing.facts[field]?.compared ?? "-") "
                    + "is \(other.facts[field]?.compared ?? "-")"
            }
        }
        let closest = lists.min { $0.count < $1.count }
        return "\(name) has not come back: \(closest?.joined(separator: "; ") ?? "no such holder")"
    }
}

extension NeutralView.Thing {
    /// Whether it is over, and was said to give no access.
    fileprivate var hasEnded: Bool {
        guard case .flag(false)? = facts[.givesAccess] else { return false }
        return facts.state == .expired
    }
}
