// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Whether a plan gives each ID what it had, but for what its report explains.
public struct VerificationReport: Sendable {
    /// An ID that has at the target something else than before, and nothing explains it.
    public struct Row: Hashable, Sendable {
        /// The ID at the source; empty where the source has nobody of the target's ID.
        public let sourceID: String
        /// The ID at the target; empty where there is none.
        public let targetID: String
        /// What it had access to.
        public let before: [String]
        /// What it has access to after the import.
        public let after: [String]
        /// What it had, has no more, and what nothing explains.
        public let lost: [String]
        /// What it has and had not.
        public let gained: [String]
        /// Why the plan itself is not as its inputs say; nil where it is.
        public internal(set) var objection: String?
    }

    /// As many rows as are kept.
    public static let mostRows = 1000

    /// The customers who have access to anything, each under the worst that becomes of it.
    public private(set) var customers = Stakes.Outcomes()
    /// The customers who lose access, and nothing says why.
    public private(set) var unexplainedCustomers = 0
    /// As many IDs as were compared: those of the source, and those that it does not know.
    public private(set) var ids = 0
    /// Those that have what they had.
    public private(set) var equal = 0
    /// Those that have less or more, and a finding says why.
    public private(set) var explained = 0
    /// For each code of a finding as many IDs as it explains; one ID may have several.
    public private(set) var codes: [String: Int] = [:]
    /// Those that have less or more, and nothing says why.
    public private(set) var unexplained = 0
    /// The first of them.
    public private(set) var rows: [Row] = []
    /// As many IDs as were read again from the inputs; nil where these could not be.
    public private(set) var readAgain: Int?
    /// As many of these as the plan says something else of.
    public private(set) var objections = 0
    /// As many of these as the documents leave open, at least in part.
    public private(set) var open = 0
    /// As many of these as rejected records alone name, so that nothing is compared with them.
    public private(set) var readInRejected = 0
    /// As many of these as are of customers whom the plan is not for.
    public private(set) var readOutside = 0
    /// As many records as the plan has rejected.
    public internal(set) var rejected = 0
    /// The names in rows and calls that the plan's tables do not have.
    public internal(set) var unknownNames: [UnknownName] = []
    /// Why the inputs could not be read again.
    public private(set) var notes: [String] = []
    /// Whether a later run into the folder was interrupted, so that this is the plan before it.
    public let isToBeReplaced: Bool
    private let name: String

    package init(name: String, isToBeReplaced: Bool) {
        (self.name, self.isToBeReplaced) = (name, isToBeReplaced)
    }

    /// Whether nothing is unexplained, and every name is known.
    public var holds: Bool { unexplained == 0 && unknownNames.isEmpty }

    /// Compares what one ID had and has; both lists have each name once.
    package mutating func count(
        _ source: String, _ target: String, before: [String], after: [String],
        explained: [(name: String, code: String)], objection: String? = nil
    ) {
        ids += 1
        if objection != nil { objections += 1 }
        if before == after, objection == nil {
            equal += 1
            return
        }
        let missing = before.filter { !after.contains($0) }
        let more = after.filter { !before.contains($0) }
        func unexplained(_ names: [String]) -> [String] {
            names.filter { name in !explained.contains { $0.name == name } }
        }
        let (lost, gained) = (unexplained(missing), unexplained(more))
        guard !lost.isEmpty || !gained.isEmpty || objection != nil else {
            self.explained += 1
            let differs = missing + more
            let reasons = explained.filter { differs.contains($0.name) }.map(\.code)
            for code in Set(reasons) { codes[code, default: 0] += 1 }
            return
        }
        self.unexplained += 1
        guard rows.count < VerificationReport.mostRows else { return }
        rows.append(
            Row(
                sourceID: source, targetID: target, before: before, after: after, lost: lost,
                gained: gained, objection: objection))
    }

    /// Takes down what becomes of the customers.
    mutating func note(_ check: CustomerCheck) {
        (customers, unexplainedCustomers) = (check.customers, check.unexplained)
    }

    /// Takes down what has come of reading the inputs again.
    mutating func note(_ second: SecondCheck) {
        (notes, open) = (second.notes, second.open)
        guard second.isTaken else { return }
        readAgain = second.count
        (readInRejected, readOutside) = (second.inRejected, second.outside)
    }
}

extension VerificationReport {
    /// How many records the plan has rejected, in sentences; nil where it has rejected none.
    private var rejections: String? {
        guard rejected > 0 else { return nil }
        return "The plan has rejected \(rejected.of("record")); access that "
            + "\(rejected == 1 ? "it gives" : "they give") is not counted here. See "
            + "\(RejectedRecords.name)."
    }

    /// As many IDs as the terminal names.
    private static let mostNamed = 10

    /// The lines that matter, for the terminal.
    public var lines: [String] {
        let withAccess = customers.all + unexplainedCustomers
        func see(_ count: Int) -> String { "\(count.grouped) \(count == 1 ? "sees" : "see")" }
        var lines = [
            "\(withAccess.of("customer")) \(withAccess == 1 ? "has" : "have") access today. At \(name) "
                + customers.says(unexplained: unexplainedCustomers) + ".",
            "\(ids.of("ID")) \(ids == 1 ? "was" : "were") compared: \(see(equal)) the same, "
                + "\(see(explained)) less or more for a reason that the plan gives, "
                + "\(unexplained.grouped) without one.",
        ]
        if let rejections { lines.insert(rejections, at: 1) }
        for (code, count) in codes.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
            lines.append("  \(count.of("ID")): \(code)")
        }
        if codes.values.reduce(0, +) > explained {
            lines.append("  An ID can have several reasons, and counts under each of them.")
        }
        if let readAgain {
            lines.append(
                "\(readAgain.of("ID")) \(readAgain == 1 ? "was" : "were") read again from the inputs: "
                    + "\(objections.grouped) \(objections == 1 ? "differs" : "differ")."
                    + (open == 0
                        ? ""
                        : " For \(open.grouped) of them the files and the provider's documents do "
                            + "not settle whether there is more access than they state; nothing "
                            + "needs to be done."))
            if readInRejected > 0 {
                lines.append(
                    "  \(readInRejected.of("ID")) of these: in rejected records alone, so there is "
                        + "nothing to compare.")
            }
            if readOutside > 0 {
                lines.append(
                    "  \(readOutside.of("ID")) of these: of customers whom this plan is not for.")
            }
        }
        lines += notes.map(ShownText.escaped)
        for row in rows.prefix(VerificationReport.mostNamed) {
            var parts: [String] = []
            if !row.lost.isEmpty { parts.append("loses \(row.lost.joined(separator: ", "))") }
            if !row.gained.isEmpty {
                parts.append("gains \(row.gained.joined(separator: ", "))")
            }
            if let objection = row.objection { parts.append(objection) }
            let source = row.sourceID.isEmpty ? "an ID that the source does not know" : row.sourceID
            let target =
                row.targetID.isEmpty ? "without an ID at the target" : "as \(row.targetID)"
            lines.append(
                ShownText.escaped(
                    "unexplained: \(source), \(target), \(parts.joined(separator: " and "))"))
        }
        let further = unexplained - min(rows.count, VerificationReport.mostNamed)
        if further > 0 { lines.append("unexplained: \(further) more.") }
        lines += unknownNames.map(\.description)
        if isToBeReplaced {
            lines.append(
                "A later run into this folder was interrupted, and this is the plan before it: make "
                    + "the later one again, or remove \(OutputDirectory.unfinished).")
        }
        return lines
    }
}
