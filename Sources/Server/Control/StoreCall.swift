// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    import AllonymService
    import AllonymSimulation
    import Foundation

    /// What a call wants a store to do to a purchase.
    struct StoreCall {
        /// Beside the events of a store: those that need to know more than the purchase.
        private static let others = ["change", "share", "unshare"]

        /// Every event, in the order of the alphabet.
        static let words = (StoreEvent.allCases.map(\.rawValue) + others).sorted()

        let token: String
        /// The event, one of ``words``.
        let word: String
        /// With `share` and `unshare`: the family member's store account.
        let member: StoreAccount?
        private let event: StoreEvent?
        private let other: String?
        private let atRenewal: Bool
        private let resumes: Date?
        /// Where faults are found.
        private let body: JSONObject

        /// Reads the body of a call.
        init(_ call: Call) throws {
            var body = try ControlAPI.object(call)
            token = try body.needed("token")
            word = try body.needed("event")
            other = try body.text("to")
            let atRenewal = try body.flag("atRenewal")
            self.atRenewal = atRenewal ?? false
            resumes = try ControlAPI.moment(&body, "resumes")
            let member = try body.text("with")
            try body.finish()
            guard StoreCall.words.contains(word) else {
                let words = StoreCall.words.joined(separator: ", ")
                throw body.fault("event", "expected one of \(words), found \"\(word)\"")
            }
            event = StoreEvent(rawValue: word)
            guard other == nil || word == "change" else {
                throw body.fault(
                    "to", "only change names another product; found \"\(word)\", so leave it out")
            }
            guard atRenewal == nil || word == "change" || event == .pause else {
                throw body.fault(
                    "atRenewal",
                    "only change and pause wait for the renewal; found \"\(word)\", so leave it "
                        + "out")
            }
            guard resumes == nil || event == .pause else {
                throw body.fault("resumes", "only a pause ends by itself; found \"\(word)\"")
            }
            if word == "share" || word == "unshare" {
                guard let member else {
                    throw body.fault(
                        "with", "expected the family member's account, such as app_store:bob")
                }
                self.member = try ControlAPI.account(member, "with", body)
            } else {
                guard member == nil else {
                    throw body.fault(
                        "with", "only share and unshare name a family member; found \"\(word)\"")
                }
                self.member = nil
            }
            self.body = body
        }

        /// Refuses family sharing where the store of the purchase has none.
        func checkSharing(at store: Store) throws(DocumentFault) {
            guard !store.sharesInFamilies else { return }
            let stores = Store.allCases.filter(\.sharesInFamilies).map(\.rawValue)
            throw body.fault(
                "event",
                "only Apple's stores share in a family, and this purchase is of "
                    + "\(store.rawValue); send \(word) with the token of a purchase at "
                    + stores.joined(separator: " or "))
        }

        /// Has the store do it; false where it comes to nothing.
        func happens(
            to purchase: PurchaseHandle, _ state: inout ProjectState, _ now: Date
        ) throws(DocumentFault) -> Bool {
            guard let event else { return try change(purchase, &state, now) }
            guard event == .pause else { return state.store(event, to: purchase, now: now) }
            let end = state.world.records[Int(purchase.index)].expirationDate
            let begins = atRenewal ? end ?? now : now
            guard resumes.map({ $0 > begins }) ?? true else {
                throw body.fault(
                    "resumes",
                    "expected a moment after the pause begins, which is at "
                        + begins.ISO8601Format())
            }
            return state.pause(purchase, atRenewal: atRenewal, until: resumes, now: now)
        }

        /// The subscription goes over to another product.
        private func change(
            _ purchase: PurchaseHandle, _ state: inout ProjectState, _ now: Date
        ) throws(DocumentFault) -> Bool {
            guard let other, let item = state.setup.sold(other) else {
                throw body.fault("to", "expected the ID of a product in the catalogue")
            }
            // The ledger would change the member's own purchase of the product, if there is one.
            guard state.world.records[Int(purchase.index)].sharedFrom == nil else { return false }
            let action = Action.change(
                state.ledger.product(of: purchase), to: item.product.product, atRenewal: atRenewal)
            let account = state.ledger.account(of: purchase)
            return state.perform(action, by: .account(account), now: now).outcome == .applied
        }
    }
#endif
