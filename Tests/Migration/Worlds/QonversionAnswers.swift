// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// The answers of Qonversion's REST API, version 3 and version 4.
///
/// Source: https://documentation.qonversion.io/reference/v4, read on 2026-11-21. A user is Qonversion's
/// own ID and at most one identity; an entitlement stands once, whatever it comes from.
enum QonversionAnswers {
    /// The ID that Qonversion gives a user; one that began with an identity has one too.
    static func id(of customer: KnownCustomer) -> String {
        customer.anonymous.first?.text ?? minted(customer).first ?? ""
    }

    /// The IDs that Qonversion alone knows of.
    static func minted(_ customer: KnownCustomer) -> [String] {
        guard customer.anonymous.isEmpty else { return [] }
        let digits = customer.original.text.filter(\.isHexDigit).lowercased()
        return ["QON_" + digits.suffix(32)]
    }

    // MARK: - Users and identities

    static func users(_ world: SourceWorld, version: Int) -> [WrittenJSON] {
        world.customers.map { customer in
            let id = id(of: customer)
            var user: WrittenJSON =
                version == 4
                ? [
                    "object": "user", "id": .text(id), "url": .text("/v4/users/\(id)"),
                    "environment": "prod", "created_at": .iso(customer.firstSeen),
                ]
                : [
                    "id": .text(id), "created": .seconds(customer.firstSeen),
                    "environment": "production",
                ]
            if let identity = customer.customs.first {
                user = user.with([("identity_id", .text(identity.text))])
            }
            return user
        }
    }

    static func identities(_ world: SourceWorld, version: Int) -> [WrittenJSON] {
        world.customers.compactMap { customer in
            guard let identity = customer.customs.first else { return nil }
            let pair: [(String, WrittenJSON)] = [
                ("id", .text(identity.text)), ("user_id", .text(id(of: customer))),
            ]
            return .object(version == 4 ? [("object", "identity")] + pair : pair)
        }
    }

    // MARK: - Entitlements

    /// Something that an entitlement comes from.
    private struct Source {
        let isActive: Bool
        let ends: Int64?
        let starts: Int64
        let course: Course?
    }

    static func entitlements(_ world: SourceWorld, version: Int) -> [WrittenJSON] {
        world.customers.map { customer in
            let id = id(of: customer)
            var sources: [String: Source] = [:]
            for course in customer.purchases {
                let source = Source(
                    isActive: world.rules.givesAccess(course.state),
                    ends: course.paused ?? course.period.ends, starts: course.bought,
                    course: course)
                for name in world.entitlements(of: course.product) {
                    sources[name] = better(source, sources[name])
                }
            }
            for grant in customer.grants {
                let source = Source(
                    isActive: grant.revoked == nil, ends: grant.revoked ?? grant.ends,
                    starts: grant.starts, course: nil)
                let name = grant.entitlement.text
                sources[name] = better(source, sources[name])
            }
            let data = sources.sorted { $0.key < $1.key }.map { name, source in
                version == 4 ? entry4(name, source, of: id) : entry3(name, source)
            }
            return version == 4
                ? [
                    "object": "list", "url": .text("/v4/users/\(id)/entitlements"),
                    "data": .list(data), "has_more": false,
                ] : ["user_id": .text(id), "data": .list(data)]
        }
    }

    /// Of what unlocks the same the one that is active, and then the one that ends last.
    private static func better(_ one: Source, _ other: Source?) -> Source {
        guard let other else { return one }
        if one.isActive != other.isActive { return one.isActive ? one : other }
        return (one.ends ?? .max) >= (other.ends ?? .max) ? one : other
    }

    private static func entry4(_ name: String, _ source: Source, of id: String) -> WrittenJSON {
        let entry: WrittenJSON = [
            "object": "user_entitlement", "id": .text(name),
            "url": .text("/v4/users/\(id)/entitlements/\(name)"),
            "is_active": .flag(source.isActive), "source": .text(origin(of: source)),
            "started_at": .iso(source.starts), "expires_at": .iso(source.ends),
        ]
        return source.course.map { entry.with([("product", product(of: $0))]) } ?? entry
    }

    private static func entry3(_ name: String, _ source: Source) -> WrittenJSON {
        var entry: WrittenJSON = [
            "id": .text(name), "active": .flag(source.isActive),
            "started": .seconds(source.starts), "source": .text(origin(of: source)),
        ]
        if source.ends != nil { entry = entry.with([("expires", .seconds(source.ends))]) }
        return source.course.map { entry.with([("product", product(of: $0))]) } ?? entry
    }

    private static func origin(of source: Source) -> String {
        switch source.course?.store {
        case nil: "manual"
        case .playStore: "playstore"
        case .stripe: "stripe"
        default: "appstore"
        }
    }

    private static func product(of course: Course) -> WrittenJSON {
        let product: WrittenJSON = ["product_id": .text(course.product.text)]
        guard course.kind == .subscription else { return product }
        let renewal: WrittenJSON =
            switch course.state {
            case .active, .paused: "will_renew"
            case .cancelled, .expired, .refunded: "canceled"
            case .grace, .billingRetry: "billing_issue"
            }
        return product.with([
            ("subscription", ["renew_state": renewal, "current_period_type": "normal"])
        ])
    }

    // MARK: - Purchases

    /// The purchases of version 4: one row for each transaction, the newest first.
    static func purchases(_ world: SourceWorld) -> [WrittenJSON] {
        world.customers.map { customer in
            let id = id(of: customer)
            let rows = customer.purchases.flatMap { course in
                course.periods.map { (course, $0) }
            }.sorted { $0.1.starts > $1.1.starts }
            let data: [WrittenJSON] = rows.enumerated().map { index, row in
                purchase(row.0, row.1, of: id, number: "\(id.suffix(6))\(rows.count - index)")
            }
            return [
                "object": "list", "url": .text("/v4/users/\(id)/purchases"), "has_more": false,
                "next_cursor": nil, "data": .list(data),
            ]
        }
    }

    private static func purchase(
        _ course: Course, _ period: Course.Period, of id: String, number: String
    ) -> WrittenJSON {
        let isCurrent = period.transaction == course.period.transaction
        return [
            "object": "purchase", "id": .text(number),
            "url": .text("/v4/users/\(id)/purchases/\(number)"), "user_id": .text(id),
            "platform": .text(course.store.rawValue), "product_id": .text(period.product.text),
            "currency": "USD", "price": "9.99", "purchased_at": .iso(period.starts),
            "expires_at": .iso(period.ends),
            "is_auto_renewing": .flag(
                course.kind == .subscription && isCurrent && course.state == .active),
            "store_data": [
                "transaction_id": .text(period.transaction),
                "original_transaction_id": .text(course.original),
                "product_id": .text(period.product.text),
            ], "created_at": .iso(period.starts),
        ]
    }
}
