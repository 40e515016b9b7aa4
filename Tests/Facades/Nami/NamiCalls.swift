// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import NamiFacade

/// What a completion handler was given.
struct NamiAnswer: Sendable {
    let success: Bool
    let error: (any Error)?

    /// The error, which the façade always makes of its own type.
    var facadeError: NamiFacadeError? { error as? NamiFacadeError }
}

/// The documented calls with their handlers, awaited; on the installation of the task.
@discardableResult
func namiConfigure(_ app: String = "app") async -> (success: Bool, state: NamiConfigureState) {
    await withCheckedContinuation { continuation in
        Nami.configure(withConfig: NamiConfiguration(appPlatformId: app)) { success, state in
            continuation.resume(returning: (success: success, state: state))
        }
    }
}

@discardableResult
func namiLogIn(_ id: String) async -> NamiAnswer {
    await withCheckedContinuation { continuation in
        NamiCustomerManager.login(withId: id) { success, error in
            continuation.resume(returning: NamiAnswer(success: success, error: error))
        }
    }
}

@discardableResult
func namiLogOut() async -> NamiAnswer {
    await withCheckedContinuation { continuation in
        NamiCustomerManager.logout { success, error in
            continuation.resume(returning: NamiAnswer(success: success, error: error))
        }
    }
}

/// The IDs of what is active, once the platform was asked.
@discardableResult
func namiRefresh() async -> [String] {
    await withCheckedContinuation { continuation in
        NamiEntitlementManager.refresh { active in
            continuation.resume(returning: active.map(\.referenceId))
        }
    }
}

/// The IDs of what is active, without asking.
func namiActive() -> [String] { NamiEntitlementManager.active().map(\.referenceId) }

/// Returns when every handler that is due has run.
func namiSettled() async {
    guard let installation = Installation.current else { return }
    await withCheckedContinuation { continuation in
        installation.deliver { continuation.resume() }
    }
}

/// Lines that handlers write down, from any thread.
final class NamiLog: Sendable {
    private let list = Locked<[String]>([])

    /// Everything so far.
    var lines: [String] { list.withLock { $0 } }

    func add(_ line: String) { list.withLock { $0.append(line) } }

    /// Writes the account's changes down.
    func followAccount() {
        NamiCustomerManager.registerAccountStateHandler { [self] action, success, _ in
            add("\(action) \(success)")
        }
    }

    /// Writes down what is active whenever it changes.
    func followEntitlements() {
        NamiEntitlementManager.registerActiveEntitlementsHandler { [self] active in
            add("active \(active.map(\.referenceId))")
        }
    }

    /// Writes the purchases made in the app down.
    func followPurchases() {
        NamiPurchaseManager.registerPurchasesChangedHandler { [self] purchases, state, error in
            add("\(state) \(purchases.map(\.skuId))\(error == nil ? "" : " with error")")
        }
    }

    /// Writes restores down.
    func followRestores() {
        NamiPurchaseManager.registerRestorePurchasesHandler { [self] state, new, old, error in
            add(
                "\(state) new \(new.map(\.skuId)) old \(old.map(\.skuId))"
                    + (error == nil ? "" : " with error"))
        }
    }
}

/// What came of a launch, awaited.
@discardableResult
func namiLaunch(
    _ label: String? = nil, context: PaywallLaunchContext? = nil, log: NamiLog? = nil
) async -> NamiAnswer {
    await withCheckedContinuation { continuation in
        NamiCampaignManager.launch(label: label, context: context) { success, error in
            continuation.resume(returning: NamiAnswer(success: success, error: error))
        } paywallActionHandler: { event in
            log?.add("\(event.action.rawValue) \(event.sku?.skuId ?? "")")
        }
    }
}

/// A world under Nami's rules, and names for tests.
enum NamiTrial {
    static let u1 = "035b30e2-faf4-462d-aec3-caa0fbe26c49"
    static let u2 = "7c9e6679-7425-40de-944b-e07fc1f90ae7"

    static let catalogue: Catalogue = [
        .subscription("monthly", unlocks: ["premium"], trial: .week),
        .subscription("yearly", unlocks: ["premium"], every: .year),
        .nonConsumable("skin", unlocks: ["gold", "dark"]),
        .consumable("coins"),
    ]

    static func world(
        _ provider: String = "nami", settings: [String: String] = [:]
    ) throws -> SharedWorld {
        try SharedWorld(provider, settings: settings, catalogue: catalogue)
    }

    /// A device with the app, in a world of its own.
    static func phone(
        _ provider: String = "nami", settings: [String: String] = [:]
    ) throws -> Installation {
        try world(provider, settings: settings).installation("phone")
    }
}
