// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// The answers of RevenueCat's REST API v2: pages of customers, and for each customer the pages of its
/// aliases, subscriptions, purchases and active entitlements.
///
/// Source: https://www.revenuecat.com/docs/api-v2, read on 2026-11-21. A purchase that is no
/// subscription has no end there.
enum RevenueCatPages {
    private static let project = "/v2/projects/proj4c81d0e9"

    /// The answers, one a line.
    static func pages(_ world: SourceWorld) -> [WrittenJSON] {
        let customers = world.customers
        var pages = [page(customers.map(customer), "customers")]
        for known in customers {
            let path = "customers/\(known.original.text.replacing("$", with: "%24"))"
            pages.append(page(known.ids.map(alias), path + "/aliases"))
            let held = known.purchases.flatMap { subscriptions($0, of: known, world) }
            pages.append(
                page(
                    held + known.grants.map { grant($0, of: known) },
                    path + "/subscriptions"))
            pages.append(
                page(
                    known.purchases.compactMap { purchase($0, of: known, world) },
                    path + "/purchases"))
            let active = world.access(of: known.original.user).sorted().map(active)
            pages.append(page(active, path + "/active_entitlements"))
        }
        return pages
    }

    /// The customers, subscriptions and purchases without the pages around them.
    static func items(_ world: SourceWorld) -> [WrittenJSON] {
        world.customers.flatMap { known in
            [customer(known)] + known.purchases.flatMap { subscriptions($0, of: known, world) }
                + known.grants.map { grant($0, of: known) }
                + known.purchases.compactMap { purchase($0, of: known, world) }
        }
    }

    /// What each customer may use, inside of the customer or on a page of its own, and how the
    /// project's entitlements are called.
    static func activeEntitlements(_ world: SourceWorld) -> [WrittenJSON] {
        var answers: [WrittenJSON] = []
        for (index, known) in world.customers.enumerated() {
            let items = world.access(of: known.original.user).sorted().map(active)
            let id = known.original.text.replacing("$", with: "%24")
            let list = page(items, "customers/\(id)/active_entitlements")
            if index % 2 == 0, case .object(let members) = customer(known) {
                answers.append(.object(members + [("active_entitlements", list)]))
            } else {
                answers += [customer(known), list]
            }
        }
        return answers + [page(SourceCatalogue.entitlements.map(entitlement), "entitlements")]
    }

    private static func entitlement(_ name: String) -> WrittenJSON {
        [
            "object": "entitlement", "project_id": "proj4c81d0e9", "id": .text("entl-\(name)"),
            "lookup_key": .text(name), "display_name": .text(name),
            "created_at": 1_740_787_200_000,
        ]
    }

    private static func page(_ items: [WrittenJSON], _ path: String) -> WrittenJSON {
        [
            "object": "list", "items": .list(items), "next_page": nil,
            "url": .text("\(project)/\(path)"),
        ]
    }

    private static func customer(_ customer: KnownCustomer) -> WrittenJSON {
        [
            "object": "customer", "id": .text(customer.original.text), "project_id": "proj4c81d0e9",
            "first_seen_at": .number(customer.firstSeen),
            "last_seen_at": .number(customer.lastSeen.lastSeen), "last_seen_country": "US",
            "last_seen_platform": "iOS",
        ]
    }

    private static func alias(_ id: KnownCustomer.ID) -> WrittenJSON {
        [
            "object": "customer.alias", "id": .text(id.text), "created_at": .number(id.firstSeen),
        ]
    }

    private static func active(_ name: String) -> WrittenJSON {
        [
            "object": "customer.active_entitlement", "entitlement_id": .text("entl-\(name)"),
            "expires_at": nil,
        ]
    }

    /// The subscriptions that a purchase is: a paid change of the product begins another.
    private static func subscriptions(
        _ course: Course, of customer: KnownCustomer, _ world: SourceWorld
    ) -> [WrittenJSON] {
        guard course.kind == .subscription else { return [] }
        var runs: [[Course.Period]] = []
        for period in course.periods {
            if runs.last?.last?.product == period.product {
                runs[runs.count - 1].append(period)
            } else {
                runs.append([period])
            }
        }
        return runs.enumerated().map { index, run in
            subscription(
                course, run, number: index, isLast: index == runs.count - 1, customer, world)
        }
    }

    private static func subscription(
        _ course: Course, _ run: [Course.Period], number: Int, isLast: Bool,
        _ customer: KnownCustomer, _ world: SourceWorld
    ) -> WrittenJSON {
        let period = run[run.count - 1]
        let ends = isLast ? course.refunded ?? course.ended ?? period.ends : period.ends
        let givesAccess = isLast && world.rules.givesAccess(course.state)
        let (status, renewal) = isLast ? status(of: course) : ("expired", "will_not_renew")
        return [
            "object": "subscription", "id": .text("sub1a\(course.purchase.index)-\(number)"),
            "customer_id": .text(customer.original.text),
            "original_customer_id": .text(customer.original.text),
            "product_id": .text("prod-\(period.product)"), "starts_at": .number(run[0].starts),
            "current_period_starts_at": .number(period.starts),
            "current_period_ends_at": .milliseconds(ends), "ends_at": .milliseconds(ends),
            "gives_access": .flag(givesAccess), "pending_payment": false,
            "auto_renewal_status": .text(renewal), "status": .text(status),
            "entitlements": entitlements(of: period.product, world), "environment": "production",
            "store": .text(course.store.rawValue),
            "store_subscription_identifier": .text(period.transaction),
            "ownership": course.sharedFrom == nil ? "purchased" : "family_shared", "country": "US",
            "management_url": nil,
        ]
    }

    private static func status(of course: Course) -> (status: String, renewal: String) {
        let renewal = course.waiting == nil ? "will_renew" : "will_change_product"
        return switch course.state {
        case .active: ("active", renewal)
        case .cancelled: ("active", "will_not_renew")
        case .grace: ("in_grace_period", renewal)
        case .billingRetry: ("in_billing_retry", renewal)
        case .paused: ("paused", "will_renew")
        case .expired, .refunded: ("expired", "will_not_renew")
        }
    }

    private static func entitlements(
        of product: ProductID, _ world: SourceWorld
    ) -> WrittenJSON {
        page(
            world.entitlements(of: product).map(entitlement), "entitlements")
    }

    private static func purchase(
        _ course: Course, of customer: KnownCustomer, _ world: SourceWorld
    ) -> WrittenJSON? {
        guard course.kind != .subscription else { return nil }
        return [
            "object": "purchase", "id": .text("purch1a\(course.purchase.index)"),
            "customer_id": .text(customer.original.text),
            "original_customer_id": .text(customer.original.text),
            "product_id": .text("prod-\(course.product)"), "purchased_at": .number(course.bought),
            "quantity": 1, "status": course.state == .refunded ? "refunded" : "owned",
            "entitlements": entitlements(of: course.product, world), "environment": "production",
            "store": .text(course.store.rawValue),
            "store_purchase_identifier": .text(course.original),
            "ownership": course.sharedFrom == nil ? "purchased" : "family_shared", "country": "US",
        ]
    }

    private static func grant(_ grant: GrantCourse, of customer: KnownCustomer) -> WrittenJSON {
        let ends = grant.revoked ?? grant.ends
        return [
            "object": "subscription", "id": .text("sub1apromo\(grant.transaction)"),
            "customer_id": .text(customer.original.text),
            "original_customer_id": .text(customer.original.text), "product_id": nil,
            "starts_at": .number(grant.starts), "current_period_starts_at": .number(grant.starts),
            "current_period_ends_at": .milliseconds(ends), "ends_at": .milliseconds(ends),
            "gives_access": .flag(grant.revoked == nil), "pending_payment": false,
            "auto_renewal_status": "will_not_renew",
            "status": grant.revoked == nil ? "active" : "expired",
            "entitlements": page(
                [
                    [
                        "object": "entitlement", "id": .text("entl-\(grant.entitlement)"),
                        "lookup_key": .text(grant.entitlement.text),
                    ]
                ], "entitlements"), "environment": "production", "store": "promotional",
            "store_subscription_identifier": .text("promo\(grant.transaction)"),
            "ownership": "purchased",
        ]
    }
}
