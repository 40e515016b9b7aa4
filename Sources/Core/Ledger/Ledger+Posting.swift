// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

// What an installation has posted, at stores whose purchases have a token each. Written down only for
// rules that ask for it, and only of purchases of the account that is on the device.

extension Ledger {
    /// The store of an installation's account.
    func store(of record: InstallationRecord?) -> Store? {
        guard let record, record.account.index < accounts.count else { return nil }
        return accounts[record.account].store
    }

    /// Whether the rules ask what was posted at such a store.
    private func isAsked(at store: Store?, _ draft: borrowing Draft) -> Bool {
        guard draft.rules.asksForPosts, draft.installation != nil, let store else { return false }
        return !store.showsReceipt && !store.isOnWeb
    }

    /// The purchases whose token this installation has not posted, or not since their renewal was
    /// switched off or on.
    func unposted(
        _ shown: [PurchaseHandle], at store: Store?, _ draft: borrowing Draft
    ) -> [PurchaseHandle] {
        guard isAsked(at: store, draft), let installation = draft.installation else { return [] }
        if draft.hasPostedNothing { return shown }
        return shown.filter { purchase in
            posts[Post(installation: installation, purchase: purchase)]
                != record(of: purchase, draft).state.renews
        }
    }

    /// Writes down that these were posted, which stands whatever the provider answered.
    func post(_ purchases: [PurchaseHandle], at store: Store?, _ draft: inout Draft) {
        guard isAsked(at: store, draft), let installation = draft.installation else { return }
        for purchase in unposted(purchases, at: store, draft) {
            let record = record(of: purchase, draft)
            // What is redeemed was bought on the web, and has no token here.
            guard record.account == draft.record?.account else { continue }
            let renews = record.state.renews
            draft.lasting.append(.posted(installation, purchase, renews: renews))
        }
    }

    /// Writes down that the tokens of what does not run any more are forgotten, as they are whenever
    /// the installation looks at what runs.
    func forgetEnded(at store: Store?, _ draft: inout Draft) {
        guard isAsked(at: store, draft), !posts.isEmpty, let account = draft.record?.account,
            account.index < accounts.count
        else { return }
        draft.lasting += forgetting(account, draft) { !$0.isActive }
    }

    /// Writes down that nothing is posted: the installation is a fresh one, or goes over to another
    /// store account.
    func forgetPosts(_ draft: inout Draft) {
        draft.hasPostedNothing = true
        guard !posts.isEmpty, let account = draft.record?.account, account.index < accounts.count
        else { return }
        draft.decision.changes += forgetting(account, draft) { _ in true }
    }

    private func forgetting(
        _ account: AccountHandle, _ draft: borrowing Draft,
        _ isForgotten: (PurchaseState) -> Bool
    ) -> [Change] {
        guard let installation = draft.installation else { return [] }
        return purchases(of: account).compactMap { purchase in
            let post = Post(installation: installation, purchase: purchase)
            guard posts[post] != nil, isForgotten(purchases[purchase].state) else { return nil }
            return .posted(installation, purchase, renews: nil)
        }
    }
}

extension PurchaseState {
    /// Whether its renewal is on, so far as it runs.
    fileprivate var renews: Bool { self != .cancelled }
}

extension Store {
    /// The store as a fact.
    var fact: FactValue {
        switch self {
        case .appStore: .atAppStore
        case .macAppStore: .atMacAppStore
        case .playStore: .atPlayStore
        case .amazon: .atAmazon
        case .stripe: .atStripe
        case .paddle: .atPaddle
        case .webBilling: .atWebBilling
        case .testStore: .atTestStore
        }
    }
}
