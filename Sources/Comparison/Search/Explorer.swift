// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import Dispatch

/// Tries all sequences of actions up to a length, the short ones first.
final class Explorer<W: Watch> {
    /// What was found, in the order of the search.
    private(set) var findings: [(finding: W.Finding, state: UInt32, action: UInt16)] = []
    private(set) var table = StateTable()
    /// How many states were new at each depth, from 0.
    private(set) var growth: [Int] = []
    private(set) var isCut = false
    private var seen: Set<W.Finding> = []
    private let workers: [SearchWorker<W>]

    init(_ world: SmallWorld, _ rules: [Rules], _ watch: W, isRenaming: Bool = true, threads: Int) {
        let sides = rules.map { Side($0, products: world.products) }
        workers = (0..<threads).map { _ in
            SearchWorker(world, sides, watch, isRenaming: isRenaming)
        }
        _ = table.insert(workers[0].rootFingerprint(), parent: 0, action: 0, mark: 0)
        growth = [1]
    }

    /// How many actions were decided, each side counted.
    var transitions: Int { workers.reduce(0) { $0 + $1.transitions } }

    func explore(depth: Int, isCancelled: () -> Bool) {
        var level = 0..<1
        for _ in 0..<depth {
            let start = table.count
            var next = level.lowerBound
            while next < level.upperBound {
                if isCancelled() {
                    isCut = true
                    return
                }
                let end = min(level.upperBound, next + 2048 * workers.count)
                expand(next..<end)
                next = end
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
            for finding in worker.findings where seen.insert(finding.finding).inserted {
                findings.append(finding)
            }
            worker.clear()
        }
    }
}
