// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import NamiWire

/// Where the customer is on the way from a visitor to a subscriber.
///
/// A summary of the subscriptions that the device sees, made as it is for the platform's events. How
/// the platform comes to it is documented nowhere; here a property is true when it is true of any of
/// them, but for ``formerSubscriber``.
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
    /// Whether an introductory offer runs that is no free trial.
    public let inIntroOfferPeriod: Bool
    /// Whether renewal is off while access lasts.
    public let isCancelled: Bool
    /// Whether a subscription is paused.
    public let inPause: Bool
    /// Whether a payment failed and access is gone.
    public let inAccountHold: Bool

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

    /// The state as the platform's events have it.
    convenience init(_ journey: JourneyState) {
        self.init(
            formerSubscriber: journey.formerSubscriber, inGracePeriod: journey.inGracePeriod,
            inTrialPeriod: journey.inTrialPeriod, inIntroOfferPeriod: journey.inIntroOfferPeriod,
            isCancelled: journey.isCancelled, inPause: journey.inPause,
            inAccountHold: journey.inAccountHold)
    }

    /// Reads what the platform's events say.
    public convenience init(from decoder: any Decoder) throws {
        self.init(try JourneyState(from: decoder))
    }

    /// Writes it as the platform's events do.
    public func encode(to encoder: any Encoder) throws {
        var journey = JourneyState()
        journey.formerSubscriber = formerSubscriber
        journey.inGracePeriod = inGracePeriod
        journey.inTrialPeriod = inTrialPeriod
        journey.inIntroOfferPeriod = inIntroOfferPeriod
        journey.isCancelled = isCancelled
        journey.inPause = inPause
        journey.inAccountHold = inAccountHold
        try journey.encode(to: encoder)
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
