// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// The first row of comma-separated values.
struct CSVHeader {
    let names: [String]
    /// Where the row behind it begins.
    let end: Int
    /// Whether its end was found.
    private let isWhole: Bool

    /// Reads the header of bytes that are the whole file, or its beginning.
    init(
        _ bytes: UnsafePointer<UInt8>, _ start: Int, _ count: Int, isLast: Bool, delimiter: UInt8
    ) {
        var tokenizer = CSVTokenizer(delimiter: delimiter, from: start, to: count, isLast: isLast)
        let row = tokenizer.next(in: bytes)
        names = row?.texts(in: bytes) ?? []
        end = tokenizer.offset
        isWhole = row?.isWhole ?? false
    }

    /// Whether the columns are those of a format.
    func isKnown(to reader: FormatReader) -> Bool {
        reader.knownBy.allSatisfy { names.contains($0.description) }
            && !reader.notBy.contains { names.contains($0.description) }
    }

    /// Refuses a name that stands twice, since nobody knows which of the two columns is meant.
    func check(_ reader: FormatReader, _ file: String) throws(InputError) {
        guard isWhole else {
            throw InputError(
                .tooLong, file, line: 1,
                "the first row is too long for a header; expected the names of columns")
        }
        if names.contains(where: { $0.utf8.contains(13) }) {
            throw InputError(.malformed, file, line: 1, CSVRow.bareReturns)
        }
        var asked = Set(reader.knownBy.map(\.description))
        for rule in reader.records {
            asked.formUnion((rule.conditions + rule.exceptions).map(\.path.description))
            asked.formUnion(rule.fields.map(\.path.description))
        }
        for name in names where asked.contains(name) {
            let numbers = names.indices.filter { names[$0] == name }.map { "\($0 + 1)" }
            guard numbers.count == 1 else {
                throw InputError(
                    .wrongColumn, file, line: 1,
                    "the columns \(numbers.joined(separator: " and ")) are "
                        + "\(numbers.count == 2 ? "both" : "all") called \"\(name)\"; remove all but one"
                )
            }
        }
    }

    /// A delimiter for a message.
    static func name(of delimiter: UInt8) -> String {
        switch delimiter {
        case UInt8(ascii: ","): "commas"
        case UInt8(ascii: ";"): "semicolons"
        case 9: "tabs"
        default: "\"\(String(decoding: [delimiter], as: UTF8.self))\""
        }
    }
}
