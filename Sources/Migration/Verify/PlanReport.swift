// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymInput
import Foundation

/// What is read back of the report of a finished plan, `report.json`.
struct PlanReport: Decodable {
    struct Stakes: Decodable {
        struct Share: Decodable {
            let customers: [String: Int]
        }

        let reasons: [String: Share]
    }

    struct Counts: Decodable {
        let records: [String: Int]
    }

    struct Written: Decodable {
        let writer: String
        let rows: Int
    }

    struct Found: Decodable {
        let code: String
        let severity: String
        let count: Int
    }

    let counts: Counts
    let findings: [Found]
    let stakes: Stakes
    let written: [Written]

    /// Reads the report.
    ///
    /// - Throws: ``BrokenPlan`` where it is missing, or is not the report of a plan.
    init(_ folder: PlanFolder) throws(BrokenPlan) {
        let bytes = try folder.bytes(of: "report.json").data
        guard let report = try? JSONDecoder().decode(Self.self, from: bytes) else {
            throw BrokenPlan("\(folder.path)/report.json", "it is not the report of a plan")
        }
        self = report
    }

    /// How many rows or calls each writer has written, by the writers' IDs.
    var rowsByWriter: [String: Int] {
        written.reduce(into: [:]) { $0[$1.writer, default: 0] += $1.rows }
    }
}
