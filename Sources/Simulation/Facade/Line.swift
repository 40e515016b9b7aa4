// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymCore
package import AllonymMappings
package import Foundation

/// The line from one façade on one installation to the world.
///
/// Calls are answered at once, whatever the ``Connection`` is; a façade sends them through it.
package final class Line: Sendable {
    /// The installation.
    package let installation: Installation
    /// The façade's own provider's names; none where it has no folder among the mappings.
    package let vocabulary: Vocabulary
    let facade: String
    let device: DeviceID

    /// A line for the façade of a provider, by the provider's key.
    package init(_ installation: Installation, facade: String) {
        self.installation = installation
        self.facade = facade
        device = installation.device(for: facade)
        let mappings = installation.world.mappings
        vocabulary =
            mappings.vocabularies[facade]
            ?? (try? SharedWorld.packageMappings.get())?.vocabularies[facade]
            ?? Vocabulary(without: facade)
    }

    /// What time it is.
    package var now: Date { installation.world.clock.now }
    /// What the stores sell.
    package var catalogue: Catalogue { installation.world.catalogue }
    /// What the SDKs have stored on the device.
    package var defaults: Defaults { installation.defaults }

    /// What the server would say now; nil where the app is not installed.
    package func view() -> CustomerView? {
        installation.world.withState { state, now in state.view(of: device, now: now) }
    }

    /// Whether the world knows the app on the device.
    package var isInstalled: Bool {
        installation.world.withState { state, _ in
            state.world.ledger.installation(on: device) != nil
        }
    }

    /// The names that the façade's own provider has for a refusal, in the order of its vocabulary.
    package func names(of refusal: Refusal) -> [Vocabulary.Entry] {
        vocabulary.entries.filter { $0.list == "refusals" && $0.word == refusal.rawValue }
    }

    /// Performs an action on the device.
    package func perform(_ action: Action) -> Reply { perform(action, bits: nil) }

    /// Performs an action with given bits for what it mints.
    func perform(
        _ action: Action, bits: FreshBits?, offer: CatalogueOffer? = nil
    ) -> Reply {
        let (reply, bits) = installation.world.withState { state, now in
            let done = state.perform(action, on: device, now: now, bits: bits, offer: offer)
            return (state.reply(to: action, done.decision, on: device, now: now), done.bits)
        }
        keep(reply, bits)
        return reply
    }

    /// Buys a product at the store, and lets the provider know.
    ///
    /// What the account has active already is claimed; an offer changes nothing about it.
    /// - Parameters:
    ///   - product: The product's ID.
    ///   - offer: The promotional offer that the purchase begins with; the store does not ask who
    ///     gets it.
    /// - Returns: What came of it.
    package func purchase(_ product: String, with offer: CatalogueOffer? = nil) -> PurchaseReply {
        guard let item = catalogue[product] else { return .unknownProduct }
        switch installation.store.takeAnswer(to: product, on: device) {
        case .isCancelled: return .cancelled
        case .isPending: return .pending
        case .fails: return .failed
        case .succeeds:
            return .answered(perform(.buy(item.product), bits: nil, offer: offer), item)
        }
    }

    /// Buys a product at the store, of which the provider does not hear.
    package func own(_ product: CatalogueProduct, with offer: CatalogueOffer? = nil) -> Reply {
        perform(.own(product.product), bits: nil, offer: offer)
    }

    /// Whether the store account gets promotional offers: whether it ever bought anything.
    package var getsPromotionalOffers: Bool {
        let account = installation.account
        return installation.world.withState { state, _ in state.hasBought(account) }
    }

    /// Whether the store account would get the introductory offer of a product; nil where the
    /// product has none, or is not sold.
    package func getsIntroduction(_ product: String) -> Bool? {
        guard let item = catalogue[product], item.introductoryOffer != nil else { return nil }
        let account = installation.account
        return installation.world.withState { state, _ in
            state.introduction(of: item, for: account) != nil
        }
    }

    /// Redeems a web purchase by the token of its link, which is good for one use and for so long.
    ///
    /// A refusal leaves the link as good as it was.
    package func redeem(_ token: String, validFor seconds: TimeInterval) -> RedemptionReply {
        let (reply, bits): (RedemptionReply, FreshBits?) = installation.world.withState {
            state, now in
            guard let link = state.redemptions[token] else { return (.unknownToken, nil) }
            guard !link.isUsed else { return (.used(by: link.account), nil) }
            guard now.timeIntervalSince(link.date) < seconds else {
                return (.expired(link.account), nil)
            }
            let action = Action.redeem(link.product, from: link.user)
            let done = state.perform(action, on: device, now: now)
            if done.decision.refusal == nil { state.redemptions[token]?.isUsed = true }
            let reply = state.reply(to: action, done.decision, on: device, now: now)
            return (.answered(reply), done.bits)
        }
        if case .answered(let reply) = reply { keep(reply, bits) }
        return reply
    }
}

extension WorldState {
    func reply(
        to action: Action, _ decision: Decision, on device: DeviceID, now: Date
    ) -> Reply {
        let ledger = world.ledger
        return Reply(
            outcome: decision.outcome, refusal: decision.refusal,
            isNewID: decision.makesGivenID(of: action, in: ledger),
            moves: decision.moves.map { move in
                MovedPurchase(
                    product: ledger.product(of: move.purchase).text,
                    from: move.from.map { ledger.id(of: $0).text },
                    to: ledger.id(of: move.to).text)
            },
            view: view(of: device, now: now))
    }
}

extension Decision {
    /// Whether the ID that the app gave did not exist before, or was nobody's.
    fileprivate func makesGivenID(of action: Action, in ledger: Ledger) -> Bool {
        let given: UserID
        switch action {
        case .logIn(let id), .configure(let id, _): given = id
        case .install, .reinstall, .logOut, .open, .buy, .restore, .sync, .store, .own, .notify,
            .grant, .revoke, .expireGrant, .change, .use, .share, .unshare, .transfer, .redeem,
            .delete, .check:
            return false
        }
        return changes.contains { change in
            switch change {
            case .customer(let id, let kind), .user(let id, let kind, _):
                kind == .custom || id == given
            case .return(let user): ledger.id(of: user) == given
            case .account, .product, .purchase, .share, .unshare, .state, .productChange, .waiting,
                .merge, .original, .erase, .split, .install, .current, .own, .caughtUp, .synced,
                .use, .posted, .backup, .owner, .copy, .uncopy, .known, .knownProduct, .grant,
                .revoke, .lapse:
                false
            }
        }
    }
}
