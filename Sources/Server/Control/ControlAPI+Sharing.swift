// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    import AllonymService
    import AllonymSimulation
    import Foundation

    // Family members' shares: given, taken back, and why that comes to nothing.

    extension Store {
        /// Whether family members can get a share of what was bought there, which is documented of
        /// Apple's stores alone.
        ///
        /// Source:
        /// https://www.revenuecat.com/docs/platform-resources/apple-platform-resources/apple-family-sharing,
        /// read 2026-11-22.
        var sharesInFamilies: Bool {
            switch self {
            case .appStore, .macAppStore: true
            case .testStore, .playStore, .amazon, .stripe, .paddle, .webBilling: false
            }
        }
    }

    extension ControlAPI {
        struct EventAnswer: Encodable {
            let applied: Bool
            let state: String
            let transaction: String
            /// The token of a family member's share.
            let token: String?
            /// Why a share comes to nothing, or nothing is done to one.
            let why: String?

            init(
                _ isApplied: Bool, _ purchase: PurchaseHandle, in state: ProjectState,
                token: String? = nil, why: String? = nil
            ) {
                applied = isApplied
                self.state = state.ledger.state(of: purchase).word
                transaction =
                    state.world.records[Int(purchase.index)].transactions.last?.id ?? ""
                self.token = token
                self.why = why
            }
        }

        /// A family member gets a share, or has it no more; what is answered is about the share,
        /// where there was one.
        static func share(
            _ word: String, _ purchase: PurchaseHandle, with member: StoreAccount,
            _ state: inout ProjectState, _ secret: [UInt8], _ now: Date
        ) -> EventAnswer {
            let share =
                word == "share"
                ? state.share(purchase, with: member, now: now)
                : state.unshare(purchase, with: member, now: now)
            guard let share else {
                let why =
                    word == "share"
                    ? whyNotShared(purchase, with: member, in: state)
                    : whyNotUnshared(purchase, with: member, in: state)
                return EventAnswer(false, purchase, in: state, why: why)
            }
            return EventAnswer(
                true, share, in: state, token: state.token(of: share, secret: secret))
        }

        /// Why the store does nothing to a purchase that is, or was, a share; nil for any other.
        static func whyItFollows(_ purchase: PurchaseHandle, in state: ProjectState) -> String? {
            let record = state.world.records[Int(purchase.index)]
            guard record.sharedFrom != nil else { return nil }
            return record.isUnshared
                ? "This share was taken back; the store does nothing to it any more."
                : "This is a family member's share, which follows the purchase that it is of: send "
                    + "the event with that purchase's token."
        }

        /// Why a family member gets no share.
        private static func whyNotShared(
            _ purchase: PurchaseHandle, with member: StoreAccount, in state: ProjectState
        ) -> String {
            let ledger = state.ledger
            let account = ledger.account(of: purchase)
            let record = state.world.records[Int(purchase.index)]
            let kind = record.product.kind
            if record.sharedFrom != nil {
                return "This is a share, which cannot be shared: share the purchase that it is of."
            }
            if let why = whyNoMember(member, of: account) { return why }
            if share(of: purchase, by: member, in: state) != nil {
                return "\(member) has a share of it already."
            }
            if !kind.isShownAfterSale {
                return "A \(kind.rawValue) product is over with its sale and cannot be shared."
            }
            return "The purchase is \(ledger.state(of: purchase).word); only one that runs can be "
                + "shared."
        }

        /// Why a family member keeps what it has.
        private static func whyNotUnshared(
            _ purchase: PurchaseHandle, with member: StoreAccount, in state: ProjectState
        ) -> String {
            if state.world.records[Int(purchase.index)].sharedFrom != nil {
                return "This is a share: take it back with the token of the purchase that it is of."
            }
            if let why = whyNoMember(member, of: state.ledger.account(of: purchase)) { return why }
            guard let share = share(of: purchase, by: member, in: state) else {
                return "\(member) has no share of it."
            }
            return "The share is \(state.ledger.state(of: share).word); only one that runs can be "
                + "taken back."
        }

        /// Why an account is no family member of the one that made a purchase; nil where it is one.
        private static func whyNoMember(
            _ member: StoreAccount, of account: StoreAccount
        ) -> String? {
            if member == account {
                return "\(member) made this purchase; name another account at its store."
            }
            guard member.store != account.store else { return nil }
            return "\(member) is at another store than the purchase; name an account at "
                + "\(account.store.rawValue)."
        }

        private static func share(
            of purchase: PurchaseHandle, by member: StoreAccount, in state: ProjectState
        ) -> PurchaseHandle? {
            state.ledger.shares[purchase]?.first { state.ledger.account(of: $0) == member }
        }
    }
#endif
