// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// The first record: where the wanted column is, and what separates fields.
extension CSVReader {
    func begin() throws(InputError) {
        let start = buffer.withBytes { UTF8Check.markLength($0) }
        tokenizer = CSVTokenizer(
            delimiter: column.separator ?? mostFrequentSeparator(from: start), from: start,
            to: buffer.count, isLast: queue.hasEnded)
        wanted = 0
        if case .number(let number) = column.choice { wanted = number - 1 }
        isFirstRecord = !column.hasHeader
        guard column.hasHeader else { return }
        let names = try header()
        let known = names.isEmpty ? "none" : names.map { "\"\($0)\"" }.joined(separator: ", ")
        switch column.choice {
        case .number(let number):
            guard number <= names.count || names.isEmpty else {
                throw queue.error(
                    .wrongColumn,
                    line: 1,
                    "expected a column \(number); there are \(names.count): \(known)")
            }
        case .name(let name):
            let indices = names.indices.filter { names[$0] == name }
            guard let index = indices.first else {
                let near = UnknownName.question(NearestNames(name, among: names).names)
                throw queue.error(
                    .wrongColumn, line: 1,
                    "expected a column \"\(name)\"; "
                        + (near ?? "there are: \(known)"))
            }
            guard indices.count == 1 else {
                let numbers = indices.map { "\($0 + 1)" }.joined(separator: " and ")
                throw queue.error(
                    .wrongColumn,
                    line: 1,
                    "the columns \(numbers) are \(indices.count == 2 ? "both" : "all") called \"\(name)\"; "
                        + "give a number")
            }
            wanted = index
        }
    }

    /// What separates most fields of the first line, outside of quotes.
    private func mostFrequentSeparator(from start: Int) -> UInt8 {
        let candidates = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
        var counts = [0, 0, 0]
        var isQuoted = false
        for index in start..<buffer.count {
            let byte = buffer[index]
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if isQuoted { continue }
            if byte == 10 { break }
            if let number = candidates.firstIndex(of: byte) { counts[number] += 1 }
        }
        let most = counts.max() ?? 0
        return candidates[counts.firstIndex(of: most) ?? 0]
    }

    /// The fields of the first record, which has to fit into the buffer.
    private func header() throws(InputError) -> [String] {
        guard let row = tokenizer.next(in: buffer) else { return [] }
        guard row.isWhole else {
            throw queue.error(
                .tooLong, line: 1,
                "the first record is too long for column names; expected the names of columns")
        }
        if let fault = row.fault { throw error(fault) }
        let names = buffer.withBytes { row.texts(in: $0) }
        // Beside line feeds it is a part of a name.
        if buffer.first(10) == nil, names.contains(where: { $0.utf8.contains(13) }) {
            throw queue.error(.malformed, line: 1, CSVRow.bareReturns)
        }
        return names
    }
}
