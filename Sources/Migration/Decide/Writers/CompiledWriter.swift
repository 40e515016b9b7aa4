// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymCore
package import AllonymMappings

/// A ``FormatWriter`` whose conditions are about numbers, so that a thing costs no look-up of a name.
///
/// An object, and not a value, because copying one for each row that is read back took a tenth of that.
package final class CompiledWriter: Sendable {
    /// A stable ID, such as `revenuecat.import-apple`.
    package let id: String
    /// What people call it.
    package let title: String
    /// What is known of it, as a sentence.
    package let says: String
    /// The file that the rows go into; several writers may have the same.
    package let file: String
    /// What there is one row or call for.
    package let subject: FormatWriter.Subject
    /// On which way it comes to the provider.
    package let route: FormatWriter.Route
    /// Of the writers that could take something the one with the least number does.
    package let priority: Int
    /// What it takes: each of these has to hold.
    ///
    /// What is not said holds, but of the store.
    package let takes: [WriterCondition]
    /// Of each of these one field has to be there.
    package let needs: [PlanFieldSet]
    /// These may not be there.
    package let without: PlanFieldSet
    /// These have to lie after the plan's instant.
    package let future: [PlanField]
    /// These have to be of a format.
    package let matches: [(field: PlanField, pattern: Pattern)]
    /// Whether equal rows are written once for a customer.
    package let isDistinct: Bool
    /// At most so many for one customer; nil for any number.
    package let mostPerCustomer: Int?
    /// It is used if there are no more purchases than this; nil for any number.
    package let mostRows: Int?
    /// More rows than this do not go into one file; nil for any number.
    package let batch: Int?
    /// What is written.
    package let container: FormatWriter.Container

    /// Compiles a writer.
    package init(_ writer: FormatWriter) {
        id = writer.id
        title = writer.title
        says = writer.citation.says
        file = writer.file
        subject = writer.subject
        route = writer.route
        priority = writer.priority
        takes = WriterCondition.list(writer.takes)
        needs = writer.needs.map { PlanFieldSet($0.map { PlanField($0) }) }
        without = PlanFieldSet(writer.without.map { PlanField($0) })
        future = writer.future.map { PlanField($0) }
        matches = writer.matches.map { (field: PlanField($0.field), pattern: $0.pattern) }
        isDistinct = writer.isDistinct
        mostPerCustomer = writer.mostPerCustomer
        mostRows = writer.mostRows
        batch = writer.batch
        container = writer.container
    }

    /// What writers are sorted by.
    var order: Int {
        let index = FormatWriter.Subject.allCases.firstIndex(of: subject) ?? 0
        return index * 1_000_000 + priority
    }
}

extension CompiledWriter {
    /// Every field that it can need.
    package var fields: PlanFieldSet {
        var set = without
        for condition in takes { set.insert(condition.field) }
        for need in needs { set.formUnion(need) }
        for field in future { set.insert(field) }
        for match in matches { set.insert(match.field) }
        for value in values { set.formUnion(value.fields) }
        if let call { set.formUnion(call.fields) }
        return set
    }

    /// The call; nil where rows or lines are written.
    package var call: FormatCall? {
        if case .calls(let call) = container { call } else { nil }
    }

    /// What is filled: the columns, the line, or the body of a call.
    var values: [FormatValue] {
        switch container {
        case .csv(_, let columns): columns.map(\.value)
        case .lines(let line): [line]
        case .calls(let call): call.body.map { [$0] } ?? []
        }
    }

    /// Whether the path of its call, or of the reverse, has IDs that apps give as parts of their own.
    var putsIDsIntoPaths: Bool {
        guard let call else { return false }
        let ids: PlanFieldSet = [PlanField(.userID), PlanField(.alias)]
        return [call.path, call.undo?.path].contains { path in
            path.map { PlanFieldSet($0.fields).intersects(ids) } ?? false
        }
    }

    /// The columns that the target has, and for which nothing is ever known.
    package var emptyColumns: [String] {
        guard case .csv(_, let columns) = container else { return [] }
        return columns.filter { column in
            if case .text(let template) = column.value { template.constant == "" } else { false }
        }
        .map(\.name)
    }

    /// Whether it names every ID of a customer.
    package var namesEveryID: Bool { values.contains(where: \.namesEveryID) }

    /// The neutral words of a field that it writes as something else; empty where it does not write
    /// the field, so that the store tells the target.
    ///
    /// A cancelled state that is written as another is not lost where it is written besides whether
    /// the purchase renews.
    package func lostWords(of field: NeutralField) -> Set<String> {
        var lost = values.compactMap { $0.lostWords(of: field) }.reduce(into: Set()) {
            $0.formUnion($1)
        }
        if field == .state, fields.contains(PlanField(.renews)) {
            lost.remove(NeutralState.cancelled.rawValue)
        }
        return lost
    }
}

// MARK: - How a store knows what is written

extension CompiledWriter {
    /// What a store knows a purchase by, the surest first.
    private static let keys = [
        NeutralField.receipt, .purchaseToken, .originalTransactionID, .transactionID, .orderID,
        .purchaseID,
    ].map(PlanField.init)

    /// Whether the import alone brings what it writes, without an app or a person.
    package var isImport: Bool {
        switch route {
        case .bulkImport, .api: true
        case .client, .manual: false
        }
    }

    /// What in a row or a call names a purchase as the store does: for each the fields of which the
    /// first that is there is written.
    ///
    /// Who reads the row back finds the text at the first of these fields.
    package var keys: [[PlanField]] {
        let plain = values.flatMap(\.plainFields)
        return CompiledWriter.keys.compactMap { key in plain.first { $0.first == key } }
    }
}

// MARK: - What it takes

extension CompiledWriter {
    /// The words of a field that it takes, some of them the beginnings of texts; nil for any.
    func words(of field: NeutralField) -> [String]? {
        takes.first { $0.field == PlanField(field) }?.words
    }

    /// Whether it takes a word of a field.
    func allows(_ word: String, as field: NeutralField) -> Bool {
        words(of: field)?.contains(word) ?? true
    }

    /// Whether it takes what a store counts as running.
    var takesRunning: Bool { allows(NeutralState.active.rawValue, as: .state) }
}

/// A field that has to have one of some words.
package struct WriterCondition: Hashable, Sendable {
    /// The field.
    package var field: PlanField
    /// The words; one that ends in `*` is the beginning of a text.
    package var words: [String]

    /// Conditions, sorted by the names of their fields.
    package static func list(_ conditions: [FormatField: [String]]) -> [WriterCondition] {
        conditions.sorted { $0.key.name < $1.key.name }
            .map { WriterCondition(field: PlanField($0.key), words: $0.value) }
    }
}
