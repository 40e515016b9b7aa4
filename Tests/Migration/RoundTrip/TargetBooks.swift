// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymInput
import AllonymMappings
import Foundation

import AllonymMigration
import AllonymSamples

/// What a provider knows after the import, by the target's files alone, and by the stores that it
/// asks about what these name.
struct TargetBooks {
    /// A purchase or a grant that it has.
    struct Held {
        /// The number of the ID that it was given for.
        var owner: Int
        /// The purchase at the source; nil for a grant.
        var purchase: Int?
        var facts: Facts
    }

    private(set) var known = Imported()
    private(set) var held: [Held] = []
    private let target: MigrationEndpoint
    private let stores: Stores
    private let unlocks: StoreRecords
    private let routes: Set<FormatWriter.Route>

    /// Reads the files of a plan.
    ///
    /// - Parameters:
    ///   - folder: The plan's folder.
    ///   - target: Whom it is for.
    ///   - stores: What the stores know.
    ///   - routes: The ways on which anything has come to the target.
    /// - Throws: What reading throws.
    init(
        _ folder: TemporaryFolder, _ target: MigrationEndpoint, _ stores: Stores,
        _ routes: Set<FormatWriter.Route>
    ) throws {
        (self.target, self.stores, self.routes) = (target, stores, routes)
        unlocks = try StoreRecords(PlanFolder(folder.path))
        let values = FieldValues()
        let taken = target.writers.filter { routes.contains($0.route) && $0.subject != .map }
        for name in Set(taken.map(\.file)).sorted() where folder.exists(name) {
            let writers = taken.filter { $0.file == name }
            let bytes = FileBytes(Data(try folder.text(name).utf8))
            if case .csv(let delimiter, _) = writers[0].container {
                var rows = try TableReader(name, bytes, delimiter: delimiter)
                while try rows.next() {
                    values.clear()
                    writers[0].read(rows.cells, into: values)
                    take(values, writers[0])
                }
            } else {
                try LineReader.forEachLine(of: name, bytes) { json, _ in
                    let writer = writers.first { $0.id == json["writer"]?.text }
                    guard let writer else { return }
                    values.clear()
                    writer.read(json, into: values)
                    take(values, writer)
                }
            }
        }
    }

    private mutating func take(_ values: FieldValues, _ writer: CompiledWriter) {
        let user = id(.userID, values)
        let anonymous = id(.anonymousID, values)
        if writer.subject == .alias, let alias = id(.alias, values), let user {
            known.link(alias, user)
        }
        if writer.subject == .identity, let user, let anonymous { known.link(anonymous, user) }
        guard let owner = user ?? anonymous else { return }
        if writer.subject == .grant {
            held.append(Held(owner: owner, facts: values.facts))
        } else if writer.subject == .purchase {
            takePurchase(values, writer, owner)
        }
    }

    private mutating func id(_ field: NeutralField, _ values: FieldValues) -> Int? {
        id(PlanField(field), values)
    }

    private mutating func id(_ own: WriterField, _ values: FieldValues) -> Int? {
        id(PlanField(own), values)
    }

    private mutating func id(_ field: PlanField, _ values: FieldValues) -> Int? {
        let isApart =
            field == PlanField(.anonymousID)
            && target.rules?.identifiers.anonymous.isApart ?? false
        return values.string(field).map { known.add(.init(text: $0, isApart: isApart)) }
    }

    /// Everything that the store shows for what the row names, with what the row says beside it.
    private mutating func takePurchase(
        _ values: FieldValues, _ writer: CompiledWriter, _ owner: Int
    ) {
        let key = writer.keys.lazy.compactMap(\.first).first(where: values.has)
        let said = values.facts
        let text = key.flatMap(values.string)
        for number in stores.purchases(text, said, heldBy: known[owner].text) {
            guard !held.contains(where: { $0.purchase == number && $0.owner == owner }) else {
                continue
            }
            var facts = stores.facts(of: number)
            // What the row says is believed; a key may be one of several fields.
            for (field, value) in said where !Stores.keys.contains(field) { facts[field] = value }
            let product = facts[.product]?.text ?? ""
            let names = unlocks.unlocks(product)
            facts[.entitlement] = names == [product] ? nil : .list(names)
            held.append(Held(owner: owner, purchase: number, facts: facts))
        }
    }
}

/// What the stores know: every purchase of the source, whoever holds it there.
struct Stores {
    /// By what a store knows a purchase.
    static let keys: [NeutralField] = [
        .receipt, .purchaseToken, .originalTransactionID, .transactionID, .orderID, .purchaseID,
    ]

    private var things: [Int: NeutralView.Thing] = [:]
    private var numbers: [String: [Int]] = [:]
    /// By their IDs at the target: whose devices show a purchase that no row can name.
    private let customers: [String: Int]

    init(_ view: NeutralView, _ decisions: NeutralView.Decisions) {
        customers = Dictionary(
            decisions.ids.values.compactMap { id in id.target.map { ($0, id.customer) } }
        ) { first, _ in first }
        for thing in view.things where !thing.key.isGrant {
            things[thing.key.number] = thing
            for text in Set(Stores.keys.compactMap { thing.facts[$0]?.text }) {
                numbers[text, default: []].append(thing.key.number)
            }
        }
    }

    /// Those that a text names; without any those that the owner's devices show.
    func purchases(_ key: String?, _ said: Facts, heldBy id: String) -> [Int] {
        let all =
            key.map { numbers[$0] ?? [] }
            ?? things.keys.sorted().filter { things[$0]?.customer == customers[id] }
        return all.filter { number in
            [NeutralField.store, .product, .storeProduct].allSatisfy { field in
                guard let one = said[field], let other = things[number]?.facts[field] else {
                    return true
                }
                return one.compared == other.compared
            }
        }
    }

    /// What a store and a catalogue say of a purchase.
    func facts(of number: Int) -> Facts {
        var facts = things[number]?.facts ?? [:]
        facts[.entitlement] = nil
        return facts
    }
}
