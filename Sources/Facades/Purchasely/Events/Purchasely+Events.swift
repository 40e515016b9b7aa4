// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
public import Foundation

/// Hears of events.
///
/// Source: https://github.com/Purchasely/Purchasely-iOS (6.0.0, PLYEventDelegate), read 2026-11-21.
public protocol PLYEventDelegate: AnyObject {
    /// Something happened.
    ///
    /// - Parameters:
    ///   - event: What.
    ///   - properties: More of it, under the names of ``PLYEventProperty``: of every event its name,
    ///     when it was, the user and the SDK's version; of what happens on a screen the screen,
    ///     placement and what goes with them, and the plan.
    func eventTriggered(_ event: PLYEvent, properties: [String: Any]?)
}

/// A delegate that is not kept alive.
final class DelegateReference: @unchecked Sendable {
    // Unchecked because the reference is set once, in the initialiser; loading a weak reference is
    // atomic, and the delegate is called on the main actor only.
    private(set) weak var delegate: (any PLYEventDelegate)?

    init(_ delegate: any PLYEventDelegate) { self.delegate = delegate }
}

extension Purchasely {
    /// Tells a delegate of events from now on.
    ///
    /// - Parameter delegate: It is not kept alive, and called on the main actor. Another takes its
    ///   place.
    public static func setEventDelegate(_ delegate: any PLYEventDelegate) {
        let reference = DelegateReference(delegate)
        PurchaselySession.current().state.withLock { $0.delegate = reference }
    }

    /// Tells the delegate of no more events.
    public static func removeEventDelegate() {
        PurchaselySession.current().state.withLock { $0.delegate = nil }
    }

    /// Has a handler called for each event from now on, beside the delegate.
    ///
    /// - Parameter callback: Called on the main actor, with what the delegate is told. Another takes
    ///   its place.
    public static func setEventCallback(_ callback: @escaping (PLYEvent, [String: Any]?) -> Void) {
        PurchaselySession.current().replace(\.eventCallback, with: Kept(callback))
    }
}

extension Notification.Name {
    /// Something was bought or restored, and the app should read its user's access again.
    ///
    /// Posted on the main actor in the process's default notification center, whichever installation
    /// is meant; its object is a ``PLYNotificationObject/PurchasedSubscription`` where something was
    /// bought, and nil after a restoration. That it holds the subscription is inferred.
    public static let ply_purchasedSubscription = Notification.Name("ply_purchasedSubscription")

    /// Which offers are open to the user has changed.
    ///
    /// Does nothing: it is never posted, since eligibility is asked for when it is needed.
    public static let ply_eligibilityUpdated = Notification.Name("ply_eligibilityUpdated")
}

/// What notifications carry.
///
/// Source: https://github.com/Purchasely/Purchasely-iOS (6.0.0, PLYNotificationObject), read 2026-11-21.
public final class PLYNotificationObject: NSObject, Sendable {
    /// What `Notification.Name.ply_purchasedSubscription` carries.
    ///
    /// Source: https://github.com/Purchasely/Purchasely-iOS (6.0.0, PLYNotificationObject.PurchasedSubscription), read 2026-11-21.
    public final class PurchasedSubscription: NSObject, Sendable {
        /// What was bought.
        public let subscription: PLYSubscription

        init(_ subscription: PLYSubscription) { self.subscription = subscription }
    }
}

extension PurchaselySession {
    /// Tells the app of an event, and on which screen it happened, and of which plan.
    func fire(
        _ event: PLYEvent, _ state: State, on screen: LoadedPresentation? = nil,
        plan: String? = nil
    ) {
        guard state.delegate != nil || state.eventCallback != nil else { return }
        let facts = properties(of: event, state, screen, plan)
        if let reference = state.delegate {
            line.installation.deliver {
                reference.delegate?.eventTriggered(event, properties: facts)
            }
        }
        if let callback = state.eventCallback {
            line.installation.deliver { callback.value(event, facts) }
        }
    }

    /// Tells the app of an event, and on which screen it happened, and of which plan.
    func fire(_ event: PLYEvent, on screen: LoadedPresentation? = nil, plan: String? = nil) {
        state.withLock { fire(event, $0, on: screen, plan: plan) }
    }

    /// Source: https://docs.purchasely.com/docs/ui-sdk-events-attributes, read 2026-11-24.
    private func properties(
        of event: PLYEvent, _ state: State, _ screen: LoadedPresentation?, _ plan: String?
    ) -> [String: any Sendable] {
        let now = line.now
        var facts: [PLYEventProperty: any Sendable] = [
            .eventName: event.name, .sdkVersion: Purchasely.version, .language: state.language,
            .eventCreated: now.formatted(.iso8601),
            .eventCreatedAtMs: Int(now.timeIntervalSince1970 * 1_000),
        ]
        if let id = state.appUserID {
            facts[.userId] = id
        } else {
            facts[.anonymousUserId] = state.anonymousID
        }
        if let screen {
            facts[.displayedPresentation] = screen.screenId
            facts[.isFallbackPresentation] = screen.type == .fallback
            facts[.placementId] = screen.placementId
            facts[.contentId] = screen.request.contentID
            facts[.audienceId] = screen.audienceId
            facts[.abTestId] = screen.abTestId
            facts[.abTestVariantId] = screen.abTestVariantId
            facts[.campaignId] = screen.campaignId
        }
        if let plan { facts[.plan] = plan }
        return Dictionary(uniqueKeysWithValues: facts.map { ($0.name, $1) })
    }

    /// Tells observers that something was bought or restored.
    func announce(_ subscription: PLYSubscription?) {
        line.installation.deliver {
            NotificationCenter.default.post(
                name: .ply_purchasedSubscription,
                object: subscription.map { PLYNotificationObject.PurchasedSubscription($0) })
        }
    }
}
