// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    import AllonymInput
    import AllonymMappings
    import AllonymMigration
    import AllonymService

    /// Whom a plan is about, what their stores hold, and who is at the target already.
    @available(macOS 14, *)
    struct RehearsedCast: Sendable {
        /// The plan's customers, in its order.
        let promises: [PromisedCustomer]
        /// The target's project.
        let begun: BegunProject
        /// The rows that the provider imports.
        let handovers: [Rehearsal.Handover]
        /// By the IDs of those who are at the target already, the first ID of each.
        let existing: [String: String]
        /// What could not be taken over, each a whole sentence.
        let notes: [String]
        private let rows: [Int?]
        private let rowsOfOthers: Set<Int>

        /// Reads a plan, and what its target exports.
        ///
        /// - Parameters:
        ///   - folder: The plan.
        ///   - existing: Files of the target's; none where nobody is there yet.
        ///   - hashing: Makes SHA-256 hashes.
        ///   - mappings: What is known of the providers.
        ///   - scratch: Where long texts are kept meanwhile.
        /// - Throws: ``MigrationError`` where one of these cannot be read.
        init(
            _ folder: String, existing: [Input], _ hashing: any Hashing, _ mappings: Mappings,
            scratch: String
        ) throws {
            var rehearsal = try Migration.rehearsal(
                of: folder, hashing: hashing, mappings: mappings)
            var known: [String: String] = [:]
            if !existing.isEmpty {
                let there = try Migration.rehearsal(
                    existing, from: rehearsal.provider, hashing: hashing, mappings: mappings,
                    folder: scratch, isOfPlan: true)
                for customer in there.customers {
                    for id in customer.ids { known[id] = customer.ids[0] }
                }
                rehearsal = rehearsal.beside(there)
            }
            self.existing = known
            notes = rehearsal.notes
            rows = rehearsal.rows
            rowsOfOthers = rehearsal.rowsOfOthers
            handovers = rehearsal.handovers
            var begun = try BegunProject(rehearsal, nil)
            for number in begun.beginning.purchases.indices
            where begun.beginning.purchases[number].tokens.isEmpty {
                // No file says what the store calls it, and a device presents it all the same.
                begun.beginning.purchases[number].tokens = ["purchase \(number) of the rehearsal"]
            }
            self.begun = begun
            var promises: [PromisedCustomer] = []
            try Migration.forEachPromise(of: folder, mappings: mappings) { promises.append($0) }
            self.promises = promises
        }

        /// The numbers of a customer's purchases, each once.
        func purchases(of customer: Int) -> [Int] {
            var seen: Set<Int> = []
            return promises[customer].purchases.compactMap { rows[$0] }
                .filter { seen.insert($0).inserted }
        }

        /// The numbers of those that the customer's own devices hold, each once: what stays with
        /// another holder by the plan is on that one's.
        func ownPurchases(of customer: Int) -> [Int] {
            var seen: Set<Int> = []
            return promises[customer].purchases.filter { !rowsOfOthers.contains($0) }
                .compactMap { rows[$0] }.filter { seen.insert($0).inserted }
        }

        /// Whether a store shows a device a purchase at all: what is consumed or does not renew is
        /// presented by its sale alone.
        func isShown(_ purchase: Int) -> Bool {
            let product = begun.beginning.purchases[purchase].product
            return !begun.onceAlone.contains(product)
        }

        /// Whether one of a customer's IDs is somebody's at the target already.
        func isThere(_ customer: Int) -> Bool {
            promises[customer].ids.contains { existing[$0.target] != nil }
        }

        /// What a purchase unlocks.
        func entitlements(of purchase: Int) -> [String] {
            begun.unlocked[begun.beginning.purchases[purchase].product] ?? []
        }
    }
#endif
