// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymInput
import Foundation
import Testing

@Suite struct OrderedPipelineTests {
    private final class Piece {
        var number = 0
        var square = 0
    }

    private struct Failure: Error, Equatable {
        let number: Int
    }

    /// Squares numbers on several threads.
    ///
    /// - Parameters:
    ///   - count: How many numbers, from 0.
    ///   - threads: On how many threads.
    ///   - cutFault: The number at which cutting fails; nil for none.
    ///   - handFault: The number at which handing over fails; nil for none.
    /// - Returns: What was handed over, and what failed.
    private func squares(
        of count: Int, threads: Int, cutFault: Int? = nil, handFault: Int? = nil
    ) -> (handed: [Int], failure: Failure?) {
        var (next, handed) = (0, [Int]())
        let pieces = (0..<threads * 2 + 1).map { _ in Piece() }
        let pipeline = OrderedPipeline(pieces) { piece in
            if next == cutFault { throw Failure(number: next) }
            piece.number = next
            next += 1
            return piece.number < count
        } hand: { piece in
            if piece.number == handFault { throw Failure(number: piece.number) }
            handed.append(piece.square)
        }
        do {
            try pipeline.run(threads: threads) {
                { piece in
                    // Pieces are done in another order than they were cut in.
                    if piece.number % 3 == 0 { usleep(useconds_t(piece.number % 7 * 50)) }
                    piece.square = piece.number * piece.number
                }
            }
            return (handed, nil)
        } catch {
            return (handed, error as? Failure)
        }
    }

    @Test(arguments: [1, 2, 3, 8])
    func `Pieces are handed over in the order in which they were cut`(threads: Int) {
        for count in [0, 1, 2, 100] {
            let (handed, failure) = squares(of: count, threads: threads)
            #expect(handed == (0..<count).map { $0 * $0 })
            #expect(failure == nil)
        }
    }

    @Test(arguments: [1, 2, 3, 8])
    func `What was cut before a fault is handed over, and then the fault is thrown`(threads: Int) {
        let (handed, failure) = squares(of: 100, threads: threads, cutFault: 40)
        #expect(handed == (0..<40).map { $0 * $0 })
        #expect(failure == Failure(number: 40))
    }

    @Test(arguments: [1, 2, 3, 8])
    func `Nothing is handed over after a fault in handing over`(threads: Int) {
        let (handed, failure) = squares(of: 100, threads: threads, handFault: 40)
        #expect(handed == (0..<40).map { $0 * $0 })
        #expect(failure == Failure(number: 40))
    }

    @Test func `The first fault wins: one in handing over, even if cutting fails later`() {
        let (handed, failure) = squares(of: 100, threads: 2, cutFault: 60, handFault: 10)
        #expect(handed.count == 10)
        #expect(failure == Failure(number: 10))
    }
}
