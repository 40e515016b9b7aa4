// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings

/// What becomes of every ID, and under which one each customer goes over.
///
/// Made in one pass over the customers. Where two IDs could become one, two more go over the IDs, and
/// a third where any of them looks as if it was minted. Two bytes an ID and four a customer, besides
/// sixteen to thirty-two an ID for these others.
final class IDPlan {
    /// The verdict on each ID.
    @exclusivity(unchecked) var verdicts: IDVerdicts
    /// What IDs become at the target.
    let judge: IDJudge
    /// For each customer the ID that stands for it at the target; -1 for none.
    @exclusivity(unchecked) private var chosen: [Int32]
    private let hold: AliasHold

    /// Decides about all IDs of a source.
    ///
    /// - Parameters:
    ///   - people: Whose IDs they are.
    ///   - judge: What the target says to single IDs.
    ///   - threads: On how many threads; at most two.
    init(_ people: PlannedPopulation, _ judge: IDJudge, threads: Int) {
        self.judge = judge
        let hold = AliasHold(judge.target)
        self.hold = hold
        let (first, second) = TwoThreads.halves(of: people.customerCount, threads: threads) {
            _, customers in
            var pass = IDPass(people, judge, hold, customers)
            pass.run()
            return pass
        }
        verdicts = first.verdicts
        verdicts.add(second.verdicts)
        chosen = first.chosen + second.chosen
        if Collisions.arePossible(judge.target), Collisions.mark(people, self, threads: threads) {
            judgeWhatWaits(people)
        }
    }

    /// Makes ambiguous the anonymous IDs that would join one that is.
    private func judgeWhatWaits(_ people: PlannedPopulation) {
        guard hold.namesAnonymous else { return }
        let rule = judge.target.formats.identity.customRule
        for customer in 0..<people.customerCount {
            guard let best = chosen(for: customer), verdicts[best].disposition == .ambiguous else {
                continue
            }
            for id in people.ids(of: customer)
            where people.isAnonymous(id) && verdicts.hasOwnTarget(id) {
                verdicts[id] = IDVerdict(
                    disposition: .ambiguous, code: .aliasAmbiguous, rule: rule,
                    form: verdicts.form(of: id))
            }
        }
    }

    /// The ID that stands for a customer at the target; nil for none.
    ///
    /// A custom one; at a target that keeps anonymous IDs in the same namespace else an anonymous
    /// one.
    func chosen(for customer: Int) -> Int? { chosen[customer] < 0 ? nil : Int(chosen[customer]) }
}

// MARK: - IDs at the target

extension IDPlan {
    /// Hands over what an ID becomes; nil where there is nothing.
    func withTarget<Result>(
        of id: Int, _ people: PlannedPopulation, _ body: (Span<UInt8>?) -> Result
    ) -> Result {
        let form = verdicts.form(of: id)
        switch form {
        case .none: return body(nil)
        case .chosen:
            guard let chosen = standIn(for: id, people) else { return body(nil) }
            return withTarget(of: chosen, people, body)
        case .same, .trimmed, .hashed, .minted:
            return people.withText(of: id) { text in
                judge.withTarget(of: text, form) { body($0) }
            }
        }
    }

    /// The ID that stands for another one of its customer at the target; nil for none.
    func standIn(for id: Int, _ people: PlannedPopulation) -> Int? {
        guard let chosen = chosen(for: people.customer(of: id)), chosen != id,
            verdicts.hasOwnTarget(chosen)
        else { return nil }
        return chosen
    }

    /// The anonymous ID under which a customer is at the target; nil where the target is not given
    /// any, or where it is the customer's only ID.
    ///
    /// The first one that goes over; minted anew for a customer who has none.
    func withAnonymousTarget(
        of customer: Int, _ people: PlannedPopulation, _ body: (Span<UInt8>) -> Void
    ) {
        guard hold.takesAnonymous, judge.target.rules != nil else { return }
        let ids = people.ids(of: customer)
        if let id = ids.first(where: { people.isAnonymous($0) && verdicts.hasOwnTarget($0) }) {
            withTarget(of: id, people) { text in if let text { body(text) } }
        } else if let id = chosen(for: customer), verdicts.hasOwnTarget(id) {
            people.withText(of: id) { text in
                guard let minted = judge.minted(fromCustom: text)?.text else { return }
                minted.withSpan(body)
            }
        }
    }
}
