// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import Foundation

/// What becomes of a tap.
extension SimulatedPaywall {
    /// One action of a button.
    struct Tap: Sendable {
        let action: PLYPresentationAction
        let plan: String?
        /// The promotional offer that a purchase is to be made at.
        let offer: String?
        let url: URL?
        let target: String?
        /// Whether the button has no further action.
        let isLast: Bool
    }

    /// Whether the button's further actions are to follow.
    func handle(_ tap: Tap) async -> Bool {
        guard let session else { return false }
        if let event = tap.action.event {
            session.fire(
                event, on: presentation, plan: tap.action == .purchase ? tap.plan : nil)
        }
        var result = PLYInterceptResult.notHandled
        if let interceptor = session.interceptor(of: tap.action) {
            guard let answer = await ask(interceptor, tap, session) else { return false }
            result = answer
            lastResult = answer
        }
        switch result {
        case .success:
            await follow(tap.action, session)
            return true
        case .failed: return false
        case .notHandled: return await perform(tap, session)
        }
    }

    /// The app's answer; nil when the paywall was closed before it came.
    private func ask(
        _ interceptor: ActionInterceptor, _ tap: Tap, _ session: PurchaselySession
    ) async -> PLYInterceptResult? {
        let plan = tap.plan.flatMap { session.plans.plan($0) }
        let parameters = PLYPresentationActionParameters(
            plan: plan, promoOffer: plan?.promoOffers.first { $0.storeOfferId == tap.offer },
            url: tap.url,
            presentation: tap.action == .openPresentation ? tap.target : nil,
            placement: tap.action == .openPlacement ? tap.target : nil)
        let info = PLYInterceptorInfo(
            controller: controller, contentId: contentId, presentation: presentation)
        return await withCheckedContinuation { continuation in
            let question = Question(continuation)
            self.question = question
            session.line.installation.use {
                interceptor(info, parameters) { question.answer($0) }
            }
        }
    }

    /// What the SDK does after an interceptor of SDK 6 has done an action: a log-in changes the
    /// screen, and what was bought in observer mode is synchronized.
    private func follow(_ action: PLYPresentationAction, _ session: PurchaselySession) async {
        let (isOfSix, observes) = session.state.withLock {
            ($0.actionInterceptors[action] != nil, !$0.mode.validates)
        }
        guard isOfSix else { return }
        if action == .login { await reload(session) }
        if observes, action == .purchase || action == .restore {
            _ = await session.call { session.present(.sync, &$0) } as Result<Void, PLYError>
        }
    }

    /// What the SDK does when the app lets it; whether the button's further actions are to follow.
    private func perform(_ tap: Tap, _ session: PurchaselySession) async -> Bool {
        let observes = session.state.withLock { !$0.mode.validates }
        if observes, tap.action == .purchase || tap.action == .restore {
            session.log("\(tap.action) is skipped: the SDK observes.", .warn)
            return false
        }
        performed.append(tap.action)
        switch tap.action {
        case .close:
            session.deliver(presentation.hooks.onCloseRequested)
            end(.button)
        case .closeAll: session.closePaywalls(all: true)
        case .login: await reload(session)
        case .purchase: await buy(tap, session)
        case .restore: await restore(tap, session)
        case .openPresentation:
            if let id = tap.target { session.open(.screenId(id: id)) }
        case .openPlacement:
            if let id = tap.target { session.open(.placementId(id: id)) }
        case .navigate, .promoCode, .webCheckout: break
        }
        return true
    }

    private func buy(_ tap: Tap, _ session: PurchaselySession) async {
        session.fire(.inAppPurchasing, on: presentation, plan: tap.plan)
        let done = await withCheckedContinuation { continuation in
            session.buy(tap.plan ?? "", at: tap.offer, contentID: contentId) {
                continuation.resume(returning: $0)
            }
        }
        switch done {
        case .success:
            result = .purchased
            boughtPlan = tap.plan.flatMap { session.plans.plan($0) }
            if tap.isLast { end(.none) }
        case .failure(.paymentCancelled):
            result = .cancelled
            session.fire(.purchaseCancelled, on: presentation, plan: tap.plan)
        case .failure(.deferredPayment):
            session.fire(.inAppDeferred, on: presentation, plan: tap.plan)
        case .failure: session.fire(.inAppPurchaseFailed, on: presentation, plan: tap.plan)
        }
    }

    private func restore(_ tap: Tap, _ session: PurchaselySession) async {
        session.fire(.restoreStarted, on: presentation)
        let done = await withCheckedContinuation { continuation in
            session.restore { continuation.resume(returning: $0) }
        }
        guard case .success = done else { return session.fire(.restoreFailed, on: presentation) }
        result = .restored
        session.fire(.restoreSucceeded, on: presentation)
        if tap.isLast { end(.none) }
    }

    /// After a log-in: closes if the user has a subscription, else shows what is for this user.
    private func reload(_ session: PurchaselySession) async {
        let found = await session.call { session.subscriptions(.active, &$0) }
        if case .success(let purchases) = found, purchases.contains(where: \.isSubscription) {
            end(.none)
            return
        }
        reloads += 1
        showsLoginButton = session.appUserID == nil
    }
}

extension PLYPresentationAction {
    /// The event that tells of a tap; nil for what has none.
    fileprivate var event: PLYEvent? {
        switch self {
        case .login: .loginTapped
        case .navigate: .linkOpened
        case .purchase: .purchaseTapped
        case .restore: .restoreTapped
        case .promoCode: .promoCodeTapped
        case .webCheckout: .webCheckoutTapped
        case .close, .closeAll, .openPresentation, .openPlacement: nil
        }
    }
}

extension PLYSubscription {
    /// Whether it is a subscription, and not something that was bought once.
    fileprivate var isSubscription: Bool {
        plan.type == .autoRenewingSubscription || plan.type == .nonRenewingSubscription
    }
}

/// A question to the app, answered once: what comes later counts nothing.
final class Question: Sendable {
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

extension PurchaselySession {
    /// Calls a handler of the app's once, on the main actor.
    func deliver(_ handler: (() -> Void)?) {
        guard let handler else { return }
        let handed = Handed(handler)
        line.installation.deliver { handed.value() }
    }
}
