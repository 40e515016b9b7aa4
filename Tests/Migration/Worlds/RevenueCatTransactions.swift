// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// The scheduled exports of RevenueCat: one row for each transaction.
///
/// Source: https://www.revenuecat.com/docs/integrations/scheduled-data-exports, version 5, read on
/// 2026-11-21. A row names two IDs of the customer at most.
enum RevenueCatTransactions {
    static let columns = [
        "rc_original_app_user_id", "rc_last_seen_app_user_id_alias", "country", "country_source",
        "product_identifier", "product_display_name", "product_duration", "start_time",
        "end_time", "grace_period_end_time", "effective_end_time", "store", "is_auto_renewable",
        "is_trial_period", "is_in_intro_offer_period", "is_sandbox", "price_in_usd",
        "purchase_price_in_usd", "takehome_percentage", "tax_percentage",
        "commission_percentage", "store_transaction_id", "original_store_transaction_id",
        "refunded_at", "unsubscribe_detected_at", "billing_issues_detected_at",
        "purchased_currency", "price_in_purchased_currency",
        "purchase_price_in_purchased_currency", "entitlement_identifiers", "renewal_number",
        "is_trial_conversion", "presented_offering", "ownership_type",
        "reserved_subscriber_attributes", "custom_subscriber_attributes", "platform",
        "experiment_id", "experiment_variant", "updated_at", "offer", "offer_type",
        "first_seen_time", "auto_resume_time",
    ]

    /// The export of a moment.
    static func file(_ world: SourceWorld, _ name: String) -> [WorldExport.File] {
        var rows: [[String: String]] = []
        for customer in world.customers {
            let common = [
                "rc_original_app_user_id": customer.original.text,
                "rc_last_seen_app_user_id_alias": customer.lastSeen.text,
                "country": "US", "country_source": "from_sdk", "is_trial_period": "false",
                "is_in_intro_offer_period": "false", "is_sandbox": "false",
                "is_trial_conversion": "false", "reserved_subscriber_attributes": "{}",
                "custom_subscriber_attributes": "{}", "platform": "ios",
                "first_seen_time": CivilTime(customer.firstSeen).plain,
            ]
            for course in customer.purchases {
                for index in course.periods.indices {
                    let row = row(of: course, index, world)
                    rows.append(common.merging(row) { $1 })
                }
            }
            for grant in customer.grants {
                rows.append(common.merging(row(of: grant)) { $1 })
            }
        }
        return WorldExport.table(columns, rows, name)
    }

    private static func row(
        of course: Course, _ index: Int, _ world: SourceWorld
    ) -> [String: String] {
        let period = course.periods[index]
        let isLast = index == course.periods.count - 1
        let isRenewing = course.kind == .subscription
        let next = isLast ? nil : course.periods[index + 1].starts
        let ended = isLast ? course.accessEnds : [period.ends, next].compactMap(\.self).min()
        func date(_ time: Int64?) -> String { time.map { CivilTime($0).plain } ?? "" }
        func current(_ time: Int64?) -> String { isLast ? date(time) : "" }
        let names = world.entitlements(of: period.product).map { "\"\($0)\"" }
        return [
            "product_identifier": period.product.text,
            "product_duration": isRenewing ? "P1M" : "",
            "start_time": date(period.starts), "end_time": isRenewing ? date(period.ends) : "",
            "grace_period_end_time": current(course.graceEnds), "effective_end_time": date(ended),
            "store": course.store.rawValue, "is_auto_renewable": isRenewing ? "true" : "false",
            "price_in_usd": "9.99", "purchase_price_in_usd": "9.99",
            "store_transaction_id": period.transaction,
            "original_store_transaction_id": course.original,
            "refunded_at": current(course.refunded),
            "unsubscribe_detected_at": current(course.cancelled),
            "billing_issues_detected_at": current(course.problem), "purchased_currency": "USD",
            "price_in_purchased_currency": "9.99",
            "purchase_price_in_purchased_currency": "9.99",
            "entitlement_identifiers": "[" + names.joined(separator: ", ") + "]",
            "renewal_number": String(period.number),
            "ownership_type": course.sharedFrom == nil ? "PURCHASED" : "FAMILY_SHARED",
            "updated_at": date(isLast ? course.changed : next),
            "auto_resume_time": current(course.resumes),
        ]
    }

    private static func row(of grant: GrantCourse) -> [String: String] {
        let ends = grant.revoked ?? grant.ends
        return [
            "product_identifier": "rc_promo_\(grant.entitlement)_custom",
            "start_time": CivilTime(grant.starts).plain,
            "effective_end_time": ends.map { CivilTime($0).plain } ?? "",
            "store": "promotional", "is_auto_renewable": "false",
            "store_transaction_id": "promo\(grant.transaction)",
            "original_store_transaction_id": "promo\(grant.transaction)",
            "entitlement_identifiers": "[\"\(grant.entitlement)\"]", "renewal_number": "1",
            "ownership_type": "PURCHASED",
            "updated_at": CivilTime(grant.revoked ?? grant.starts).plain,
        ]
    }
}
