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
            for (name, message) in Self.refused {
                handlers["revenuecat.v2." + name] = inProject { _, _ in
                    problem("v2.unprocessable-entity", message)
                }
            }
            for name in Self.absent {
                handlers["revenuecat.v2." + name] = inProject { _, _ in
                    problem("v2.resource-missing")
                }
            }
            return handlers.merging(inertObjectHandlers) { $1 }
        }

        /// What would be made and is not, and what is said instead.
        private static let refused = [
            "create-app": "A project of this server has one app, and no others.",
            "create-paywall": "This server has no paywalls.",
            "create-virtual-currency": "This server has no virtual currencies.",
        ]

        /// What is asked of something that there never is.
        private static let absent = [
            "create-virtual-currencies-transaction", "delete-paywall", "delete-virtual-currency",
            "get-app-storekit-config", "get-invoice", "get-paywall", "get-virtual-currency",
            "update-virtual-currencies-balance", "update-virtual-currency",
        ]

        func emptyList(_ call: Call) throws -> Answer {
            let request = try pageRequest(call)
            // No item has the ID of what a page is to start after.
            let url = "/" + call.path.map { PercentEncoding.text($0) }.joined(separator: "/")
            return try Answer(
                json: page(request, [String](), url, id: { $0 }))
        }
    }
#endif
