// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    /// A webhook that has to be delivered, or was.
    package struct Delivery: Hashable, Sendable {
        /// How far it has come.
        package enum State: String, Hashable, Sendable, CaseIterable {
            /// It is due at some time.
            case pending
            /// The receiver has taken it.
            case delivered
            /// Every try failed: a dead letter, which can be replayed.
            case failed
            /// A fault that was asked for has swallowed it.
            case dropped
        }

        /// A request that was sent for it, and what came of that.
        package struct Attempt: Hashable, Sendable {
            /// When it was sent, in milliseconds of the project's time.
            package let time: Int64
            /// How long it took by the machine's clock, in milliseconds.
            package let milliseconds: Int
            /// An HTTP status, or what went wrong; the beginning of it where it is long.
            package let answer: String

            /// An attempt.
            package init(time: Int64, milliseconds: Int, answer: String) {
                self.time = time
                self.milliseconds = milliseconds
                self.answer = String(answer.prefix(200))
            }
        }

        /// Its number in the journal; 0 before it has one.
        package var id: Int
        /// The endpoint that it goes to, by its ID in the project.
        package var endpoint: String
        /// The event's ID, which every try carries.
        package var event: String
        /// The event's name, as the provider spells it.
        package var name: String
        /// The user that it is about, for endpoints that keep an order for each user.
        package var user: String
        /// What is sent.
        package var body: [UInt8]
        package var state: State
        /// How often it was tried.
        package var tries: Int
        /// When it is due, in milliseconds of the project's time.
        package var due: Int64
        /// How the last try went: an HTTP status, or what went wrong.
        package var answer: String?
        /// The newest requests that were sent for it, the oldest of these first.
        package private(set) var attempts: [Attempt]

        /// A delivery that is due.
        package init(
            id: Int = 0, endpoint: String, event: String, name: String, user: String, body: [UInt8],
            state: State = .pending, tries: Int = 0, due: Int64, answer: String? = nil,
            attempts: [Attempt] = []
        ) {
            self.id = id
            self.endpoint = endpoint
            self.event = event
            self.name = name
            self.user = user
            self.body = body
            self.state = state
            self.tries = tries
            self.due = due
            self.answer = answer
            self.attempts = attempts
        }

        /// Adds an attempt.
        ///
        /// - Parameters:
        ///   - attempt: The attempt.
        ///   - most: How many are kept: of more the oldest give way.
        package mutating func add(_ attempt: Attempt, keeping most: Int) {
            attempts.append(attempt)
            attempts.removeFirst(max(0, attempts.count - most))
        }
    }

    /// A delivery that is not due yet, without what it sends.
    package struct WaitingDelivery: Hashable, Sendable {
        /// Its number in the journal.
        package let id: Int
        /// The endpoint that it goes to, by its ID in the project.
        package let endpoint: String
        /// The user that it is about.
        package let user: String
        /// When it is due, in milliseconds of the project's time.
        package let due: Int64

        /// A delivery that is not due yet.
        package init(id: Int, endpoint: String, user: String, due: Int64) {
            self.id = id
            self.endpoint = endpoint
            self.user = user
            self.due = due
        }
    }
#endif
