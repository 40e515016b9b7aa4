// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

extension WorldExport {
    /// The kinds of Qonversion.
    static let qonversion = [
        WorldExport(
            provider: "qonversion", name: "users, identities and entitlements of REST v4",
            further: QonversionAnswers.minted
        ) { world, _ in
            lines(QonversionAnswers.users(world, version: 4), "users.jsonl")
                + lines(QonversionAnswers.identities(world, version: 4), "identities.jsonl")
                + lines(QonversionAnswers.entitlements(world, version: 4), "entitlements.jsonl")
        },
        WorldExport(
            provider: "qonversion", name: "users, identities and entitlements of REST v3",
            further: QonversionAnswers.minted
        ) { world, _ in
            lines(QonversionAnswers.users(world, version: 3), "users.jsonl")
                + lines(QonversionAnswers.identities(world, version: 3), "identities.jsonl")
                + lines(QonversionAnswers.entitlements(world, version: 3), "entitlements.jsonl")
        },
        WorldExport(
            provider: "qonversion", name: "users and purchases of REST v4", doings: dated,
            namesEntitlements: false, further: QonversionAnswers.minted
        ) { world, _ in
            lines(QonversionAnswers.users(world, version: 4), "users.jsonl")
                + lines(QonversionAnswers.purchases(world), "purchases.jsonl")
        },
        WorldExport(
            provider: "qonversion", name: "users, entitlements and purchases of REST v4",
            further: QonversionAnswers.minted
        ) { world, _ in
            lines(QonversionAnswers.users(world, version: 4), "users.jsonl")
                + lines(QonversionAnswers.entitlements(world, version: 4), "entitlements.jsonl")
                + lines(QonversionAnswers.purchases(world), "purchases.jsonl")
        },
        WorldExport(
            provider: "qonversion", name: "customers of the Analytics API", doings: running,
            isTellable: { _, after in QonversionCustomers.hasRoom(for: after) },
            namesEntitlements: false, further: QonversionAnswers.minted
        ) { world, _ in
            QonversionCustomers.file(world)
        },
        WorldExport(
            provider: "qonversion", name: "customers of the Analytics API and entitlements of v3",
            doings: Doing.all.subtracting([.buyForGood, .buyPass, .buyCoins]),
            isTellable: { _, after in QonversionCustomers.hasRoom(for: after) },
            further: QonversionAnswers.minted
        ) { world, _ in
            QonversionCustomers.file(world)
                + lines(QonversionAnswers.entitlements(world, version: 3), "entitlements.jsonl")
        },
        WorldExport(
            provider: "qonversion", name: "webhooks", doings: logged,
            isTellable: { _, after in QonversionEvents.namesHolders(after) },
            isWhole: { end, _ in QonversionEvents.namesOwners(end) }, namesEntitlements: false,
            further: QonversionAnswers.minted
        ) { world, _ in
            log(QonversionEvents.events(world), of: world, "events.jsonl")
        },
    ]

    /// The rows of purchases have dates alone: nothing of a refund, of grace, of a pause or of the end
    /// of a share, and nothing that tells what is used up.
    private static let dated = Doing.all.subtracting([
        .refund, .billing, .pause, .unshare, .buyCoins, .grant, .revoke,
    ])

    /// The list of customers says neither when anything ends nor what was given by hand.
    private static let running = Doing.all.subtracting([
        .buyForGood, .buyPass, .buyCoins, .cancel, .refund, .billing, .pause, .share, .unshare,
        .grant,
        .revoke,
    ])

    /// A log says nothing of these, nor what is used up.
    private static let logged = Doing.all.subtracting([
        .delete, .grant, .revoke, .pause, .unshare, .buyCoins,
    ])
}
