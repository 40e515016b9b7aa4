// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Work on pieces that one thread at a time cuts, any thread works on, and one thread at a time
/// hands over in their order.
///
/// Whoever has nothing to hand over works on a further piece meanwhile, so that nobody waits as long
/// as there is anything to do. A piece is used again when it is handed over, so as many as there are
/// bound the memory.
package final class OrderedPipeline<Piece: AnyObject>: @unchecked Sendable {
    // Unchecked because the compiler does not see that `changed` guards what is below it, and that
    // one thread at a time cuts, and one hands over.

    /// Works on pieces, on one thread.
    package typealias Worker = (Piece) -> Void

    private let cut: (Piece) throws -> Bool
    private let hand: (Piece) throws -> Void

    private let changed = NSCondition()
    /// Pieces that can be cut into.
    private var free: [Piece]
    /// Pieces that were worked on, by their numbers.
    private var done: [Int: Piece] = [:]
    /// How many pieces were cut, and how many handed over.
    private var cutCount = 0
    private var handedCount = 0
    private var isCutting = false
    private var isHanding = false
    /// Whether there are no further pieces, and what keeps them from being cut.
    private var isCut = false
    private var cutError: (any Error)?
    private var error: (any Error)?

    /// What a thread does next.
    private enum Step {
        case cut(Piece)
        case hand(Piece)
    }

    /// A pipeline.
    ///
    /// - Parameters:
    ///   - pieces: Room for pieces; two for each thread and one more keep all of them busy.
    ///   - cut: Fills a piece with what comes next, and says whether there was anything.
    ///   - hand: Takes a piece that was worked on.
    package init(
        _ pieces: [Piece], cut: @escaping (Piece) throws -> Bool,
        hand: @escaping (Piece) throws -> Void
    ) {
        (free, self.cut, self.hand) = (pieces, cut, hand)
    }

    /// Does all the work.
    ///
    /// - Parameters:
    ///   - threads: On so many threads, at least one.
    ///   - stackSize: How many bytes of stack the threads have; nil for the usual size.
    ///   - makeWorker: Makes what works on pieces, once on each thread.
    /// - Throws: What handing over throws, or, after everything before was handed over, what cutting
    ///   throws.
    package func run(
        threads: Int, stackSize: Int? = nil, _ makeWorker: @escaping () -> Worker
    ) throws {
        // Each thread makes its own.
        nonisolated(unsafe) let makeWorker = makeWorker
        let group = DispatchGroup()
        for _ in 1..<max(1, threads) {
            group.enter()
            let thread = Thread {
                self.work(makeWorker())
                group.leave()
            }
            if let stackSize { thread.stackSize = stackSize }
            thread.start()
        }
        work(makeWorker())
        group.wait()
        if let error = error ?? cutError { throw error }
    }

    /// What one thread does until there is nothing left.
    private func work(_ worker: Worker) {
        while let step = next() {
            switch step {
            case .cut(let piece):
                guard let number = cutNext(piece) else { continue }
                worker(piece)
                changed.withLock {
                    done[number] = piece
                    changed.broadcast()
                }
            case .hand(let piece): handNext(piece)
            }
        }
    }

    /// What is to be done; nil when there is nothing left.
    private func next() -> Step? {
        changed.lock()
        defer { changed.unlock() }
        while error == nil {
            if !isHanding, let piece = done.removeValue(forKey: handedCount) {
                isHanding = true
                return .hand(piece)
            }
            if isCut, handedCount == cutCount { return nil }
            if !isCut, !isCutting, let piece = free.popLast() {
                isCutting = true
                return .cut(piece)
            }
            changed.wait()
        }
        return nil
    }

    /// Fills a piece; its number, or nil when there is nothing left.
    private func cutNext(_ piece: Piece) -> Int? {
        let result = Result { try cut(piece) }
        return changed.withLock {
            isCutting = false
            defer { changed.broadcast() }
            if case .success(true) = result {
                cutCount += 1
                return cutCount - 1
            }
            isCut = true
            if case .failure(let error) = result { cutError = error }
            return nil
        }
    }

    /// Hands a piece over, and lets the next one pass.
    private func handNext(_ piece: Piece) {
        let result = Result { try hand(piece) }
        changed.withLock {
            isHanding = false
            handedCount += 1
            free.append(piece)
            if case .failure(let failure) = result { error = failure }
            changed.broadcast()
        }
    }
}
