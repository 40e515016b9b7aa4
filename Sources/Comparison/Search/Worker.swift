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
    private(set) var findings: [(finding: W.Finding, state: UInt32, action: UInt16)] = []
    private(set) var transitions = 0
    private var seen: Set<W.Finding> = []
    private let actions: [SearchAction]
    private let names: [DeviceID]
    private let watch: W
    private let namer: StateNamer
    /// The states on the way to the one that is looked at, the root first.
    private var way: [(state: UInt32, sides: [Side])]

    init(
        _ world: SmallWorld, _ sides: [Side], _ watch: W, isRenaming: Bool
    ) {
        actions = world.actions
        names = (0..<world.devices).map { SmallWorld.device($0) }
        self.watch = watch
        namer = StateNamer(
            devices: world.devices, ids: world.ids.count, products: world.products.map(\.kind),
            isRenaming: isRenaming)
        way = [(state: 0, sides: sides)]
    }

    func clear() {
        candidates.removeAll(keepingCapacity: true)
        findings.removeAll(keepingCapacity: true)
    }

    func rootFingerprint() -> Fingerprint { namer.fingerprint(of: way[0].sides) }

    /// Tries all actions in one state.
    func expand(_ state: UInt32, in table: borrowing StateTable) {
        go(to: state, in: table)
        let sides = way[way.count - 1].sides
        let mark = table.marks[Int(state)]
        var step = SearchStep(before: sides, after: sides, decisions: [])
        for (number, action) in actions.enumerated() where isPossible(action, sides[0]) {
            let request = request(action, depth: way.count)
            step.decisions.removeAll(keepingCapacity: true)
            for side in sides {
                step.decisions.append(side.ledger.decide(request, under: side.rules))
            }
            transitions += sides.count
            var isSame = true
            var isRefused = false
            for place in sides.indices {
                if !step.decisions[place].changes.isEmpty { isSame = false }
                if step.decisions[place].outcome == .refused { isRefused = true }
            }
            if isSame, !isRefused { continue }
            for place in sides.indices {
                step.after[place] = sides[place]
                step.after[place].apply(step.decisions[place], giving: action.id)
            }
            let next = watch.look(at: step, mark: mark) { finding in
                guard seen.insert(finding).inserted else { return }
                findings.append((finding: finding, state: state, action: UInt16(number)))
            }
            guard let next, !isSame || next != mark, isWhole(step.after) else { continue }
            let fingerprint = namer.fingerprint(of: step.after, mark: next)
            guard !table.contains(fingerprint) else { continue }
            candidates.append(
                Candidate(
                    fingerprint: fingerprint, parent: state, action: UInt16(number), mark: next))
        }
    }

    /// Whether the app is on the same devices on all sides.
    private func isWhole(_ sides: [Side]) -> Bool {
        let count = sides[0].ledger.installations.count
        return sides.allSatisfy { $0.ledger.installations.count == count }
    }

    private func isPossible(_ action: SearchAction, _ side: borrowing Side) -> Bool {
        let installed = side.ledger.installations.count
        guard action.isFirst else { return action.device < installed }
        guard action.device == installed else { return false }
        guard case .install(let account?) = action.action, action.isSharing else { return true }
        return side.ledger.accountNames.place(of: account.text) != nil
    }

    private func request(_ action: SearchAction, depth: Int) -> Request {
        Request(
            names[action.device], action.action, fresh: FreshBits(low: UInt64(depth) * 2))
    }

    /// Does the actions again that lead to a state, from where its way leaves the last one.
    private func go(to state: UInt32, in table: borrowing StateTable) {
        var missing: [UInt32] = []
        var next = state
        while !way.contains(where: { $0.state == next }) {
            missing.append(next)
            next = table.parents[Int(next)]
        }
        while way[way.count - 1].state != next { way.removeLast() }
        for state in missing.reversed() {
            let action = actions[Int(table.actions[Int(state)])]
            let request = request(action, depth: way.count)
            var sides = way[way.count - 1].sides
            for place in sides.indices {
                let decision = sides[place].ledger.decide(request, under: sides[place].rules)
                sides[place].apply(decision, giving: action.id)
            }
            way.append((state: state, sides: sides))
        }
    }
}
