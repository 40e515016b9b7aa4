// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
public import Foundation

/// A screen of Purchasely's, with a test's hands on it: not a part of the SDK.
///
/// It shows nothing. It is there so that a test can do what a person does on a paywall, and see what
/// the app and the SDK make of it:
///
/// ```swift
/// app.showPaywall()  // with the SDK's own calls
/// let paywall = try #require(await SimulatedPaywall.shown())
/// paywall.choose("monthly")
/// paywall.tap(.purchase)
/// await paywall.settled()
/// #expect(!paywall.isDisplayed)
/// ```
///
/// Source for what it does at a log-in: https://docs.purchasely.com/docs/user-identification,
/// "Authenticate from Purchasely Screen", read 2026-11-21.
@MainActor public final class SimulatedPaywall {
    /// The controller that interceptors get; dismissing it closes the paywall, except where it is
    /// UIKit's own, which is not on screen: there a test calls ``close()``.
    public let controller: UIViewController
    /// Whether it is still shown.
    public private(set) var isDisplayed = true
    /// Whether it offers to log in: whether nobody was logged in when it was shown or last reloaded.
    public internal(set) var showsLoginButton: Bool
    /// How often it was reloaded.
    public internal(set) var reloads = 0
    /// The actions that the SDK went on with, oldest first.
    public internal(set) var performed: [PLYPresentationAction] = []
    /// What the app answered last; an answer of SDK 5 in the terms of SDK 6.
    public internal(set) var lastResult: PLYInterceptResult?
    /// The plan that is chosen: at first the screen's own choice.
    public private(set) var chosenPlan: String?
    /// What came of it; nil while it is shown.
    public private(set) var outcome: PLYPresentationOutcome?

    let presentation: LoadedPresentation
    private(set) weak var session: PurchaselySession?
    var question: Question?
    /// What came of purchases so far.
    var result = PLYPurchaseResult.none
    var boughtPlan: PLYPlan?
    private var work: Task<Void, Never>?

    /// Shows a paywall with every plan of the catalogue on the installation that is in use, as a
    /// campaign does: without a call of the app's.
    public static func display() -> SimulatedPaywall {
        let session = PurchaselySession.current()
        let screen = session.state.withLock { session.screen(for: .default, $0) }
        let presentation = LoadedPresentation(
            screen, ScreenRequest(source: .default), PresentationHooks(), session)
        return SimulatedPaywall(presentation, session)
    }

    /// The paywall on top of the installation that is in use; nil where none is shown.
    public static var displayed: SimulatedPaywall? {
        PurchaselySession.current().state.withLock { $0.paywalls }.last
    }

    /// The paywall on top, once the app has had time to show one; nil where it does not.
    ///
    /// That time is a hundred turns of the main queue.
    public static func shown() async -> SimulatedPaywall? {
        for _ in 0..<100 where displayed == nil {
            await withCheckedContinuation { continuation in
                DispatchQueue.main.async { continuation.resume() }
            }
        }
        return displayed
    }

    init(_ presentation: LoadedPresentation, _ session: PurchaselySession) {
        self.presentation = presentation
        self.session = session
        controller = presentation.controller ?? UIViewController()
        showsLoginButton = session.line.installation.use { Purchasely.isAnonymous() }
        chosenPlan = presentation.plans.first { $0.default }?.planVendorId
        session.state.withLock { state in
            state.paywalls.append(self)
            session.fire(.presentationViewed, state, on: presentation)
        }
        presentation.becomes(.displayed)
        #if !canImport(UIKit) || os(watchOS)
            controller.dismissed = { [weak self] in self?.close() }
        #endif
    }

    // MARK: What it shows

    /// The screen's ID.
    public var screenId: String { presentation.screenId }
    /// The placement that it was asked for at; nil for a screen that was asked for by its ID.
    public var placementId: String? { presentation.placementId }
    /// What the app shows it for.
    public var contentId: String? { presentation.request.contentID }
    /// The IDs of the plans that it offers.
    public var plans: [String] { presentation.plans.compactMap(\.planVendorId) }

    // MARK: What a person does

    /// Chooses a plan, which the next purchase is made of.
    ///
    /// - Parameter plan: The plan's ID, whether the screen offers it or not.
    public func choose(_ plan: String) {
        guard isDisplayed else { return }
        chosenPlan = plan
        session?.fire(.optionsSelected, on: presentation, plan: plan)
    }

    /// Answers the question of a survey, which sets a user attribute.
    ///
    /// - Parameters:
    ///   - answer: A value that an attribute can have; another changes nothing.
    ///   - key: The attribute.
    public func answer(_ answer: Any, forKey key: String) {
        guard isDisplayed, let session else { return }
        session.fire(.optionsValidated, on: presentation)
        if let value = AttributeValue(answer) {
            session.set([key: value], .optional, source: .purchasely)
        }
    }

    /// Taps a button, which has one action or several that follow each other.
    ///
    /// The app's interceptor is asked before each. Taps are handled one after the other.
    ///
    /// - Parameters:
    ///   - actions: What the button does.
    ///   - plan: The plan that a purchase is to be made of; nil for the chosen one.
    ///   - offer: The promotional offer that it is to be made at.
    ///   - url: Where `navigate` goes.
    ///   - target: What `openPlacement` and `openPresentation` open.
    public func tap(
        _ actions: PLYPresentationAction..., plan: String? = nil, offer: String? = nil,
        url: URL? = nil, target: String? = nil
    ) {
        work = Task { [before = work] in
            await before?.value
            for (index, action) in actions.enumerated() where isDisplayed {
                let tap = Tap(
                    action: action, plan: plan ?? chosenPlan, offer: offer, url: url,
                    target: target,
                    isLast: index == actions.count - 1)
                guard await handle(tap) else { return }
            }
        }
    }

    /// Returns when all taps are dealt with: the app has answered each, or closed the paywall.
    ///
    /// It does not return while the app owes an answer.
    public func settled() async { await work?.value }

    /// Swipes the paywall away, where it can be.
    public func swipeAway() {
        if presentation.transition.dismissible { end(.interactiveDismiss) }
    }

    /// Closes the paywall, as the app does.
    public func close() { end(.programmatic) }

    /// Closes it, and tells the app what came of it.
    func end(_ reason: PLYCloseReason) {
        guard isDisplayed else { return }
        isDisplayed = false
        question?.answer(nil)
        let outcome = PLYPresentationOutcome(
            purchaseResult: result, plan: boughtPlan, presentation: presentation,
            closeReason: reason, error: nil)
        self.outcome = outcome
        presentation.becomes(.idle)
        guard let session else { return }
        let (defaultHandler, defaultOfFive) = session.state.withLock { state in
            state.paywalls.removeAll { $0 === self }
            session.fire(.presentationClosed, state, on: presentation)
            return (state.dismissHandler, state.resultHandler)
        }
        let hooks = Handed(presentation.hooks)
        session.line.installation.deliver {
            let five = PLYProductViewControllerResult(outcome.purchaseResult)
            if hooks.value.onDismissed == nil, hooks.value.completion == nil {
                defaultHandler?.value(outcome)
                defaultOfFive?.value(five, outcome.plan)
            }
            hooks.value.onDismissed?(outcome)
            hooks.value.completion?(five, outcome.plan)
        }
    }
}
