// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    import AllonymJournal
    import AllonymService

    /// What the server counts, in the text format of Prometheus, version 0.0.4.
    ///
    /// It names no customer, key or token: labels are names of projects, operations and states.
    struct MetricsPage {
        /// The format that it is in.
        static let contentType = "text/plain; version=0.0.4; charset=utf-8"

        /// All of it.
        private(set) var text = ""

        private struct Standing {
            let project: String
            /// Nil where the project cannot answer.
            var numbers: (entries: Int, customers: Int)?
            var deliveries: [Delivery.State: Int] = [:]
        }

        /// What some projects have counted.
        init(_ served: ServedProjects) async {
            var standings: [Standing] = []
            for hosted in served.all { standings.append(await MetricsPage.standing(of: hosted)) }
            add("allonym_requests_total", "counter", "Calls since the process started.")
            for (kind, count) in served.counts.all {
                add(
                    "allonym_requests_total",
                    [
                        "project": kind.project, "operation": kind.operation,
                        "status": "\(kind.status)",
                    ], count)
            }
            add("allonym_project_ready", "gauge", "Whether the project can answer.")
            for standing in standings {
                add(
                    "allonym_project_ready", ["project": standing.project],
                    standing.numbers == nil ? 0 : 1)
            }
            add("allonym_journal_entries_total", "counter", "Entries in the project's journal.")
            for standing in standings {
                guard let numbers = standing.numbers else { continue }
                add(
                    "allonym_journal_entries_total", ["project": standing.project],
                    numbers.entries)
            }
            add("allonym_customers", "gauge", "Customers, those that are one counted once.")
            for standing in standings {
                guard let numbers = standing.numbers else { continue }
                add("allonym_customers", ["project": standing.project], numbers.customers)
            }
            add("allonym_deliveries", "gauge", "Webhooks by their state.")
            for standing in standings where standing.numbers != nil {
                for state in Delivery.State.allCases {
                    add(
                        "allonym_deliveries",
                        ["project": standing.project, "state": state.rawValue],
                        standing.deliveries[state] ?? 0)
                }
            }
        }

        private static func standing(of hosted: HostedProject) async -> Standing {
            let project = hosted.project
            var standing = Standing(project: project.file.name)
            do {
                let deliveries = try await project.withJournal { try $0.deliveryCounts() }
                standing.numbers = try await project.perform { state, _ in
                    (entries: state.sequence, customers: state.ledger.liveCount)
                }
                standing.deliveries = deliveries
            } catch {
                standing.numbers = nil
            }
            return standing
        }

        private mutating func add(_ name: String, _ type: String, _ help: String) {
            text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
        }

        private mutating func add(
            _ name: String, _ labels: KeyValuePairs<String, String>, _ value: Int
        ) {
            let labels = labels.map { "\($0.key)=\"\(MetricsPage.escaped($0.value))\"" }
            text += "\(name){\(labels.joined(separator: ","))} \(value)\n"
        }

        private static func escaped(_ text: String) -> String {
            text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
                .replacing("\n", with: "\\n")
        }
    }
#endif
