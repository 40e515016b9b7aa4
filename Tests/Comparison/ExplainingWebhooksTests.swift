// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymComparison
import AllonymCore
import AllonymMappings
import Testing

/// `allonym explain PROVIDER.webhooks`.
@Suite struct ExplainingWebhooksTests {
    private func subject(_ path: String) throws -> Sheet {
        try Explanation(builtIn.get()).subject(path)
    }

    @Test func `Facts, headers and signatures are rows with authority, date and source`() throws {
        let section = try subject("Purchasely.webhooks").sections[0]
        #expect(section.title.hasPrefix("Purchasely, webhooks: "))
        #expect(
            section.rows.map { $0[0].dropFirst("purchasely.webhooks.".count) } == [
                "success", "timeout-seconds", "pauses-seconds", "order", "dedupe", "headers.accept",
                "headers.content-type", "headers.x-purchasely-request-signature",
                "headers.x-purchasely-signature", "headers.x-purchasely-timestamp",
                "signatures.purchasely-hmac", "signatures.purchasely-hmac-v1",
            ])
        #expect(section.rows.allSatisfy { $0[4].contains(", 2026-11-24: ") })
    }

    @Test(
        arguments: [
            ("nami.webhooks.success", "any status from 200 to 299", "documented"),
            (
                "nami.webhooks.log-in-filter",
                "can hold a user's events until an ID of the app's is known; looked up every 1 d",
                "documented"
            ),
            ("nami.webhooks.timeout-seconds", "not stated", "inferred"),
            ("nami.webhooks.signatures.nami-signature", "not published", "inferred"),
            ("purchasely.webhooks.timeout-seconds", "10 s", "documented"),
            (
                "purchasely.webhooks.order",
                "the order of each user's events; one that fails holds up the later ones",
                "documented"
            ),
            (
                "purchasely.webhooks.signatures.purchasely-hmac",
                "hmac-sha256 of {timestamp}{body}, sent as {hex}", "documented"
            ),
            (
                "purchasely.webhooks.headers.x-purchasely-timestamp",
                "X-PURCHASELY-TIMESTAMP: <seconds since 1970>", "documented"
            ),
            (
                "qonversion.webhooks.dedupe",
                "event_name + user_id + created_at + transaction.transaction_id", "inferred"
            ),
            (
                "qonversion.webhooks.headers.authorization",
                "Authorization: Basic <the endpoint's authorization>", "documented"
            ),
            ("revenuecat.webhooks.success", "200", "documented"),
            ("revenuecat.webhooks.order", "no order is kept", "documented"),
            (
                "revenuecat.webhooks.pauses-seconds",
                "5 retries in 2 h 35 min, after 5 min, 10 min, 20 min, 40 min, 1 h 20 min",
                "documented"
            ),
            (
                "RevenueCat.Webhooks.Headers.X-RevenueCat-Webhook-Signature",
                "X-RevenueCat-Webhook-Signature: <signature of revenuecat-hmac>", "inferred"
            ),
            (
                "revenuecat.webhooks.headers.content-type", "Content-Type: application/json",
                "inferred"
            ),
        ])
    func `One fact is shown in words`(path: String, words: String, authority: String) throws {
        let sections = try subject(path).sections
        #expect(sections.map(\.rows.count) == [1])
        #expect(sections[0].rows[0][0] == path.lowercased())
        #expect(sections[0].rows[0][2] == words)
        #expect(sections[0].rows[0][4].hasPrefix("\(authority), 2026-11-24: "))
    }

    @Test func `Purchasely's retries are summed up, from 20 seconds to almost four days`() throws {
        let row = try subject("purchasely.webhooks.pauses-seconds").sections[0].rows[0]
        #expect(row[2].hasPrefix("25 retries in 20 d 10 h 17 min, after 20 s, 26 s, 46 s, "))
        #expect(row[2].hasSuffix(", 3 d 5 h 46 min 16 s, 3 d 20 h 11 min 56 s"))
    }

    @Test func `A reader of the same name is shown beside the delivery`() throws {
        let sections = try subject("revenuecat.webhooks").sections
        #expect(sections.count == 2)
        #expect(sections[0].rows.map { $0[0] } == ["revenuecat.webhooks"])
        // What is said of it begins with its title, as a sentence.
        #expect(sections[0].rows[0][3].hasPrefix("Webhook events in their envelope. Delivered "))
        #expect(sections[1].rows.allSatisfy { $0[0].hasPrefix("revenuecat.webhooks.") })
    }

    @Test func `Webhooks are shown of each provider, and two side by side`() throws {
        let explanation = Explanation(try builtIn.get())
        let titles = try explanation.subject("webhooks").sections.map(\.title)
        #expect(
            titles.filter { $0.contains(", webhooks: ") }.map { $0.prefix { $0 != "," } } == [
                "Nami", "Purchasely", "Qonversion", "RevenueCat",
            ])
        let pair = try explanation.subjects("nami.webhooks", "purchasely.webhooks")
        #expect(pair.sections.map(\.title).contains("webhooks"))
        let parts = explanation.overview().sections.flatMap(\.rows).map { $0[0] }
        #expect(parts.contains("webhooks"))
    }

    @Test(
        arguments: [
            ("revenuecat.webhooks.timeout-second", "revenuecat.webhooks.timeout-seconds"),
            ("nami.webhooks.headers.signature", "nami.webhooks.headers.nami-signature"),
            ("neutral.webhooks", "webhooks"),
        ])
    func `What there is not is refused with the nearest that there is`(
        path: String, near: String
    ) throws {
        let error = try #require(throws: UnknownSubject.self) { try subject(path) }
        #expect(error.description.contains(near), "\(error)")
    }
}
