// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import Foundation

/// A screen of Purchasely's, with a test's hands on it: not a part of the SDK.
///
/// It shows nothing. It is there so that a test can do what a person does on a paywall, and see what
/// the app and the SDK make of it:
///
/// ```swift
/// let paywall = SimulatedPaywall.display()
/// paywall.tap(.login)
/// await paywall.settled()
/// #expect(!paywall.showsLoginButton)
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
    public private(set) var showsLoginButton: Bool
    /// How often it was reloaded.
    public private(set) var reloads = 0
    /// The actions that the SDK went on with, oldest first.
    public private(set) var performed: [PLYPresentationAction] = []
    /// What the app answered last; an answer of SDK 5 in the terms of SDK 6.
    public private(set) var lastResult: PLYInterceptResult?

    private let session: PurchaselySession
    private var work: Task<Void, Never>?
    private var question: Question?

    /// Shows a paywall on the installation that is in use.
    public static func display() -> SimulatedPaywall {
        SimulatedPaywall(PurchaselySession.current)
    }

    private init(_ session: PurchaselySession) {
        self.session = session
        controller = UIViewController()
        showsLoginButton = session.line.installation.use { Purchasely.isAnonymous() }
        let reference = PaywallReference(self)
        session.state.withLock { state in
            state.paywalls.removeAll { $0.paywall == nil }
            state.paywalls.append(reference)
        }
        #if !canImport(UIKit) || os(watchOS)
            controller.dismissed = { [weak self] in self?.close() }
        #endif
    }

    /// Taps a button, which has one action or several that follow each other.
    ///
    /// The app's interceptor is asked before each. Taps are handled one after the other.
    ///
    /// - Parameters:
    ///   - actions: What the button does.
    ///   - plan: The plan that a purchase is to be made of.
    public func tap(_ actions: PLYPresentationAction..., plan: String? = nil) {
        work = Task { [before = work] in
            await before?.value
            for action in actions where isDisplayed {
                guard await handle(action, plan) else { return }
            }
        }
    }

    /// Returns when all taps are dealt with: the app has answered each, or closed the paywall.
    ///
    /// It does not return while the app owes an answer.
    public func settled() async { await work?.value }

    /// Closes the paywall.
    public func close() {
        isDisplayed = false
        question?.answer(nil)
    }

    /// Whether the button's further actions are to follow.
    private func handle(_ action: PLYPresentationAction, _ plan: String?) async -> Bool {
        var result = PLYInterceptResult.notHandled
        if let interceptor = session.interceptor(of: action) {
            let parameters = PLYPresentationActionParameters(
                plan: plan.flatMap { session.plans.plan($0) })
            guard let answer = await ask(interceptor, parameters) else { return false }
            result = answer
            lastResult = answer
        }
        switch result {
        case .success: return true
        case .failed: return false
        case .notHandled:
            performed.append(action)
            await perform(action, plan)
            return true
        }
    }

    /// The app's answer; nil when the paywall was closed before it came.
    private func ask(
        _ interceptor: ActionInterceptor, _ parameters: PLYPresentationActionParameters
    ) async -> PLYInterceptResult? {
        let info = PLYInterceptorInfo(controller: controller)
        return await withCheckedContinuation { continuation in
            let question = Question(continuation)
            self.question = question
            session.line.installation.use {
                interceptor(info, parameters) { question.answer($0) }
            }
        }
    }

    /// What the SDK does when the app lets it.
    private func perform(_ action: PLYPresentationAction, _ plan: String?) async {
        switch action {
        case .close: close()
        case .closeAll: session.closePaywalls(all: true)
        case .login: await reload()
        case .purchase:
            let result = await withCheckedContinuation { continuation in
                session.buy(plan ?? "", contentID: nil) { continuation.resume(returning: $0) }
            }
            if case .success = result { close() }
        case .restore:
            let result = await withCheckedContinuation { continuation in
                session.restore { continuation.resume(returning: $0) }
            }
            if case .success = result { close() }
        case .navigate, .openPresentation, .openPlacement, .promoCode, .webCheckout: break
        }
    }

    /// After a log-in: closes if the user has a subscription, else shows what is for this user.
    private func reload() async {
        let session = session
        let found = await session.call { session.subscriptions(.active, &$0) }
        if case .success(let purchases) = found, purchases.contains(where: \.isSubscription) {
            close()
            return
        }
        reloads += 1
        showsLoginButton = session.appUserID == nil
    }
}

extension PLYSubscription {
    /// Whether it is a subscription, and not something that was bought once.
    fileprivate var isSubscription: Bool {
        plan.type == .autoRenewingSubscription || plan.type == .nonRenewingSubscription
    }
}

/// A question to the app, answered once: what comes later counts nothing.
private final class Question: Sendable {
    private let continuation: Locked<CheckedContinuation<PLYInterceptResult?, Never>?>

    init(_ continuation: CheckedContinuation<PLYInterceptResult?, Never>) {
        self.continuation = Locked(continuation)
    }

    func answer(_ result: PLYInterceptResult?) {
        let waiting = continuation.withLock { continuation in
            defer { continuation = nil }
            return continuation
        }
        waiting?.resume(returning: result)
    }
}

/// A paywall that is not kept alive.
final class PaywallReference: @unchecked Sendable {
    // Unchecked because the reference is set once, in the initialiser; loading a weak reference is
    // atomic, and the paywall itself belongs to the main actor.
    private(set) weak var paywall: SimulatedPaywall?

    init(_ paywall: SimulatedPaywall) { self.paywall = paywall }
}
