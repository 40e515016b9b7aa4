// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    import AllonymMigration
    import AllonymService

    /// Holds what was seen at the target against what the plan says.
    @available(macOS 14, *)
    struct PlanJudge: Sendable {
        let cast: RehearsedCast
        let project: Project
        /// What was seen after the import.
        let imported: Sights
        /// What was seen after the app had started.
        let started: Sights
        /// By customer what the devices see; nil where none started the app.
        let devices: [Set<String>?]
        /// By customer an ID that the target does not read.
        let unreadable: [Int: UnreadableID]
        /// Whether a share of the customers was left out.
        let isPart: Bool

        /// Takes down everything about everybody.
        func judge(_ report: inout RehearsalReport) async throws {
            // Of a product that gives nobody access at the source nothing is expected.
            let sought = cast.promises.reduce(into: Set<String>()) {
                $0.formUnion($1.ids.flatMap(\.access))
            }
            for (number, promise) in cast.promises.enumerated() {
                let before = report.rows.count
                tellWhoIsThere(promise, number, &report)
                if let outcome = promise.outcome { report.planned[outcome, default: 0] += 1 }
                if let id = unreadable[number] {
                    // What cannot be seen is neither as the plan says nor otherwise.
                    report.rows.append(row(.notReadable, promise, id.id, [], [], id.reason))
                    continue
                }
                guard let outcome = promise.outcome else {
                    judgeGains(promise, number, sought, &report)
                    continue
                }
                try await judgeImport(promise, number, &report)
                let isRehearsed = try await judgeApp(promise, number, &report)
                judgeGains(promise, number, sought, &report)
                if report.rows.count == before, isRehearsed {
                    report.confirmed[outcome, default: 0] += 1
                }
                countBetter(promise, number, &report)
            }
        }

        private func tellWhoIsThere(
            _ promise: PromisedCustomer, _ number: Int, _ report: inout RehearsalReport
        ) {
            for id in promise.ids {
                guard let other = cast.existing[id.target] else { continue }
                report.rows.append(
                    row(
                        .alreadyThere, promise, id.target, [], imported.all(of: number),
                        "the export of the target has the ID"
                            + (other == id.target ? "" : ", of the customer \(other)")))
            }
        }

        private func judgeImport(
            _ promise: PromisedCustomer, _ number: Int, _ report: inout RehearsalReport
        ) async throws {
            for (id, found) in zip(promise.ids, imported.ids[number]) {
                let lost = id.kept.filter { found?.contains($0) != true }
                if lost.isEmpty { continue }
                let note = try await reason(lost[0], number, found)
                report.rows.append(
                    row(.notImported, promise, id.target, lost, found ?? [], note))
            }
        }

        /// Whether everything that the app is to bring was looked at.
        private func judgeApp(
            _ promise: PromisedCustomer, _ number: Int, _ report: inout RehearsalReport
        ) async throws -> Bool {
            let has = started.all(of: number).union(devices[number] ?? [])
            let target = promise.ids.lazy.map(\.target).first { !$0.isEmpty } ?? ""
            let gone = imported.all(of: number).subtracting(has)
            if !gone.isEmpty {
                report.rows.append(
                    row(
                        .lostInApp, promise, target, gone.sorted(), has,
                        try await reason(gone.sorted()[0], number, has)))
            }
            let byApp = promise.names(.byApp)
            if byApp.isEmpty { return true }
            let missing = byApp.filter { !has.contains($0) }
            guard devices[number] != nil || !isPart else {
                if missing.isEmpty { return true }
                if promise.outcome == .byApp { report.notRehearsed += 1 }
                return false
            }
            if missing.isEmpty { return true }
            report.rows.append(
                row(
                    .notBrought, promise, target, missing, has,
                    devices[number] == nil
                        ? withoutDevice(number) : try await reason(missing[0], number, has)))
            return true
        }

        /// Why a customer whom the app is to bring something has no device here.
        private func withoutDevice(_ customer: Int) -> String {
            let purchases = cast.begun.beginning.purchases
            let isElsewhere = cast.ownPurchases(of: customer).contains { number in
                cast.isShown(number) && !purchases[number].account.store.isOnWeb
            }
            return isElsewhere
                ? "another customer is planned with the same purchase, and the device that presents "
                    + "it is that customer's"
                : "no store that is simulated holds a purchase which a device could present"
        }

        /// Takes down what was never the customer's: with a finding that explains it, or as a row.
        private func judgeGains(
            _ promise: PromisedCustomer, _ number: Int, _ sought: Set<String>,
            _ report: inout RehearsalReport
        ) {
            // What somebody there has had before no plan says, and a row has what there is.
            if cast.isThere(number) { return }
            let known = Set(promise.ids.flatMap(\.access))
            let more = started.all(of: number).union(devices[number] ?? [])
                .intersection(sought).subtracting(known)
            let explained = promise.ids.flatMap(\.open).filter { more.contains($0.name) }
            for code in Set(explained.map(\.code)) { report.gains[code, default: 0] += 1 }
            let rest = more.subtracting(explained.map(\.name))
            if rest.isEmpty { return }
            let target = promise.ids.lazy.map(\.target).first { !$0.isEmpty } ?? ""
            report.rows.append(row(.gained, promise, target, rest.sorted(), more.union(known), ""))
        }

        private func countBetter(
            _ promise: PromisedCustomer, _ number: Int, _ report: inout RehearsalReport
        ) {
            let lost = promise.names(.byDecision) + promise.names(.lost)
            if lost.isEmpty { return }
            // What only an ID has that no device knows helps nobody.
            guard let has = devices[number] else { return }
            if lost.allSatisfy(has.contains) { report.better += 1 }
        }

        private func row(
            _ matter: RehearsalReport.Matter, _ promise: PromisedCustomer, _ target: String,
            _ names: [String], _ found: Set<String>, _ note: String
        ) -> RehearsalReport.Row {
            RehearsalReport.Row(
                matter: matter, sourceID: promise.ids[0].source, targetID: target, names: names,
                found: found.sorted(), note: note)
        }

        /// Why something is not there: who holds the purchase instead.
        private func reason(
            _ name: String, _ customer: Int, _ found: Set<String>?
        ) async throws -> String {
            let promise = cast.promises[customer]
            let purchases = cast.purchases(of: customer).filter {
                cast.entitlements(of: $0).contains(name)
            }
            let holders = try await project.perform { state, _ in
                let own = state.customers(of: promise.ids.map(\.target))
                return purchases.flatMap { state.ledger.holders(of: PurchaseHandle($0)) }
                    .filter { !own.contains($0) }
                    .map { state.ledger.id(of: state.ledger.original(of: $0)).text }
            }
            if !purchases.isEmpty, !purchases.contains(where: cast.isShown) {
                return "it is consumed or does not renew, and no store shows that to a device"
            }
            if let holder = holders.first { return "its purchase is held by \(holder)" }
            return found == nil ? "nobody has the ID" : "no call and no row has brought it"
        }
    }
#endif
