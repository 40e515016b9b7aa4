// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymCore
    import AllonymJournal
    import AllonymMappings
    import AllonymService

    // What a project knows of the users whom events name: who they are now, and whether an event waits
    // until they have an ID of the app's, where a form has that setting.

    extension Deliverer {
        /// What is known of a delivery's user.
        struct Standing: Sendable {
            /// All IDs of its customer, which share one lane; its own alone where it has none.
            let ids: [String]
            let logIn: LogIn
        }

        /// Whether an ID of the app's is known.
        enum LogIn: Sendable {
            /// There is none: the event is looked at again then.
            case nobody(again: Int64)
            /// The user was anonymous when the event was made, and has this ID now.
            case since(UserID)
            /// The event says all that there is.
            case told
        }

        /// What is known of the users of deliveries, of each in its place.
        func standings(of deliveries: [Delivery], at round: Round) async throws -> [Standing] {
            guard !deliveries.isEmpty else { return [] }
            var seconds: [String: Int] = [:]
            for endpoint in round.endpoints where endpoint.awaitsLogIn == true {
                seconds[endpoint.id] = profiles[endpoint.form]?.logInFilter?.checkSeconds
            }
            return try await project.perform { state, _ in
                let ledger = state.ledger
                var ids: [String: [String]] = [:]
                return deliveries.map { delivery in
                    guard let user = ledger.user(UserID(unchecked: delivery.user)) else {
                        return Standing(ids: [delivery.user], logIn: .told)
                    }
                    let customer = ledger.customer(of: user)
                    // All who were erased are one nobody, but share nothing.
                    let own =
                        ids[delivery.user]
                        ?? (ledger.isNobody(user)
                            ? [delivery.user]
                            : ledger.aliases(of: customer).map { ledger.id(of: $0).text })
                    ids[delivery.user] = own
                    guard let seconds = seconds[delivery.endpoint], ledger.isAnonymous(user) else {
                        return Standing(ids: own, logIn: .told)
                    }
                    let shown = ledger.displayID(for: customer)
                    let again = round.now.milliseconds + Int64(seconds) * 1_000
                    return Standing(
                        ids: own,
                        logIn: ledger.isAnonymous(shown)
                            ? .nobody(again: again) : .since(ledger.id(of: shown)))
                }
            }
        }
    }
#endif
