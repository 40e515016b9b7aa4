// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// Finds the reader that knows a file, by its first bytes.
struct Recognition {
    let name: String
    let input: Int
    /// The bytes, with a 0 behind them.
    let bytes: UnsafePointer<UInt8>
    let count: Int
    /// Whether they are the whole file.
    let isWhole: Bool
    let readers: ReaderList

    /// What holds the records, and where the first of them begins.
    enum Form {
        case rows(delimiter: UInt8, start: Int)
        case lines(start: Int)
        case values(start: Int)

        /// Where the first record begins.
        var start: Int {
            switch self {
            case .rows(_, let start), .lines(let start), .values(let start): start
            }
        }
    }

    /// Looks at the bytes.
    ///
    /// - Throws: That nothing knows them, with what was found and what was expected.
    func recognise() throws(InputError) -> (OpenFile, Form) {
        try refuseOtherEncodings()
        let start = UTF8Check.markLength(UnsafeBufferPointer(start: bytes, count: count).span)
        let first = (start..<count).first { !isSpace(bytes[$0]) }
        guard let first else {
            throw error("the file is empty; expected \(readers.expected)")
        }
        let isJSON = bytes[first] == UInt8(ascii: "{") || bytes[first] == UInt8(ascii: "[")
        return isJSON ? try json(first) : try csv(start)
    }

    private func refuseOtherEncodings() throws(InputError) {
        guard count >= 2 else { return }
        switch (bytes[0], bytes[1]) {
        case (0x1F, 0x8B):
            throw error("the file is compressed; expand it first, with gzip -d")
        case (UInt8(ascii: "P"), UInt8(ascii: "K")) where count > 3 && bytes[2] == 3:
            throw error("the file is a ZIP archive; unpack it first")
        case (UInt8(ascii: "P"), UInt8(ascii: "A"))
        where count > 3 && bytes[2] == UInt8(ascii: "R") && bytes[3] == UInt8(ascii: "1"):
            throw error("the file is Parquet; export again as CSV, or convert it to CSV")
        case (0xFF, 0xFE), (0xFE, 0xFF):
            throw error("the file is UTF-16; save it as UTF-8")
        default: return
        }
    }

    func isSpace(_ byte: UInt8) -> Bool { byte == 32 || byte == 10 || byte == 13 || byte == 9 }

    func error(
        code: InputError.Code = .unknownFormat, line: Int = 0, column: Int = 0, _ reason: String
    ) -> InputError {
        InputError(code, name, line: line, column: column, reason)
    }

    /// The first of some names, for a message.
    func shown(_ names: [String]) -> String {
        let most = 10
        return names.prefix(most).joined(separator: ", ") + (names.count > most ? " and more" : "")
    }

    // MARK: - JSON

    private func json(_ start: Int) throws(InputError) -> (OpenFile, Form) {
        let form = JSONForm(bytes, count, isWhole: isWhole).form(from: start)
        let scanned = documents(form, start)
        for offset in scanned {
            let known = readers.json.filter { knows($0, offset) }
            let most = known.map(\.specificity).max()
            let best = known.filter { $0.specificity == most }
            if best.count > 1 {
                let titles = best.map { "\"\($0.reader.title)\"" }.joined(separator: " and ")
                throw error("\(titles) both recognise this file; correct their formats")
            }
            guard let reader = best.first else { continue }
            let isBeside = readers.isBeside(reader)
            let others = readers.json.filter {
                $0 !== reader && ($0.reader.order == .events) == (reader.reader.order == .events)
                    && readers.isBeside($0) == isBeside
            }
            let file = OpenFile(
                name, input: input, reader: reader, others: others, isBeside: isBeside)
            return (file, form)
        }
        if case .values = form, let error = damage(start) { throw error }
        let found = scanned.first.map(keys) ?? []
        let list = found.isEmpty ? "nothing in it" : shown(found)
        let line = ByteSearch.count(10, in: bytes, 0, scanned.first ?? start) + 1
        throw error(
            line: line,
            "no format recognises this file; its first object has \(list); expected "
                + readers.expected)
    }

    /// Where the first documents begin; of lines several, since the first one may be damaged.
    private func documents(_ form: Form, _ start: Int) -> [Int] {
        if case .lines = form {
            var (offsets, offset) = ([start], start)
            while offsets.count < 100, let end = ByteSearch.first(10, in: bytes, offset, count) {
                offset = end + 1
                if offset < count, !isSpace(bytes[offset]) { offsets.append(offset) }
            }
            return offsets.map(behindBracket)
        }
        return [behindBracket(start)]
    }

    private func behindBracket(_ offset: Int) -> Int {
        guard bytes[offset] == UInt8(ascii: "[") else { return offset }
        return (offset + 1..<count).first { !isSpace(bytes[$0]) } ?? offset
    }

    private func knows(_ reader: CompiledReader, _ offset: Int) -> Bool {
        var scanner = JSONScanner(reader.plan, bytes)
        scanner.begin()
        // Of a document that ends behind the first bytes, what was read of it is enough.
        _ = try? scanner.scan(bytes, from: offset, to: count, depth: 0)
        return scanner.isKnown(to: reader)
    }

    /// What is wrong with a value; nil where nothing is, as far as the bytes go.
    private func damage(_ offset: Int) -> InputError? {
        var text = JSONText(bytes)
        text.begin(bytes, offset, count)
        do throws(JSONFault) {
            try text.skipValue()
            return nil
        } catch {
            if error.reason == .ended, !isWhole { return nil }
            let lineStart = ByteSearch.last(10, in: bytes, 0, error.offset).map { $0 + 1 } ?? 0
            return self.error(
                code: .malformed,
                line: ByteSearch.count(10, in: bytes, 0, error.offset) + 1,
                column: error.offset - lineStart + 1,
                "\(error.reason), and no format recognises what comes before")
        }
    }

    /// The names of an object's first members.
    private func keys(_ offset: Int) -> [String] {
        var text = JSONText(bytes)
        text.begin(bytes, offset, count)
        var keys: [String] = []
        do throws(JSONFault) {
            guard text.byte == UInt8(ascii: "{"), try text.openObject() else { return [] }
            repeat {
                let start = text.offset + 1
                _ = try text.skipText()
                let key = UnsafeBufferPointer(start: bytes + start, count: text.offset - start - 1)
                keys.append("\"\(ShownValue.text(of: String(decoding: key, as: UTF8.self)))\"")
                try text.skipColon()
                try text.skipValue()
                // More than are shown.
                if keys.count == 20 { break }
            } while try text.hasNextMember()
        } catch {
            return keys
        }
        return keys
    }
}

extension CompiledReader {
    /// How much it asks of a file.
    var specificity: Int { knownBy.count + notBy.count + knownValues.count }
}
