// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymCore
    import AllonymService
    import AllonymSimulation
    import Foundation
    import HTTPTypes
    import QonversionWire

    // Purchases that servers present through REST v3.

    extension QonversionDialect {
        var purchaseHandlers: [String: Handler] {
            [
                "qonversion.v3.create-purchase": { call, visit in
                    let id = visit["user_id"]
                    // What cannot be read is refused after the user is looked for.
                    let given = try? body(
                        call, as: REST3.Purchase.self, orElse: "v3.invalid-data")
                    let shown = await visit.proof(given?.proof?.token ?? "")
                    return try await visit.project.perform { state, now in
                        _ = try known(id, in: state, orElse: "v3.user-not-found")
                        var purchase = try body(
                            call, as: REST3.Purchase.self, orElse: "v3.invalid-data")
                        purchase.currency = try checked(purchase).uppercased()
                        guard purchase.storeCount == 1 else {
                            let members = REST3.Purchase.storeMembers.joined(separator: ", ")
                            throw Refused(
                                fault("v3.invalid-data", "Exactly one of \(members) is needed."))
                        }
                        guard let proof = purchase.proof,
                            let sold = state.purchase(of: proof, shown, visit.project, now)
                        else { throw Refused(fault("v3.purchase-fraud")) }
                        let price = PostedPrice(purchase.price, purchase.currency)
                        let rules = present(
                            sold.purchase, sold.token, price, by: id, in: &state, now)
                        purchase.userID = id
                        // The provider takes the seconds for milliseconds, and drops them.
                        purchase.purchased = purchase.purchased.map { floored($0) } ?? 0
                        return try Answer(json: purchase).because(rules)
                    }
                }
            ]
        }

        /// The currency, where price and currency are what they have to be.
        private func checked(_ purchase: REST3.Purchase) throws -> String {
            guard let price = purchase.price, isPrice(price) else {
                throw Refused(fault("v3.price"))
            }
            guard let currency = purchase.currency,
                Locale.Currency(currency.uppercased()).isISOCurrency
            else { throw Refused(fault("v3.currency")) }
            return currency
        }

        private func isPrice(_ text: String) -> Bool {
            let parts = text.split(separator: ".", omittingEmptySubsequences: false)
            return parts.count <= 2
                && parts.allSatisfy { part in
                    !part.isEmpty && part.utf8.allSatisfy { (48...57).contains($0) }
                }
        }

        private func floored(_ seconds: Int64) -> Int64 {
            let (floor, isTooSmall) = seconds.subtractingReportingOverflow(
                (seconds % 1_000 + 1_000) % 1_000)
            return isTooSmall ? .min : floor
        }

        /// Lets a user claim what stands for a purchase, as a synchronisation by it would.
        ///
        /// A running purchase is presented as bought, so that nobody loses it; a restore is another
        /// call.
        func present(
            _ purchase: PurchaseHandle, _ token: String, _ price: PostedPrice?, by id: String,
            in state: inout ProjectState, _ now: Date
        ) -> [String] {
            if let price { state.take(price: price.amount, price.currency, of: purchase) }
            let count = state.ledger.purchases.count
            let isRunning = state.ledger.state(of: purchase).isActive
            let account = state.ledger.account(of: purchase)
            let decision = state.present(
                purchase, token: token, by: state.qonversionActor(id, account), now: now
            ) { product in
                isRunning ? .buy(product) : .sync
            }
            // What is presented by its sale alone is sold just now.
            if let price, state.ledger.purchases.count > count {
                state.take(price: price.amount, price.currency, of: PurchaseHandle(count))
            }
            return decision.map { state.names(of: $0.rows) + $0.identifierRules } ?? []
        }
    }

    /// What a call says was paid.
    struct PostedPrice {
        let amount: String
        let currency: String

        /// Nil where one of both is missing.
        init?(_ amount: String?, _ currency: String?) {
            guard let amount, let currency else { return nil }
            (self.amount, self.currency) = (amount, currency)
        }
    }

    extension ProjectState {
        /// The purchase that a proof stands for, at the store and of the product that it names.
        fileprivate mutating func purchase(
            of proof: REST3.Purchase.Proof, _ shown: PresentedProof, _ project: Project,
            _ now: Date
        ) -> KnownPurchase? {
            guard let known = purchase(of: shown, secret: project.secret, now: now),
                case let purchase = known.purchase, proof.isOf(ledger.account(of: purchase).store)
            else { return nil }
            let product = ledger.product(of: purchase).text
            guard let named = proof.product else { return known }
            let atStores = setup.products.first { $0.identifier == product }?.storeIdentifiers
            // At Google Play the base plan stands behind a colon.
            let isNamed = ([product] + (atStores?.names ?? [])).contains {
                named == $0 || named.hasPrefix("\($0):")
            }
            return isNamed ? known : nil
        }
    }
#endif
