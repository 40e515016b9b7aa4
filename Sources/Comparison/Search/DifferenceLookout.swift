// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// In what two providers can differ.
public enum DifferenceKind: String, Hashable, Sendable, CaseIterable {
    /// A device sees an entitlement on one side only.
    case access
    /// An action is refused on one side only.
    case refusal
    /// A purchase is held by different people.
    case owner
    /// Two IDs stand for one customer on one side, and for two on the other.
    case identity

    var bit: UInt8 {
        switch self {
        case .access: 1
        case .refusal: 2
        case .owner: 4
        case .identity: 8
        }
    }
}

/// Watches two sides for the steps at which they part.
///
/// A way on which they have parted in one kind is followed for the other kinds only: what comes
/// after a parting is its consequence, and no difference of its own.
struct DifferenceLookout: Lookout {
    let kinds: [DifferenceKind]

    func isOfInterest(_ step: SearchStep, mark: UInt8) -> Bool {
        mark & DifferenceKind.refusal.bit == 0
            && DifferenceLookout.isParted(step, .refusal)
    }

    func look(
        at step: SearchStep, mark: UInt8, _ found: (Cause) -> Void
    ) -> UInt8? {
        var mark = mark
        var isDone = true
        for kind in kinds where mark & kind.bit == 0 {
            guard DifferenceLookout.isParted(step, kind) else {
                isDone = false
                continue
            }
            mark |= kind.bit
            found(
                Cause(
                    kind: .difference(kind), first: DifferenceLookout.cause(of: kind, 0, in: step),
                    second: DifferenceLookout.cause(of: kind, 1, in: step)))
        }
        return isDone ? nil : mark
    }

    // MARK: - Where they part

    private static func isParted(_ step: SearchStep, _ kind: DifferenceKind) -> Bool {
        switch kind {
        case .access: step.after.pointee.seesOther(than: (step.after + 1).pointee)
        case .refusal:
            (step.decisions[0].outcome == .refused) != (step.decisions[1].outcome == .refused)
        case .owner: step.after.pointee.holdsOther(than: (step.after + 1).pointee)
        case .identity: step.after.pointee.joinsOther(than: (step.after + 1).pointee)
        }
    }

    /// The row of one side that made the difference.
    private static func cause(
        of kind: DifferenceKind, _ side: Int, in step: SearchStep
    ) -> RowNumber? {
        step.decisions[side].cause(of: kind, under: (step.before + side).pointee.rules)
    }
}

extension Decision {
    /// The row of a decision that says most about a difference: for a refusal the one that refused,
    /// for who is who the one about that, and else the last one that gave or took something; where
    /// nothing was given or taken, the one by which the device has another user.
    func cause(of kind: DifferenceKind, under rules: Rules) -> RowNumber? {
        let wanted: (Ruling) -> Bool
        switch kind {
        case .refusal: wanted = { $0.effect == .refuse }
        case .identity: wanted = { $0.table.isAboutIdentity || $0.effect == .alias }
        case .access, .owner:
            wanted =
                hasGiven
                ? { $0.table.isAboutHolding && $0.effect.moves } : { $0.table.isAboutIdentity }
        }
        return rows.last { wanted(rules.ruling($0)) }
            ?? rows.last { rules.ruling($0).table.decides && rules.ruling($0).effect != .leave }
            ?? rows.last
    }

    /// Whether somebody holds or knows something else after it.
    private var hasGiven: Bool {
        changes.contains { change in
            switch change {
            case .owner, .copy, .uncopy, .known, .knownProduct, .merge, .erase, .grant, .revoke,
                .lapse:
                true
            case .account, .product, .purchase, .share, .unshare, .state, .productChange, .waiting,
                .customer, .user, .original, .return, .split, .install, .current, .own, .caughtUp,
                .synced, .use, .posted, .backup:
                false
            }
        }
    }
}

extension Table {
    fileprivate var isAboutIdentity: Bool {
        switch self {
        case .launch, .configure, .identify, .logout, .recover, .delete: true
        case .carry, .present, .claim, .learn, .grant, .transfer, .access, .active, .tell: false
        }
    }

    fileprivate var isAboutHolding: Bool {
        switch self {
        case .carry, .recover, .claim, .learn, .grant, .transfer, .delete: true
        case .launch, .configure, .identify, .logout, .present, .access, .active, .tell: false
        }
    }
}

extension Effect {
    /// Whether somebody holds or knows something else after it.
    fileprivate var moves: Bool {
        switch self {
        case .attach, .move, .copy, .alias, .switch, .now, .newCustomer, .apply, .erase: true
        case .keep, .fresh, .freshWithBackup, .return, .switchAndCarry, .logIn, .nothing, .news,
            .unposted, .bought, .each, .whole, .leave, .later, .ignore, .see, .hide, .access,
            .noAccess, .tell, .silent, .refuse:
            false
        }
    }
}
