// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// The answers of RevenueCat's REST API v1 to the question for a subscriber.
///
/// Source: https://www.revenuecat.com/docs/api-v1, Customer Info, read on 2026-11-21. An entitlement
/// names the purchase with the furthest end alone, and what is no subscription has no end.
enum RevenueCatSubscribers {
    /// One answer for each customer.
    static func answers(_ world: SourceWorld) -> [WrittenJSON] {
        world.customers.map { answer($0, world) }
    }

    private static func answer(_ customer: KnownCustomer, _ world: SourceWorld) -> WrittenJSON {
        // A product stands there once: with the latest of its purchases.
        var subscriptions: [String: WrittenJSON] = [:]
        var others: [String: [WrittenJSON]] = [:]
        var entitlements: [String: (ends: Int64, value: WrittenJSON)] = [:]
        func unlock(
            _ name: String, _ product: String, from start: Int64, to end: Int64?, grace: Int64?
        ) {
            let value: WrittenJSON = [
                "expires_date": .iso(end), "grace_period_expires_date": .iso(grace),
                "product_identifier": .text(product), "purchase_date": .iso(start),
            ]
            let furthest = max(end ?? .max, grace ?? 0)
            if furthest >= entitlements[name]?.ends ?? 0 { entitlements[name] = (furthest, value) }
        }
        for course in customer.purchases.sorted(by: { end(of: $0) < end(of: $1) }) {
            let product = course.product.text
            if course.kind == .subscription {
                subscriptions[product] = subscription(course)
            } else if course.state != .refunded {
                others[product, default: []].append(purchase(course))
            }
            if course.kind == .subscription || course.state != .refunded {
                for name in world.entitlements(of: course.product) {
                    unlock(
                        name, product, from: course.period.starts, to: expiry(of: course),
                        grace: course.state == .grace ? course.graceEnds : nil)
                }
            }
        }
        for grant in customer.grants {
            let product = "rc_promo_\(grant.entitlement)_custom"
            let ends = grant.revoked ?? grant.ends
            subscriptions[product] = [
                "expires_date": .iso(ends), "is_sandbox": false,
                "original_purchase_date": .iso(grant.starts), "ownership_type": "PURCHASED",
                "period_type": "promotional", "purchase_date": .iso(grant.starts),
                "store": "promotional", "store_transaction_id": .text("promo\(grant.transaction)"),
            ]
            unlock(grant.entitlement.text, product, from: grant.starts, to: ends, grace: nil)
        }
        return [
            "request_date": .iso(world.now), "request_date_ms": .number(world.now),
            "subscriber": [
                "entitlements": sorted(entitlements.mapValues(\.value)),
                "first_seen": .iso(customer.firstSeen),
                "last_seen": .iso(customer.lastSeen.lastSeen), "management_url": nil,
                "non_subscriptions": sorted(others.mapValues { .list($0) }),
                "original_app_user_id": .text(customer.original.text),
                "original_application_version": "1.0", "other_purchases": .object([]),
                "subscriptions": sorted(subscriptions),
            ],
        ]
    }

    private static func sorted(_ members: [String: WrittenJSON]) -> WrittenJSON {
        .object(members.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    }

    private static func end(of course: Course) -> Int64 { course.accessEnds ?? .max }

    /// Grace stands apart.
    private static func expiry(of course: Course) -> Int64? {
        course.refunded ?? course.ended ?? course.paused ?? course.period.ends
    }

    private static func subscription(_ course: Course) -> WrittenJSON {
        [
            "auto_resume_date": .iso(course.resumes),
            "billing_issues_detected_at": .iso(course.problem), "display_name": nil,
            "expires_date": .iso(expiry(of: course)),
            "grace_period_expires_date": .iso(course.graceEnds), "is_sandbox": false,
            "original_purchase_date": .iso(course.bought),
            "ownership_type": course.sharedFrom == nil ? "PURCHASED" : "FAMILY_SHARED",
            "period_type": "normal", "price": ["amount": 9.99, "currency": "USD"],
            "purchase_date": .iso(course.period.starts), "refunded_at": .iso(course.refunded),
            "store": .text(course.store.rawValue),
            "store_transaction_id": .text(course.period.transaction),
            "unsubscribe_detected_at": .iso(course.cancelled),
        ]
    }

    private static func purchase(_ course: Course) -> WrittenJSON {
        [
            "id": .text("cadba0c81b\(course.purchase.index)"), "is_sandbox": false,
            "purchase_date": .iso(course.bought), "original_purchase_date": .iso(course.bought),
            "store": .text(course.store.rawValue),
            "store_transaction_id": .text(course.original), "display_name": nil,
        ]
    }
}
