// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    import AllonymJournal
    import AllonymService
    import AllonymSimulation
    import Foundation
    import HTTPTypes

    // Customers, deliveries, snapshots.

    extension ControlAPI {
        static func unknown(_ id: String) -> ControlError {
            ControlError(404, "unknown-customer", "No customer has the ID \"\(id)\".")
        }

        static let customers: [Route] = [
            Route(.get, "/customers/{id}") { _, project, names in
                let id = names["id"] ?? ""
                let answer = try await project.perform { state, now in
                    CustomerAnswer(id, in: state, now: now)
                }
                guard let answer else { throw unknown(id) }
                return try Answer(json: answer)
            },
            Route(.project, .delete, "/customers/{id}") { _, visit in
                guard let hosted = visit.projects.first else { return Answer(.notFound) }
                let id = visit.parameters["id"] ?? ""
                guard try await hosted.project.erase(id) else { throw unknown(id) }
                // Answers that were kept may have its IDs.
                hosted.idempotentCalls.forgetAll()
                return Answer(.noContent)
            },
        ]

        private struct SnapshotAnswer: Encodable { let sequence: Int }

        /// The most webhooks of one page.
        private static let mostDeliveries = 1_000

        private static func wrongQuery(
            _ name: String, _ expected: String, _ found: String
        ) -> ControlError {
            ControlError(400, "wrong-query", "\(name): expected \(expected), found \"\(found)\"")
        }

        /// A whole number in a query; nil where it is missing.
        private static func number(
            _ name: String, of call: Call, in range: ClosedRange<Int>
        ) throws(ControlError) -> Int? {
            guard let text = call.query[name] else { return nil }
            guard let number = Int(text), range.contains(number) else {
                let expected =
                    range.upperBound == .max
                    ? "the \"next\" of the page before"
                    : "a number from \(range.lowerBound) to \(range.upperBound)"
                throw wrongQuery(name, expected, text)
            }
            return number
        }

        static let keeping: [Route] = [
            Route(.get, "/deliveries", queries: ["state", "after", "limit"]) { call, project, _ in
                let state = try call.query["state"].map { text in
                    guard let state = Delivery.State(rawValue: text) else {
                        let states = Delivery.State.allCases.map(\.rawValue).joined(separator: ", ")
                        throw wrongQuery("state", "one of \(states)", text)
                    }
                    return state
                }
                let limit = try number("limit", of: call, in: 1...mostDeliveries) ?? mostDeliveries
                let last = try number("after", of: call, in: 0...Int.max)
                let found = try await project.withJournal {
                    try $0.deliveries(state, dueBy: nil, after: last, limit: limit + 1)
                }
                return try Answer(json: DeliveryPage(found, limit: limit))
            },
            Route(.post, "/deliveries/{id}/replay") { _, project, names in
                let id = names["id"] ?? ""
                guard let number = Int(id), let delivery = try await project.replay(number) else {
                    throw ControlError(404, "unknown-delivery", "There is no delivery \(id).")
                }
                return try Answer(json: DeliveryAnswer(delivery))
            },
            Route(.post, "/faults") { call, project, _ in
                var body = try object(call)
                let word = try body.text("webhooks")
                let calls = try body.text("calls")
                let count = try body.number("next") ?? 1
                try body.finish()
                guard (1...10_000).contains(count) else {
                    throw body.fault("next", "expected a count from 1 to 10,000")
                }
                guard (word == nil) != (calls == nil) else {
                    throw body.fault("", "expected one of webhooks and calls")
                }
                if let word {
                    guard let fault = FaultPlan.Webhook(rawValue: word) else {
                        let words = FaultPlan.Webhook.allCases.map(\.rawValue).joined(
                            separator: ", ")
                        throw body.fault(
                            "webhooks", "expected one of \(words), found \"\(word)\"")
                    }
                    project.faults.add(fault, next: count)
                } else {
                    guard calls == "fail" else {
                        throw body.fault("calls", "expected \"fail\", found \"\(calls ?? "")\"")
                    }
                    project.faults.failCalls(next: count)
                }
                return Answer(.noContent)
            },
            Route(.post, "/snapshot") { _, project, _ in
                try Answer(.created, json: SnapshotAnswer(sequence: try await project.snapshot()))
            },
        ]
    }
#endif
