// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    import AllonymMigration
    import AllonymService
    import AllonymSimulation

    /// Holds a week at the target against the same week at the source.
    @available(macOS 14, *)
    struct WeekComparison: Sendable {
        let cast: RehearsedCast
        let source: SourceWorld
        let target: Project
        /// By customer the IDs in use on the devices at the target.
        let inUse: [Int: [String]]
        /// What both providers are called.
        let names: (source: String, target: String)
        /// The customers of whom the target does not read an ID.
        let unreadable: Set<Int>
        /// The customers whom the app was to bring something, and on whose devices it was not started.
        let notStarted: Set<Int>

        /// What customers have access to.
        struct Access: Sendable {
            var before: [Set<String>]
            var after: [Set<String>]
        }

        /// Compares what both customers had at first, and what purchases gave them.
        ///
        /// - Returns: How many customers were compared, who was not and why, and what differs.
        func run(source here: Access, target there: Access) async throws -> RehearsalReport.Week {
            var found: [RehearsalReport.WeekDifference.Kind: RehearsalReport.WeekDifference] = [:]
            var week = RehearsalReport.Week()
            for number in cast.promises.indices where cast.promises[number].outcome != nil {
                let both = here.before[number].intersection(there.before[number])
                if both.isEmpty {
                    let reason = reason(number, having: there.before[number])
                    week.uncompared[reason, default: []].append(
                        row(number, there.before[number], reason))
                    continue
                }
                week.compared += 1
                var differs = false
                let unlike = here.after[number].symmetricDifference(there.after[number])
                for name in both.intersection(unlike).sorted() {
                    // The source's grants are not simulated, and last as long as those made of them.
                    if try await isGranted(name, to: number) { continue }
                    differs = true
                    let kind = RehearsalReport.WeekDifference.Kind(
                        keptBy: here.after[number].contains(name)
                            ? source.project.file.provider : target.file.provider,
                        reason: try await reason(name, of: number))
                    var difference =
                        found[kind] ?? RehearsalReport.WeekDifference(kind: kind)
                    difference.count += 1
                    if difference.examples.count < 3 {
                        difference.examples.append(cast.promises[number].ids[0].source)
                    }
                    found[kind] = difference
                }
                if differs { week.differing += 1 }
            }
            week.differences = found.values.sorted {
                ($1.count, $0.kind.reason) < ($0.count, $1.kind.reason)
            }
            return week
        }

        /// Why nothing of a customer can be compared who has this at the target.
        private func reason(
            _ customer: Int, having found: Set<String>
        ) -> RehearsalReport.Uncompared {
            if unreadable.contains(customer) { return .notReadable }
            if !found.isEmpty { return .notSimulated }
            return notStarted.contains(customer) ? .notStarted : .notThere
        }

        private func row(
            _ customer: Int, _ found: Set<String>, _ reason: RehearsalReport.Uncompared
        ) -> RehearsalReport.Row {
            let promise = cast.promises[customer]
            return RehearsalReport.Row(
                matter: .notCompared, sourceID: promise.ids[0].source,
                targetID: promise.ids.lazy.map(\.target).first { !$0.isEmpty } ?? "",
                names: Set(promise.ids.flatMap(\.access)).sorted(), found: found.sorted(),
                note: reason.note(names))
        }

        /// Whether a customer has something at the target by a grant.
        private func isGranted(_ name: String, to customer: Int) async throws -> Bool {
            let ids = cast.promises[customer].ids.map(\.target).filter { !$0.isEmpty }
            return try await target.perform { state, now in
                ids.contains { id in
                    let view = state.world.view(of: UserID(unchecked: id), now: now)
                    return view?.grants.contains { $0.entitlement == name } == true
                }
            }
        }

        /// Why the two differ: what each provider knows of the purchases that unlock something.
        private func reason(_ name: String, of customer: Int) async throws -> String {
            let purchases = cast.purchases(of: customer).filter {
                cast.entitlements(of: $0).contains(name)
            }
            let ids = cast.promises[customer].ids.map(\.target) + (inUse[customer] ?? [])
            let here = try await source.project.says(of: purchases) { [source] state in
                source.customers(of: customer, in: state)
            }
            let there = try await target.says(of: purchases) { $0.customers(of: ids) }
            return "\(here); \(there)"
        }
    }

    extension Project {
        /// What the provider knows of some purchases of a customer, with the rows because of which they
        /// give access or do not.
        ///
        /// - Parameters:
        ///   - purchases: Their numbers.
        ///   - own: Whose the customer's IDs are.
        /// - Returns: A part of a sentence.
        /// - Throws: That the project cannot be read.
        fileprivate func says(
            of purchases: [Int], held own: (ProjectState) -> Set<CustomerHandle>
        ) async throws -> String {
            let provider = file.provider
            return try await perform { state, _ in
                let ledger = state.ledger
                let own = own(state)
                var said: [String] = []
                for number in purchases {
                    let purchase = PurchaseHandle(number)
                    let known = ledger.known(of: purchase)
                    let row = state.names(of: [state.rules.activeRow(known)]).joined()
                    let verb = state.rules.givesAccess(known) ? "gives access" : "gives none"
                    let holders = ledger.holders(of: purchase)
                    let held =
                        holders.isEmpty
                        ? ", and nobody holds it"
                        : own.isDisjoint(with: holders) ? ", and another customer holds it" : ""
                    let text = "knows it as \(known.word), which \(verb) (\(row))\(held)"
                    if !said.contains(text) { said.append(text) }
                }
                return said.isEmpty
                    ? "\(provider) knows of no purchase"
                    : "\(provider) \(said.joined(separator: " and "))"
            }
        }
    }
#endif
