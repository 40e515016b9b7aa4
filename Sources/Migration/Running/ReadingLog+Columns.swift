// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings

/// What there is to say about the columns of a file: those that its format does not know, and those
/// that it lacks.
extension ReadingLog {
    /// Says which columns nobody knows, and which are missing.
    ///
    /// - Throws: `OutputError` where `findings.csv` cannot be written.
    func note(columnsOf file: ScannedFile, input: Int) throws(OutputError) {
        let side = file.isBeside ? beside ?? source : source
        for column in file.unknownColumns {
            let number = findings.number(
                "unknown-column", .note, rule: file.reader, source: side.source(of: file.reader),
                message: unknown.isThere
                    ? "The format does not know these columns. Their values are in "
                        + "\(UnknownColumnFile.name)."
                    : "The format does not know these columns, which are empty.")
            try count(number, "\(column) in ", at: names[input])
        }
        let reader = side.formats.readers.first { $0.id == file.reader }
        for column in file.missingColumns {
            let missing = reader?.lacking.first { $0.column == column && $0.meaning == .decide }
            let rule = missing?.id ?? file.reader
            let number = findings.number(
                .columnMissing, missing == nil ? .changed : .needsDecision, rule: rule,
                source: side.source(of: rule),
                message: missing?.citation.says
                    ?? "The file lacks columns of its format, so what they say of every row is "
                    + "unknown.")
            try count(number, "\(column) in ", at: names[input])
        }
    }
}

extension FindingCode {
    /// A file without a column of its format.
    static let columnMissing: FindingCode = "column-missing"
}
