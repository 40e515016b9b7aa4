// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import ArgumentParser

    /// What has to be reached, and what was not.
    ///
    /// What else the machine does weighs too much in one round alone, so that what it measures is held
    /// to a part of the floor.
    struct Floors {
        /// What was missed, each in a few words.
        private var missed: [String] = []
        /// What one round measured below the floor, and above the part that it is held to.
        private var unshown: [String] = []
        private let isBrief: Bool

        init(rounds: Int) { isBrief = rounds == 1 }

        /// Notes a speed, which depends on what else the machine does.
        mutating func note(_ what: String, speed: Double, floor: Double) {
            note(what, speed, floor: floor, least: floor / 8)
        }

        /// Notes a ratio of two speeds of the same run.
        mutating func note(_ what: String, ratio: Double, floor: Double) {
            note(what, ratio, floor: floor, least: floor / 2)
        }

        private mutating func note(_ what: String, _ value: Double, floor: Double, least: Double) {
            if value < (isBrief ? least : floor) {
                missed.append(what)
            } else if value < floor {
                unshown.append(
                    "\(what), \(value.rounded(places: 2)) of \(floor.rounded(places: 2))")
            }
        }

        /// Notes what is the same on any machine.
        mutating func note(_ what: String, holds: Bool) {
            if !holds { missed.append(what) }
        }

        /// Says what one round leaves open, and what was missed.
        ///
        /// - Throws: The code that the program ends with, where something was missed.
        func report() throws {
            if isBrief {
                print(
                    "\none round: speeds were held to an eighth of their floors, and ratios to half;",
                    unshown.isEmpty
                        ? "what is not missed reached the floors themselves"
                        : "not shown, since below the floors: " + unshown.joined(separator: "; "))
            }
            guard missed.isEmpty else {
                print("\nmissed:", missed.joined(separator: "; "))
                throw ExitCode(1)
            }
        }
    }
#endif
