// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings

/// How many IDs of one customer the target holds, and on which way the further ones get there.
struct AliasHold {
    /// The further IDs of one customer that have found their way.
    struct Joined {
        fileprivate var custom = 0
        fileprivate var anonymous = 0
    }

    /// A writer of further IDs, as far as it concerns these.
    private struct Joiner {
        let id: String
        let route: FormatWriter.Route
        let most: Int
        let takes: [WriterCondition]

        func takes(isAnonymous: Bool, userIsAnonymous: Bool) -> Bool {
            takes.allSatisfy { condition in
                let isOfAlias = condition.field == PlanField(.alias)
                let isMinted = isOfAlias && isAnonymous || !isOfAlias && userIsAnonymous
                return condition.words.contains(isMinted ? "anonymous" : "custom")
            }
        }
    }

    /// Whether the target can be given anonymous IDs.
    let takesAnonymous: Bool
    /// Whether an anonymous ID can be the one that a customer goes by.
    let namesAnonymous: Bool
    private let identity: ProviderFormats.Identity
    private let acceptingRule: String
    private let namesEveryID: Bool
    private let joiners: [Joiner]

    init(_ target: MigrationEndpoint) {
        identity = target.formats.identity
        takesAnonymous = identity.takesAnonymousIDs
        acceptingRule = "\(target.key).identifiers"
        namesAnonymous =
            takesAnonymous && !(target.rules?.identifiers.anonymous.isApart ?? false)
        namesEveryID = target.writers.contains {
            $0.subject == .customer && $0.namesEveryID
        }
        joiners = target.writers.filter { $0.subject == .alias }.map {
            Joiner(
                id: $0.id, route: $0.route, most: $0.mostPerCustomer ?? .max, takes: $0.takes)
        }
    }

    /// What becomes of a custom ID beside the one that stands for the customer; nil where it goes
    /// over as it would alone.
    func verdict(onCustomBeside own: IDVerdict, _ joined: inout Joined) -> IDVerdict? {
        joined.custom += 1
        if let most = identity.mostCustomIDs, joined.custom >= most {
            return IDVerdict(
                disposition: .needsDecision, code: .aliasNotHeld, rule: identity.customRule,
                form: .chosen)
        }
        if namesEveryID { return nil }
        let joiner = joiners.first { $0.takes(isAnonymous: false, userIsAnonymous: false) }
        guard let joiner, joiner.route != .manual else {
            return IDVerdict(
                disposition: .needsDecision, code: .aliasNotJoined,
                rule: joiner?.id ?? identity.customRule, form: own.form)
        }
        return nil
    }

    /// What becomes of an anonymous ID.
    ///
    /// - Parameters:
    ///   - hasForm: Whether it has the target's form already.
    ///   - isIdentified: Whether a custom ID of the customer goes over.
    ///   - stands: Whether it would be the one that the customer goes by.
    ///   - joined: The further IDs of the customer.
    /// - Returns: What becomes of it.
    func verdict(
        onAnonymous hasForm: Bool, isIdentified: Bool, stands: Bool, _ joined: inout Joined
    ) -> IDVerdict {
        let rule = identity.anonymousRule
        guard takesAnonymous, hasForm || !isIdentified else {
            let code: FindingCode = isIdentified ? .anonymousOfIdentified : .anonymousNotImported
            return IDVerdict(disposition: .dropped, code: code, rule: rule, form: .none)
        }
        let own =
            hasForm
            ? IDVerdict(disposition: .kept, rule: acceptingRule, form: .same)
            : IDVerdict(disposition: .changed, code: .reminted, rule: rule, form: .minted)
        if stands { return own }
        joined.anonymous += 1
        if namesEveryID { return own }
        // Beside custom IDs in a namespace of its own, a customer has one anonymous ID.
        if !namesAnonymous {
            return joined.anonymous == 1
                ? own
                : IDVerdict(
                    disposition: .dropped, code: .anonymousNotHeld, rule: rule, form: .none)
        }
        let joiner = joiners.first {
            $0.takes(isAnonymous: true, userIsAnonymous: !isIdentified)
                && joined.anonymous <= $0.most
        }
        guard let joiner, joiner.route != .manual else {
            return IDVerdict(
                disposition: .dropped, code: .aliasNotJoined, rule: joiner?.id ?? rule,
                form: own.form)
        }
        return own
    }
}
