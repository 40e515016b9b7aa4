// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
public import Foundation

/// Where the customer is on the way from a visitor to a subscriber.
///
/// A summary of the subscriptions that the device sees. How the platform comes to it is documented
/// nowhere; here a property is true when it is true of any of them, but for ``formerSubscriber``.
/// As JSON it is as in the platform's events, in snake case.
/// Source: https://github.com/namiml/nami-apple (3.3.7), and
/// https://docs.namiml.com/integrations/other-integrations/webhooks/event-types, read 2026-11-21.
public final class CustomerJourneyState: NSObject, Codable, Sendable {
    /// Whether there was a subscription once, and every one has ended.
    public let formerSubscriber: Bool
    /// Whether a payment failed and the store still tries, with access.
    public let inGracePeriod: Bool
    /// Whether a free trial runs.
    public let inTrialPeriod: Bool
    /// Whether an introductory offer runs; the simulated stores have none but trials.
    public let inIntroOfferPeriod: Bool
    /// Whether renewal is off while access lasts.
    public let isCancelled: Bool
    /// Whether a subscription is paused.
    public let inPause: Bool
    /// Whether a payment failed and access is gone.
    public let inAccountHold: Bool

    private enum CodingKeys: String, CodingKey {
        case formerSubscriber = "former_subscriber"
        case inGracePeriod = "in_grace_period"
        case inTrialPeriod = "in_trial_period"
        case inIntroOfferPeriod = "in_intro_offer_period"
        case isCancelled = "is_cancelled"
        case inPause = "in_pause"
        case inAccountHold = "in_account_hold"
    }

    /// A state with everything said.
    ///
    /// The order of the arguments is that of the documents' list.
    public init(
        formerSubscriber: Bool, inGracePeriod: Bool, inTrialPeriod: Bool, inIntroOfferPeriod: Bool,
        isCancelled: Bool, inPause: Bool, inAccountHold: Bool
    ) {
        self.formerSubscriber = formerSubscriber
        self.inGracePeriod = inGracePeriod
        self.inTrialPeriod = inTrialPeriod
        self.inIntroOfferPeriod = inIntroOfferPeriod
        self.isCancelled = isCancelled
        self.inPause = inPause
        self.inAccountHold = inAccountHold
    }

    convenience init(_ journey: NamiJourney) {
        self.init(
            formerSubscriber: journey.isOver, inGracePeriod: journey.isInGrace,
            inTrialPeriod: journey.isTrial, inIntroOfferPeriod: false,
            isCancelled: journey.isCancelled, inPause: journey.isPaused,
            inAccountHold: journey.isOnHold)
    }

    /// Whether it says the same.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? CustomerJourneyState)?.values == values
    }

    /// A hash of all seven.
    public override var hash: Int { values.hashValue }

    private var values: [Bool] {
        [
            formerSubscriber, inGracePeriod, inTrialPeriod, inIntroOfferPeriod, isCancelled,
            inPause, inAccountHold,
        ]
    }
}

/// What the platform's answer says of the customer's subscriptions.
struct NamiJourney: Hashable, Sendable {
    private(set) var isOver = false
    private(set) var isInGrace = false
    private(set) var isTrial = false
    private(set) var isCancelled = false
    private(set) var isPaused = false
    private(set) var isOnHold = false

    init(_ view: CustomerView) {
        // Of several purchases of one product the newest says where the customer is.
        var newest: [String: HeldPurchase] = [:]
        for purchase in view.purchases where purchase.product.kind == .subscription {
            newest[purchase.product.id] = purchase
        }
        for purchase in newest.values {
            isInGrace = isInGrace || purchase.state == .grace && purchase.givesAccess
            isTrial =
                isTrial || purchase.isTrial && purchase.givesAccess && purchase.state != .grace
            isCancelled = isCancelled || purchase.state == .cancelled
            isPaused = isPaused || purchase.state == .paused
            isOnHold =
                isOnHold
                || purchase.billingIssueDate != nil && purchase.refundDate == nil
                    && !purchase.givesAccess && purchase.state != .paused
        }
        let subscriptions = view.purchases.lazy.filter { $0.product.kind == .subscription }
        isOver =
            !subscriptions.isEmpty
            && subscriptions.allSatisfy { $0.state == .expired || $0.state == .refunded }
    }
}
