// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// The webhook events of Purchasely, version 2.
///
/// Source: https://github.com/Purchasely/gitbook_v4, faq/migration-guides/webhook, read on 2026-11-21.
/// Three of them control access. What they say of a change of plan is documented nowhere.
enum PurchaselyFormerEvents {
    static func events(_ world: SourceWorld) -> [WrittenJSON] {
        world.told.flatMap { told in
            guard let course = told.course, let id = told.message.to.first else {
                return [] as [WrittenJSON]
            }
            return names(of: told, course).map { event($0, told, course, id) }
        }
    }

    /// What version 2 tells where version 3 tells this.
    private static func names(of told: SourceWorld.Told, _ course: Course) -> [String] {
        let isMove = told.isMove
        switch told.message.name {
        case "ACTIVATE":
            if case .owner = told.change { return isMove ? [] : ["PURCHASE_VALIDATED"] }
            return []
        case "SUBSCRIPTION_RENEWED", "SUBSCRIPTION_REACTIVATED", "SUBSCRIPTION_UNPAUSED",
            "SUBSCRIPTION_RECOVERED_FROM_GRACE_PERIOD",
            "SUBSCRIPTION_RECOVERED_FROM_BILLING_RETRY":
            return ["SUBSCRIPTION_RENEWED"]
        case "SUBSCRIPTION_RECEIVED", "ONE_TIME_PURCHASE_RECEIVED": return ["PURCHASE_TRANSFERRED"]
        case "DEACTIVATE":
            if isMove { return [] }
            return course.state == .refunded
                ? ["PURCHASE_REFUND", "SUBSCRIPTION_EXPIRED"] : ["SUBSCRIPTION_EXPIRED"]
        case "RENEWAL_DISABLED", "RENEWAL_ENABLED": return [told.message.name]
        default: return []
        }
    }

    private static func event(
        _ name: String, _ told: SourceWorld.Told, _ course: Course, _ id: UserID
    ) -> WrittenJSON {
        let isAnonymous = told.after.user(id).map(told.after.isAnonymous) ?? true
        let period = course.period
        let kind: WrittenJSON =
            switch course.kind {
            case .subscription: "RENEWING_SUBSCRIPTION"
            case .nonRenewing: "NON_RENEWING_SUBSCRIPTION"
            case .nonConsumable: "NON_CONSUMABLE"
            case .consumable: "CONSUMABLE"
            }
        return [
            "name": .text(name),
            "user": .object([(isAnonymous ? "anonymous_id" : "vendor_id", .text(id.text))]),
            "properties": [
                "app": ["platform": "IOS", "package_id": "com.example.radio"],
                "store": course.store == .playStore ? "GOOGLE_PLAY_STORE" : "APPLE_APP_STORE",
                "product": [
                    "plan": [
                        "type": kind, "vendor_id": .text(period.product.text),
                        "store_product_id": .text(period.product.text),
                    ], "vendor_id": "RADIO_PLUS",
                ],
                "expires_at": .iso(course.state == .grace ? course.graceEnds : period.ends),
                "period_type": "NORMAL", "purchase_id": .text("subs_\(course.purchase.index)"),
                "purchased_at": .iso(period.starts), "original_purchased_at": .iso(course.bought),
                "original_transaction_id": .text(course.original),
            ], "api_version": 2, "received_at": .iso(told.time),
        ]
    }

    /// Whether what is over was told of while it began.
    ///
    /// A move does not tell how a purchase stands, so one that is the first event of its purchase would
    /// seem to be of one that runs.
    static func areBegun(_ before: SourceWorld, _ after: SourceWorld) -> Bool {
        let known = Set(before.told.compactMap(purchase))
        return after.told[before.told.count...].compactMap(purchase).allSatisfy {
            known.contains($0) || after.rules.givesAccess(after.ledger.known(of: $0))
        }
    }

    /// The purchase that is told of in version 2, if that tells anything.
    private static func purchase(_ told: SourceWorld.Told) -> PurchaseHandle? {
        told.course.flatMap { names(of: told, $0).isEmpty ? nil : $0.purchase }
    }
}

extension SourceWorld.Told {
    /// Whether it tells of a purchase that goes from one customer to another.
    fileprivate var isMove: Bool {
        guard case .owner(let purchase, _) = change else { return false }
        return moved.contains(purchase)
    }
}
