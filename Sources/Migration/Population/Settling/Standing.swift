// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymMappings

/// What is known of how a purchase stands, and from that how it stands at one moment.
package struct Standing {
    /// The state that was said in so many words.
    var said: NeutralState?
    /// Whether it was said to give access.
    package var givesAccess: Bool?
    /// Whether nothing is said of what it unlocks, so that it may give no access however it stands.
    var unlocksNothing = false
    /// Whether it was said to renew.
    var renews: Bool?
    /// Whether such a purchase can renew at all, so that not to renew means that renewal is off.
    package var canRenew = true
    package var expires = Instant.none
    package var cancelled = Instant.none
    package var billingProblem = Instant.none
    package var graceExpires = Instant.none
    package var paused = Instant.none
    package var resumes = Instant.none
    package var refunded = Instant.none
    /// When it ended before its period did.
    package var ended = Instant.none
    /// When its owner lost access through it.
    package var accessEnded = Instant.none
    /// When the state or the access was last said; none where that is not known.
    var spoken = Instant.none

    package init(
        said: NeutralState? = nil, givesAccess: Bool? = nil, renews: Bool? = nil,
        expires: Instant = .none
    ) {
        (self.said, self.givesAccess, self.renews) = (said, givesAccess, renews)
        self.expires = expires
    }

    /// How a purchase stands at a moment.
    package struct Verdict: Equatable {
        package var state: NeutralState
        /// Whether what was said and the dates contradict each other, or what was said itself.
        package var isContradicted = false
        /// Whether it was said to give access; nil when that was not said, or is over since.
        package var givesAccess: Bool?

        package init(state: NeutralState, isContradicted: Bool = false, givesAccess: Bool? = nil) {
            (self.state, self.isContradicted) = (state, isContradicted)
            self.givesAccess = givesAccess
        }
    }

    /// How the purchase stands at a moment.
    ///
    /// A word wins over dates: a period's end may have passed while the provider still gives access,
    /// in a grace period or until it hears of the renewal. But a word is of its time: an end that
    /// passed after it has ended what it spoke of. What was suspended until a date that
    /// has passed is as the dates say; and so is what was given back or ended since. What is said to
    /// give no access to what it unlocks does not run, whatever is said of its renewal.
    package func verdict(at moment: Instant) -> Verdict {
        let dated = stateByDates(at: moment)
        // Whether it renews is one thing, and whether it gives access another.
        let isWithdrawn = givesAccess == false && !(unlocksNothing && dated.runs)
        guard let said, !said.runs || !isWithdrawn else {
            return verdictByDates(dated, at: moment)
        }
        switch said {
        case .active where isRenewalOff && dated.runs:
            return Verdict(state: .cancelled, givesAccess: givesAccess)
        case .active, .cancelled, .grace:
            if dated.runs { return Verdict(state: said, givesAccess: givesAccess) }
            guard isPeriodOverAlone(at: moment) else {
                return Verdict(state: dated, isContradicted: true)
            }
            return Verdict(state: said, isContradicted: said != .grace, givesAccess: givesAccess)
        case .paused:
            if resumes.isPresent, resumes <= moment {
                return Verdict(state: dated, isContradicted: true)
            }
            return Verdict(state: said, givesAccess: givesAccess)
        case .expired, .refunded:
            let isContradicted = givesAccess == true
            return Verdict(
                state: said, isContradicted: isContradicted, givesAccess: givesAccess)
        case .billingRetry, .onHold, .pending:
            return Verdict(state: said, givesAccess: givesAccess)
        }
    }

    private func verdictByDates(_ dated: NeutralState, at moment: Instant) -> Verdict {
        switch (givesAccess, dated.runs) {
        case (true, false):
            guard isPeriodOverAlone(at: moment) else {
                return Verdict(state: dated, isContradicted: true)
            }
            let state: NeutralState =
                dated == .billingRetry
                ? .grace
                : isRenewalOff || isReached(cancelled, moment) ? .cancelled : .active
            return Verdict(state: state, isContradicted: state != .grace, givesAccess: true)
        case (false, true): return Verdict(state: .expired, givesAccess: false)
        default: return Verdict(state: dated, givesAccess: givesAccess)
        }
    }

    /// Whether nothing has happened since but that a date has passed.
    private func isPeriodOverAlone(at moment: Instant) -> Bool {
        let isOlder = spoken.isPresent && expires.isPresent && spoken < max(expires, graceExpires)
        return !isOlder && !isReached(refunded, moment) && !isReached(ended, moment)
            && !isReached(accessEnded, moment)
            && (!isReached(paused, moment) || isReached(resumes, moment))
    }

    /// Whether it would renew if nobody had switched that off.
    private var isRenewalOff: Bool { renews == false && canRenew }

    private func isReached(_ date: Instant, _ moment: Instant) -> Bool {
        date.isPresent && date <= moment
    }

    /// How it stands if nobody has said so.
    private func stateByDates(at moment: Instant) -> NeutralState {
        func isReached(_ date: Instant) -> Bool { self.isReached(date, moment) }
        func isAhead(_ date: Instant) -> Bool { date > moment }

        if isReached(refunded) { return .refunded }
        if isReached(ended) { return .expired }
        if isReached(paused), !isReached(resumes) { return .paused }
        if isReached(expires) || isReached(accessEnded) {
            if isAhead(graceExpires), !isReached(accessEnded) { return .grace }
            if isAhead(resumes) { return .paused }
            return isReached(billingProblem) ? .billingRetry : .expired
        }
        // Some say when grace ends as the end of access.
        if expires.isPresent, expires == graceExpires, isReached(billingProblem) { return .grace }
        return isRenewalOff || isReached(cancelled) ? .cancelled : .active
    }
}
