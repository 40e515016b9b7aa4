// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import Foundation

    /// How far a run is.
    package struct ApplicationProgress: Sendable {
        /// How many calls the plan has.
        package var total = 0
        /// How many calls are as they are to be, or are known to be faults, those of former runs too.
        package var finished = 0
        /// How many calls this run makes if nothing is held up by a fault.
        package var coming = 0
        /// What became of the calls of this run.
        package var outcomes: [CallState: Int] = [:]
        /// How many calls were sent by this run, those too that were sent again.
        package var sent = 0
        /// How many readings were.
        package var readings = 0
        /// How many pauses were made.
        package var pauses = 0
        /// The slowest of the limits that are kept, such as `480/60s`; nil for none.
        package var limit: String?
        /// For how long nothing starts because the target asks for it.
        package var hold = Duration.zero
        /// Why nothing starts, without the keys; nil where nothing is waited for.
        package var reason: String?

        /// How many of this run's calls have come to nothing, by their kinds.
        package var faultKinds: [FaultKind: Int] = [:]

        /// A run that has done nothing.
        package init() {}

        /// How many of this run's calls somebody has to look at.
        package var faults: Int {
            outcomes.reduce(0) { $0 + ($1.key.isFault ? $1.value : 0) }
        }

        /// How many of this run's calls have come to an end.
        package var ended: Int { outcomes.values.reduce(0, +) }

        /// How many of these were made, and not left alone.
        package var made: Int {
            outcomes.reduce(0) { sum, outcome in
                outcome.key.isLeftAlone || outcome.key == .byHand ? sum : sum + outcome.value
            }
        }

        /// Why the run ends when more than a part of the calls that were made came to nothing; nil
        /// where it goes on.
        package func tooManyErrors(_ most: Double) -> ApplicationStop? {
            guard made >= ApplicationOptions.fewestForErrors,
                Double(faults) > most * Double(made)
            else { return nil }
            return .errors(
                "\(faults) of \(made) calls did not succeed, more than "
                    + "\((most * 100).formatted()) %")
        }
    }
#endif
