// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    import AllonymJournal
    import AllonymService
    import AllonymSimulation
    import Foundation
    import HTTPTypes

    // What stores do: sell, renew, refund and change products.

    extension ControlAPI {
        private struct PurchaseAnswer: Encodable {
            let token: String
            let transaction: String
        }

        /// Why a sale on the web is refused.
        private static func words(
            for refusal: Refusal, of customer: UserID, _ project: Project
        ) -> String {
            let rules = "the rules of \(project.file.rules)"
            return refusal == .invalidIdentifier
                ? "expected a customer ID that \(rules) take, found \"\(customer.text)\""
                : "\(rules) refuse this sale to \"\(customer.text)\": \(refusal.rawValue)"
        }

        /// The store account that a body names.
        static func account(
            _ name: String, _ member: String, _ body: JSONObject
        ) throws(DocumentFault) -> StoreAccount {
            guard let account = StoreAccount(name) else {
                let stores = Store.allCases.map(\.rawValue).joined(separator: ", ")
                throw body.fault(
                    member, "expected store:name with one of \(stores), found \"\(name)\"")
            }
            return account
        }

        static let stores: [Route] = [
            Route(.post, "/purchases") { call, project, _ in
                var body = try object(call)
                let name = try body.needed("account")
                let product = try body.needed("product")
                let customer = try body.text("customer").map(UserID.init(unchecked:))
                try body.finish()
                let account = try account(name, "account", body)
                guard customer == nil || account.store.isOnWeb else {
                    throw body.fault(
                        "customer", "only a sale on the web says whose it is; found \"\(name)\"")
                }
                let answer = try await project.perform { state, now in
                    let bought: PurchaseHandle?
                    if let customer {
                        do throws(Refusal) {
                            bought = try state.buy(product, by: account, for: customer, now: now)
                        } catch {
                            throw body.fault("customer", words(for: error, of: customer, project))
                        }
                    } else {
                        bought = state.buy(product, by: account, now: now)
                    }
                    guard let purchase = bought else {
                        throw ControlError(
                            404, "unknown-product",
                            "The catalogue has no product \"\(product)\".")
                    }
                    return PurchaseAnswer(
                        token: state.token(of: purchase, secret: project.secret),
                        transaction: state.world.records[Int(purchase.index)].transactions.last?.id
                            ?? "")
                }
                return try Answer(.created, json: answer)
            },
            Route(.post, "/store-events") { call, project, _ in
                let wanted = try StoreCall(call)
                let secret = project.secret
                let answer = try await project.perform { state, now in
                    guard let purchase = state.purchase(of: wanted.token, secret: secret) else {
                        throw ControlError(404, "unknown-token", "No purchase has this token.")
                    }
                    if let member = wanted.member {
                        try wanted.checkSharing(at: state.ledger.account(of: purchase).store)
                        return share(wanted.word, purchase, with: member, &state, secret, now)
                    }
                    let isApplied = try wanted.happens(to: purchase, &state, now)
                    return EventAnswer(
                        isApplied, purchase, in: state,
                        why: isApplied ? nil : whyItFollows(purchase, in: state))
                }
                return try Answer(json: answer)
            },
        ]
    }
#endif
