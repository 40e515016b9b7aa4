// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    /// What has to be reached, and what was not.
    struct Floors {
        /// What was missed, each in a few words.
        private(set) var missed: [String] = []
        private let isBrief: Bool

        init(rounds: Int) { isBrief = rounds == 1 }

        /// Notes a speed, which depends on what else the machine does.
        mutating func note(_ what: String, speed: Double, floor: Double) {
            if speed < (isBrief ? floor / 8 : floor) { missed.append(what) }
        }

        /// Notes a ratio of two speeds of the same run.
        mutating func note(_ what: String, ratio: Double, floor: Double) {
            if ratio < (isBrief ? floor / 2 : floor) { missed.append(what) }
        }

        /// Notes what is the same on any machine.
        mutating func note(_ what: String, holds: Bool) {
            if !holds { missed.append(what) }
        }
    }
#endif
