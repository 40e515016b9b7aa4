// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    import AllonymJournal
    import AllonymService

    /// What the server counts, and how its projects stand, for Prometheus.
    ///
    /// It names no customer, key or token: labels are names of projects, operations and states.
    struct MetricsPage {
        /// All of it.
        let text: String

        private struct Standing {
            let project: String
            /// Nil where the project cannot answer.
            var numbers: (entries: Int, customers: Int)?
            var deliveries: [Delivery.State: Int] = [:]

            var labels: PrometheusText.Labels { [(name: "project", value: project)] }
        }

        /// What some projects have counted, and how they stand now.
        init(_ served: ServedProjects) async {
            var standings: [Standing] = []
            for hosted in served.all { standings.append(await MetricsPage.standing(of: hosted)) }
            var page = served.metrics.page
            page.begin("allonym_project_ready", .gauge, "Whether the project can answer.")
            for standing in standings {
                page.add(
                    "allonym_project_ready", standing.labels, Int64(standing.numbers == nil ? 0 : 1)
                )
            }
            page.begin(
                "allonym_journal_entries_total", .counter, "Entries in the project's journal.")
            for standing in standings {
                guard let numbers = standing.numbers else { continue }
                page.add(
                    "allonym_journal_entries_total", standing.labels, Int64(numbers.entries))
            }
            page.begin(
                "allonym_customers", .gauge, "Customers, those that are one counted once.")
            for standing in standings {
                guard let numbers = standing.numbers else { continue }
                page.add("allonym_customers", standing.labels, Int64(numbers.customers))
            }
            page.begin("allonym_deliveries", .gauge, "Webhooks by their state.")
            for standing in standings where standing.numbers != nil {
                for state in Delivery.State.allCases {
                    page.add(
                        "allonym_deliveries",
                        standing.labels + [(name: "state", value: state.rawValue)],
                        Int64(standing.deliveries[state] ?? 0))
                }
            }
            text = page.text
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
    }
#endif
