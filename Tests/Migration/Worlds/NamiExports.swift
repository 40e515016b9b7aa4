// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// The webhook events of Nami.
///
/// Source: https://learn.namiml.com/public-docs/integrations/other-integrations/webhooks/event-types,
/// read on 2026-11-21. Each lists all that the user may use. Nothing is told of another product, nor
/// of a user who has nothing.
enum NamiEvents {
    static func events(_ world: SourceWorld) -> [WrittenJSON] {
        world.told.enumerated().compactMap { event($1, number: $0, world) }
    }

    /// The ID that Nami gives the user of an external ID.
    static func minted(_ customer: KnownCustomer) -> [String] {
        customer.customs.map { minted($0.text) }
    }

    private static func minted(_ external: String) -> String {
        "5a" + external.dropFirst(2)
    }

    private static func event(
        _ told: SourceWorld.Told, number: Int, _ world: SourceWorld
    ) -> WrittenJSON? {
        guard let id = told.message.to.first, let user = told.after.user(id) else { return nil }
        let held = told.after.purchases(of: told.after.customer(of: user)).filter {
            world.rules.givesAccess(told.after.known(of: $0))
        }.map { told.courses[Int($0.index)] }
        let isAnonymous = told.after.isAnonymous(user)
        var external: [WrittenJSON] = held.map { course in
            [
                "key": "original_transaction_id", "type": "original_transaction_id",
                "value": .text(course.original),
            ]
        }
        if !isAnonymous {
            external.append(["key": "external_id", "type": "uuid", "value": .text(id.text)])
        }
        return [
            "active_entitlements": .list(held.flatMap { entitlements(of: $0, told.time, world) }),
            "customer_journey_state": state(of: held), "devices": [],
            "event_type": .text(told.message.name), "event_platform": "apple",
            "external_ids": .list(external),
            "user_id": .text(isAnonymous ? id.text : minted(id.text)),
            "id": .text("event-\(number)"), "created_date": .iso(told.time),
        ]
    }

    private static func entitlements(
        of course: Course, _ time: Int64, _ world: SourceWorld
    ) -> [WrittenJSON] {
        world.entitlements(of: course.product).map { name in
            [
                "description": .text(name), "entitlement_ref_id": .text(name),
                "expiration": .iso(course.period.ends), "last_verified": .iso(time),
                "name": .text(name), "purchase_platform": "apple",
                "sku_ref_id": .text(course.product.text),
            ]
        }
    }

    private static func state(of held: [Course]) -> WrittenJSON {
        [
            "former_subscriber": .flag(held.isEmpty), "in_account_hold": false,
            "in_grace_period": .flag(held.contains { $0.state == .grace }),
            "in_trial_period": false, "in_intro_offer_period": false, "in_pause": false,
            "is_cancelled": .flag(held.contains { $0.state == .cancelled }),
        ]
    }
}

extension WorldExport {
    /// The kinds of Nami.
    static let nami = [
        // Of the stores only Apple's is documented there.
        WorldExport(
            provider: "nami", name: "webhooks",
            doings: Doing.all.subtracting([.playStore, .changeNow]), further: NamiEvents.minted
        ) { world, _ in
            log(NamiEvents.events(world), of: world, "events.jsonl")
        }
    ]
}
