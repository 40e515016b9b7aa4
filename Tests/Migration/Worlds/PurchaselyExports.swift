// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// The webhook events of Purchasely, version 3.
///
/// Source: https://docs.purchasely.com/docs/lifecycle-events and entitlement-events, read on
/// 2026-11-21. Each names one purchase and one user, by a user ID or by an anonymous ID. What one step
/// tells bears one moment.
enum PurchaselyEvents {
    /// The events since a moment.
    static func events(_ world: SourceWorld, after moment: Int64 = 0) -> [WrittenJSON] {
        world.told.enumerated().compactMap { index, told in
            guard told.time > moment else { return nil }
            return told.course.flatMap { event(told, $0, number: index, world) }
        }
    }

    private static func event(
        _ told: SourceWorld.Told, _ course: Course, number: Int, _ world: SourceWorld
    ) -> WrittenJSON? {
        guard let id = told.message.to.first else { return nil }
        let name = told.message.name
        let former = name == "DEACTIVATE" ? told.former : nil
        let period = former ?? course.period
        let isRenewing = course.kind == .subscription || course.kind == .nonRenewing
        let run = course.periods.prefix { $0.transaction != period.transaction }
            .filter { $0.product != period.product }.count
        let key = "\(course.purchase.index)x\(run)"
        let effective = course.state == .grace ? course.graceEnds : period.ends
        let isTransferred = name == "SUBSCRIPTION_TRANSFERRED" || former != nil
        var event: WrittenJSON = [
            "api_version": 3, "event_name": .text(name), "event_id": .text("event-\(number)"),
            "event_created_at": .iso(told.time), "event_created_at_ms": .number(told.time),
        ]
        event = event.with([
            (isAnonymous(id, told) ? "anonymous_user_id" : "user_id", .text(id.text)),
            ("store", course.store == .playStore ? "GOOGLE_PLAY_STORE" : "APPLE_APP_STORE"),
            ("purchase_type", purchaseType(of: course)), ("plan", .text(period.product.text)),
            (
                isRenewing ? "purchasely_subscription_id" : "purchasely_one_time_purchase_id",
                .text("subs_\(key)")
            ),
            ("store_product_id", .text(period.product.text)),
            ("store_transaction_id", .text(period.transaction)),
            ("store_original_transaction_id", .text(course.original)),
            ("store_country", "FR"), ("environment", "PRODUCTION"),
            ("is_family_shared", .flag(course.sharedFrom != nil)), ("device_type", "PHONE"),
            ("purchased_at", .iso(period.starts)), ("purchased_at_ms", .number(period.starts)),
            ("original_purchased_at", .iso(course.bought)),
            ("original_purchased_at_ms", .number(course.bought)), ("offer_type", "NONE"),
        ])
        if isRenewing {
            event = event.with([
                ("subscription_status", isTransferred ? "DEACTIVATED" : status(of: course)),
                ("next_renewal_at", .iso(period.ends)),
                ("next_renewal_at_ms", .milliseconds(period.ends)),
                ("effective_next_renewal_at", .iso(effective)),
                ("effective_next_renewal_at_ms", .milliseconds(effective)),
            ])
        }
        if course.store == .playStore {
            event = event.with([("purchase_token", .text(PurchaselyFiles.token(of: course)))])
        }
        if let ends = course.graceEnds {
            event = event.with([
                ("grace_period_expires_at", .iso(ends)),
                ("grace_period_expires_at_ms", .number(ends)),
            ])
        }
        if let resumes = course.resumes {
            event = event.with([
                ("auto_resume_at", .iso(resumes)), ("auto_resume_at_ms", .number(resumes)),
            ])
        }
        return event.with(otherSide(of: told, in: world))
    }

    private static func isAnonymous(_ id: UserID, _ told: SourceWorld.Told) -> Bool {
        told.after.user(id).map(told.after.isAnonymous) ?? true
    }

    /// Whom a subscription went to, or came from; of what was bought once that is not said.
    private static func otherSide(
        of told: SourceWorld.Told, in world: SourceWorld
    ) -> [(String, WrittenJSON)] {
        let (other, prefix): (String, String)
        switch told.message.name {
        case "SUBSCRIPTION_TRANSFERRED": (other, prefix) = ("SUBSCRIPTION_RECEIVED", "to")
        case "SUBSCRIPTION_RECEIVED": (other, prefix) = ("SUBSCRIPTION_TRANSFERRED", "from")
        default: return []
        }
        let pair = world.told.first {
            $0.time == told.time && $0.change == told.change && $0.message.name == other
        }
        guard let id = pair?.message.to.first else { return [] }
        let name = isAnonymous(id, told) ? "anonymous_user_id" : "user_id"
        return [("transferred_\(prefix)_\(name)", .text(id.text))]
    }

    private static func purchaseType(of course: Course) -> WrittenJSON {
        switch course.kind {
        case .subscription: "RENEWING_SUBSCRIPTION"
        case .nonRenewing: "NON_RENEWING_SUBSCRIPTION"
        case .nonConsumable: "NON_CONSUMABLE"
        case .consumable: "CONSUMABLE"
        }
    }

    private static func status(of course: Course) -> WrittenJSON {
        switch course.state {
        case .active: "AUTO_RENEWING"
        case .cancelled: "AUTO_RENEWING_CANCELED"
        case .grace: "IN_GRACE_PERIOD"
        case .billingRetry: "ON_HOLD"
        case .paused: "PAUSED"
        case .expired: "DEACTIVATED"
        case .refunded: "REVOKED"
        }
    }
}

extension WorldExport {
    /// The kinds of Purchasely.
    static let purchasely = [
        // Users whom the store's notifications alone have made send no webhook, and a log says nothing
        // of a deletion, nor what is used up. That a family share of what was bought once comes to
        // another user is not told either.
        WorldExport(
            provider: "purchasely", name: "webhooks of version 3",
            doings: Doing.all.subtracting([.notify, .delete, .buyCoins]),
            isTellable: { before, after in after.tellsOfMoves(since: before) },
            namesEntitlements: false
        ) { world, _ in
            log(PurchaselyEvents.events(world), of: world, "events.jsonl")
        },
        WorldExport(
            provider: "purchasely", name: "webhooks of version 2",
            doings: Doing.all.subtracting([
                .notify, .delete, .buyCoins, .changeNow, .changeAtRenewal,
                // How a share stands when it goes to another user is not told.
                .share,
            ]),
            isTellable: { before, after in
                after.tellsOfMoves(since: before)
                    && PurchaselyFormerEvents.areBegun(before, after)
            }, namesEntitlements: false
        ) { world, _ in
            log(PurchaselyFormerEvents.events(world), of: world, "events.jsonl")
        },
        WorldExport(
            provider: "purchasely", name: "subscriber files", doings: subscribed,
            isTellable: { _, after in PurchaselyFiles.names(all: after) }, namesEntitlements: false
        ) { world, _ in
            PurchaselyFiles.files(world)
        },
        WorldExport(
            provider: "purchasely", name: "subscriber files and webhooks since",
            doings: subscribed.subtracting([.notify, .delete]), hasEarlier: true,
            isTellable: { before, after in
                after.tellsOfMoves(since: before) && PurchaselyFiles.names(all: after)
            }, namesEntitlements: false
        ) { world, earlier in
            PurchaselyFiles.files(earlier)
                + log(
                    PurchaselyEvents.events(world, after: earlier.now), of: world, "events.jsonl")
        },
    ]

    /// The files are of subscriptions alone.
    private static let subscribed = Doing.all.subtracting([.buyForGood, .buyPass, .buyCoins])
}
