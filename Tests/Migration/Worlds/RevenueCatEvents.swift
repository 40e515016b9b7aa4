// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// The webhook events of RevenueCat.
///
/// Source: https://www.revenuecat.com/docs/integrations/webhooks/event-types-and-fields, read on
/// 2026-11-21. An alias is told by the next event alone, a deletion not at all. A transfer names the
/// customers and the store, not what was transferred.
enum RevenueCatEvents {
    /// The events after a moment.
    static func events(
        _ world: SourceWorld, after moment: Int64 = 0, inEnvelope: Bool
    ) -> [WrittenJSON] {
        world.told.enumerated().filter { $0.element.time > moment }.flatMap { index, told in
            events(told, number: index, world)
        }.map { inEnvelope ? ["api_version": "1.0", "event": $0] : $0 }
    }

    private static func events(
        _ told: SourceWorld.Told, number: Int, _ world: SourceWorld
    ) -> [WrittenJSON] {
        let name = told.message.name
        let common: WrittenJSON = [
            "type": .text(name), "app_id": "app3f0a1b2c4d",
            "event_timestamp_ms": .number(told.time + Int64(number)),
            "environment": "PRODUCTION",
        ]
        if name == "TRANSFER" {
            let stores = Set(told.moved.map { world.courses[Int($0.index)].store })
            return stores.sorted { $0.rawValue < $1.rawValue }.map { store in
                common.with([
                    ("id", .text("event-\(number)-\(store.rawValue)")),
                    ("store", .text(store.rawValue.uppercased())),
                    ("transferred_from", .texts(told.message.from.map(\.text))),
                    ("transferred_to", .texts(told.message.to.map(\.text))),
                ])
            }
        }
        var members: [(String, WrittenJSON)] = [("id", .text("event-\(number)"))]
        members += identities(of: told)
        if let course = told.course { members += lifecycle(name, told, course, world) }
        if let grant = told.grant { members += promotion(grant, told) }
        return [common.with(members)]
    }

    /// The customer, as all events but a transfer name it.
    private static func identities(of told: SourceWorld.Told) -> [(String, WrittenJSON)] {
        guard let id = told.message.to.first, let user = told.after.user(id) else { return [] }
        let customer = told.after.customer(of: user)
        let aliases = told.after.aliases(of: customer).map { told.after.id(of: $0).text }
        return [
            ("app_user_id", .text(id.text)), ("aliases", .texts(aliases)),
            (
                "original_app_user_id",
                .text(told.after.id(of: told.after.original(of: customer)).text)
            ),
            ("subscriber_attributes", .object([])),
        ]
    }

    private static func lifecycle(
        _ name: String, _ told: SourceWorld.Told, _ course: Course, _ world: SourceWorld
    ) -> [(String, WrittenJSON)] {
        let isChange = name == "PRODUCT_CHANGE"
        let changed = isChange ? told.former : nil
        let period = changed ?? course.period
        let ends =
            name == "EXPIRATION"
            ? course.accessEnds : course.refunded ?? course.ended ?? period.ends
        var members: [(String, WrittenJSON)] = [
            ("product_id", .text(period.product.text)), ("period_type", "NORMAL"),
            ("purchased_at_ms", .number(period.starts)), ("expiration_at_ms", .milliseconds(ends)),
            ("entitlement_id", nil),
            ("entitlement_ids", .texts(world.entitlements(of: period.product))),
            ("presented_offering_id", nil), ("transaction_id", .text(period.transaction)),
            ("original_transaction_id", .text(course.original)),
            ("is_family_share", .flag(course.sharedFrom != nil)), ("country_code", "US"),
            ("currency", "USD"), ("price", 9.99), ("price_in_purchased_currency", 9.99),
            ("store", .text(course.store.rawValue.uppercased())), ("takehome_percentage", 0.7),
            ("offer_code", nil), ("renewal_number", .number(Int64(period.number))),
        ]
        if isChange {
            let product = changed == nil ? course.waiting : course.product
            members.append(("new_product_id", product.map { .text($0.text) } ?? nil))
        }
        let reason: WrittenJSON =
            course.refunded != nil || course.ended != nil && course.sharedFrom != nil
            ? "CUSTOMER_SUPPORT" : course.problem != nil ? "BILLING_ERROR" : "UNSUBSCRIBE"
        switch name {
        case "CANCELLATION": members.append(("cancel_reason", reason))
        case "EXPIRATION":
            let isPause = course.state == .paused
            members.append(("expiration_reason", isPause ? "SUBSCRIPTION_PAUSED" : reason))
        case "BILLING_ISSUE":
            members.append(("grace_period_expiration_at_ms", .milliseconds(course.graceEnds)))
        case "SUBSCRIPTION_PAUSED":
            members.append(("auto_resume_at_ms", .milliseconds(course.resumes)))
        case "RENEWAL": members.append(("is_trial_conversion", false))
        default: break
        }
        return members
    }

    private static func promotion(
        _ grant: GrantCourse, _ told: SourceWorld.Told
    ) -> [(String, WrittenJSON)] {
        let isOver = told.message.name != "NON_RENEWING_PURCHASE"
        let ends = isOver ? grant.revoked : grant.ends
        return [
            ("product_id", .text("rc_promo_\(grant.entitlement)_custom")),
            ("period_type", "PROMOTIONAL"), ("purchased_at_ms", .number(grant.starts)),
            ("expiration_at_ms", .milliseconds(ends)), ("entitlement_id", nil),
            ("entitlement_ids", [.text(grant.entitlement.text)]),
            ("presented_offering_id", nil), ("transaction_id", .text("promo\(grant.transaction)")),
            ("original_transaction_id", .text("promo\(grant.transaction)")),
            ("is_family_share", false), ("currency", "USD"), ("price", 0.0),
            ("store", "PROMOTIONAL"),
        ] + (isOver ? [("cancel_reason", "CUSTOMER_SUPPORT")] : [])
    }

    // MARK: - What a log cannot say

    /// A transfer moves all that the former owner has at the store, as far as its event says.
    ///
    /// Since when two IDs are one customer is never told, so after a transfer none become one: what one
    /// of them had before would seem to have gone along.
    static func namesWhatMoves(_ before: SourceWorld, _ after: SourceWorld) -> Bool {
        let hasMoved = before.told.contains { $0.message.name == "TRANSFER" }
        let isJoined = before.ledger.customers.indices.contains { customer in
            before.ledger.customers[customer].absorbedBy.isNone
                && !after.ledger.customers[customer].absorbedBy.isNone
        }
        if hasMoved, isJoined { return false }
        return after.told[before.told.count...].allSatisfy { told in
            guard told.message.name == "TRANSFER" else { return true }
            return told.moved.allSatisfy { moved in
                let store = before.courses[Int(moved.index)].store
                return before.ledger.holders(of: moved).allSatisfy { former in
                    // Those that are absorbed in the same step have nothing left.
                    after.ledger.purchases(of: former).allSatisfy {
                        after.courses[Int($0.index)].store != store
                    }
                }
            }
        }
    }

    /// Whether the log says of the IDs that it names which of them are one customer's.
    ///
    /// An alias is told by the next event alone. A row of an export before the log names two IDs.
    static func namesAliases(_ world: SourceWorld, beginning earlier: SourceWorld? = nil) -> Bool {
        var told: [CustomerHandle: [Set<UserHandle>]] = [:]
        for customer in earlier?.customers ?? []
        where !customer.purchases.isEmpty || !customer.grants.isEmpty {
            let ids: Set = [customer.original.user, customer.lastSeen.user]
            told[world.ledger.customer(of: customer.original.user), default: []].append(ids)
        }
        for message in world.told where message.time > earlier?.now ?? 0 {
            let isTransfer = message.message.name == "TRANSFER"
            for id in message.message.from + message.message.to {
                guard let user = message.after.user(id) else { continue }
                let customer = message.after.customer(of: user)
                let aliases = isTransfer ? [user] : message.after.aliases(of: customer)
                var groups = told[world.ledger.customer(of: user)] ?? []
                let joined = groups.filter { !$0.isDisjoint(with: aliases) }
                groups.removeAll { !$0.isDisjoint(with: aliases) }
                groups.append(joined.reduce(Set(aliases)) { $0.union($1) })
                told[world.ledger.customer(of: user)] = groups
            }
        }
        return told.values.allSatisfy { $0.count == 1 }
    }
}
