// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    import AllonymService
    import AllonymSimulation
    import Foundation

    /// All that a project is, to compare it with another that has made the same customers.
    struct ProjectImage: Equatable {
        private let ledger: LedgerImage
        private let attributes: [CustomerHandle: [String: ProjectState.Attribute]]
        private let transactions: [[Date]]
        private let grants: [CustomerHandle: [EntitlementID: WorldState.GrantDates]]

        /// As a project is now.
        init(_ state: ProjectState) {
            var image = LedgerImage()
            state.ledger.write(to: &image)
            ledger = image
            attributes = state.attributes
            transactions = state.world.records.map { $0.transactions.map(\.date) }
            grants = state.world.granted.filter { !$0.value.isEmpty }
        }
    }

    /// A ledger as a list, in which IDs that were minted at random are all the same.
    private struct LedgerImage: LedgerSink, Equatable {
        private var values: [String] = []

        init() {}

        mutating func put(_ number: Int) { values.append("\(number)") }

        mutating func put(_ text: String) {
            let isMinted =
                text.utf8.first == 1 || text.hasPrefix("QON_")
                || text.hasPrefix("$RCAnonymousID")
            values.append(isMinted ? "minted" : text)
        }
    }
#endif
