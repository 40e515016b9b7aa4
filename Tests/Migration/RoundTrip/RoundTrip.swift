// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings
import Foundation

import AllonymMigration
import AllonymSamples

/// A way to a provider and back: a plan there, the provider's own export, and a plan from that.
struct RoundTrip {
    let before: NeutralView
    let decisions: NeutralView.Decisions
    let there = TemporaryFolder()
    let back = TemporaryFolder()
    let target: MigrationEndpoint
    let books: TargetBooks
    let export: TargetExport
    let readers: [FormatReader]
    let after: NeutralView

    /// The ways on which something comes to a provider; where there is no import, by its app.
    let routes: Set<FormatWriter.Route>

    /// Goes there and back.
    ///
    /// - Parameters:
    ///   - lines: Neutral customers.
    ///   - key: The provider.
    ///   - readers: The kinds of files that it exports.
    ///   - change: Changes the records of the export.
    ///   - damage: Changes the files of the first plan before they are imported.
    /// - Throws: What a plan throws.
    init(
        _ lines: String, by key: String, _ readers: [String],
        change: (inout [[TargetExport.Told]]) -> Void = { _ in },
        damage: (TemporaryFolder) throws -> Void = { _ in }
    ) throws {
        target = try side(key)
        self.readers = target.formats.readers.filter { readers.contains($0.id) }
        let lines = try Self.fitting(lines, self.readers, target)
        before = try NeutralView([input(lines)], of: "neutral")
        decisions = try before.decisions(for: key)
        var away = try migration(from: "neutral", to: key)
        away.at = testMoment
        _ = try away.plan([input(lines)], into: there.path)
        try damage(there)
        routes =
            target.writers.contains(where: \.isImport) ? [.bulkImport, .api] : [.client]
        books = try TargetBooks(there, target, Stores(before, decisions), routes)
        export = try TargetExport(books, target, readers)
        var home = try migration(from: key, to: "neutral")
        home.at = testMoment
        let files = export.files(change)
        home.products = input(Self.products(before), name: "products.csv")
        _ = try home.plan(files.map { input($0.text, name: $0.name) }, into: back.path)
        let returned = back.exists("neutral.jsonl") ? try back.text("neutral.jsonl") : ""
        after = try NeutralView(returned.isEmpty ? [] : [input(returned)], of: "neutral")
    }

    /// A table of products: where the files name the store's, it says which one that is.
    private static func products(_ view: NeutralView) -> String {
        var names: [String: String] = [:]
        for thing in view.things {
            guard let product = thing.facts[.product]?.text else { continue }
            names[product] = product
            if let other = thing.facts[.storeProduct]?.text { names[other] = product }
        }
        return "source_product,target_product,target_store_product,kind,entitlements\n"
            + names.sorted { $0.key < $1.key }.map { "\($0),\($1),,,\n" }.joined()
    }

    /// The lines that files of some kinds can tell of: of each customer one purchase where they have
    /// room for one, and grants where they have any place for these.
    private static func fitting(
        _ lines: String, _ readers: [FormatReader], _ side: MigrationEndpoint
    ) throws -> String {
        guard let form = side.rules?.identifiers.anonymous else { return lines }
        let takesOne = readers.contains { SampleScope($0, form).holdsOnePurchase }
        let takesGrants = readers.contains { reader in
            reader.records.contains { $0.kind == .grant }
                || reader.events.contains { $0.event == .granted }
        }
        var (owners, met) = ([String: Int](), Set<Int>())
        let kept = try lines.split(separator: "\n").enumerated().filter { number, line in
            let json = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            for id in json?["ids"] as? [[String: Any]] ?? [] {
                owners[id["id"] as? String ?? ""] = number
            }
            guard let user = json?["user-id"] as? String else { return true }
            if json?["type"] as? String == "grant" { return takesGrants }
            return !takesOne || met.insert(owners[user] ?? -1).inserted
        }
        return kept.map { $0.element + "\n" }.joined()
    }

    // MARK: - What the files can say

    /// What is never compared: it is about a record or a customer, or made of other fields.
    private static let uncompared: Set<NeutralField> = [
        .userID, .originalID, .anonymousID, .aliases, .anonymousAliases, .transferredFrom,
        .transferredTo, .anonymousTransferredFrom, .anonymousTransferredTo, .versionDate,
        .eventID, .eventName, .eventTime, .firstSeenDate, .lastSeenDate, .attributes,
        .reservedAttributes, .device, .platform, .givesAccess,
    ]

    /// What is compared of what is held: every field that its records say.
    ///
    /// - Parameters:
    ///   - held: What is held.
    ///   - madeState: Whether a state is compared too that is made of dates.
    /// - Returns: The fields.
    func fields(of held: Int, madeState: Bool) -> [NeutralField] {
        guard var fields = export.said[held] else { return [] }
        // Of these a state is made where none is said.
        let dates: Set<NeutralField> = [
            .cancelledDate, .billingProblemDate, .graceExpiryDate, .refundedDate,
        ]
        if isEvents || madeState && fields.isSuperset(of: dates) { fields.insert(.state) }
        return fields.subtracting(Self.uncompared).sorted { $0.number < $1.number }
    }

    /// What is held for a purchase of the source.
    func held(_ key: NeutralView.Key) -> Int? {
        key.isGrant ? nil : books.held.firstIndex { $0.purchase == key.number }
    }

    /// Whether the files have any record for a purchase or a grant that has come to the provider.
    func isTold(_ key: NeutralView.Key) -> Bool {
        key.isGrant || held(key).map { export.said[$0] != nil } ?? false
    }

    /// Whether the files tell what has happened, not how things are.
    var isEvents: Bool { readers.contains { $0.order == .events } }

    /// Whether the files have one place for the first transaction and the latest one.
    var sharesTransaction: Bool {
        rules.contains { rule in
            let paths = [NeutralField.transactionID, .originalTransactionID].map { field in
                Set(
                    rule.fields.filter { $0.field == field }.map(
                        \.path.description))
            }
            return !paths[0].isDisjoint(with: paths[1])
        }
    }

    private var rules: [RecordRule] {
        readers.flatMap(\.records).filter { [.purchase, .event].contains($0.kind) }
    }

    /// Whether the events have one that tells of a state.
    func tells(_ state: NeutralState) -> Bool {
        readers.contains { reader in
            reader.events.contains { states(of: $0.event).contains(state) }
        }
    }

    /// The states that an event tells of.
    private func states(of event: NeutralEvent) -> [NeutralState] {
        // Of a period of grace its end tells.
        let tellsGrace = rules.contains { $0.reads(.graceExpiryDate) }
        return switch event {
        case .purchased, .accessStarted: [.active]
        case .cancelled: [.cancelled]
        case .expired: [.expired]
        case .refunded: [.refunded]
        case .billingProblem: tellsGrace ? [.grace, .billingRetry] : [.billingRetry]
        case .paused: [.paused]
        default: []
        }
    }
}
