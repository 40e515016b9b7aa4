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

        private struct EventAnswer: Encodable {
            let applied: Bool
            let state: String
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

        static let stores: [Route] = [
            Route(.post, "/purchases") { call, project, _ in
                var body = try object(call)
                let name = try body.needed("account")
                let product = try body.needed("product")
                let customer = try body.text("customer").map(UserID.init(unchecked:))
                try body.finish()
                guard let account = StoreAccount(name) else {
                    let stores = Store.allCases.map(\.rawValue).joined(separator: ", ")
                    throw body.fault(
                        "account", "expected store:name with one of \(stores), found \"\(name)\"")
                }
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
                var body = try object(call)
                let token = try body.needed("token")
                let word = try body.needed("event")
                let other = try body.text("to")
                let atRenewal = try body.flag("atRenewal") ?? false
                let resumes = try moment(&body, "resumes")
                try body.finish()
                let event = StoreEvent(rawValue: word)
                guard event != nil || word == "change" else {
                    let words = (StoreEvent.allCases.map(\.rawValue) + ["change"]).sorted()
                    throw body.fault(
                        "event",
                        "expected one of \(words.joined(separator: ", ")), found \"\(word)\"")
                }
                guard resumes == nil || event == .pause else {
                    throw body.fault("resumes", "only a pause ends by itself; found \"\(word)\"")
                }
                let answer = try await project.perform { state, now in
                    guard let purchase = state.purchase(of: token, secret: project.secret) else {
                        throw ControlError(404, "unknown-token", "No purchase has this token.")
                    }
                    let isApplied: Bool
                    if event == .pause {
                        let end = state.world.records[Int(purchase.index)].expirationDate
                        let begins = atRenewal ? end ?? now : now
                        guard resumes.map({ $0 > begins }) ?? true else {
                            throw body.fault(
                                "resumes",
                                "expected a moment after the pause begins, which is at "
                                    + begins.ISO8601Format())
                        }
                        isApplied = state.pause(
                            purchase, atRenewal: atRenewal, until: resumes, now: now)
                    } else if let event {
                        isApplied = state.store(event, to: purchase, now: now)
                    } else {
                        guard let other, let item = state.setup.sold(other) else {
                            throw body.fault("to", "expected the ID of a product in the catalogue")
                        }
                        let account = state.ledger.account(of: purchase)
                        let action = Action.change(
                            state.ledger.product(of: purchase), to: item.product.product,
                            atRenewal: atRenewal)
                        isApplied =
                            state.perform(action, by: .account(account), now: now).outcome
                            == .applied
                    }
                    return EventAnswer(
                        applied: isApplied, state: state.ledger.state(of: purchase).word,
                        transaction: state.world.records[Int(purchase.index)].transactions.last?.id
                            ?? "")
                }
                return try Answer(json: answer)
            },
        ]
    }
#endif
