// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// The webhook events of Qonversion.
///
/// Source: https://documentation.qonversion.io/docs/webhooks, read on 2026-11-21. An event names the
/// user and, if there is one, the identity. There is none for a log-in, for a purchase that is copied
/// or goes over to another user, for a grant, a pause, or the end of a family share.
enum QonversionEvents {
    static func events(_ world: SourceWorld) -> [WrittenJSON] {
        world.told.enumerated().compactMap { index, told in
            told.course.flatMap { event(told, $0, number: index) }
        }
    }

    private static func event(
        _ told: SourceWorld.Told, _ course: Course, number: Int
    ) -> WrittenJSON? {
        guard let id = told.message.to.first, let user = told.after.user(id) else { return nil }
        let aliases = told.after.aliases(of: told.after.customer(of: user))
        let identity = aliases.first { !told.after.isAnonymous($0) }
        let isOver = told.message.name == "subscription_expired"
        var event: WrittenJSON = [
            "event_name": .text(told.message.name), "user_id": .text(id.text),
            "custom_user_id": "",
            "identity_id": .text(identity.map { told.after.id(of: $0).text } ?? ""),
            // Events of one moment follow each other by a second.
            "time": .seconds(told.time + Int64(told.index) * 1_000),
            "created_at": .seconds(told.time + Int64(told.index) * 1_000),
        ]
        if told.message.name == "subscription_product_changed", let former = told.former {
            event = event.with([
                ("product_id", .text(former.product.text)),
                ("new_product_id", .text(course.product.text)),
            ])
        } else {
            event = event.with([("product_id", .text(course.period.product.text))])
        }
        return event.with([
            ("price", ["value": 9.99, "currency": "USD"]),
            (
                "transaction",
                [
                    "transaction_id": .text(course.period.transaction),
                    "original_transaction_id": .text(course.original),
                    "transaction_date": .seconds(course.period.starts),
                    "expires": .seconds(isOver ? course.accessEnds : course.period.ends),
                    "grace_period_expires": .seconds(course.graceEnds),
                ]
            ),
            ("properties", .object([])), ("device_id", "DCAFB7A7-7417-5D07-056A-1C09E0566C68"),
            ("environment", "production"),
            ("platform", course.store == .playStore ? "Android" : "iOS"), ("country", "US"),
        ])
    }

    /// Whether the log names the owner of every purchase: one that came to another user is told of
    /// by its next event alone.
    static func namesOwners(_ world: SourceWorld) -> Bool {
        world.passedOn.allSatisfy { purchase, time in
            world.told.contains { $0.course?.purchase == purchase && $0.time > time }
        }
    }

    /// Whether each purchase has one holder: of users who have a copy nothing is said.
    static func namesHolders(_ world: SourceWorld) -> Bool { world.ledger.copies.isEmpty }
}
