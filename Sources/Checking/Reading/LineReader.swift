// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

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
            rest.withUnsafeBufferPointer { rest in
                if let start = rest.baseAddress {
                    batch.bytes.update(from: start, count: rest.count)
                }
            }
            batch.count = rest.count
            rest.removeAll(keepingCapacity: true)
            batch.count += try queue.read(
                into: batch.bytes + batch.count, batch.capacity - batch.count)
            if batch.count == 0 {
                isOpen = false
                continue
            }
            number += 1
            return cut(batch)
        }
    }

    /// Leaves whole lines in the batch and counts them.
    private func cut(_ batch: Batch) -> BatchKind {
        var end = batch.count
        if !queue.hasEnded {
            while end > 0, batch.bytes[end - 1] != 10 { end -= 1 }
            if end == 0 { return .longID }
            keep(batch, from: end)
        }
        batch.count = end
        line += LineReader.lineEnds(batch.bytes, end)
        return .ids
    }

    private func keep(_ batch: Batch, from start: Int) {
        rest.append(
            contentsOf: UnsafeBufferPointer(start: batch.bytes + start, count: batch.count - start))
    }

    /// How many line ends there are; sixteen bytes at a time, since the others wait meanwhile.
    private static func lineEnds(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int {
        let raw = UnsafeRawPointer(bytes)
        let lineEnd = SIMD16<UInt8>(repeating: 10)
        let one = SIMD16<UInt8>(repeating: 1)
        var total = 0
        var place = 0
        while place &+ 16 <= count {
            var sums = SIMD16<UInt8>(repeating: 0)
            // No sum of bytes gets above 255.
            let end = min(count &- 15, place &+ 255 &* 16)
            while place < end {
                let some = raw.loadUnaligned(fromByteOffset: place, as: SIMD16<UInt8>.self)
                sums &+= one.replacing(with: 0, where: some .!= lineEnd)
                place &+= 16
            }
            for lane in 0..<16 { total &+= Int(sums[lane]) }
        }
        while place < count {
            total &+= bytes[place] == 10 ? 1 : 0
            place &+= 1
        }
        return total
    }

    func readLong(
        _ batch: Batch, _ body: (UnsafeBufferPointer<UInt8>) throws -> Void
    ) throws {
        // A CR at the end of a piece is held back: it may belong to the line end.
        var holdsReturn = false
        func hand(_ count: Int) throws {
            try body(UnsafeBufferPointer(start: batch.bytes, count: count))
        }
        func release() throws {
            guard holdsReturn else { return }
            holdsReturn = false
            try [UInt8(13)].withUnsafeBufferPointer(body)
        }
        line += 1
        while batch.count > 0 {
            if let found = memchr(batch.bytes, 10, batch.count) {
                let end = UnsafeMutableRawPointer(batch.bytes).distance(to: found)
                keep(batch, from: end + 1)
                if end == 0 { return }
                try release()
                return try hand(batch.bytes[end - 1] == 13 ? end - 1 : end)
            }
            try release()
            holdsReturn = batch.bytes[batch.count - 1] == 13
            try hand(holdsReturn ? batch.count - 1 : batch.count)
            batch.count = try queue.read(into: batch.bytes, batch.capacity)
        }
        try release()
    }
}
