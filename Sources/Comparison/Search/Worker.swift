// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// Tries all actions in some states.
final class SearchWorker<W: Watch> {
    struct Candidate {
        let fingerprint: Fingerprint
        let parent: UInt32
        let action: UInt16
        let mark: UInt8
    }

    private(set) var candidates: [Candidate] = []
    private(set) var found: [Place] = []
    private(set) var transitions = 0
    /// How many of them rest on a row that is inferred.
    private(set) var inferred = 0
    private var seen: Set<Parting> = []
    private let actions: [SearchAction]
    private let watch: W
    private var namer: StateNamer
    /// The states on the way to the one that is looked at, the root first.
    private var way: [(state: UInt32, sides: UnsafeMutablePointer<Side>)]
    /// The sides after an action.
    private let after: UnsafeMutablePointer<Side>
    private let count: Int
    /// The actions as requests of one depth.
    private var requests: [Request] = []
    private var requestDepth = 0

    init(_ world: SmallWorld, _ rules: [Rules], _ watch: W, isRenaming: Bool) {
        actions = world.actions
        self.watch = watch
        namer = StateNamer(
            devices: world.devices, ids: world.ids.count, products: world.products.map(\.kind),
            isRenaming: isRenaming)
        count = rules.count
        let root = UnsafeMutablePointer<Side>.allocate(capacity: rules.count)
        after = UnsafeMutablePointer<Side>.allocate(capacity: rules.count)
        for (place, rules) in rules.enumerated() {
            (root + place).initialize(to: Side(rules, products: world.products))
            (after + place).initialize(to: Side(rules, products: world.products))
        }
        way = [(state: 0, sides: root)]
    }

    deinit {
        for sides in way.map(\.sides) + [after] { free(sides) }
    }

    private func free(_ sides: UnsafeMutablePointer<Side>) {
        sides.deinitialize(count: count)
        sides.deallocate()
    }

    func clear() {
        candidates.removeAll(keepingCapacity: true)
        found.removeAll(keepingCapacity: true)
    }

    func rootFingerprint() -> Fingerprint {
        namer.fingerprint(of: way[0].sides, count: count)
    }

    /// Tries all actions in one state.
    func expand(_ state: UInt32, in table: borrowing StateTable) {
        go(to: state, in: table)
        let mark = table.mark(of: Int(state))
        let before = way[way.count - 1].sides
        for place in 0..<count {
            (after + place).pointee = Side(copying: (before + place).pointee)
        }
        var step = SearchStep(
            before: before, after: after, count: count,
            decisions: [Decision](repeating: Decision(), count: count))
        if way.count != requestDepth {
            requestDepth = way.count
            requests = actions.map { $0.request(depth: requestDepth) }
        }
        for number in actions.indices { take(number, &step, from: state, mark, table) }
    }

    private func take(
        _ number: Int, _ step: inout SearchStep, from state: UInt32, _ mark: UInt8,
        _ table: borrowing StateTable
    ) {
        guard isPossible(actions[number], step.before) else { return }
        var isSame = true
        var isRefused = false
        for place in 0..<step.count {
            let decision = (step.before + place).pointee.decide(requests[number])
            if !decision.changes.isEmpty { isSame = false }
            if decision.outcome == .refused { isRefused = true }
            if (step.before + place).pointee.isInferred(decision) { inferred += 1 }
            step.decisions[place] = decision
        }
        transitions += step.count
        if isSame, !isRefused { return }
        step.action = number
        for place in 0..<step.count {
            (step.after + place).pointee.apply(step.decisions[place], giving: actions[number].id)
        }
        look(number, step, from: state, isSame, mark, table)
        if isSame { return }
        for place in 0..<step.count {
            (step.after + place).pointee.goBack(to: (step.before + place).pointee)
        }
    }

    private func look(
        _ number: Int, _ step: borrowing SearchStep, from state: UInt32, _ isSame: Bool,
        _ mark: UInt8, _ table: borrowing StateTable
    ) {
        let next = watch.look(at: step, mark: mark) { parting in
            guard seen.insert(parting).inserted else { return }
            found.append(Place(parting: parting, state: state, action: UInt16(number)))
        }
        guard let next, !isSame || next != mark, step.isWhole else { return }
        let fingerprint = namer.fingerprint(of: step.after, count: step.count, mark: next)
        guard !table.contains(fingerprint) else { return }
        candidates.append(
            Candidate(
                fingerprint: fingerprint, parent: state, action: UInt16(number), mark: next))
    }

    private func isPossible(
        _ action: borrowing SearchAction, _ side: UnsafePointer<Side>
    ) -> Bool {
        let installed = side.pointee.installed
        guard action.isFirst else { return action.device < installed }
        guard action.device == installed else { return false }
        guard let account = action.shared else { return true }
        return side.pointee.isKnown(account: account)
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
            let sides = UnsafeMutablePointer<Side>.allocate(capacity: count)
            for place in 0..<count {
                (sides + place).initialize(to: Side(copying: (before + place).pointee))
                let decision = (before + place).pointee.decide(request)
                (sides + place).pointee.apply(decision, giving: action.id)
            }
            way.append((state: state, sides: sides))
        }
    }
}
