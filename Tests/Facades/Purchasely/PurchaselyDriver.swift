// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings
import AllonymSimulation
import Foundation
import PurchaselyFacade

/// Drives the façade through its documented calls.
final class PurchaselyDriver: FacadeDriver {
    static let provider = "purchasely"
    let installation: Installation

    init(_ installation: Installation) { self.installation = installation }

    func launch(as id: String?) async -> DriverAnswer {
        await installation.use {
            let error = await PurchaselyCalls.start(as: id)
            return error.map(answer) ?? .done
        }
    }

    func logIn(_ id: String) async -> DriverAnswer {
        await installation.use {
            _ = await PurchaselyCalls.logIn(id)
            // Another ID than the one given: it was refused, and the call cannot say so.
            return PurchaselySession.current().appUserID == id ? .done : .silent
        }
    }

    func logOut() async -> DriverAnswer {
        installation.use {
            Purchasely.userLogout()
            return Purchasely.isAnonymous() ? .done : .silent
        }
    }

    func buy(_ product: String) async -> DriverAnswer {
        await installation.use { answer(await PurchaselyCalls.buy(product)) }
    }

    func restore() async -> DriverAnswer {
        await installation.use { answer(await PurchaselyCalls.restore()) }
    }

    func sync() async -> DriverAnswer {
        await installation.use { answer(await PurchaselyCalls.sync()) }
    }

    /// The SDK has no result of a redemption, and logs what went wrong.
    func redeem(_ product: String, from id: String) async -> DriverAnswer {
        await installation.use {
            let log = PurchaselyLog()
            Purchasely.addLogger(log)
            let token = installation.store.redemptionToken(for: product, of: id)
            guard let url = URL(string: "app://ply/redeem/\(token)") else { return .noCall }
            Purchasely.handleDeeplink(url)
            await PurchaselyCalls.settle()
            guard let message = log.messages.last else { return .done }
            let entry = PurchaselyDriver.entries.first {
                $0.list == "refusals" && message.contains($0.name)
            }
            let refusal = entry.flatMap { Refusal(rawValue: $0.word) }
            let other = Refusal.allCases.first { message.contains($0.rawValue) }
            return (other ?? refusal).map { .refused($0) } ?? .silent
        }
    }

    func access() async -> [String] {
        await installation.use {
            let found = try? await PurchaselyCalls.subscriptions(isFresh: true).get()
            let catalogue = installation.world.catalogue
            // An app maps plans to access; here by the catalogue.
            let unlocked = (found ?? []).flatMap { subscription in
                let plan = subscription.plan.vendorId
                return catalogue[plan]?.entitlements ?? [plan]
            }
            return Set(unlocked.map(EntitlementID.init(unchecked:))).sorted().map(\.text)
        }
    }

    /// The SDK has a call for the anonymous ID only; the other is what it has stored.
    func userID() async -> String? {
        installation.use {
            Purchasely.isAnonymous()
                ? Purchasely.anonymousUserId : PurchaselySession.current().appUserID
        }
    }

    // MARK: What the errors say

    /// The provider's names, read once.
    private static let entries =
        (try? EveryFacade.mappings.get())?.vocabularies[PurchaselyDriver.provider]?.entries ?? []

    private func answer(_ result: Result<Void, PLYError>) -> DriverAnswer {
        if case .failure(let error) = result { answer(error) } else { .done }
    }

    private func answer(_ error: PLYError) -> DriverAnswer {
        if case .application(let message?, _) = error, let refusal = Refusal(rawValue: message) {
            return .refused(refusal)
        }
        let entry = PurchaselyDriver.entries.first {
            $0.list == "refusals" && $0.name == error.caseName
        }
        return entry.flatMap { Refusal(rawValue: $0.word) }.map { .refused($0) } ?? .done
    }
}
