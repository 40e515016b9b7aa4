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

    // What is sold and how it is shown; and calls that are answered and change nothing.

    extension RevenueCatDialect {
        var configurationHandlers: [String: Handler] {
            [
                "revenuecat.v1.get-offerings": { _, visit in
                    guard visit.key == .public else { throw Refused(fault("v1.secret-key-in-app")) }
                    return try await visit.project.perform { state, _ in
                        try Answer(json: OfferingsResponse(state.setup.sellable))
                    }
                },
                "revenuecat.sdk.rcbilling-products": { call, visit in
                    let ids = call.query.all("id")
                    return try await visit.project.perform { state, _ in
                        try Answer(json: ProductsResponse(ids, of: state.setup.sellable))
                    }
                },
                "revenuecat.sdk.product-entitlement-mapping": { _, visit in
                    try await visit.project.perform { state, _ in
                        try Answer(json: ProductEntitlementMapping(state.setup.sellable))
                    }
                },
                "revenuecat.sdk.restore-eligibility": { call, visit in
                    var body = try object(call)
                    let token = try body.plain("fetch_token")
                    let id = visit["app_user_id"]
                    return try await visit.project.perform { state, now in
                        guard let purchase = state.purchase(of: token, secret: visit.project.secret)
                        else { throw Refused(fault("v1.invalid-receipt")) }
                        // Decided as a restore would be, and not done.
                        let decision = state.ledger.decide(
                            Request(
                                .user(UserID(unchecked: id), state.ledger.account(of: purchase)),
                                .restore, milliseconds: now.milliseconds, fresh: FreshBits(low: 1)),
                            under: state.rules)
                        return try Answer(
                            json: Eligibility(isAllowed: decision.refusal != .ownedByAnother)
                        ).because(state.names(of: decision.rows))
                    }
                },
            ]
        }

        private struct Eligibility: Encodable {
            let isAllowed: Bool

            private enum CodingKeys: String, CodingKey {
                case isAllowed = "is_purchase_allowed_by_restore_behavior"
            }
        }

        /// Answers that tell a client that there is nothing, so that it goes on.
        var inertHandlers: [String: Handler] {
            var handlers: [String: Handler] = [
                "revenuecat.sdk.config": { _, _ in Answer(.noContent) },
                "revenuecat.sdk.offers": { _, _ in
                    fault("v1.subscription-key", "No key of the App Store signs offers here.")
                },
                "revenuecat.sdk.receipts-amazon": { _, _ in
                    fault("v1.not-found", "No Amazon account is asked here.")
                },
                "revenuecat.sdk.redeem-purchase": { call, _ in
                    var body = try object(call)
                    _ = try body.plain("app_user_id")
                    _ = try body.plain("redemption_token")
                    // No checkout on the web is simulated, so nobody has a token that is known.
                    return fault("v1.redemption-token-invalid")
                },
            ]
            let bodies = [
                "revenuecat.sdk.adservices-attribution": "{}",
                "revenuecat.sdk.customercenter": "{}",
                "revenuecat.sdk.diagnostics": "{}",
                "revenuecat.sdk.events": "{}",
                "revenuecat.sdk.health": "{}",
                "revenuecat.sdk.health-report": #"{"status":"passed","checks":[]}"#,
                "revenuecat.sdk.health-report-availability": #"{"report_logs":false}"#,
                "revenuecat.sdk.intro-eligibility": "{}",
                "revenuecat.sdk.virtual-currencies": #"{"virtual_currencies":{}}"#,
                "revenuecat.sdk.workflows": #"{"workflows":[]}"#,
                "revenuecat.v1.subscribersattribution": "{}",
            ]
            for (operation, body) in bodies {
                handlers[operation] = { _, _ in Answer(.ok, Array(body.utf8)) }
            }
            for operation in [
                "revenuecat.v1.override-offering", "revenuecat.v1.delete-offering-override",
            ] {
                handlers[operation] = { _, visit in
                    let id = visit["app_user_id"]
                    return try await visit.project.perform { state, now in
                        _ = try create(id, in: &state, now)
                        var answer = try subscriber(id, in: state, visit.key, now)
                        answer.status = .created
                        return answer
                    }
                }
            }
            return handlers
        }
    }

    extension ProjectSetup {
        /// What is sold now: archived products are there only for what was bought of them.
        fileprivate var sellable: Catalogue {
            var setup = self
            setup.products.removeAll(where: \.isArchived)
            return setup.catalogue
        }
    }
#endif
