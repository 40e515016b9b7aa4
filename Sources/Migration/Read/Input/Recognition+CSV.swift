// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// The readers of a run, compiled as far as they can be before a file is seen.
struct ReaderList: Sendable {
    let readers: [FormatReader]
    /// Those of JSON.
    let json: [CompiledReader]
    /// As many of them are of the provider's own files; the others are of files that may stand
    /// beside these.
    let ownCount: Int
    /// What becomes of a file without a column on which more depends than what it says.
    let columns: ColumnPolicy

    init(
        _ readers: [FormatReader], beside added: [FormatReader] = [],
        columns: ColumnPolicy = .read
    ) {
        self.columns = columns
        self.readers = readers + added
        ownCount = readers.count
        json = self.readers.enumerated().compactMap { number, reader in
            reader.container == .json ? CompiledReader(reader, number: number) : nil
        }
    }

    /// Whether a reader is of files that stand beside the provider's own.
    func isBeside(_ reader: CompiledReader) -> Bool { reader.number >= ownCount }

    /// What files there may be, for a message: several have a line each.
    var expected: String {
        let kinds = readers.prefix(ownCount).map { reader in
            let names = reader.knownBy.map { "\"\($0.description)\"" }.joined(separator: ", ")
            let form = reader.container == .json ? "JSON" : "CSV"
            return "\(reader.title) (\(form) with \(names))"
        }
        if kinds.isEmpty { return "nothing: this provider has no format to read" }
        return kinds.count == 1 ? kinds[0] : "one of these:\n  " + kinds.joined(separator: "\n  ")
    }
}

/// Comma-separated values are known by their first row.
extension Recognition {
    func csv(_ start: Int) throws(InputError) -> (OpenFile, Form) {
        var wrong: (reader: FormatReader, delimiter: UInt8)?
        var known: (number: Int, header: CSVHeader, delimiter: UInt8)?
        for (number, reader) in readers.readers.enumerated() {
            guard case .csv(let delimiter) = reader.container else { continue }
            let header = self.header(start, delimiter)
            if header.isKnown(to: reader) {
                let least = known.map { readers.readers[$0.number].knownBy.count } ?? -1
                if reader.knownBy.count > least { known = (number, header, delimiter) }
                continue
            }
            for other in [UInt8](",;\t|".utf8) where other != delimiter {
                if self.header(start, other).isKnown(to: reader) {
                    wrong = wrong ?? (reader, other)
                }
            }
        }
        guard let (number, header, delimiter) = known else {
            throw wrong.map(wrongDelimiter) ?? lacking(start) ?? unknown(start)
        }
        let reader = readers.readers[number]
        try header.check(reader, name)
        try check(header.names, of: reader)
        let compiled = CompiledReader(reader, number: number, columns: header.names)
        let file = OpenFile(name, input: input, reader: compiled, columns: header.names)
        return (file, .rows(delimiter: delimiter, start: header.end))
    }

    func header(_ start: Int, _ delimiter: UInt8) -> CSVHeader {
        CSVHeader(bytes, start, count, isLast: isWhole, delimiter: delimiter)
    }

    private func wrongDelimiter(_ reader: FormatReader, _ found: UInt8) -> InputError {
        guard case .csv(let delimiter) = reader.container else { return error("") }
        return error(
            line: 1,
            "the columns of \"\(reader.title)\" are separated by \(CSVHeader.name(of: found)); expected "
                + "\(CSVHeader.name(of: delimiter)); save the file with "
                + CSVHeader.name(of: delimiter))
    }

    private func unknown(_ start: Int) -> InputError {
        let candidates = [UInt8](",;\t|".utf8).map {
            header(start, $0).names
        }
        let names = candidates.max { $0.count < $1.count } ?? []
        // Without its header a file begins with values, among which may be a receipt.
        let found = names.prefix(20).map { "\"\(ShownValue.text(of: $0))\"" }
        return error(
            line: 1,
            "no format recognises this file; its first row has \(shown(found)); expected "
                + readers.expected)
    }
}
