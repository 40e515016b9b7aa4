// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import Dispatch

/// Tries all sequences of actions up to a length, the short ones first.
final class Explorer<W: Lookout> {
    /// What was found, in the order of the search.
    private(set) var found: [Index] = []
    private(set) var table = StateTable()
    /// How many states were new at each depth, from 0.
    private(set) var growth: [Int] = []
    private(set) var isCut = false
    /// Whether it is cut because there is no room for more states.
    private(set) var isOutOfRoom = false
    private var known: Set<Cause> = []
    private let workers: [SearchWorker<W>]

    init(_ world: SmallWorld, _ rules: [Rules], _ lookout: W, isRenaming: Bool = true, threads: Int)
    {
        workers = (0..<threads).map { _ in
            SearchWorker(world, rules, lookout, isRenaming: isRenaming)
        }
        _ = table.insert(workers[0].rootFingerprint(), parent: 0, action: 0, mark: 0)
        growth = [1]
    }

    /// How many actions were decided, each side counted.
    var transitions: Int { workers.reduce(0) { $0 + $1.transitions } }

    /// How many of them rest on a row that is inferred.
    var inferred: Int { workers.reduce(0) { $0 + $1.inferred } }

    /// The numbers of the actions that lead to a state, its own last.
    func way(to index: Index) -> [Int] {
        var way = [Int(index.action)]
        var state = Int(index.state)
        while state != 0 {
            way.append(table.action(to: state))
            state = Int(table.parents[state])
        }
        return way.reversed()
    }

    /// Bytes in the table of states, for each state.
    var bytesPerState: Double { table.bytesPerState }

    /// Tries everything up to a depth, unless the states would take more bytes.
    func explore(
        depth: Int, mostBytes: Int = .max, isCancelled: () -> Bool = { false },
        progress: (Search.Progress) -> Void = { _ in }
    ) {
        var level = 0..<1
        for length in stride(from: 1, through: depth, by: 1) {
            let start = table.count
            var next = level.lowerBound
            while next < level.upperBound {
                isOutOfRoom =
                    table.isFull || table.count > mostBytes / StateTable.mostBytesPerState
                if isOutOfRoom || isCancelled() {
                    isCut = true
                    growth.append(table.count - start)
                    return
                }
                let end = min(level.upperBound, next + 1024 * workers.count)
                expand(next..<end)
                next = end
                progress(
                    Search.Progress(
                        depth: length, states: table.count, transitions: transitions))
            }
            growth.append(table.count - start)
            level = start..<table.count
            if level.isEmpty { return }
        }
    }

    /// Tries all actions in some states, piece by piece, each by a worker that is free.
    ///
    /// What the pieces lead to is put together in their order, so that it does not depend on who
    /// was free when.
    private func expand(_ states: Range<Int>) {
        let size = 128
        let pieces = stride(from: states.lowerBound, to: states.upperBound, by: size).map {
            $0..<min(states.upperBound, $0 + size)
        }
        let results = PiecewiseResults<W>(workers, count: pieces.count)
        let table = table
        let known = known
        DispatchQueue.concurrentPerform(iterations: workers.count) { _ in
            results.gather { piece, worker in
                worker.expand(pieces[piece], in: table, knowing: known)
            }
        }
        for harvest in results.all {
            for new in harvest.candidates {
                _ = self.table.insert(
                    new.fingerprint, parent: new.parent, action: new.action, mark: new.mark)
            }
            for index in harvest.found where self.known.insert(index.cause).inserted {
                found.append(index)
            }
        }
    }
}

/// Hands pieces of work to workers, and keeps what comes of each in its place.
private final class PiecewiseResults<W: Lookout>: @unchecked Sendable {
    // Unchecked because the compiler does not see that `queue` guards the rest, and that a worker
    // is taken by one thread at a time.
    private let queue = DispatchQueue(label: "results")
    private var free: [SearchWorker<W>]
    private var next = 0
    private(set) var all: [SearchWorker<W>.Harvest]

    init(_ workers: [SearchWorker<W>], count: Int) {
        free = workers
        all = Array(repeating: SearchWorker<W>.Harvest(), count: count)
    }

    /// Takes a worker, and pieces until there are no more.
    func gather(_ work: (Int, SearchWorker<W>) -> SearchWorker<W>.Harvest) {
        guard let worker = queue.sync(execute: { free.popLast() }) else { return }
        while let piece = queue.sync(execute: { take() }) {
            let harvest = work(piece, worker)
            queue.sync { all[piece] = harvest }
        }
    }

    private func take() -> Int? {
        guard next < all.count else { return nil }
        defer { next += 1 }
        return next
    }
}
