// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import Foundation
import NamiWire

/// What the SDK has in memory: the platform's last answer, and what is stored on the device.
struct NamiState: Sendable {
    /// With what it was configured; nil while it is not.
    var configuration: NamiConfigurationValues?
    /// Whether it was configured without a network, so that the first session is yet to start.
    var isLaunchDue = false
    /// The platform's last answer.
    private(set) var view: CustomerView?
    /// What it says of the customer's journey.
    private(set) var journey: JourneyState?
    /// The campaigns, as the platform said last; nil before it has.
    var campaigns: [NamiSimulatedCampaign]?
    /// The paywall that is shown.
    var paywall: NamiShownPaywall?
    /// How many were shown.
    var lastPaywall = 0
    /// Whether taps on paywalls do something.
    var allowsTaps = true
    /// What is given before the platform has confirmed it.
    private(set) var provisional: [NamiProvisionalGrant] = []
    /// The purchases that wait for an answer.
    private(set) var pending: Set<Int> = []
    private var lastPending = 0
    let storage: NamiStorage

    /// The ID of the installation; nil until the platform has given it one.
    var deviceID: String? {
        didSet { storage.deviceID = deviceID }
    }
    /// The external ID; nil while nobody is logged in.
    private(set) var externalID: String? {
        didSet { if externalID != oldValue { storage.externalID = externalID } }
    }
    /// Whether anonymous mode is on.
    var isAnonymousMode: Bool {
        didSet { storage.isAnonymousMode = isAnonymousMode }
    }

    /// As it is when the process begins.
    init(_ defaults: Defaults) {
        storage = NamiStorage(defaults)
        deviceID = storage.deviceID
        externalID = storage.externalID
        isAnonymousMode = storage.isAnonymousMode
    }

    /// Whether the SDK is configured.
    var isConfigured: Bool { configuration != nil }

    /// The paywall that is shown, if it can be tapped.
    var tappablePaywall: NamiShownPaywall? {
        guard allowsTaps, let paywall, !paywall.isHidden, !paywall.isPaused else { return nil }
        return paywall
    }

    // MARK: Answers

    /// Takes over what the platform says.
    mutating func take(_ view: CustomerView?) {
        guard let view else { return }
        self.view = view
        journey = JourneyState(view)
        externalID = view.isAnonymous ? nil : view.userID
    }

    // MARK: What the customer has

    /// The IDs of the active entitlements, in byte order.
    func activeIDs(_ now: Date) -> [String] {
        let known = view?.entitlements ?? []
        let extra = provisional.filter { now < $0.end }.flatMap(\.product.entitlements)
        guard !extra.isEmpty else { return known }
        return Set((known + extra).map(EntitlementID.init(unchecked:))).sorted().map(\.text)
    }

    /// The active entitlements.
    func active(_ line: Line) -> [NamiEntitlement] {
        activeIDs(line.now).map {
            NamiEntitlement($0, in: line.catalogue, purchases: view?.purchases ?? [])
        }
    }

    /// Everything bought that the platform tells of.
    func purchases(_ line: Line, activeOnly: Bool = false) -> [NamiPurchase] {
        (view?.purchases ?? []).filter { $0.givesAccess || !activeOnly }
            .map { NamiPurchase($0, among: line.catalogue) }
    }

    // MARK: Provisional grants

    /// A purchase is on its way; its number.
    mutating func beginPurchase() -> Int {
        lastPending += 1
        pending.insert(lastPending)
        return lastPending
    }

    /// Gives what is bought until the platform has confirmed it.
    mutating func grant(_ product: CatalogueProduct, for number: Int, until end: Date) {
        provisional.append(NamiProvisionalGrant(number: number, product: product, end: end))
    }

    /// The platform has answered.
    mutating func endPurchase(_ number: Int) {
        pending.remove(number)
        provisional.removeAll { $0.number == number }
    }

    /// Takes back what is not confirmed.
    mutating func clearProvisional() { provisional = [] }
}

/// An entitlement given on the device before the platform has confirmed the purchase.
struct NamiProvisionalGrant: Sendable {
    let number: Int
    let product: CatalogueProduct
    let end: Date
}
