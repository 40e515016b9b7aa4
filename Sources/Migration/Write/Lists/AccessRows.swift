// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings

/// Writes what the outputs of a plan are compared with: `access.csv`, who had access to what, and
/// `stores.csv`, what the stores say of the purchases that go over.
///
/// A row or a call for the target often names a purchase by a receipt or a transaction alone. So that
/// it can be said later what such a row brings, `stores.csv` has a fingerprint of that text with the
/// product, and never the text. Only what gives access stands there.
final class AccessRows {
    /// The columns of `access.csv`.
    static let columns = ["source_id", "target_id", "access", "explained"]
    /// The columns of `stores.csv`.
    static let storeColumns = ["purchase", "product", "store_product", "access", "state"]

    private let access: RowPage
    private let stores: RowPage
    /// What is at stake.
    let tally = StakesTally()
    @exclusivity(unchecked) private var entitlements: [Int] = []
    /// For each writer whether the import alone brings what it writes.
    private let isImport: [Bool]
    /// For each writer where it names purchases as the store does.
    private let keys: [[[PlanField]]]

    /// The customer's IDs: two cells each, with the commas behind them.
    private let ids = OutputBytes()
    @exclusivity(unchecked) private var idEnds: [(end: Int, obstacle: FindingCode?)] = []
    /// What the customer has access to, each once.
    private let names = OutputBytes()
    @exclusivity(unchecked) private var held: [Held] = []

    /// Something that the customer has access to, or will have.
    private struct Held {
        let name: Range<Int>
        /// Why the import alone does not give it, each reason once; none where it does.
        var obstacles: [FindingCode] = []
        /// The best that becomes of it.
        var outcome: AccessOutcome
        /// What stands in the way of that, by its number in the tally; nil where nothing does.
        var reason: Int?

        /// Whether the customer has access to it already.
        var isGiven: Bool { obstacles != [.beginsLater] }

        /// Takes another purchase that gives it: where one of them goes over, nothing is in the way.
        mutating func take(
            _ obstacle: FindingCode?, _ outcome: AccessOutcome, for reason: Int?
        ) {
            if !isGiven || outcome < self.outcome {
                (self.outcome, self.reason) = (outcome, reason)
            }
            guard isGiven else { return obstacles = obstacle.map { [$0] } ?? [] }
            guard let obstacle, !obstacles.isEmpty else { return obstacles = [] }
            guard !obstacles.contains(obstacle) else { return }
            obstacles.append(obstacle)
            obstacles.sort { $0.rawValue < $1.rawValue }
        }
    }

    /// Writes to the pages of these two files.
    init(_ writers: [CompiledWriter], access: RowPage, stores: RowPage) {
        self.access = access
        self.stores = stores
        isImport = writers.map(\.isImport)
        keys = writers.map(\.keys)
    }

    // MARK: - Taking

    /// One of the customer's IDs and its ID at the target, as cells with commas behind them.
    func take(cells: Span<UInt8>, _ obstacle: FindingCode?) {
        ids.append(cells)
        idEnds.append((ids.count, obstacle))
    }

    /// A purchase or a grant of the customer that gives access.
    func take(
        _ decision: PlanDecision, _ outcome: AccessOutcome, _ values: FieldValues
    ) {
        entitlements.removeAll(keepingCapacity: true)
        if !idEnds.isEmpty { tally.note(values) }
        let reason = tally.number(of: decision.obstacle, decision.finding)
        AccessRows.forEachName(values) { name in
            add(name, decision.obstacle, outcome, for: reason)
            entitlements.append(tally.number(of: name))
        }
        for withheld in decision.withheld {
            let reason = tally.number(of: withheld.code, withheld.finding)
            add(withheld.name.span, withheld.code, withheld.outcome, for: reason)
        }
        // What nobody is said to hold, and what has no name, is nobody's access.
        if !idEnds.isEmpty, !entitlements.isEmpty {
            tally.take(entitlements, values)
        }
        guard decision.subject == .purchase, let writer = decision.writer, isImport[writer],
            let key = key(of: writer, values)
        else { return }
        let comma = UInt8(ascii: ",")
        values.withText(key) { stores.bytes.append(fingerprint: $0) }
        for field in [PlanField(.product), PlanField(.storeProduct)] {
            stores.bytes.append(comma)
            if values.has(field) {
                values.withText(field) { stores.bytes.append(cell: $0, delimiter: comma) }
            }
        }
        stores.bytes.append(comma)
        let start = stores.bytes.count
        AccessRows.forEachName(values) { name in
            if stores.bytes.count > start { stores.bytes.append(AccessNames.separator) }
            stores.bytes.append(accessName: name)
        }
        stores.bytes.quote(from: start, delimiter: comma)
        stores.bytes.append(comma)
        if let said = values.word(.state, of: NeutralState.self) {
            let state = decision.obstacle == .endedLongAgo ? .expired : said
            stores.bytes.append(state.rawValue)
        }
        stores.endRow()
    }

    /// A purchase or a grant of the customer that gives access later, and perhaps at once where the
    /// target is not told since when.
    func takeLater(_ values: FieldValues) {
        AccessRows.forEachName(values) { name in
            if !held.contains(where: { isName($0, name) }) {
                add(name, .beginsLater, .kept, for: nil)
            }
        }
    }

    private func key(of writer: Int, _ values: FieldValues) -> PlanField? {
        for fields in keys[writer] {
            if let field = fields.first(where: values.has) { return field }
        }
        return nil
    }

    /// What it unlocks; without any, it stands for itself.
    private static func forEachName(
        _ values: FieldValues, _ body: (Span<UInt8>) -> Void
    ) {
        let entitlement = PlanField(.entitlement)
        if values.has(entitlement) {
            for number in 0..<values.count(entitlement) {
                values.withElement(entitlement, number, body)
            }
        } else if let name = ProductMap.name(values) {
            values.withText(name, body)
        }
    }

    private func add(
        _ name: Span<UInt8>, _ obstacle: FindingCode?, _ outcome: AccessOutcome, for reason: Int?
    ) {
        let known = held.firstIndex { isName($0, name) }
        if let known { return held[known].take(obstacle, outcome, for: reason) }
        let start = names.count
        names.append(name)
        held.append(
            Held(
                name: start..<names.count, obstacles: obstacle.map { [$0] } ?? [],
                outcome: outcome, reason: reason))
    }

    private func isName(_ thing: Held, _ name: Span<UInt8>) -> Bool {
        names.withBytes(thing.name) { $0.isEqual(to: name) }
    }

    private func nameBytes(_ thing: Held) -> [UInt8] { names.withBytes(thing.name) { $0.array } }

    // MARK: - Writing

    /// Writes what is known of the customer, and forgets it.
    ///
    /// - Parameter ended: Is called behind each row.
    func endCustomer(_ ended: (RowPage) throws -> Void) rethrows {
        // What nobody is said to hold is nobody's access.
        if !held.isEmpty, !idEnds.isEmpty {
            countStakes()
            try write(ended)
        }
        ids.empty(keeping: 1 << 20)
        names.empty(keeping: 1 << 20)
        if !idEnds.isEmpty { idEnds.removeAll(keepingCapacity: true) }
        if !held.isEmpty { held.removeAll(keepingCapacity: true) }
    }

    private func countStakes() {
        var worst: (outcome: AccessOutcome, reason: Int?)?
        for each in held where each.isGiven {
            tally.count(
                names.withBytes(each.name, tally.number), each.outcome, for: each.reason)
            if worst.map({ $0.outcome < each.outcome }) ?? true {
                worst = (each.outcome, each.reason)
            }
        }
        if let worst { tally.endCustomer(worst.outcome, for: worst.reason) }
    }

    private func write(_ ended: (RowPage) throws -> Void) rethrows {
        if held.count > 1 {
            held.sort { nameBytes($0).lexicographicallyPrecedes(nameBytes($1)) }
        }
        let bytes = access.bytes
        var start = 0
        for id in idEnds {
            ids.withBytes(start..<id.end) { bytes.append($0) }
            start = id.end
            var cell = bytes.count
            for each in held where each.isGiven {
                if bytes.count > cell { bytes.append(AccessNames.separator) }
                names.withBytes(each.name) { bytes.append(accessName: $0) }
            }
            bytes.endListCell(from: cell)
            bytes.append(UInt8(ascii: ","))
            cell = bytes.count
            for each in held {
                var reasons = each.obstacles
                if each.isGiven, let obstacle = id.obstacle, !reasons.contains(obstacle) {
                    reasons.append(obstacle)
                    reasons.sort { $0.rawValue < $1.rawValue }
                }
                for reason in reasons { append(reason, to: each, from: cell) }
            }
            bytes.endListCell(from: cell)
            access.endRow()
            try ended(access)
        }
    }

    /// Writes why somebody does not get something at the import, in a cell that starts at an offset.
    private func append(_ obstacle: FindingCode, to thing: Held, from cell: Int) {
        let bytes = access.bytes
        if bytes.count > cell { bytes.append(AccessNames.separator) }
        names.withBytes(thing.name) { bytes.append(accessName: $0) }
        bytes.append(UInt8(ascii: "="))
        bytes.append(obstacle.rawValue)
    }
}

extension OutputBytes {
    /// A name of an entitlement among others.
    func append(accessName name: Span<UInt8>) {
        for index in name.indices {
            let byte = name[index]
            guard AccessNames.isEscaped(byte) else {
                append(byte)
                continue
            }
            append(UInt8(ascii: "%"))
            append(hexadecimal: UInt64(byte), digits: 2)
        }
    }

    /// What stands for a text that is not to be shown: 64 bits of its fingerprint.
    func append(fingerprint text: Span<UInt8>) {
        append(hexadecimal: Fingerprint(text).low, digits: 16)
    }

    private func append(hexadecimal number: UInt64, digits: Int) {
        for index in (0..<digits).reversed() {
            let digit = UInt8(number >> UInt64(index * 4) & 15)
            append(digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10))
        }
    }
}
