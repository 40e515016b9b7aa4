// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymCore
    import AllonymJournal
    import AllonymServer
    import AllonymService
    import AllonymSimulation
    import Foundation
    import HTTPTypes
    import Testing

    /// What a receiver is sent of a free trial, by each provider's names.
    @Suite struct TrialWebhookTests {
        /// What a user buys, what happens then, and what is sent of it.
        struct Course: Sendable, CustomTestStringConvertible {
            /// `month` begins with a free trial of a week, `year` with none.
            let product: String
            /// Periods by which the clock is moved, and what the store does.
            let steps: [String]
            let events: [String]

            init(_ product: String, _ steps: [String], _ first: [String], _ rest: [String] = []) {
                self.product = product
                self.steps = steps
                events = first + rest
            }

            var testDescription: String { ([product] + steps).joined(separator: ", ") }
        }

        /// Runs a course and compares the names of what was queued, the oldest first.
        private func check(_ course: Course, _ provider: String) async throws {
            let server = try TestServer(provider)
            let token = await server.buy(course.product)
            try await server.project.perform { state, now in
                guard let item = state.setup.sold(course.product)?.product.product else { return }
                let account = StoreAccount(.appStore, "alice")
                state.perform(
                    .buy(item), by: .user(UserID(unchecked: WebhookBench.ann), account), now: now)
            }
            for step in course.steps {
                if step.hasPrefix("P") {
                    await server.advance(step)
                    continue
                }
                let reply = await server.call(
                    .post, "/allonym/v1/store-events", #"{"token":"\#(token)","event":"\#(step)"}"#,
                    key: "admin")
                #expect(reply.status == 200, "\(reply.text)")
            }
            let deliveries = try await server.project.withJournal {
                try $0.deliveries(nil, dueBy: nil, limit: 500)
            }
            #expect(deliveries.map(\.name) == course.events)
        }

        @Test(arguments: [
            Course("month", ["P8D", "P31D"], ["INITIAL_PURCHASE", "RENEWAL", "RENEWAL"]),
            Course(
                "month", ["cancel", "P8D"], ["INITIAL_PURCHASE", "CANCELLATION", "EXPIRATION"]),
        ])
        func `RevenueCat has no names for it`(course: Course) async throws {
            try await check(course, "revenuecat")
        }

        @Test(arguments: [
            Course(
                "month", ["P8D", "P31D"],
                ["trial_started", "trial_converted", "subscription_renewed"]),
            Course(
                "month", ["cancel", "P8D"], ["trial_started", "trial_canceled", "trial_expired"]),
            Course(
                "month", ["P8D", "cancel", "P31D"],
                [
                    "trial_started", "trial_converted", "subscription_canceled",
                    "subscription_expired",
                ]),
            Course(
                "month", ["fail", "P8D", "recover"],
                ["trial_started", "trial_billing_retry_entered", "trial_converted"]),
            Course(
                "month", ["hold", "expire"],
                ["trial_started", "trial_billing_retry_entered", "trial_canceled"]),
            Course("year", ["P366D"], ["subscription_started", "subscription_renewed"]),
            Course(
                "year", ["hold", "recover"],
                [
                    "subscription_started", "subscription_billing_retry_entered",
                    "subscription_renewed",
                ]),
            Course(
                "year", ["cancel", "P366D"],
                ["subscription_started", "subscription_canceled", "subscription_expired"]),
        ])
        func `Qonversion tells it in place of the subscription's events`(
            course: Course
        ) async throws {
            try await check(course, "qonversion")
        }

        private static let began = ["ACTIVATE", "SUBSCRIPTION_STARTED", "TRIAL_STARTED"]
        private static let bought = ["ACTIVATE", "SUBSCRIPTION_STARTED", "TRANSACTION_PROCESSED"]

        @Test(arguments: [
            Course(
                "month", ["P8D", "P31D"], began,
                [
                    "ACTIVATE", "SUBSCRIPTION_RENEWED", "TRIAL_CONVERTED", "TRANSACTION_PROCESSED",
                    "ACTIVATE", "SUBSCRIPTION_RENEWED", "TRANSACTION_PROCESSED",
                ]),
            Course(
                "month", ["cancel", "P8D"], began,
                [
                    "RENEWAL_DISABLED", "DEACTIVATE", "SUBSCRIPTION_TERMINATED",
                    "TRIAL_NOT_CONVERTED",
                ]),
            Course(
                "month", ["fail", "P8D", "recover"], began,
                [
                    "ACTIVATE", "GRACE_PERIOD_STARTED", "ACTIVATE",
                    "SUBSCRIPTION_RECOVERED_FROM_GRACE_PERIOD", "TRIAL_CONVERTED",
                    "TRANSACTION_PROCESSED",
                ]),
            Course(
                "month", ["hold", "recover"], began,
                [
                    "DEACTIVATE", "ENTERED_BILLING_RETRY", "ACTIVATE",
                    "SUBSCRIPTION_RECOVERED_FROM_BILLING_RETRY", "TRIAL_CONVERTED",
                    "TRANSACTION_PROCESSED",
                ]),
            Course(
                "month", ["hold", "expire"], began,
                [
                    "DEACTIVATE", "ENTERED_BILLING_RETRY", "SUBSCRIPTION_TERMINATED",
                    "TRIAL_NOT_CONVERTED",
                ]),
            Course("month", ["refund"], began, ["DEACTIVATE", "SUBSCRIPTION_REFUNDED_REVOKED"]),
            Course(
                "year", ["P366D"], bought,
                ["ACTIVATE", "SUBSCRIPTION_RENEWED", "TRANSACTION_PROCESSED"]),
            Course(
                "year", ["cancel", "P366D"], bought,
                ["RENEWAL_DISABLED", "DEACTIVATE", "SUBSCRIPTION_TERMINATED"]),
        ])
        func `Purchasely tells it beside the other events, and without a transaction`(
            course: Course
        ) async throws {
            try await check(course, "purchasely")
        }

        private static let purchased = "user.subscription.purchased"
        private static let started = "user.journey.trial.started"
        private static let converted = "user.journey.trial.converted"
        private static let renewed = "user.subscription.renewed"
        private static let cancelled = "user.subscription.cancelled"
        private static let expired = "user.subscription.expired"

        @Test(arguments: [
            Course(
                "month", ["P8D", "P31D"], [purchased, started, renewed, converted, renewed]),
            Course(
                "month", ["cancel", "P8D"],
                [purchased, started, cancelled, expired, "user.journey.trial.did_not_convert"]),
            Course(
                "month", ["fail", "P8D", "recover"],
                [
                    purchased, started, "user.subscription.in_grace_period",
                    "user.subscription.renewal_in_grace_period", converted,
                ]),
            Course(
                "month", ["hold", "recover"], [purchased, started, expired, purchased, converted]),
            Course("month", ["hold", "expire"], [purchased, started, expired]),
            Course("year", ["P366D"], [purchased, renewed]),
            Course("year", ["cancel", "P366D"], [purchased, cancelled, expired]),
        ])
        func `Nami tells it as the user's journey, beside the subscription's events`(
            course: Course
        ) async throws {
            try await check(course, "nami")
        }
    }
#endif
