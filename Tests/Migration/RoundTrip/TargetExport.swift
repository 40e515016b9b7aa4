// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymInput
import AllonymMappings

import AllonymMigration
import AllonymSamples

/// What a provider would export of what it knows, in its own documented form.
struct TargetExport {
    /// The IDs of one customer at the provider.
    private struct IDs {
        var custom: [String] = []
        var anonymous: [String] = []
        var all: [String] { anonymous + custom }
    }

    /// A record, and what is held that it tells of.
    typealias Told = (record: SampleRecord, held: Int?)

    /// The records of each customer.
    private var customers: [[Told]] = []
    private let readers: [FormatReader]
    private let side: MigrationEndpoint
    private var minted: UInt64 = 0
    /// By what is held: the fields that its records say, none where they have no record for it; and
    /// the words that they have no word for.
    private(set) var said: [Int: Set<NeutralField>] = [:]
    private(set) var unsaid: [Int: [NeutralField: String]] = [:]

    /// An export.
    ///
    /// - Parameters:
    ///   - books: What the provider knows.
    ///   - side: The provider.
    ///   - readers: The kinds of files, by their readers' IDs.
    /// - Throws: What requiring the provider throws.
    init(_ books: TargetBooks, _ side: MigrationEndpoint, _ readers: [String]) throws {
        self.side = side
        self.readers = readers.compactMap { id in side.formats.readers.first { $0.id == id } }
        var groups: [[Int]] = []
        books.known.forEachGroup { ids, _ in groups.append(ids) }
        for group in groups {
            let held = books.held.indices.filter { group.contains(books.held[$0].owner) }
            let ids = ids(group.map { books.known[$0] })
            customers.append(records(ids, held.map { (books.held[$0], $0) }))
        }
        for reader in self.readers { note(reader) }
    }

    /// The files.
    ///
    /// - Parameter change: Changes the records of the customers.
    /// - Returns: The names and the texts.
    func files(_ change: (inout [[Told]]) -> Void = { _ in }) -> [(name: String, text: String)] {
        var customers = customers
        change(&customers)
        return readers.compactMap { reader in
            var layout = SampleLayout(reader)
            let bytes = OutputBytes()
            layout.writeHead(to: bytes)
            let head = bytes.count
            for customer in customers { layout.write(customer.map(\.record), to: bytes) }
            layout.finish(to: bytes)
            return bytes.count == head ? nil : (reader.id, bytes.text)
        }
    }

    /// Notes what the records of a kind of file say.
    private mutating func note(_ reader: FormatReader) {
        var choice = SampleChoice(reader)
        for (record, held) in customers.joined() {
            guard let held else { continue }
            for entry in choice.entries(for: record) {
                let rule = reader.records[entry.rule]
                for field in Set(rule.fields.map(\.field)).union(rule.constants.keys) {
                    if rule.says(field, of: entry.record) {
                        said[held, default: []].insert(field)
                        unsaid[held]?[field] = nil
                    } else if said[held]?.contains(field) != true {
                        unsaid[held, default: [:]][field] = entry.record.word(field)
                    }
                }
            }
        }
    }

    // MARK: - Customers

    /// The provider's own kinds of IDs; in a namespace of its own every device has an anonymous one.
    private mutating func ids(_ known: [Imported.ID]) -> IDs {
        let form = side.rules?.identifiers.anonymous
        let isApart = form?.isApart ?? false
        var ids = IDs()
        for id in known {
            let isMinted = isApart ? id.isApart : form?.pattern?.matches(id.text.utf8) ?? false
            if isMinted { ids.anonymous.append(id.text) } else { ids.custom.append(id.text) }
        }
        if isApart, ids.anonymous.isEmpty, let form {
            minted += 1
            ids.anonymous.append(form.render(FreshBits(high: minted, low: minted)).text)
        }
        return ids
    }

    private func name(_ ids: IDs, _ record: inout SampleRecord) {
        if side.rules?.identifiers.anonymous.isApart ?? false {
            record[.anonymousID] = ids.anonymous.first.map { .text($0) }
            record[.userID] = ids.custom.last.map { .text($0) }
        } else {
            record[.originalID] = ids.all.first.map { .text($0) }
            record[.userID] = ids.all.last.map { .text($0) }
            record[.aliases] = .list(ids.all)
            record[.anonymousAliases] = .list(ids.anonymous)
        }
    }

    private func records(
        _ ids: IDs, _ held: [(held: TargetBooks.Held, number: Int)]
    ) -> [Told] {
        var customer = SampleRecord(.customer)
        customer[.firstSeenDate] = .instant(PurchaseStory.start)
        customer.say(NeutralEnvironment.production, .environment)
        var records: [Told] = []
        if !readers.contains(where: { $0.order == .events }) {
            records.append((customer, nil))
            let used = ids.all.last
            for other in ids.all where other != used {
                var alias = SampleRecord(.alias, of: customer)
                alias[.aliases] = .list([other])
                records.append((alias, nil))
            }
        }
        for (held, number) in held {
            let story = PurchaseStory(held, number)
            let told =
                readers.contains { $0.order == .events } ? story.events : [story.record]
            records += told.map { ($0, number) }
        }
        for index in records.indices { name(ids, &records[index].record) }
        return records
    }
}

extension RecordRule {
    /// Whether a record of this rule has what another record says of a field; of a word whether
    /// there is one that says so, and nothing else that is not so.
    fileprivate func says(_ field: NeutralField, of record: SampleRecord) -> Bool {
        guard field.content == .word, let word = record.word(field) else { return true }
        if let constant = constants[field] { return constant == word }
        return fields.contains { rule in
            guard rule.field == field, rule.form == .word else { return false }
            let sources = fields.filter { $0.path == rule.path && $0.form == .word }
                .map { SampleSource($0) }
            let words = Set(sources.flatMap(\.rule.words.keys)).sorted()
            let sums = words.compactMap { word -> (word: String, sum: Int)? in
                let all = sources.map { $0.agreement(of: word, with: record) }
                return all.contains(nil) ? nil : (word, all.reduce(0) { $0 + ($1 ?? 0) })
            }
            let best = sums.max { $0.sum < $1.sum }?.word
            return best.flatMap { rule.words[$0] } == word
        }
    }
}
