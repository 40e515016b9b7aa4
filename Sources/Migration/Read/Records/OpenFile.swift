// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// What is known of a file once it is recognised.
final class OpenFile: Sendable {
    /// What it is called in messages.
    let name: String
    /// Its index among the inputs.
    let input: Int
    /// The reader that knows it.
    let reader: CompiledReader
    /// Readers that single documents may belong to as well.
    let others: [CompiledReader]
    /// Whether it is none of the provider's own, and stands beside these.
    let isBeside: Bool
    /// The columns of a CSV file; empty of JSON.
    let columns: [String]
    /// Those of them that the format does not know: neither read nor documented.
    let unknownColumns: [UnknownColumn]
    /// Whether it does not say what purchases unlock, as files of its format do.
    let lacksEntitlements: Bool

    init(
        _ name: String, input: Int, reader: CompiledReader, others: [CompiledReader] = [],
        isBeside: Bool = false, columns: [String] = []
    ) {
        self.name = name
        self.input = input
        self.reader = reader
        self.others = others
        self.isBeside = isBeside
        self.columns = columns
        let format = reader.reader
        unknownColumns = columns.isEmpty ? [] : UnknownColumn.all(of: columns, format)
        lacksEntitlements =
            !columns.isEmpty && format.entitlements == .named
            && !format.reads(.entitlement, ofPurchasesIn: columns)
    }
}

/// What was found out about one input.
package struct ScannedFile: Hashable, Sendable {
    /// What it is called in messages.
    package var name: String
    /// The ID of the reader that knows it.
    package var reader: String
    /// What people call such a file.
    package var title: String
    /// How many bytes it has.
    package var bytes: Int
    /// The hash of its bytes; nil where none was asked for.
    package var hash: [UInt8]?
    /// The columns that the format does not know.
    package var unknownColumns: [String]
    /// The documented columns that the reader reads and the file does not have.
    package var missingColumns: [String] = []
    /// Whether it is none of the provider's own, and stands beside these.
    package var isBeside = false
    /// Whether it was written to while it was read.
    package var hasChanged = false
}

/// What ends a file early: an offset in the batch, and what was expected there.
struct PieceFault {
    var code = InputError.Code.malformed
    var offset: Int
    var reason: String
}
