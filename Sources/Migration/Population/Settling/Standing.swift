// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// What is known of how a purchase stands, and from that how it stands at one moment.
struct Standing {
    /// The state that was said in so many words.
    var said: NeutralState?
    /// Whether it was said to give access.
    var givesAccess: Bool?
    /// Whether it was said to renew.
    var renews: Bool?
    var expires = Instant.none
    var cancelled = Instant.none
    var billingProblem = Instant.none
    var graceExpires = Instant.none
    var paused = Instant.none
    var resumes = Instant.none
    var refunded = Instant.none
    /// When it ended before its period did.
    var ended = Instant.none
    /// When its owner lost access through it.
    var accessEnded = Instant.none

    /// How a purchase stands at a moment.
    struct Verdict: Equatable {
        var state: NeutralState
        /// Whether the dates contradict what was said, and win; or whether it is said to be over, and
        /// to give access.
        var isContradicted = false
        /// Whether it was said to give access; nil when that was not said, or is contradicted.
        var givesAccess: Bool?
    }

    /// How the purchase stands at a moment.
    ///
    /// A word wins over dates. But time goes on after a word: what was said to run and whose period
    /// is over by then, and what was said to be suspended and should have been resumed by then, is
    /// as the dates say. What was said to be over is so, even before its period ends.
    func verdict(at moment: Instant) -> Verdict {
        let dated = stateByDates(at: moment)
        guard let said else { return verdictByDates(dated) }
        switch said {
        case .active where renews == false && dated.runs:
            return Verdict(state: .cancelled, givesAccess: givesAccess)
        case .active, .cancelled, .grace:
            if dated.runs { return Verdict(state: said, givesAccess: givesAccess) }
            return Verdict(state: dated, isContradicted: true)
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

    private func verdictByDates(_ dated: NeutralState) -> Verdict {
        switch (givesAccess, dated.runs) {
        case (true, false): Verdict(state: dated, isContradicted: true)
        case (false, true): Verdict(state: .expired, givesAccess: false)
        default: Verdict(state: dated, givesAccess: givesAccess)
        }
    }

    /// How it stands if nobody has said so.
    private func stateByDates(at moment: Instant) -> NeutralState {
        func isReached(_ date: Instant) -> Bool { date.isPresent && date <= moment }
        func isAhead(_ date: Instant) -> Bool { date > moment }

        if isReached(refunded) { return .refunded }
        if isReached(ended) { return .expired }
        if isReached(paused), !isReached(resumes) { return .paused }
        if isReached(expires) || isReached(accessEnded) {
            if isAhead(graceExpires), !isReached(accessEnded) { return .grace }
            if isAhead(resumes) { return .paused }
            return isReached(billingProblem) ? .billingRetry : .expired
        }
        return renews == false || isReached(cancelled) ? .cancelled : .active
    }
}

extension NeutralState {
    /// Whether the store counts it as running.
    package var runs: Bool {
        switch self {
        case .active, .cancelled, .grace: true
        case .expired, .paused, .refunded, .billingRetry, .onHold, .pending: false
        }
    }
}
