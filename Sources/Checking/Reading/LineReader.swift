// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Cuts inputs at line ends.
final class LineReader: BatchReader {
    private var queue: InputQueue
    private var isOpen = false
    private var line = 1
    private var number = 0
    /// What was read behind the last line end.
    private var rest: [UInt8] = []

    init(_ inputs: [Input], kept: [KeptInput] = []) {
        queue = InputQueue(inputs, kept: kept)
    }

    var position: Int { queue.position }

    func next(_ batch: Batch) throws(InputError) -> BatchKind {
        while true {
            if !isOpen {
                guard try queue.openNext() else { return .end }
                isOpen = true
                line = 1
            }
            batch.empty()
            batch.number = number
            batch.input = queue.current
            batch.line = line
            batch.bytes.append(rest.span)
            rest.removeAll(keepingCapacity: true)
            try queue.fill(batch.bytes)
            if batch.bytes.count == 0 {
                isOpen = false
                continue
            }
            number += 1
            return cut(batch)
        }
    }

    /// Leaves whole lines in the batch and counts them.
    private func cut(_ batch: Batch) -> BatchKind {
        if !queue.hasEnded {
            guard let last = batch.bytes.last(10) else { return .longID }
            batch.bytes.cut(from: last + 1, into: &rest)
        }
        line += batch.bytes.count(of: 10)
        return .ids
    }

    func readLong(_ batch: Batch, _ body: (Span<UInt8>) throws -> Void) throws {
        let bytes = batch.bytes
        // A CR at the end of a piece is held back: it may belong to the line end.
        var holdsReturn = false
        func release() throws {
            let lineEnd: [UInt8] = [13]
            if holdsReturn { try body(lineEnd.span) }
            holdsReturn = false
        }
        func hand(_ count: Int) throws {
            try bytes.withBytes { try body($0.extracting(..<count)) }
        }
        line += 1
        while bytes.count > 0 {
            if let end = bytes.first(10) {
                bytes.cut(from: end + 1, into: &rest)
                if end == 0 { return }
                try release()
                return try hand(bytes[end - 1] == 13 ? end - 1 : end)
            }
            try release()
            holdsReturn = bytes[bytes.count - 1] == 13
            try hand(holdsReturn ? bytes.count - 1 : bytes.count)
            bytes.empty()
            try queue.fill(bytes)
        }
        try release()
    }
}
