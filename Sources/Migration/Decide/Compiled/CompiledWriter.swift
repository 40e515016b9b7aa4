// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymCore
package import AllonymMappings

/// A ``FormatWriter`` whose fields are numbers and whose texts are in pieces, so that a row costs no
/// look-up of a name.
package struct CompiledWriter: Sendable {
    /// What is written.
    package enum Content: Sendable {
        /// A row of CSV with this byte between the cells.
        case row(delimiter: UInt8, [Column])
        /// A JSON value on a line.
        case line(CompiledValue)
        /// A call, described as JSON on a line.
        case call(CompiledCall)
    }

    /// A column of CSV.
    package struct Column: Hashable, Sendable {
        /// Its name.
        package var name: String
        /// What stands in it; empty where that is absent.
        package var value: CompiledValue

        /// Whether nothing ever stands in it.
        var isEmpty: Bool { value == .text([.verbatim("")]) }
    }

    /// A stable ID, such as `revenuecat.import-apple`.
    package var id: String
    /// What people call it.
    package var title: String
    /// The file that the rows go into; several writers may have the same.
    package var file: String
    /// What there is one row or call for.
    package var subject: FormatWriter.Subject
    /// On which way it comes to the provider.
    package var route: FormatWriter.Route
    /// Of the writers that could take something the one with the least number does.
    package var priority: Int
    /// What it takes: each of these has to hold.
    ///
    /// What is not said holds, but of the store.
    package var takes: [WriterCondition]
    /// Of each of these one field has to be there.
    package var needs: [PlanFieldSet]
    /// These may not be there.
    package var without: PlanFieldSet
    /// These have to lie after the plan's instant.
    package var future: [PlanField]
    /// These have to be of a format.
    package var matches: [(field: PlanField, pattern: Pattern)]
    /// Whether equal rows are written once for a customer.
    package var isDistinct: Bool
    /// At most so many for one customer; nil for any number.
    package var mostPerCustomer: Int?
    /// It is used if there are no more purchases than this; nil for any number.
    package var mostRows: Int?
    /// More rows than this do not go into one file; nil for any number.
    package var batch: Int?
    /// What is written.
    package var content: Content

    /// Compiles a writer.
    package init(_ writer: FormatWriter) {
        id = writer.id
        title = writer.title
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
        content =
            switch writer.container {
            case .csv(let delimiter, let columns):
                .row(
                    delimiter: delimiter,
                    columns.map { Column(name: $0.name, value: CompiledValue($0.value)) })
            case .calls(let call): .call(CompiledCall(call))
            case .lines(let line): .line(CompiledValue(line))
            }
    }

    /// What writers are sorted by.
    var order: Int {
        let place = FormatWriter.Subject.allCases.firstIndex(of: subject) ?? 0
        return place * 1_000_000 + priority
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
        switch content {
        case .row(_, let columns):
            for column in columns { set.formUnion(column.value.fields) }
        case .line(let value): set.formUnion(value.fields)
        case .call(let call): set.formUnion(call.fields)
        }
        return set
    }

    /// The call; nil where rows or lines are written.
    package var call: CompiledCall? {
        if case .call(let call) = content { call } else { nil }
    }

    /// The columns that the target has, and for which nothing is ever known.
    package var emptyColumns: [String] {
        guard case .row(_, let columns) = content else { return [] }
        return columns.filter(\.isEmpty).map(\.name)
    }

    /// Whether it names every ID of a customer.
    package var namesEveryID: Bool {
        switch content {
        case .row(_, let columns): columns.contains { $0.value.namesEveryID }
        case .line(let value): value.namesEveryID
        case .call(let call): call.body?.namesEveryID ?? false
        }
    }

    /// The neutral words of a field that it writes as something else; empty where it does not write
    /// the field, so that the store tells the target.
    ///
    /// A cancelled state that is written as another is not lost where it is written besides whether
    /// the purchase renews.
    package func lostWords(of field: NeutralField) -> Set<String> {
        var lost = writtenLostWords(of: field)
        if field == .state, fields.contains(PlanField(.renews)) {
            lost.remove(NeutralState.cancelled.rawValue)
        }
        return lost
    }

    private func writtenLostWords(of field: NeutralField) -> Set<String> {
        switch content {
        case .row(_, let columns):
            columns.compactMap { $0.value.lostWords(of: field) }
                .reduce(into: []) { $0.formUnion($1) }
        case .line(let value): value.lostWords(of: field) ?? []
        case .call(let call): call.body?.lostWords(of: field) ?? []
        }
    }
}
