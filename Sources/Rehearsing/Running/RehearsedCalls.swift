// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymInput
    import AllonymMappings
    import AllonymMigration
    import AllonymSending
    import AllonymServer

    @available(macOS 14, *)
    extension SimulatedTarget {
        /// Makes a plan's calls as they will be made at the target, without limits of rate.
        ///
        /// - Parameters:
        ///   - calls: The plan's calls; in its folder nothing is changed.
        ///   - folder: Where the journal is kept instead.
        ///   - mappings: What is known of the providers.
        ///   - done: Told how many calls of all are done.
        /// - Returns: What became of them; nil where the plan has none.
        /// - Throws: ``MigrationError``, ``ApplicationFault``, or that the task was cancelled.
        func makeCalls(
            _ calls: PlanCalls, keepingIn folder: String, _ mappings: Mappings,
            done: @escaping @Sendable (Int, Int) -> Void
        ) async throws -> ApplicationReport? {
            if calls.writers.isEmpty { return nil }
            var named: [String: SecretKey] = [:]
            let needs = CallNeeds(calls, .calls)
            for name in needs.allKeys {
                let isPublic = name.contains("public")
                named[name] = try SecretKey(made: isPublic ? keys.public[0] : keys.secret[0])
            }
            var options = ApplicationOptions()
            options.rate = .off
            options.folder = folder
            // The simulation takes any: it has no store that they are of.
            for name in needs.valueNames { options.values[name] = "0" }
            let application = try Application(
                plan: calls.path, client: client, keys: TargetKeys(named: named), project: name,
                options: options, mappings: mappings)
            let stop = StopSignal()
            let report = try await withTaskCancellationHandler {
                try await application.run(stop: stop) { done($0.finished, $0.total) }
            } onCancel: {
                stop.set()
            }
            try Task.checkCancellation()
            return report
        }
    }

    extension RehearsalReport {
        /// Takes down what the plan says of itself: what costs access, what is to be decided, and what
        /// it has read.
        mutating func note(_ plan: PlanCalls, customers: Int) throws {
            let losses = [AccessOutcome.byDecision, .lost].map(\.word)
            codes = try plan.costs()
                .mapValues { costs in losses.reduce(0) { $0 + (costs[$1] ?? 0) } }
                .filter { $0.value > 0 }
            open = try plan.openFindings()
            customersToDecideAbout = open.isEmpty ? 0 : try plan.customersToDecideAbout()
            hasCalls = !plan.writers.isEmpty
            let records = try plan.records()
            read = (customers, records.taken, records.rejected)
        }

        /// Takes down what became of the calls.
        mutating func note(_ report: ApplicationReport) {
            let good = Set(CallState.allCases.filter(\.isFulfilled).map(\.word))
            for (word, count) in report.calls where word != CallState.byHand.word {
                calls.made += count
                if !good.contains(word) { calls.failed += count }
            }
            if let count = report.calls[CallState.byHand.word] {
                notes.append(
                    "\(count.of("call")) \(count == 1 ? "was" : "were") not made, as migrate apply "
                        + "makes \(count == 1 ? "it" : "them") only with --by-hand.")
            }
            for (reason, count) in report.reasons.sorted(by: { $0.key < $1.key }) {
                let examples = report.examples?[reason] ?? []
                notes.append(
                    "Calls that did not succeed, \(count.grouped) × \(report.says(reason))"
                        + (examples.isEmpty
                            ? ""
                            : ", for example of "
                                + examples.map(ShownText.brief).joined(separator: ", ")))
            }
        }
    }
#endif
