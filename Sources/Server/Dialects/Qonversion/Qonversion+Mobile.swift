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

    // What the mobile SDKs call: launches, log-ins, purchases and restores.

    extension QonversionDialect {
        var mobileHandlers: [String: Handler] {
            [
                "qonversion.mobile.init": launch { call, _ in
                    // The iOS SDK restores and synchronises by a launch, and says so.
                    switch call.header("Trigger") {
                    case "Restore": .restore
                    case "SyncHistoricalData": .sync
                    default: .open
                    }
                },
                "qonversion.mobile.purchase": launch(needsPurchase: true) { _, purchase in
                    purchase.isRunning ? .buy(purchase.product) : .sync
                },
                "qonversion.mobile.restore": launch { _, _ in .restore },
                "qonversion.mobile.identities": { call, visit in
                    let request = try body(
                        call, as: Mobile.IdentityRequest.self, orElse: "mobile.malformed")
                    guard let id = request.anonID, !id.isEmpty else {
                        throw Refused(fault("mobile.missing-user-id"))
                    }
                    guard let identity = request.identityID else {
                        throw Refused(fault("mobile.malformed", "identity_id is missing."))
                    }
                    return try await visit.project.perform { state, now in
                        if state.qonversionUser(id) == nil {
                            _ = try create(
                                id, visit.environment, in: &state, now,
                                orElse: "mobile.invalid-user-id")
                        }
                        let (user, rules) = try link(
                            identity, to: id, visit.environment, in: &state, now
                        ) { _ in fault("mobile.identity-refused") }
                        // A user with several anonymous IDs goes on with the one that it has.
                        let isSame =
                            state.qonversionIdentity(identity).map(state.ledger.customer(of:))
                            == state.qonversionUser(id).map(state.ledger.customer(of:))
                        return try Answer(
                            json: Mobile.Envelope(Mobile.Identity(anonID: isSame ? id : user))
                        ).because(rules)
                    }
                },
                "qonversion.mobile.get-user": { _, visit in
                    let id = visit["user_id"]
                    return try await visit.project.perform { state, _ in
                        let user = try known(id, in: state, orElse: "mobile.user-not-found")
                        return try Answer(
                            json: Mobile.Envelope(
                                Mobile.User(
                                    uid: id,
                                    identityID: state.qonversionIdentityID(
                                        of: state.ledger.customer(of: user)))))
                    }
                },
                "qonversion.mobile.products": { call, visit in
                    let request = try body(
                        call, as: Mobile.Request.self, orElse: "mobile.malformed")
                    let asked = request.productsLocalData?.compactMap(\.storeID)
                    return try await visit.project.perform { state, now in
                        let view = request.userID.flatMap(state.qonversionUser).map {
                            state.world.view(of: $0, now: now)
                        }
                        let products = state.setup.products.filter { product in
                            !product.isArchived
                                && asked.map { $0.contains(product.identifier) } ?? true
                        }
                        let list = products.map {
                            Mobile.Eligibility(
                                Mobile.Product($0.product), .init($0.product, for: view))
                        }
                        return try Answer(json: Mobile.Envelope(Mobile.EligibilityList(list)))
                    }
                },
            ]
        }

        /// A purchase that a device presents.
        private struct Presented {
            let product: Product
            let isRunning: Bool
        }

        /// A call that is answered with launch data.
        ///
        /// - Parameters:
        ///   - needsPurchase: Whether it is about a purchase, which then has to be one.
        ///   - claim: What presents a purchase that its account still shows.
        /// - Returns: What answers it.
        private func launch(
            needsPurchase: Bool = false,
            _ claim: @escaping @Sendable (Call, Presented) -> Action
        ) -> Handler {
            { call, visit in
                let request = try body(call, as: Mobile.Request.self, orElse: "mobile.malformed")
                guard let id = request.userID else {
                    throw Refused(fault("mobile.missing-user-id"))
                }
                var proofs: [PresentedProof] = []
                for text in request.proofs { proofs.append(await visit.proof(text)) }
                return try await visit.project.perform { [proofs] state, now in
                    let shown = proofs.compactMap { proof in
                        state.purchase(of: proof, secret: visit.project.secret, now: now)
                    }
                    guard !needsPurchase || !shown.isEmpty else {
                        throw Refused(fault("mobile.receipt-invalid"))
                    }
                    var rules: [String] = []
                    if state.qonversionUser(id) == nil {
                        rules += try create(
                            id, visit.environment, in: &state, now,
                            orElse: "mobile.invalid-user-id")
                    }
                    var user = id
                    for (purchase, token) in shown {
                        let (owner, asked) = present(
                            purchase, token, by: user, in: &state, now
                        ) { claim(call, $0) }
                        user = owner
                        rules += asked
                    }
                    return try Answer(json: launchData(user, in: state, now)).because(rules)
                }
            }
        }

        /// Presents a purchase, and returns the user that the device goes on with.
        private func present(
            _ purchase: PurchaseHandle, _ token: String, by id: String,
            in state: inout ProjectState, _ now: Date, as claim: (Presented) -> Action
        ) -> (user: String, rules: [String]) {
            let isRunning = state.ledger.state(of: purchase).isActive
            let actor = state.qonversionActor(id, state.ledger.account(of: purchase))
            let decision = state.present(purchase, token: token, by: actor, now: now) { product in
                claim(Presented(product: product, isRunning: isRunning))
            }
            guard let decision else { return (user: id, rules: []) }
            let rules = state.names(of: decision.rows)
            // The device goes over to the owner: no installation is there to remember it.
            let owner = state.ledger.holders(of: purchase).first
            guard decision.outcome == .switched, let owner else { return (user: id, rules: rules) }
            return (user: state.qonversionUserID(of: owner), rules: rules)
        }

        /// What a user has, and what there is to buy.
        private func launchData(
            _ id: String, in state: ProjectState, _ now: Date
        ) throws -> Mobile.Envelope<Mobile.LaunchData> {
            let user = try known(id, in: state, orElse: "mobile.user-not-found")
            var sold = state.setup
            sold.products.removeAll(where: \.isArchived)
            return Mobile.Envelope(
                Mobile.LaunchData(
                    state.world.view(of: user, now: now), uid: id, catalogue: sold.catalogue))
        }
    }
#endif
