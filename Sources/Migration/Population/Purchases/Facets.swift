// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// The sides of a purchase of which each is as the latest word on it says.
///
/// An event speaks of some of them. Each remembers when it was last spoken of, so that events that
/// come late change only what no later one has spoken of, and any order of events gives the same.
struct Facets: OptionSet, BitwiseCopyable {
    let rawValue: UInt16

    /// When and under which transaction the current period was bought, and of which type it is.
    static let period = Facets(rawValue: 1 << 0)
    /// Country, currency and price.
    static let sale = Facets(rawValue: 1 << 1)
    /// When the period ends.
    static let expiry = Facets(rawValue: 1 << 2)
    /// The product.
    static let product = Facets(rawValue: 1 << 3)
    /// What it unlocks.
    static let entitlement = Facets(rawValue: 1 << 4)
    /// Token and receipt, and the provider's ID.
    static let proof = Facets(rawValue: 1 << 5)
    /// Whose it is.
    static let owner = Facets(rawValue: 1 << 6)
    /// Whether it goes on.
    static let renewal = Facets(rawValue: 1 << 7)
    /// Whether a charge has failed.
    static let billing = Facets(rawValue: 1 << 8)
    /// Whether it is suspended.
    static let pause = Facets(rawValue: 1 << 9)
    /// Whether the money was given back.
    static let refund = Facets(rawValue: 1 << 10)
    /// Whether it has ended before its period does.
    static let end = Facets(rawValue: 1 << 11)
    /// The state, or the access, that is said in so many words.
    static let state = Facets(rawValue: 1 << 12)
    /// The event that told of it last.
    static let event = Facets(rawValue: 1 << 13)
    /// Until when access stays although a charge has failed.
    static let grace = Facets(rawValue: 1 << 14)
    /// When a suspended purchase goes on.
    static let resumption = Facets(rawValue: 1 << 15)

    static let all = Facets(rawValue: .max)
    static let count = 16
}

/// What an event means for a purchase.
///
/// Besides, most events restate what they know of it: period, end, product, entitlements, token and
/// owner. That counts as of the event's time.
struct EventEffect {
    /// What the event itself sets.
    var sets: Facets = []
    /// What is over with it.
    var clears: Facets = []
    /// Whether its user owns the purchase.
    var namesOwner = true
    /// Whether it gives its own user access, or takes it.
    var access: Bool?

    /// What starts a period anew: all that stood in the way of the last one is over.
    private static let begins = EventEffect(
        sets: [.period, .sale, .expiry, .owner],
        clears: [
            .renewal, .billing, .grace, .pause, .resumption, .refund, .end, .state,
        ])

    /// What an event means; nil for those that mean nothing for a purchase.
    ///
    /// The meanings are those of the neutral words, `Mappings/neutral.json`. That an announced
    /// cancellation leaves the access until the end, that a renewal ends a billing problem, and that
    /// a purchase after a lapse begins anew, is documented by all providers: see the events of their
    /// formats.
    init?(_ event: NeutralEvent) {
        switch event {
        case .purchased, .renewed, .trialStarted, .trialConverted, .granted:
            self = EventEffect.begins
        case .recovered: self.init(clears: [.billing, .grace, .end, .state])
        case .cancelled: self.init(sets: .renewal, clears: .state)
        case .uncancelled: self.init(clears: [.renewal, .state])
        case .billingProblem: self.init(sets: .billing, clears: .state)
        case .paused: self.init(sets: .pause, clears: .state)
        case .resumed: self.init(clears: [.pause, .resumption, .end, .state])
        case .expired, .trialExpired, .revoked: self.init(sets: .end, clears: .state)
        case .refunded: self.init(sets: .refund, clears: .state)
        case .refundReversed: self.init(clears: [.refund, .state])
        case .extended: self.init(sets: .expiry)
        case .productChanged, .transferredTo, .unchanged: self.init()
        case .accessStarted:
            self.init(clears: [.end, .pause, .resumption, .refund, .state], access: true)
        case .accessEnded, .transferredFrom: self.init(namesOwner: false, access: false)
        case .aliased, .loggedIn, .loggedOut, .test, .ignored: return nil
        }
    }

    /// That the record says how a purchase stands, and nothing else.
    static let restatement = EventEffect()

    /// That a purchase is listed among all that its customer may use.
    static let listed = EventEffect(clears: [.end, .pause, .resumption, .refund])

    private init(
        sets: Facets = [], clears: Facets = [], namesOwner: Bool = true, access: Bool? = nil
    ) {
        (self.sets, self.clears) = (sets, clears)
        (self.namesOwner, self.access) = (namesOwner, access)
    }
}

/// When something was said.
struct SpokenTime: Hashable, Comparable {
    static let none = SpokenTime(instant: .none)

    var instant: Instant
    /// What of it is less than a millisecond, in microseconds.
    var fraction: UInt64 = 0

    static func < (one: SpokenTime, other: SpokenTime) -> Bool {
        (one.instant, one.fraction) < (other.instant, other.fraction)
    }
}

extension Record {
    /// When it was said what the record says, by its event or its version.
    func spoken(at time: Instant) -> SpokenTime {
        SpokenTime(instant: time, fraction: UInt64(clamping: integer(.timeFraction) ?? 0))
    }
}

/// When each facet of a purchase was last spoken of.
struct FacetTimes: BitwiseCopyable {
    /// Milliseconds since 1970, and behind them ten bits for microseconds.
    private var times: SIMD16<Int64>

    /// All at the same time, but for those that nobody has spoken of.
    init(_ time: Instant, but unknown: Facets) {
        times = SIMD16(repeating: FacetTimes.number(SpokenTime(instant: time)))
        for number in 0..<Facets.count
        where unknown.contains(Facets(rawValue: 1 << UInt16(number))) {
            times[number] = .min
        }
    }

    /// Of one facet.
    subscript(facet: Facets) -> Instant {
        let number = times[facet.rawValue.trailingZeroBitCount]
        return number == .min ? .none : Instant(milliseconds: number >> 10)
    }

    /// Of one facet, to the microsecond.
    func spoken(_ facet: Facets) -> SpokenTime {
        let time = self[facet]
        guard time.isPresent else { return .none }
        let number = times[facet.rawValue.trailingZeroBitCount]
        return SpokenTime(instant: time, fraction: UInt64(number & 1_023))
    }

    private static func number(_ time: SpokenTime) -> Int64 {
        time.instant.isPresent
            ? time.instant.milliseconds << 10 | Int64(clamping: min(time.fraction, 999)) : .min
    }

    /// Those of the facets that were not spoken of since, which are now.
    ///
    /// - Parameters:
    ///   - facets: The facets.
    ///   - time: When they are spoken of.
    ///   - isWeak: Whether any other word outweighs what is said of them.
    /// - Returns: Those that were not spoken of since.
    mutating func take(_ facets: Facets, at time: SpokenTime, isWeak: Bool = false) -> Facets {
        var taken: Facets = []
        let time = FacetTimes.number(time) - (isWeak && time.instant.isPresent ? 1 << 60 : 0)
        for number in 0..<Facets.count where times[number] <= time {
            let facet = Facets(rawValue: 1 << UInt16(number))
            if facets.contains(facet) {
                times[number] = time
                taken.insert(facet)
            }
        }
        return taken
    }
}
