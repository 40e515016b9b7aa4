// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymCore
    import AllonymService
    import AllonymSimulation
    import Foundation
    import PurchaselyWire

    // Receipts: what backends present of purchases.

    extension PurchaselyDialect {
        var receiptHandlers: [String: Handler] {
            [
                "purchasely.s2s.receipts": { call, visit in
                    guard
                        let platform = call.header("X-PLATFORM-TYPE").flatMap(
                            PlatformType.init(rawValue:))
                    else {
                        let stores = PlatformType.allCases.map(\.rawValue).joined(separator: ", ")
                        throw Refused(
                            fault(
                                "s2s.unknown-platform",
                                "The header X-PLATFORM-TYPE has to be one of \(stores)."))
                    }
                    let receipt = try body(call, as: ReceiptRequest.self)
                    if let name = receipt.missingMember(for: platform) {
                        throw Refused(missing(name))
                    }
                    let proof = await visit.proof(receipt.proof(for: platform) ?? "")
                    let rules = try await visit.project.perform { state, now in
                        try check(receipt, proof, platform, visit.project, in: state)
                        return present(receipt, proof, platform, visit.project, in: &state, now)
                    }
                    // A receipt that stands for nothing is taken as well, and nothing follows.
                    return try accepted(rules)
                }
            ]
        }

        /// Refuses a receipt whose two proofs are of different purchases, before anything has changed.
        private func check(
            _ receipt: ReceiptRequest, _ proof: PresentedProof, _ platform: PlatformType,
            _ project: Project, in state: ProjectState
        ) throws {
            guard platform == .appStore, let given = receipt.originalTransactionID, !given.isEmpty,
                given != proof.token
            else { return }
            let known =
                proof.originalTransaction
                ?? state.purchase(of: proof.token, secret: project.secret).flatMap {
                    state.world.records[Int($0.index)].transactions.first?.id
                }
            if let known, known != given { throw Refused(fault("s2s.contradicting-receipt")) }
        }

        /// Gives a receipt's purchase to its user, as a synchronisation by that user would.
        ///
        /// It is done before the answer leaves, so that what was answered with an ID is never lost.
        private func present(
            _ receipt: ReceiptRequest, _ proof: PresentedProof, _ platform: PlatformType,
            _ project: Project, in state: inout ProjectState, _ now: Date
        ) -> [String] {
            guard let id = receipt.userID,
                let (purchase, token) = purchase(
                    of: receipt, proof, platform, project, in: &state, now)
            else { return [] }
            let isSale =
                state.ledger.account(of: purchase).store.isOnWeb
                && state.ledger.state(of: purchase).isActive
            let decision = state.present(purchase, token: token, by: id, now: now) { product in
                // No account shows what was sold on the web: its sale is what is presented.
                isSale ? .buy(product) : .sync
            }
            return decision.map { state.names(of: $0.rows) + $0.identifierRules } ?? []
        }

        /// The purchase that a receipt stands for, at the store and of the product that it names.
        private func purchase(
            of receipt: ReceiptRequest, _ proof: PresentedProof, _ platform: PlatformType,
            _ project: Project, in state: inout ProjectState, _ now: Date
        ) -> ProjectState.KnownPurchase? {
            let token = proof.token
            guard
                let known = state.purchase(of: proof, secret: project.secret, now: now)
                    ?? (receipt.originalTransactionID == token
                        ? state.purchase(
                            ofOriginalTransaction: token, secret: project.secret) : nil),
                case let purchase = known.purchase,
                platform.sells(at: state.ledger.account(of: purchase).store)
            else { return nil }
            // At Google Play the base plan stands behind a colon.
            let named = receipt.storeProductID?.prefix { platform != .playStore || $0 != ":" }
            let product = state.ledger.product(of: purchase).text
            guard
                named.map({ $0.isEmpty || $0 == product }) ?? true
                    || receipt.storeProductID == product
            else { return nil }
            return known
        }
    }

    extension PlatformType {
        /// Whether a store of the simulation is one of this kind.
        fileprivate func sells(at store: Store) -> Bool {
            switch store {
            case .appStore, .macAppStore, .testStore: self == .appStore
            case .playStore: self == .playStore
            case .stripe: self == .stripe
            case .amazon, .paddle, .webBilling: false
            }
        }
    }

    extension ProjectState {
        /// The purchase that began with a transaction, and the token that stands for it as well.
        ///
        /// The sale of what is presented by its sale alone is a record of its own: the token is that
        /// of the first.
        fileprivate func purchase(
            ofOriginalTransaction id: String, secret: [UInt8]
        ) -> KnownPurchase? {
            guard let newest = world.records.lastIndex(where: { $0.transactions.first?.id == id })
            else { return nil }
            let number =
                world.records[newest].product.kind.isShownAfterSale
                ? newest
                : world.records.firstIndex { $0.transactions.first?.id == id } ?? newest
            let token = token(of: PurchaseHandle(number), secret: secret)
            return purchase(of: token, secret: secret).map { (purchase: $0, token: token) }
        }
    }
#endif
