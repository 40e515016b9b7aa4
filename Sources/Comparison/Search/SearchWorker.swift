// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// Tries all actions in some states.
final class SearchWorker<W: Lookout> {
    struct Candidate {
        let fingerprint: Fingerprint
        let parent: UInt32
        let action: UInt16
        let mark: UInt8
    }

    private static var recentCount: Int { 1 << 14 }

    /// What some states led to.
    struct Harvest {
        /// States that were not in the table, in the order in which they came up.
        var candidates: [Candidate] = []
        /// What was worth telling, each cause once.
        var found: [Index] = []
    }

    private var harvest = Harvest()
    private(set) var transitions = 0
    /// How many of them rest on a row that is inferred.
    private(set) var inferred = 0
    /// The causes that need no telling any more.
    private var known: Set<Cause> = []
    private let actions: [SearchAction]
    /// What is asked of each action each time, apart from the texts in it.
    private let shapes: [SearchAction.Shape]
    private let lookout: W
    private var namer: StateNamer
    /// The states on the way to the one that is looked at, the root first.
    private var way: [(state: UInt32, sides: UnsafeMutablePointer<SearchedSide>)]
    /// The sides after an action.
    private let after: UnsafeMutablePointer<SearchedSide>
    private let decisions: UnsafeMutablePointer<Decision>
    private let count: Int
    /// The actions as requests of one depth.
    private let requests: UnsafeMutablePointer<Request>
    private var requestDepth = 0
    /// States that came up a short while ago, each at an index that its fingerprint gives.
    private let recent: UnsafeMutablePointer<Fingerprint>

    init(_ world: SmallWorld, _ rules: [Rules], _ lookout: W, isRenaming: Bool) {
        actions = world.actions
        shapes = actions.map(\.shape)
        self.lookout = lookout
        namer = StateNamer(
            devices: world.devices, ids: world.ids.count, products: world.products.map(\.kind),
            isRenaming: isRenaming, namesAccounts: world.namesAccounts)
        count = rules.count
        let root = UnsafeMutablePointer<SearchedSide>.allocate(capacity: rules.count)
        after = UnsafeMutablePointer<SearchedSide>.allocate(capacity: rules.count)
        for (index, rules) in rules.map({ $0.copied() }).enumerated() {
            for side in [root, after] {
                (side + index).initialize(
                    to: SearchedSide(rules, products: world.products, events: world.events))
            }
        }
        way = [(state: 0, sides: root)]
        decisions = UnsafeMutablePointer<Decision>.allocate(capacity: count)
        decisions.initialize(repeating: Decision(), count: count)
        recent = UnsafeMutablePointer<Fingerprint>.allocate(
            capacity: SearchWorker.recentCount)
        recent.initialize(
            repeating: Fingerprint(high: 0, low: 0), count: SearchWorker.recentCount)
        requests = UnsafeMutablePointer<Request>.allocate(capacity: actions.count)
        for (number, action) in actions.enumerated() {
            (requests + number).initialize(to: action.request(depth: 0))
        }
    }

    deinit {
        for sides in way.map(\.sides) + [after] { free(sides) }
        decisions.deinitialize(count: count)
        decisions.deallocate()
        requests.deinitialize(count: actions.count)
        requests.deallocate()
        recent.deallocate()
    }

    private func free(_ sides: UnsafeMutablePointer<SearchedSide>) {
        sides.deinitialize(count: count)
        sides.deallocate()
    }

    func rootFingerprint() -> Fingerprint {
        namer.fingerprint(of: way[0].sides, count: count)
    }

    /// Tries all actions in some states.
    ///
    /// What comes of it depends on nothing that the worker did before.
    func expand(
        _ states: Range<Int>, in table: borrowing StateTable, knowing known: Set<Cause>
    ) -> Harvest {
        self.known = known
        harvest = Harvest()
        recent.update(repeating: Fingerprint(high: 0, low: 0), count: SearchWorker.recentCount)
        for state in states { expand(UInt32(state), in: table) }
        return harvest
    }

    /// Tries all actions in one state.
    private func expand(_ state: UInt32, in table: borrowing StateTable) {
        go(to: state, in: table)
        let mark = table.mark(of: Int(state))
        let before = way[way.count - 1].sides
        for index in 0..<count {
            (after + index).pointee = SearchedSide(copying: (before + index).pointee)
        }
        if way.count != requestDepth {
            requestDepth = way.count
            for number in actions.indices {
                requests[number] = actions[number].request(depth: requestDepth)
            }
        }
        var step = SearchStep(before: before, after: after, count: count, decisions: decisions)
        let installed = before.pointee.ledger.installations.count
        for number in actions.indices where isPossible(number, installed, before) {
            step.action = number
            take(step, from: state, mark, table)
        }
    }

    private func take(
        _ step: SearchStep, from state: UInt32, _ mark: UInt8, _ table: borrowing StateTable
    ) {
        var isSame = true
        var isRefused = false
        for index in 0..<step.count {
            let traits = (step.before + index).pointee.decide(
                requests[step.action], into: decisions + index)
            if !traits.contains(.kept) { isSame = false }
            if traits.contains(.refused) { isRefused = true }
            if traits.contains(.inferred) { inferred += 1 }
        }
        transitions += step.count
        if isSame {
            if isRefused { look(step, from: state, isSame: true, mark, table) }
            return
        }
        let id = shapes[step.action].id
        for index in 0..<step.count {
            (step.after + index).pointee.apply(decisions + index, giving: id)
        }
        look(step, from: state, isSame: false, mark, table)
        for index in 0..<step.count {
            (step.after + index).pointee.goBack(to: (step.before + index).pointee)
        }
    }

    private func look(
        _ step: SearchStep, from state: UInt32, isSame: Bool, _ mark: UInt8,
        _ table: borrowing StateTable
    ) {
        let action = UInt16(step.action)
        let isWhole = step.isWhole
        var fingerprint = Fingerprint(high: 0, low: 0)
        if isWhole {
            fingerprint = namer.fingerprint(of: step.after, count: step.count, mark: mark)
            if !lookout.isOfInterest(step, mark: mark), isKnown(fingerprint, table) { return }
        }
        let next = lookout.look(at: step, mark: mark) { cause in
            guard known.insert(cause).inserted else { return }
            harvest.found.append(Index(cause: cause, state: state, action: action))
        }
        guard let next, isWhole, !isSame || next != mark else { return }
        if next != mark {
            fingerprint = namer.fingerprint(of: step.after, count: step.count, mark: next)
        }
        guard !isKnown(fingerprint, table) else { return }
        recent[index(of: fingerprint)] = fingerprint
        harvest.candidates.append(
            Candidate(fingerprint: fingerprint, parent: state, action: action, mark: next))
    }

    private func isPossible(
        _ number: Int, _ installed: Int, _ side: UnsafePointer<SearchedSide>
    ) -> Bool {
        let shape = shapes[number]
        guard shape.isFirst else {
            return shape.device < installed && shape.other ?? 0 < installed
        }
        guard shape.device == installed else { return false }
        guard shape.isSharing, let account = actions[number].shared else { return true }
        return side.pointee.isKnown(account: account)
    }

    /// Whether a state is in the table, or came up a short while ago.
    private func isKnown(_ fingerprint: Fingerprint, _ table: borrowing StateTable) -> Bool {
        let last = recent[index(of: fingerprint)]
        if last.low == fingerprint.low, last.high == fingerprint.high { return true }
        guard table.contains(fingerprint) else { return false }
        recent[index(of: fingerprint)] = fingerprint
        return true
    }

    private func index(of fingerprint: Fingerprint) -> Int {
        Int(truncatingIfNeeded: fingerprint.low) & (SearchWorker.recentCount - 1)
    }

    /// Does the actions again that lead to a state, from where its way leaves the last one.
    private func go(to state: UInt32, in table: borrowing StateTable) {
        var missing: [UInt32] = []
        var next = state
        while !way.contains(where: { $0.state == next }) {
            missing.append(next)
            next = table.parents[Int(next)]
        }
        while way[way.count - 1].state != next { free(way.removeLast().sides) }
        for state in missing.reversed() {
            let action = actions[table.action(to: Int(state))]
            let request = action.request(depth: way.count)
            let before = way[way.count - 1].sides
            let sides = UnsafeMutablePointer<SearchedSide>.allocate(capacity: count)
            for index in 0..<count {
                (sides + index).initialize(to: SearchedSide(copying: (before + index).pointee))
                _ = (before + index).pointee.decide(request, into: decisions + index)
                (sides + index).pointee.apply(decisions + index, giving: action.id)
            }
            way.append((state: state, sides: sides))
        }
    }
}
