// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymService
    import Foundation
    import HTTPTypes
    import RevenueCatWire

    // Calls of v2 about what is not kept here; why stands with each operation in the data.

    extension RevenueCatDialect {
        /// Answers that tell a caller that there is nothing.
        var inertV2Handlers: [String: Handler] {
            var handlers: [String: Handler] = [:]
            for name in ["audit-logs", "collaborators", "paywalls", "virtual-currencies"] {
                handlers["revenuecat.v2.list-" + name] = inProject { call, _ in
                    try emptyList(call)
                }
            }
            for name in ["customer-invoices", "virtual-currencies-balances"] {
                handlers["revenuecat.v2.list-" + name] = inProject { call, visit in
                    try await visit.project.perform { state, _ in
                        _ = try known(visit["customer_id"], in: state)
                        return try emptyList(call)
                    }
                }
            }
            for (fault, answers) in [
                ("v2.unprocessable-entity", Self.refused), ("v2.resource-missing", Self.absent),
            ] {
                for (name, message) in answers {
                    handlers["revenuecat.v2." + name] = inProject { _, _ in
                        problem(fault, message)
                    }
                }
            }
            return handlers.merging(inertObjectHandlers) { $1 }
        }

        /// What would be made and is not, and what is said instead.
        private static let refused = [
            "create-app": "A project of this server has one app, and no others.",
            "create-paywall": noPaywalls,
            "create-virtual-currency": noCurrencies,
        ]

        /// What is asked of something that there never is, and what is said instead.
        private static let absent = [
            "create-virtual-currencies-transaction": noCurrencies,
            "delete-paywall": noPaywalls,
            "delete-virtual-currency": noCurrencies,
            "get-app-storekit-config": "The project's app has no StoreKit configuration.",
            "get-invoice": "This server has no invoices.",
            "get-paywall": noPaywalls,
            "get-virtual-currency": noCurrencies,
            "update-virtual-currencies-balance": noCurrencies,
            "update-virtual-currency": noCurrencies,
        ]

        private static let noCurrencies = "This server has no virtual currencies."
        private static let noPaywalls = "This server has no paywalls."

        func emptyList(_ call: Call) throws -> Answer {
            let request = try pageRequest(call)
            // No item has the ID of what a page is to start after.
            let url = "/" + call.path.map { PercentEncoding.text($0) }.joined(separator: "/")
            return try Answer(
                json: page(request, [String](), url, id: { $0 }))
        }
    }
#endif
