// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Pages whose lists are taken apart.
extension DocumentScanner {
    /// An element of a page's list.
    func scanElement(
        _ batch: RecordBatch, _ file: OpenFile, _ kept: Kept, _ unit: Range<Int>,
        line: (Int) -> Int
    ) throws(JSONFault) {
        guard let list = kept.compiled.streamed else { return }
        let bytes = UnsafePointer(batch.buffer.start)
        if let fault = UTF8Check.fault(bytes + unit.lowerBound, unit.count) {
            throw JSONFault(offset: unit.lowerBound + fault, reason: .encoding)
        }
        kept.scanner.dropElements()
        let behind = try kept.scanner.scanElement(
            list.node, of: list.slot, bytes, from: unit.lowerBound, to: unit.upperBound,
            depth: batch.depth)
        try checkEnd(batch, behind, unit.upperBound)
        make(batch, file, kept, line)
    }

    /// Reads what stands before a page's list, and keeps what its elements ask for.
    func open(_ start: PageStart, _ batch: RecordBatch, _ kept: Kept) {
        guard let list = kept.compiled.streamed, !list.outerSlots.isEmpty else { return }
        let captures = outerValues(start, kept.compiled)
        for (slot, value) in zip(list.outerSlots, captures) {
            guard var (capture, bytes) = value else { continue }
            // In quotes again, as it stood in the page.
            let quote: [UInt8] = capture.isText ? [UInt8(ascii: "\"")] : []
            bytes = quote + bytes + quote
            let text = batch.buffer.appending(bytes)
            capture.start = UInt32(text.start + quote.count)
            kept.scanner.set(capture, at: slot)
        }
    }

    /// The values around a list that its elements ask for, with their bytes.
    private func outerValues(
        _ start: PageStart, _ compiled: CompiledReader
    ) -> [(Capture, [UInt8])?] {
        let buffer = ByteBuffer(capacity: start.bytes.count + 1)
        _ = buffer.appending(start.bytes)
        buffer.start[buffer.count] = 0
        var scanner = JSONScanner(compiled.plan, buffer.start)
        scanner.begin()
        // Before the list the page is not whole, and ends too early.
        _ = try? scanner.scan(buffer.start, from: 0, to: buffer.count, depth: 0)
        return (compiled.streamed?.outerSlots ?? []).map { slot in
            let capture = scanner.captures[slot]
            guard capture.isPresent else { return nil }
            let bytes = UnsafeBufferPointer(
                start: buffer.start + Int(capture.start), count: Int(capture.count))
            return (capture, Array(bytes))
        }
    }

    /// Checks what stands around a page's list, now that its end is known.
    func scanPage(_ batch: RecordBatch, _ file: OpenFile) {
        batch.lineEnds = ByteSearch.count(
            10, in: batch.buffer.start, batch.start, batch.inputCount)
        guard let page = batch.page, let start = page.start else { return }
        let buffer = ByteBuffer(capacity: page.bytes.count + 1)
        _ = buffer.appending(page.bytes)
        buffer.start[buffer.count] = 0
        var text = JSONText(buffer.start)
        text.begin(buffer.start, 0, buffer.count)
        do throws(JSONFault) {
            if let fault = UTF8Check.fault(buffer.start, buffer.count) {
                throw JSONFault(offset: fault, reason: .encoding)
            }
            try text.skipValue()
            text.skipSpace()
            if text.offset < buffer.count { throw text.fault(.behind) }
        } catch {
            // Of the part before the list the offset is no longer known.
            let offset = max(0, error.offset - start.bytes.count - 1)
            batch.fault = PieceFault(offset: offset, reason: error.reason.description)
            return
        }
        var scanner = JSONScanner(file.reader.plan, buffer.start)
        scanner.begin()
        _ = try? scanner.scan(buffer.start, from: 0, to: buffer.count, depth: 0)
        if let page = scanner.page(file.reader, line: 0) { batch.add(page) }
        let (before, after) = (
            outerValues(start, file.reader), outerValues(page, file.reader)
        )
        for (one, other) in zip(before, after) where one == nil && other != nil {
            batch.fault = PieceFault(
                offset: 0,
                reason: "the page is too large for memory, and what its records need comes after "
                    + "them; move the list to the end of the page, or split it")
        }
    }
}
