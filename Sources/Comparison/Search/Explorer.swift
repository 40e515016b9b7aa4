// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import Dispatch

/// Tries all sequences of actions up to a length, the short ones first.
final class Explorer<W: Lookout> {
    /// What was found, in the order of the search.
    private(set) var found: [Place] = []
    private(set) var table = StateTable()
    /// How many states were new at each depth, from 0.
    private(set) var growth: [Int] = []
    private(set) var isCut = false
    private var seen: Set<Cause> = []
    private let workers: [SearchWorker<W>]

    init(_ world: SmallWorld, _ rules: [Rules], _ watch: W, isRenaming: Bool = true, threads: Int) {
        workers = (0..<threads).map { _ in
            SearchWorker(world, rules, watch, isRenaming: isRenaming)
        }
        _ = table.insert(workers[0].rootFingerprint(), parent: 0, action: 0, mark: 0)
        growth = [1]
    }

    /// How many actions were decided, each side counted.
    var transitions: Int { workers.reduce(0) { $0 + $1.transitions } }

    /// How many of them rest on a row that is inferred.
    var inferred: Int { workers.reduce(0) { $0 + $1.inferred } }

    /// The numbers of the actions that lead to a place, its own last.
    func way(to place: Place) -> [Int] {
        var way = [Int(place.action)]
        var state = Int(place.state)
        while state != 0 {
            way.append(table.action(to: state))
            state = Int(table.parents[state])
        }
        return way.reversed()
    }

    /// Bytes in the table of states, for each state.
    var bytesPerState: Double { table.bytesPerState }

    /// Tries everything up to a depth.
    func explore(
        depth: Int, isCancelled: () -> Bool = { false },
        progress: (Search.Progress) -> Void = { _ in }
    ) {
        var level = 0..<1
        for length in stride(from: 1, through: depth, by: 1) {
            let start = table.count
            var next = level.lowerBound
            while next < level.upperBound {
                if isCancelled() || table.isFull {
                    isCut = true
                    growth.append(table.count - start)
                    return
                }
                let end = min(level.upperBound, next + 2048 * workers.count)
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

    private func expand(_ states: Range<Int>) {
        let share = (states.count + workers.count - 1) / workers.count
        nonisolated(unsafe) let workers = workers
        nonisolated(unsafe) let table = table
        DispatchQueue.concurrentPerform(iterations: workers.count) { number in
            let first = min(states.upperBound, states.lowerBound + number * share)
            for state in first..<min(states.upperBound, first + share) {
                workers[number].expand(UInt32(state), in: table)
            }
        }
        for worker in workers {
            for new in worker.candidates {
                _ = self.table.insert(
                    new.fingerprint, parent: new.parent, action: new.action, mark: new.mark)
            }
            for place in worker.found where seen.insert(place.cause).inserted {
                found.append(place)
            }
            worker.clear()
        }
    }
}
