// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymInput
    import AllonymMappings
    import AllonymMigration
    import Foundation

    extension RehearsalReport {
        private struct Document: Encodable {
            struct Calls: Encodable { let made, failed: Int }
            struct Rows: Encodable { let rows, refused: Int }
            struct Devices: Encodable { let devices, customers, notRehearsed: Int }

            struct Row: Encodable {
                let what, sourceID, targetID, note: String
                let names, found: [String]

                init(_ row: RehearsalReport.Row) {
                    (what, note) = (row.matter.rawValue, row.note)
                    (sourceID, targetID) = (row.sourceID, row.targetID)
                    (names, found) = (row.names, row.found)
                }
            }

            struct Open: Encodable {
                let code, severity: String
                let count: Int
            }

            struct Week: Encodable {
                struct Difference: Encodable {
                    let keptBy, reason: String
                    let count: Int
                    let examples: [String]
                }

                let days, loggedIn, compared, differing, uncompared: Int
                let differences: [Difference]
                let notCompared: [Row]
            }

            let source, target: String
            let customers: [String: Int]
            let confirmed: [String: Int]
            let codes: [String: Int]
            let gains: [String: Int]
            let calls: Calls
            let handedOver: Rows
            let app: Devices
            let rows: [Row]
            let open: [Open]
            let week: Week?
            let notes: [String]
            let holds: Bool
        }

        /// The report as JSON, keys sorted.
        package func json(days: Int = 7) throws -> String {
            func words(_ counts: [AccessOutcome: Int]) -> [String: Int] {
                Dictionary(
                    uniqueKeysWithValues: AccessOutcome.allCases.map {
                        ($0.word, counts[$0] ?? 0)
                    })
            }
            var customers = words(planned)
            customers["withAccess"] = withAccess
            customers["unexpected"] = unexpected
            customers["better"] = better
            let document = Document(
                source: source, target: target, customers: customers,
                confirmed: words(confirmed), codes: codes, gains: gains,
                calls: .init(made: calls.made, failed: calls.failed),
                handedOver: .init(rows: handedOver.rows, refused: handedOver.refused),
                app: .init(
                    devices: devices.count, customers: devices.customers,
                    notRehearsed: notRehearsed),
                rows: rows.map(Document.Row.init),
                open: open.map {
                    .init(code: $0.code, severity: $0.severity.rawValue, count: $0.count)
                },
                week: week.map { week in
                    .init(
                        days: days, loggedIn: week.loggedIn, compared: week.compared,
                        differing: week.differing, uncompared: week.rows.count,
                        differences: week.differences.map {
                            .init(
                                keptBy: $0.kind.keptBy, reason: $0.kind.reason, count: $0.count,
                                examples: $0.examples)
                        },
                        notCompared: week.rows.map(Document.Row.init))
                },
                notes: notes, holds: holds)
            return JSONDocument.text(of: document)
        }
    }
#endif
