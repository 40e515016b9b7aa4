// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymInput
import AllonymMappings

/// Reads the target's own files back, by what its writers are said to write.
///
/// What an app or a person does with a file is not the import's: of such files the IDs alone count.
struct ImportReader {
    private let folder: PlanFolder
    private let target: MigrationEndpoint
    private let stores: StoreRecords
    private let keys: [[[PlanField]]]
    private let access: GivenAccess
    private let values = FieldValues()
    private(set) var imported = Imported()
    /// What the files name.
    private(set) var named: NamedIDs
    /// The entitlements and products that they name.
    private(set) var known: KnownNames

    init(
        _ folder: PlanFolder, _ target: MigrationEndpoint, _ stores: StoreRecords,
        _ named: NamedIDs,
        _ known: KnownNames, at: Int64?
    ) {
        self.known = known
        self.named = named
        self.folder = folder
        self.target = target
        self.stores = stores
        keys = target.writers.map(\.keys)
        access = GivenAccess(target.rules, at: at)
    }

    /// Reads every file of the target that the plan has.
    mutating func run() throws(BrokenPlan) {
        let names = Set(target.writers.map(\.file))
        for name in names.sorted() where folder.has(name) {
            let writers = target.writers.indices.filter { target.writers[$0].file == name }
            let bytes = try folder.bytes(of: name)
            if case .csv(let delimiter, _) = target.writers[writers[0]].container {
                try readTable(name, bytes, delimiter, writers)
            } else {
                try readLines(name, bytes, writers)
            }
        }
    }

    private mutating func readTable(
        _ name: String, _ bytes: FileBytes, _ delimiter: UInt8, _ writers: [Int]
    ) throws(BrokenPlan) {
        var rows = try TableReader(name, bytes, delimiter: delimiter)
        let writer = writers.first { writer in
            guard case .csv(_, let columns) = target.writers[writer].container else { return false }
            return columns.map(\.name) == rows.header
        }
        guard let writer else {
            throw BrokenPlan(name, line: 1, "no writer of \(target.name) has these columns")
        }
        while try rows.next() {
            values.clear()
            target.writers[writer].read(rows.cells, into: values)
            named.take(values, file: name, line: rows.line)
            known.take(values, writer: writer, file: name, line: rows.line)
            if target.writers[writer].isImport { take(writer) }
        }
    }

    private mutating func readLines(
        _ name: String, _ bytes: FileBytes, _ writers: [Int]
    ) throws(BrokenPlan) {
        let all = target.writers
        let sheet = all[writers[0]].call == nil ? nil : try CallSheet(folder)
        try LineReader.forEachLine(of: name, bytes) { json, line throws(BrokenPlan) in
            guard let writer = writers.first(where: { all[$0].mayHaveWritten(json) }) else {
                throw BrokenPlan(
                    name, line: line, "no writer of \(target.name) writes such a line")
            }
            try sheet?.check(all[writer].id, file: name, line: line)
            values.clear()
            target.writers[writer].read(json, into: values)
            named.take(values, file: name, line: line)
            known.take(values, writer: writer, file: name, line: line)
            if target.writers[writer].isImport { take(writer) }
        }
    }
}

// MARK: - What one row or call says

extension ImportReader {
    private mutating func take(_ writer: Int) {
        let user = id(PlanField(.userID))
        let anonymous = id(PlanField(.anonymousID))
        let all = values.ids.map { id in
            imported.add(.init(text: values.withText(id) { $0.text }))
        }
        for other in all.dropFirst() { imported.link(other, all[0]) }
        switch target.writers[writer].subject {
        case .customer, .map: break
        case .identity:
            if let user, let anonymous { imported.link(anonymous, user) }
        case .alias:
            if let user, let alias = id(PlanField(.alias)) { imported.link(alias, user) }
        case .grant:
            guard let owner = user ?? anonymous, access.isGiven(values) else { return }
            imported.hold(names(), nil, by: owner)
        case .purchase:
            guard let owner = user ?? anonymous else { return }
            for (names, state) in purchases(writer) { imported.hold(names, state, by: owner) }
        }
    }

    private mutating func id(_ field: PlanField) -> Int? {
        let isAnonymous = field == PlanField(.anonymousID)
        let isApart = isAnonymous && target.rules?.identifiers.anonymous.isApart ?? false
        return values.string(field).map { imported.add(.init(text: $0, isApart: isApart)) }
    }

    /// What a purchase unlocks, and how it stands; none where the store does not show it as running.
    private func purchases(_ writer: Int) -> [(names: [String], state: NeutralState)] {
        let key = keys[writer].lazy.compactMap { $0.first }.first(where: values.has)
        let articles = key.map { values.withText($0, stores.articles) } ?? []
        let said = values.word(.state, of: NeutralState.self)
        let isBelieved = values.has(PlanField(.givesAccess))
        let isShown =
            isBelieved || key == nil ? access.isGiven(values) : !articles.isEmpty
        guard isShown else { return [] }
        guard !values.has(PlanField(.entitlement)), !articles.isEmpty else {
            return [(names(), isBelieved ? .active : said ?? .active)]
        }
        let fitting = articles.filter(fits)
        if fitting.isEmpty { return [(names(), said ?? .active)] }
        return fitting.map { article in
            let state = NeutralState(rawValue: article.state) ?? said ?? .active
            return (AccessNames.names(article.access), isBelieved ? .active : state)
        }
    }

    /// Whether what a store shows is what the row names, where it names a product.
    private func fits(_ article: StoreRecords.Article) -> Bool {
        func fits(_ field: NeutralField, _ product: ProductID) -> Bool {
            values.string(PlanField(field)).map { ProductID(unchecked: $0) == product } ?? true
        }
        return fits(.product, article.product) && fits(.storeProduct, article.storeProduct)
    }

    /// What it names: entitlements, else what its product unlocks.
    private func names() -> [String] {
        let entitlements = values.strings(PlanField(.entitlement))
        if !entitlements.isEmpty { return entitlements }
        return ProductMap.name(values).flatMap(values.string).map(stores.unlocks) ?? []
    }
}
