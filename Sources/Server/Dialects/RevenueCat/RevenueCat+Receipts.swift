// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymCore
    import AllonymService
    import AllonymSimulation
    import Foundation
    import HTTPTypes
    import RevenueCatWire

    // Purchases: what apps and backends present.

    extension RevenueCatDialect {
        /// The platforms that a receipt can be of, in lower case.
        ///
        /// Source: https://www.revenuecat.com/docs/api-v1, Create a Purchase, read 2026-11-22; the
        /// SDKs send further names of Apple's systems, and `web`.
        private static let platforms: Set<String> = [
            "ios", "android", "amazon", "macos", "uikitformac", "stripe", "roku", "paddle",
            "ipados",
            "tvos", "watchos", "visionos", "web",
        ]

        var receiptHandlers: [String: Handler] {
            [
                "revenuecat.v1.receipts": { call, visit in
                    guard let platform = call.header("X-Platform")?.lowercased(),
                        RevenueCatDialect.platforms.contains(platform)
                    else { throw Refused(fault("v1.invalid-platform")) }
                    var body = try object(call)
                    let id = try body.plain("app_user_id")
                    let token = try body.plain("fetch_token")
                    let product = try body.text("product_id")
                    let isRestore = try body.flag("is_restore") ?? false
                    let given = try attributes(&body)
                    if platform == "android", product == nil {
                        throw Refused(
                            fault(
                                "v1.google-product-missing",
                                "A purchase token of Google Play needs its product_id."))
                    }
                    let proof = await visit.proof(token)
                    return try await visit.project.perform { state, now in
                        let known = try purchase(
                            of: proof, product, for: id, visit.project, in: &state, now)
                        let rules = try present(
                            known.purchase, known.token, by: id, isRestore: isRestore, in: &state,
                            now)
                        // What is wrong with attributes does not hold the purchase up.
                        _ = set(given, of: id, in: &state, now)
                        return try subscriber(id, in: state, visit.key, now).because(rules)
                    }
                }
            ]
        }

        /// The purchase that a token stands for: one of the project's stores, or a new one in the Test
        /// Store, whose tokens the SDK makes.
        private func purchase(
            of proof: PresentedProof, _ product: String?, for id: String, _ project: Project,
            in state: inout ProjectState, _ now: Date
        ) throws -> ProjectState.KnownPurchase {
            if let known = state.purchase(of: proof, secret: project.secret, now: now) {
                return known
            }
            let token = proof.token
            guard token.hasPrefix("test_"), token.split(separator: "_").count == 3, let product
            else {
                throw Refused(
                    fault(
                        "v1.invalid-receipt",
                        proof.fault?.description
                            ?? "The receipt is from a store that this project does not know.")
                )
            }
            // Whether the ID is taken is asked before anything is sold to it.
            _ = try create(id, in: &state, now)
            guard
                let made = state.buy(product, by: StoreAccount(.testStore, id), now: now)
            else {
                throw Refused(
                    fault("v1.invalid-receipt", "The project sells no product \"\(product)\"."))
            }
            state.setToken(token, for: made)
            return (purchase: made, token: token)
        }

        /// Lets an ID claim what the purchase's store account shows.
        private func present(
            _ purchase: PurchaseHandle, _ token: String, by id: String, isRestore: Bool,
            in state: inout ProjectState, _ now: Date
        ) throws -> [String] {
            let isRunning = state.ledger.state(of: purchase).isActive
            let decision = state.present(purchase, token: token, by: id, now: now) { product in
                isRestore ? .restore : isRunning ? .buy(product) : .sync
            }
            guard let decision else { return try create(id, in: &state, now).rules }
            let rules = state.names(of: decision.rows)
            switch decision.refusal {
            case nil: return rules
            // Nothing of it is shown any more; the customer is answered as it is.
            case .nothingToRestore:
                _ = try create(id, in: &state, now)
                return rules
            default: throw refused(decision, id, rules)
            }
        }
    }
#endif
