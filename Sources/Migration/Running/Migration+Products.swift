// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

extension Migration {
    /// A table of the products that some files name, to be filled in and given back as
    /// ``products``.
    ///
    /// - Throws: ``MigrationError/input(_:)`` for input that cannot be read.
    public func productTable(_ inputs: [Input]) throws(MigrationError) -> String {
        try startingTables(inputs).products
    }

    /// What there is to begin with: two tables, and what to know of them.
    package struct StartingTables {
        /// The table of products.
        package let products: String
        /// The table of entitlements.
        package let entitlements: String
        /// How many records of the files were rejected.
        package let rejected: Int
        /// The products that may be one.
        package let twins: [TwinProducts]
        /// What the table of products has to make up for, each as a whole sentence.
        package let lacks: [String]
    }

    /// Both tables to begin with: of the products and of the entitlements that some files name.
    ///
    /// - Throws: ``MigrationError/input(_:)`` for input that cannot be read.
    package func startingTables(_ inputs: [Input]) throws(MigrationError) -> StartingTables {
        let readers = source.formats.readers
        let intake = Intake(rules: source.rules, readers: readers)
        var scan = Scan(readers, beside: readersBeside, threads: threads)
        scan.others = Migration.formats(otherThan: source, mappings)
        if let progress { scan.progress = { progress(.reading(bytes: $0)) } }
        let records = ReadRecords()
        var lacks: [String] = []
        do {
            let files = try scan.run(inputs) { batch in
                records.take(batch)
                intake.add(batch)
            }
            try checkIsExport(files)
            try records.check(files)
            lacks = files.flatMap { file in
                columnsToState(in: file).map { $0.sentence(about: file.name) }
            }
        } catch {
            throw MigrationError(error)
        }
        let population = intake.finish()
        let people = PlannedPopulation(population) { _, _, _ in }
        let entitlements = EntitlementMap.starter(population.entitlementNames)
        return StartingTables(
            products: String(decoding: ProductMap.starter(people), as: UTF8.self),
            entitlements: String(decoding: entitlements, as: UTF8.self),
            rejected: records.rejected, twins: TwinProducts.all(in: population), lacks: lacks)
    }

    /// The columns that a file lacks and the table of products can make up for.
    private func columnsToState(in file: ScannedFile) -> [MissingColumn] {
        let reader = source.formats.readers.first { $0.id == file.reader }
        return (reader?.lacking ?? []).filter {
            $0.standIn != nil && file.missingColumns.contains($0.column)
        }
    }

    /// The instant that a text in ISO 8601 stands for, in milliseconds since 1970; nil for none.
    public static func milliseconds(of text: String) -> Int64? {
        DateText.iso(text)?.milliseconds
    }
}

extension MissingColumn {
    /// What to do about a file that lacks it.
    fileprivate func sentence(about file: String) -> String {
        "\(file) lacks \(column): fill in \"\(standIn?.rawValue ?? "")\" of every product, or export "
            + "again with that column."
    }
}
