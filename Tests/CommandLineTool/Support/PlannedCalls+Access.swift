// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import Foundation

    // What a plan says of access, at the source and at the target.

    extension PlannedCalls {
        /// What a plan says of an ID at the target.
        struct Promise {
            /// What the import alone gives it.
            var kept: Set<String> = []
            /// What a finding is about.
            var explained: Set<String> = []
        }

        /// What it says of each ID at the target, those too that get nothing.
        func promises() throws -> [String: Promise] {
            var found: [String: Promise] = [:]
            for row in try rows(of: "ids.csv") {
                if let id = row["target_id"], !id.isEmpty { found[id] = Promise() }
            }
            for (id, names) in try expected() { found[id, default: Promise()].kept = names }
            for row in try rows(of: "access.csv") {
                guard let id = row["target_id"], !id.isEmpty else { continue }
                found[id, default: Promise()].explained.formUnion(lost(row))
            }
            for (id, names) in try named() {
                found[id, default: Promise()].explained.formUnion(names)
            }
            return found
        }

        /// What each ID of the target has by the import alone, as `access.csv` says.
        func expected() throws -> [String: Set<String>] {
            var found: [String: Set<String>] = [:]
            for row in try rows(of: "access.csv") {
                let kept = names(row["access"]).subtracting(lost(row))
                if let id = row["target_id"], !id.isEmpty, !kept.isEmpty {
                    found[id, default: []].formUnion(kept)
                }
            }
            return found
        }

        /// What each ID of the source has there.
        func accessBefore() throws -> [String: Set<String>] {
            try rows(of: "access.csv").reduce(into: [:]) { found, row in
                found[row["source_id"] ?? "", default: []].formUnion(names(row["access"]))
            }
        }

        /// Everything that somebody has access to at the source.
        func sought() throws -> Set<String> {
            try accessBefore().values.reduce(into: []) { $0.formUnion($1) }
        }

        /// The names that a row of `access.csv` has a reason for.
        private func lost(_ row: [String: String]) -> Set<String> {
            Set(names(row["explained"]).map { String($0.prefix { $0 != "=" }) })
        }

        /// The entitlements that the findings name, by the ID at the target.
        ///
        /// What stands behind them in a line can have commas.
        private func named() throws -> [String: Set<String>] {
            var found: [String: Set<String>] = [:]
            for line in try text(of: "findings.csv").split(separator: "\n").dropFirst() {
                let cells = line.split(separator: ",", omittingEmptySubsequences: false)
                guard cells.count > 5, !cells[3].isEmpty, !cells[5].isEmpty else { continue }
                found[String(cells[3]), default: []].formUnion(names(String(cells[5])))
            }
            return found
        }
    }
#endif
