// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Decides about the IDs of some customers, each customer for itself.
struct IDPass {
    /// The verdict on each of their IDs.
    private(set) var verdicts: IDVerdicts
    /// For each of them the ID that stands for it at the target; -1 for none.
    private(set) var chosen: [Int32]
    private let people: PlannedPopulation
    private let judge: IDJudge
    private let hold: AliasHold
    private let customers: Range<Int>

    init(_ people: PlannedPopulation, _ judge: IDJudge, _ hold: AliasHold, _ customers: Range<Int>)
    {
        self.people = people
        self.judge = judge
        self.hold = hold
        self.customers = customers
        verdicts = IDVerdicts(count: people.idCount)
        chosen = [Int32](repeating: -1, count: customers.count)
    }

    private func index(_ customer: Int) -> Int { customer - customers.lowerBound }

    mutating func run() {
        for customer in customers {
            judgeCustom(of: customer)
            judgeAnonymous(of: customer)
        }
    }

    // MARK: - Custom IDs

    private mutating func judgeCustom(of customer: Int) {
        var count = 0
        for id in people.ids(of: customer) where !people.isAnonymous(id) {
            verdicts[id] = people.withText(of: id) { judge.verdict(onCustom: $0) }
            count += 1
        }
        guard count > 0, let best = best(of: customer) else { return }
        chosen[index(customer)] = Int32(best)
        guard count > 1 else { return }
        var joined = AliasHold.Joined()
        for id in people.ids(of: customer)
        where id != best && !people.isAnonymous(id) && verdicts.hasOwnTarget(id) {
            if let other = hold.verdict(onCustomBeside: verdicts[id], &joined) {
                verdicts[id] = other
            }
        }
    }

    /// The original ID if it goes over, else the one seen last, else the one read first.
    private func best(of customer: Int) -> Int? {
        func goesOver(_ id: Int) -> Bool {
            !people.isAnonymous(id) && verdicts.hasOwnTarget(id)
        }
        if let original = people.original(of: customer), goesOver(original) { return original }
        if let last = people.lastSeen(of: customer), goesOver(last) { return last }
        return people.ids(of: customer).first(where: goesOver)
    }

    // MARK: - Anonymous IDs

    private mutating func judgeAnonymous(of customer: Int) {
        let isIdentified = chosen[index(customer)] >= 0
        var joined = AliasHold.Joined()
        for id in people.ids(of: customer) where people.isAnonymous(id) {
            let hasForm = people.withText(of: id, judge.hasTargetForm)
            let isChosen = chosen[index(customer)] < 0 && hold.namesAnonymous
            verdicts[id] = hold.verdict(
                onAnonymous: hasForm, isIdentified: isIdentified, stands: isChosen, &joined)
            if isChosen, verdicts.hasOwnTarget(id) { chosen[index(customer)] = Int32(id) }
        }
    }
}
