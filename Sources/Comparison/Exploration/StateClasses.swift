// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymCore

/// Which states of a purchase nothing can tell apart, under given rules: they count as one.
///
/// Two states at the store are one when the store counts both as running or neither, both give
/// access or neither, and every store event leads from both to states that are one again. A
/// cancelled subscription, which runs to the end of its period, is one with an active one under rules
/// that give access to both; a paused one is not one with an expired one, since it can be resumed.
package struct StateClasses: Hashable, Sendable {
    /// For each kind of product and each state at the store the first state that it is one with.
    private var first = SIMD32<UInt8>()
    /// The same where a token is posted again when renewal was switched off or on.
    private var firstPosted = SIMD32<UInt8>()
    /// For each state that a provider knows the first that it is one with: the provider looks only
    /// at whether it gives access and whether it runs.
    private var firstKnown = SIMD8<UInt8>()

    /// The classes under given rules, where stores do these things and no others.
    package init(_ rules: Rules, events: [StoreEvent]) {
        let looks = PurchaseState.allCases.map { state in
            [rules.givesAccess(state), state.isActive, state == .refunded]
        }
        firstKnown = StateClasses.firsts(looks.map { Array($0.prefix(2)) })
        let looksPosted = zip(PurchaseState.allCases, looks).map { $1 + [$0 == .cancelled] }
        for kind in ProductKind.allCases {
            let classes = StateClasses.classes(of: kind, looks, events)
            let posted = StateClasses.classes(of: kind, looksPosted, events)
            for state in PurchaseState.allCases {
                let index = StateClasses.index(of: state, kind)
                first[index] = classes[Int(state.rawValue)]
                firstPosted[index] = posted[Int(state.rawValue)]
            }
        }
    }

    private static func index(of state: PurchaseState, _ kind: ProductKind) -> Int {
        kind.number << 3 | Int(state.rawValue)
    }

    /// The classes of states that look alike, and that every event leads to states that do.
    private static func classes(
        of kind: ProductKind, _ looks: [[Bool]], _ events: [StoreEvent]
    ) -> SIMD8<UInt8> {
        var classes = firsts(looks)
        while true {
            let finer = firsts(
                PurchaseState.allCases.map { state in
                    [classes[Int(state.rawValue)]]
                        + events.map { event in
                            let next = event.next(after: state, of: kind) ?? state
                            return classes[Int(next.rawValue)]
                        }
                })
            if finer == classes { return classes }
            classes = finer
        }
    }

    /// For each thing the index of the first that is equal to it.
    private static func firsts(_ things: [some Equatable]) -> SIMD8<UInt8> {
        var firsts = SIMD8<UInt8>()
        for (index, thing) in things.enumerated() {
            firsts[index] = UInt8(things.firstIndex(of: thing) ?? index)
        }
        return firsts
    }

    /// The first state at the store that this one is one with, by its raw value.
    ///
    /// `isPosted` says whether installations remember what they have posted of it.
    package func store(
        _ state: PurchaseState, of kind: ProductKind, isPosted: Bool = false
    ) -> UInt8 {
        let index = StateClasses.index(of: state, kind)
        return isPosted ? firstPosted[index] : first[index]
    }

    /// The first state that a provider knows that this one is one with, by its raw value.
    package func known(_ state: PurchaseState) -> UInt8 { firstKnown[Int(state.rawValue)] }

    /// Whether a purchase is over for good, and the provider has nothing more to learn of it: the
    /// store shows it no more, and no event changes it.
    func isSpent(_ purchase: PurchaseRecord) -> Bool {
        purchase.state == .refunded
            && (purchase.owner.isNone || known(purchase.known) == known(.refunded))
    }
}

extension ProductKind {
    /// Its index among all kinds.
    var number: Int {
        switch self {
        case .subscription: 0
        case .nonRenewing: 1
        case .nonConsumable: 2
        case .consumable: 3
        }
    }
}
