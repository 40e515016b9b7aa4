// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import Foundation

/// What the provider's console has for a placement: not a part of the SDK.
///
/// A test says what a placement shows; one that nothing was said of shows a normal screen of the
/// placement's own ID with every plan of the catalogue:
///
/// ```swift
/// SimulatedPaywall.set(SimulatedScreen("spring", plans: ["yearly"]), at: "onboarding")
/// SimulatedPaywall.set(SimulatedScreen("none", type: .deactivated), at: "settings")
/// ```
public struct SimulatedScreen: Sendable {
    /// The screen's ID.
    public var id: String
    /// Whether it is to be shown, and by whom.
    public var type: PLYPresentationType
    /// The IDs of the plans that it offers, the first one chosen at first; nil for every plan of
    /// the catalogue.
    ///
    /// One that the catalogue has not is left out.
    public var plans: [String]?
    /// What is said beside it.
    public var metadata: [String: any Sendable]
    /// How it is shown.
    public var transition = PLYTransition.fullScreen
    /// How high it is, in points.
    public var height = 0
    /// The audience that it is for.
    public var audienceID: String?
    /// The test that it belongs to.
    public var testID: String?
    /// Which variant of the test it is.
    public var testVariantID: String?
    /// The campaign that it belongs to.
    public var campaignID: String?

    /// A screen.
    ///
    /// - Parameters:
    ///   - id: The screen's ID.
    ///   - type: Whether it is to be shown, and by whom.
    ///   - plans: The plans that it offers.
    ///   - metadata: What is said beside it.
    public init(
        _ id: String, type: PLYPresentationType = .normal, plans: [String]? = nil,
        metadata: [String: any Sendable] = [:]
    ) {
        self.id = id
        self.type = type
        self.plans = plans
        self.metadata = metadata
    }
}

extension SimulatedPaywall {
    /// Says what a placement shows on the installation that is in use, in this run of the app.
    ///
    /// - Parameters:
    ///   - screen: The screen; nil for the one that is shown when nothing was said.
    ///   - placementId: The placement's ID.
    public nonisolated static func set(_ screen: SimulatedScreen?, at placementId: String) {
        PurchaselySession.current().state.withLock { $0.screens[placementId] = screen }
    }
}

/// What an app asks for: a screen of its own ID, or that of a placement.
struct ScreenRequest: Sendable {
    let source: PLYPresentationSource
    var contentID: String?

    /// The placement; nil for a screen.
    var placementID: String? {
        if case .placementId(let id) = source { id } else { nil }
    }
}

extension PurchaselySession {
    /// What the console answers.
    func screen(for source: PLYPresentationSource, _ state: State) -> SimulatedScreen {
        switch source {
        case .default: state.screens["default"] ?? SimulatedScreen("default")
        case .placementId(let id): state.screens[id] ?? SimulatedScreen(id)
        case .screenId(let id):
            state.screens.values.first { $0.id == id } ?? SimulatedScreen(id)
        }
    }

    /// What a screen offers: its own plans, and those of the app's dynamic offerings.
    func plans(of screen: SimulatedScreen) -> [PLYPresentationPlan] {
        let own = screen.plans?.compactMap { plans.plan($0) } ?? plans.products.flatMap(\.plans)
        let listed = own.enumerated().map { PLYPresentationPlan($1, isDefault: $0 == 0) }
        let offered = offerings.compactMap { offering in
            plans.plan(offering.planId).map {
                PLYPresentationPlan(
                    $0, isDefault: false, offer: offering.offerId, offering.billingPlanType)
            }
        }
        return listed + offered
    }

    /// Loads a screen.
    ///
    /// Without a network a fallback is answered, as documented.
    ///
    /// - Parameters:
    ///   - request: What is asked for.
    ///   - hooks: What the app wants to hear of.
    ///   - answered: Called once, on the main actor.
    func load(
        _ request: ScreenRequest, _ hooks: PresentationHooks,
        answered: @escaping @MainActor @Sendable (Result<LoadedPresentation, PLYError>) -> Void
    ) {
        let hooks = Handed(hooks)
        call(
            answered: { [weak self] (found: Result<SimulatedScreen, PLYError>) in
                guard let self else { return }
                let loaded = found.map { LoadedPresentation($0, request, hooks.value, self) }
                if case .success(let screen) = loaded { fire(.presentationLoaded, on: screen) }
                answered(loaded)
            },
            offline: { [self] state in
                var screen = screen(for: request.source, state)
                screen.type = .fallback
                return screen
            }
        ) { [self] state in
            .success(screen(for: request.source, state))
        }
    }
}
