// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

extension Verification {
    /// What a verification has come to.
    package struct Outcome: Sendable {
        /// An ID that has at the target something else than before, and nothing explains it.
        package struct Row: Hashable, Sendable {
            /// The ID at the source; empty where the source has nobody of the target's ID.
            package let sourceID: String
            /// The ID at the target; empty where there is none.
            package let targetID: String
            /// What it had access to.
            package let before: [String]
            /// What it has access to after the import.
            package let after: [String]
            /// What it had, has no more, and what nothing explains.
            package let lost: [String]
            /// What it has and had not.
            package let gained: [String]
        }

        /// As many rows as are kept.
        package static let mostRows = 1000

        /// As many IDs as were compared: those of the source, and those that it does not know.
        package private(set) var ids = 0
        /// Those that have what they had.
        package private(set) var equal = 0
        /// Those that have less or more, and a finding says why.
        package private(set) var explained = 0
        /// For each code of a finding as many IDs as it explains; one ID may have several.
        package private(set) var codes: [String: Int] = [:]
        /// Those that have less or more, and nothing says why.
        package private(set) var unexplained = 0
        /// The first of them.
        package private(set) var rows: [Row] = []
        /// Whether a later run into the folder was interrupted, so that this is the plan before it.
        package let isToBeReplaced: Bool
        private let name: String

        init(name: String, isToBeReplaced: Bool) {
            (self.name, self.isToBeReplaced) = (name, isToBeReplaced)
        }

        /// Whether nothing is unexplained.
        package var holds: Bool { unexplained == 0 }

        /// Compares what one ID had and has; both lists have each name once.
        mutating func count(
            _ source: String, _ target: String, before: [String], after: [String],
            explained: [(name: String, code: String)]
        ) {
            ids += 1
            if before == after {
                equal += 1
                return
            }
            let missing = before.filter { !after.contains($0) }
            let more = after.filter { !before.contains($0) }
            func unexplained(_ names: [String]) -> [String] {
                names.filter { name in !explained.contains { $0.name == name } }
            }
            let (lost, gained) = (unexplained(missing), unexplained(more))
            guard !lost.isEmpty || !gained.isEmpty else {
                self.explained += 1
                let differs = missing + more
                let reasons = explained.filter { differs.contains($0.name) }.map(\.code)
                for code in Set(reasons) { codes[code, default: 0] += 1 }
                return
            }
            self.unexplained += 1
            guard rows.count < Outcome.mostRows else { return }
            rows.append(
                Row(
                    sourceID: source, targetID: target, before: before, after: after, lost: lost,
                    gained: gained))
        }
    }
}

extension Verification.Outcome {
    /// As many IDs as the terminal names.
    private static let mostNamed = 10

    /// The lines that matter, for the terminal.
    package var lines: [String] {
        var lines = [
            "\(ids) IDs: \(equal) have at \(name) what they had, \(explained) have less or more as "
                + "the report says, \(unexplained) are unexplained."
        ]
        for (code, count) in codes.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
            lines.append("explained, \(count) \u{00d7} \(code)")
        }
        for row in rows.prefix(Verification.Outcome.mostNamed) {
            var parts: [String] = []
            if !row.lost.isEmpty { parts.append("loses \(row.lost.joined(separator: ", "))") }
            if !row.gained.isEmpty {
                parts.append("gains \(row.gained.joined(separator: ", "))")
            }
            let source = row.sourceID.isEmpty ? "an ID that the source does not know" : row.sourceID
            let target = row.targetID.isEmpty ? "no ID" : row.targetID
            lines.append(
                "unexplained: \(source), as \(target), \(parts.joined(separator: " and "))")
        }
        let further = unexplained - min(rows.count, Verification.Outcome.mostNamed)
        if further > 0 { lines.append("unexplained: \(further) more.") }
        if isToBeReplaced {
            lines.append(
                "A later run into this folder was interrupted, and this is the plan before it: make "
                    + "the later one again, or remove \(OutputDirectory.unfinished).")
        }
        return lines
    }
}
