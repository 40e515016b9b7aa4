// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

extension WorldExport {
    /// The kinds of RevenueCat.
    static let revenueCat = [
        WorldExport(provider: "revenuecat", name: "transactions") { world, _ in
            RevenueCatTransactions.file(world, "transactions.csv")
        },
        WorldExport(
            provider: "revenuecat", name: "webhooks", doings: logged,
            isTellable: RevenueCatEvents.namesWhatMoves,
            isWhole: { end, _ in RevenueCatEvents.namesAliases(end) }
        ) { world, _ in
            log(RevenueCatEvents.events(world, inEnvelope: true), of: world, "events.jsonl")
        },
        WorldExport(
            provider: "revenuecat", name: "bare webhooks", doings: logged,
            isTellable: RevenueCatEvents.namesWhatMoves,
            isWhole: { end, _ in RevenueCatEvents.namesAliases(end) }
        ) { world, _ in
            log(RevenueCatEvents.events(world, inEnvelope: false), of: world, "events.jsonl")
        },
        WorldExport(
            provider: "revenuecat", name: "transactions and webhooks since", doings: logged,
            hasEarlier: true, isTellable: RevenueCatEvents.namesWhatMoves,
            isWhole: { RevenueCatEvents.namesAliases($0, beginning: $1) }
        ) { world, earlier in
            RevenueCatTransactions.file(earlier, "transactions.csv")
                + log(
                    RevenueCatEvents.events(world, after: earlier.now, inEnvelope: true), of: world,
                    "events.jsonl")
        },
        WorldExport(
            provider: "revenuecat", name: "pages of REST v2", doings: endless, isTellable: tellsEnds
        ) { world, _ in
            lines(RevenueCatPages.pages(world), "pages.jsonl")
        },
        WorldExport(
            provider: "revenuecat", name: "answers of REST v1", doings: endless,
            isTellable: tellsEnds
        ) {
            world, _ in
            lines(RevenueCatSubscribers.answers(world), "subscribers.jsonl")
        },
        WorldExport(
            provider: "revenuecat", name: "items of REST v2", doings: endless, isTellable: tellsEnds
        ) { world, _ in
            lines(RevenueCatPages.items(world), "items.jsonl")
        },
        WorldExport(provider: "revenuecat", name: "active entitlements of REST v2") { world, _ in
            lines(RevenueCatPages.activeEntitlements(world), "active.jsonl")
        },
        WorldExport(
            provider: "revenuecat", name: "answers of REST v1 and pages of v2", doings: endless,
            isTellable: tellsEnds
        ) { world, _ in
            lines(RevenueCatSubscribers.answers(world), "subscribers.jsonl")
                + lines(RevenueCatPages.pages(world), "pages.jsonl")
        },
        WorldExport(
            provider: "revenuecat", name: "transactions and pages of REST v2", doings: endless,
            isTellable: tellsEnds
        ) { world, _ in
            RevenueCatTransactions.file(world, "transactions.csv")
                + lines(RevenueCatPages.pages(world), "pages.jsonl")
        },
    ]

    /// A purchase that is no subscription does not end there, be it a family share.
    private static let tellsEnds: @Sendable (SourceWorld, SourceWorld) -> Bool = { _, after in
        after.courses.allSatisfy { $0.kind == .subscription || $0.ended == nil }
    }

    /// REST says of no purchase but a subscription when it ends.
    private static let endless = Doing.all.subtracting([.buyPass])

    /// A log says nothing of a customer who is deleted.
    private static let logged = Doing.all.subtracting([.delete])
}
