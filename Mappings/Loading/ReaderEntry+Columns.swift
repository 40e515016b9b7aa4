// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// The columns of a reader of CSV.
extension ReaderEntry {
    /// The columns without which more is unknown than what they say of each row.
    func lacking() throws(MappingsError) -> [MissingColumn] {
        var columns: [MissingColumn] = []
        for part in try entry.parts("lacking") {
            try part.allow(.missingColumn)
            let means = try part.text("means")
            var column = MissingColumn(
                id: try part.text("id"), column: try part.text("column"),
                meaning: try part.word("means", means, of: MissingColumn.Meaning.self),
                citation: try part.citation(sources))
            if let unless = try part.optionalText("unless") {
                guard column.meaning == .refuse else {
                    throw part.error("\"unless\" belongs to a column that means \"refuse\"")
                }
                column.standIn = try part.word(
                    "unless", unless, of: MissingColumn.StandIn.self)
            }
            columns.append(column)
        }
        return columns
    }

    /// Columns are of CSV, each stands once, and whatever is read is one of them.
    func checkColumns(_ reader: FormatReader) throws(MappingsError) {
        guard entry.members["columns"] != nil else {
            guard reader.lacking.isEmpty else { throw entry.error("\"lacking\" needs \"columns\"") }
            return
        }
        guard isCSV else { throw entry.error("\"columns\" belongs to CSV") }
        let columns = Set(reader.columns)
        guard columns.count == reader.columns.count else {
            let double = reader.columns.first { name in
                reader.columns.filter { $0 == name }.count > 1
            }
            throw entry.error("the column occurs twice: \"\(double ?? "")\"")
        }
        var read: [FormatPath] = []
        for record in reader.records {
            read += record.fields.map(\.path) + record.fields.compactMap(\.without)
            read += (record.conditions + record.exceptions).map(\.path)
        }
        for missing in reader.lacking
        where !read.contains(where: { $0.description == missing.column }) {
            throw entry.error("\"lacking\" names a column that is not read: \"\(missing.column)\"")
        }
        for path in reader.knownBy + read + reader.clock where !columns.contains(path.description) {
            throw entry.error("\"columns\" lacks a column that is read: \"\(path)\"")
        }
    }
}
