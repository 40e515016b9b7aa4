// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// Scans the documents of batches with one reader after the other.
///
/// One for each thread.
final class DocumentScanner {
    /// A reader's scanner, kept from document to document.
    final class Kept {
        let compiled: CompiledReader
        var scanner: JSONScanner

        init(_ compiled: CompiledReader, _ base: UnsafePointer<UInt8>) {
            self.compiled = compiled
            scanner = JSONScanner(compiled.plan, base)
        }
    }

    private var kept: [Kept] = []

    /// Makes records of a batch of JSON.
    ///
    /// Damaged lines are refused one by one; any other damage ends the file, as the batch then
    /// says.
    func scan(_ batch: RecordBatch, of file: OpenFile) {
        switch batch.shape {
        case .lines: scanLines(batch, file)
        case .values: scanValues(batch, file)
        case .page: scanPage(batch, file)
        case .rows: break
        }
    }

    func scanner(_ compiled: CompiledReader, _ batch: RecordBatch) -> Kept {
        if let found = kept.first(where: { $0.compiled === compiled }) { return found }
        kept.append(Kept(compiled, batch.buffer.start))
        return kept[kept.count - 1]
    }

    // MARK: - Lines

    private func scanLines(_ batch: RecordBatch, _ file: OpenFile) {
        var (offset, line) = (batch.start, 0)
        let end = batch.inputCount
        while offset < end {
            let start = offset
            let lineEnd = ByteSearch.first(10, in: batch.buffer.start, offset, end)
            offset = lineEnd.map { $0 + 1 } ?? end
            scanLine(batch, file, start, lineEnd ?? end, line)
            if lineEnd != nil { line += 1 }
        }
        batch.lineEnds = line
    }

    private func scanLine(
        _ batch: RecordBatch, _ file: OpenFile, _ start: Int, _ end: Int, _ line: Int
    ) {
        let bytes = batch.buffer.start
        let (first, last) = trimmed(bytes, start, end)
        guard first < last else { return }
        // A document ends with a 0; the line end is put back afterwards.
        let behind = bytes[last]
        bytes[last] = 0
        defer { batch.buffer.start[last] = behind }
        let mark = batch.mark
        do throws(JSONFault) {
            try scanUnit(batch, file, first, last, depth: 0) { _ in line }
        } catch {
            batch.forget(to: mark)
            let rule: Rejection.Rule = error.reason == .encoding ? .encoding : .syntax
            batch.add(
                Rejection(
                    rule: rule, reason: error.reason.description, file: file.name, line: line,
                    column: error.offset, raw: Text(start: first, count: last - first)))
        }
    }

    private func trimmed(
        _ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int
    ) -> (Int, Int) {
        var (first, last) = (start, end)
        while first < last, BracketScan.isSpace(bytes[first]) { first += 1 }
        while first < last, BracketScan.isSpace(bytes[last - 1]) { last -= 1 }
        return (first, last)
    }

    // MARK: - Values

    private func scanValues(_ batch: RecordBatch, _ file: OpenFile) {
        var counter = LineCounter(batch.buffer, from: batch.start)
        var page: Kept?
        if let start = batch.page {
            let kept = scanner(file.reader, batch)
            kept.scanner.begin()
            open(start, batch, kept)
            page = kept
        }
        for unit in batch.units {
            let mark = batch.mark
            let behind = batch.buffer.start[unit.upperBound]
            batch.buffer.start[unit.upperBound] = 0
            do throws(JSONFault) {
                if let page {
                    try scanElement(batch, file, page, unit) { counter.lines(before: $0) }
                } else {
                    try scanUnit(
                        batch, file, unit.lowerBound, unit.upperBound, depth: batch.depth
                    ) { counter.lines(before: $0) }
                }
            } catch {
                batch.forget(to: mark)
                batch.fault = PieceFault(offset: error.offset, reason: error.reason.description)
            }
            batch.buffer.start[unit.upperBound] = behind
            if batch.fault?.offset ?? .max < unit.upperBound { break }
        }
        batch.lineEnds = ByteSearch.count(
            10, in: batch.buffer.start, batch.start, batch.inputCount)
    }

    /// A document, or a list of documents.
    private func scanUnit(
        _ batch: RecordBatch, _ file: OpenFile, _ start: Int, _ end: Int, depth: Int,
        line: (Int) -> Int
    ) throws(JSONFault) {
        let bytes = UnsafePointer(batch.buffer.start)
        if let fault = UTF8Check.fault(bytes + start, end - start) {
            throw JSONFault(offset: start + fault, reason: .encoding)
        }
        guard bytes[start] == UInt8(ascii: "[") else {
            let behind = try scanDocument(batch, file, start, end, depth, line)
            return try checkEnd(batch, behind, end)
        }
        var list = JSONText(bytes)
        list.begin(bytes, start, end)
        list.depth = depth
        if try list.openList() {
            repeat {
                let behind = try scanDocument(batch, file, list.offset, end, depth + 1, line)
                list.begin(batch.buffer.start, behind, end)
                list.depth = depth + 1
            } while try list.hasNextElement()
        }
        try checkEnd(batch, list.offset, end)
    }

    /// Refuses text behind a value.
    func checkEnd(_ batch: RecordBatch, _ offset: Int, _ end: Int) throws(JSONFault) {
        var text = JSONText(batch.buffer.start)
        text.begin(batch.buffer.start, offset, end)
        text.skipSpace()
        if text.offset < end { throw JSONFault(offset: text.offset, reason: .behind) }
    }

    /// A document, with the file's reader or, if that does not know it, with one that does.
    private func scanDocument(
        _ batch: RecordBatch, _ file: OpenFile, _ start: Int, _ end: Int, _ depth: Int,
        _ line: (Int) -> Int
    ) throws(JSONFault) -> Int {
        let first = scanner(file.reader, batch)
        first.scanner.begin()
        let behind = try first.scanner.scan(
            batch.buffer.start, from: start, to: end, depth: depth)
        if first.scanner.isKnown(to: first.compiled) {
            if let page = first.scanner.page(first.compiled, line: line(start)) { batch.add(page) }
            make(batch, file, first, line)
            return behind
        }
        for other in file.others {
            let kept = scanner(other, batch)
            kept.scanner.begin()
            _ = try kept.scanner.scan(batch.buffer.start, from: start, to: end, depth: depth)
            if kept.scanner.isKnown(to: other) {
                if let page = kept.scanner.page(other, line: line(start)) { batch.add(page) }
                make(batch, file, kept, line)
                return behind
            }
        }
        func refuse(_ rule: Rejection.Rule, _ reason: String) {
            batch.add(
                Rejection(
                    rule: rule, reason: reason, file: file.name, line: line(start), column: start,
                    raw: Text(start: start, count: behind - start)))
        }
        let all = [first] + file.others.map { scanner($0, batch) }
        if all.contains(where: { $0.scanner.isError(of: $0.compiled) }) {
            refuse(
                .answer,
                "the record is an error answer of the API; fetch what was asked for again, and put "
                    + "that in its place")
        } else if !make(batch, file, first, line) {
            refuse(.unmatched, "\(file.reader.reader.title) has no such record")
        }
        return behind
    }

    /// Makes what the rules make of everything that was found; false when nothing was.
    @discardableResult
    func make(
        _ batch: RecordBatch, _ file: OpenFile, _ kept: Kept, _ line: (Int) -> Int
    ) -> Bool {
        let count = kept.scanner.foundCount
        let (found, captures) = (kept.scanner.found, kept.scanner.captures)
        let maker = RecordMaker(
            batch: batch, compiled: kept.compiled, file: file.name, captures: captures)
        let oddities = kept.scanner.oddities
        let odd = oddities.isEmpty ? [:] : innermost(oddities, of: kept)
        var isAny = reject(odd[-1] ?? [], of: kept, nil, batch, file, line)
        for number in 0..<count {
            let capture = captures[Int(found[number].slot)]
            guard capture.isPresent else { continue }
            isAny = true
            let raw =
                capture.isText
                ? Text(start: Int(capture.start) - 1, count: Int(capture.count) + 2)
                : Text(start: Int(capture.start), count: Int(capture.count))
            let ofIt = odd.isEmpty ? [] : odd[number] ?? []
            if reject(ofIt, of: kept, raw, batch, file, line) { continue }
            let record = batch.count
            maker.make(
                Int(found[number].group), frame: Int(found[number].frame), raw: raw,
                line: line(raw.start))
            if batch.count > record { remark(ofIt, of: kept, record, batch) }
        }
        return isAny
    }
}
