// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// A column that the format neither reads nor documents.
package struct UnknownColumn: Hashable, Sendable {
    /// Its index among all columns.
    package let offset: Int
    /// What it is called; of several columns with one name the second one is `name#2`.
    package let name: String

    /// Those of a file.
    ///
    /// - Parameters:
    ///   - columns: The names in the first row.
    ///   - reader: What reads the file.
    /// - Returns: The unknown ones, in the order of the file.
    static func all(of columns: [String], _ reader: FormatReader) -> [UnknownColumn] {
        var known = Set(reader.knownBy.map(\.description) + reader.columns)
        for rule in reader.records {
            let conditions = rule.conditions + rule.exceptions
            known.formUnion(conditions.map(\.path.description))
            known.formUnion(rule.fields.map(\.path.description))
        }
        var taken = Set(columns)
        var met: Set<String> = []
        var unknown: [UnknownColumn] = []
        for (offset, column) in columns.enumerated() where !known.contains(column) {
            var name = column
            if !met.insert(column).inserted {
                var number = 2
                // A file may have a column of that name too.
                while taken.contains("\(column)#\(number)") { number += 1 }
                name = "\(column)#\(number)"
                taken.insert(name)
            }
            unknown.append(UnknownColumn(offset: offset, name: name))
        }
        return unknown
    }
}

extension FormatReader {
    /// The documented columns that it reads and a file does not have, in their order.
    func missing(from columns: [String]) -> [String] {
        var read: Set<String> = []
        for rule in records {
            read.formUnion((rule.conditions + rule.exceptions).map(\.path.description))
            read.formUnion(rule.fields.map(\.path.description))
        }
        return self.columns.filter { read.contains($0) && !columns.contains($0) }
    }

    /// Whether one of a file's columns says something of purchases.
    func reads(_ field: NeutralField, ofPurchasesIn columns: [String]) -> Bool {
        records.contains { rule in
            rule.kind == .purchase
                && rule.fields.contains {
                    $0.field == field && columns.contains($0.path.description)
                }
        }
    }
}

/// What a row that was taken has in columns that the format does not know.
package struct UnknownValues: Sendable {
    /// The row's line in the batch, from 0.
    let line: Int
    /// The ID of the row's user.
    package let userID: Text
    /// Only those that are not empty, in the order of the columns.
    package let values: [(column: UnknownColumn, text: Text)]
}

extension RecordMaker {
    /// Keeps what is in unknown columns of a row.
    ///
    /// - Parameters:
    ///   - columns: The columns.
    ///   - record: The first record that was made of the row.
    ///   - line: The row's line in the batch, from 0.
    func keep(_ columns: [UnknownColumn], ofRowOf record: Record, line: Int) {
        var values: [(column: UnknownColumn, text: Text)] = []
        for column in columns {
            let capture = captures[CompiledReader.firstColumn &+ column.offset]
            if capture.isPresent { values.append((column, text(of: capture))) }
        }
        if values.isEmpty { return }
        var user = record.text(.userID)
        if !user.isPresent { user = record.text(.originalID) }
        if !user.isPresent { user = record.text(.anonymousID) }
        batch.unknownValues.append(UnknownValues(line: line, userID: user, values: values))
    }
}
