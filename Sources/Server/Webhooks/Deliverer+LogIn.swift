// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymCore
    import AllonymJournal
    import AllonymMappings
    import AllonymService

    // Events that wait until an ID of the app's is known, where a form has that setting.

    extension Deliverer {
        /// What is known of a delivery's user.
        private enum Known: Sendable {
            /// It has no ID of the app's: the event is looked at again then.
            case nobody(again: Int64)
            /// It was anonymous when the event was made, and has this ID now.
            case since(UserID)
            /// The event says all that there is.
            case told
        }

        /// Of what is due: what is sent now, and what waits until a user has an ID of the app's.
        func awaitingLogIns(
            _ due: [Delivery], at endpoints: [Endpoint], now: Int64
        ) async throws -> (sent: [Delivery], waiting: [Delivery]) {
            var seconds: [String: Int] = [:]
            for endpoint in endpoints where endpoint.awaitsLogIn == true {
                seconds[endpoint.id] = profiles[endpoint.form]?.logInFilter?.checkSeconds
            }
            guard due.contains(where: { seconds[$0.endpoint] != nil }) else { return (due, []) }
            let known = try await project.perform { state, _ in
                due.map { delivery -> Known in
                    guard let seconds = seconds[delivery.endpoint],
                        let user = state.ledger.user(UserID(unchecked: delivery.user)),
                        state.ledger.isAnonymous(user)
                    else { return .told }
                    let shown = state.ledger.displayID(for: state.ledger.customer(of: user))
                    return state.ledger.isAnonymous(shown)
                        ? .nobody(again: now + Int64(seconds) * 1_000)
                        : .since(state.ledger.id(of: shown))
                }
            }
            var (sent, waiting): ([Delivery], [Delivery]) = ([], [])
            for (delivery, known) in zip(due, known) {
                var delivery = delivery
                switch known {
                case .told: sent.append(delivery)
                case .since(let id):
                    let endpoint = endpoints.first { $0.id == delivery.endpoint }
                    let form = endpoint.flatMap { project.forms.form($0.form) }
                    // What the journal has stays as it was written.
                    delivery.body = form?.body(delivery.body, naming: id) ?? delivery.body
                    sent.append(delivery)
                case .nobody(let again):
                    delivery.due = again
                    waiting.append(delivery)
                }
            }
            return (sent: sent, waiting: waiting)
        }
    }
#endif
