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
        let readers = source.formats.readers
        let intake = Intake(rules: source.rules, readers: readers)
        var scan = Scan(readers, beside: readersBeside, threads: threads)
        if let progress { scan.progress = { progress(.reading(bytes: $0)) } }
        do {
            try checkIsExport(scan.run(inputs) { intake.add($0) })
        } catch {
            throw MigrationError(error)
        }
        let people = PlannedPopulation(intake.finish()) { _, _, _ in }
        return String(decoding: ProductMap.starter(people), as: UTF8.self)
    }

    /// The instant that a text in ISO 8601 stands for, in milliseconds since 1970; nil for none.
    public static func milliseconds(of text: String) -> Int64? {
        DateText.iso(text)?.milliseconds
    }
}
