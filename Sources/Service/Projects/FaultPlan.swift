// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymSimulation

    /// Faults that a test has asked for: what goes wrong, and how often still.
    package final class FaultPlan: Sendable {
        /// What can go wrong with a webhook.
        package enum Webhook: String, CaseIterable, Sendable {
            /// It is never sent.
            case drop
            /// It is sent twice.
            case duplicate
            /// It is sent after the one behind it.
            case reorder
            /// It is sent a minute later, by the project's clock.
            case delay
            /// The connection is held for some seconds before it is sent.
            case slow
            /// It is sent, and its answer counts as 500, so that it comes again.
            case failed = "500"
        }

        private struct State {
            var webhooks: [(fault: Webhook, left: Int)] = []
            var calls = 0
        }

        private let state = Locked(State())

        /// Nothing goes wrong.
        package init() {}

        /// The next webhooks go wrong in this way, after those that were asked for before.
        package func add(_ fault: Webhook, next count: Int) {
            state.withLock { $0.webhooks.append((fault: fault, left: count)) }
        }

        /// The next calls are answered as by a server that fails.
        package func failCalls(next count: Int) { state.withLock { $0.calls = count } }

        /// What goes wrong with the next webhook; asked for once.
        package func takeWebhook() -> Webhook? {
            state.withLock { state in
                guard let first = state.webhooks.first else { return nil }
                if first.left > 1 {
                    state.webhooks[0].left -= 1
                } else {
                    state.webhooks.removeFirst()
                }
                return first.fault
            }
        }

        /// Whether the next call fails; asked for once.
        package func takeCall() -> Bool {
            state.withLock { state in
                guard state.calls > 0 else { return false }
                state.calls -= 1
                return true
            }
        }
    }
#endif
