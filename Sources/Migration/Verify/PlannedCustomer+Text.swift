// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension PlannedCustomer {
    /// What the plan says, for a terminal.
    package var text: String {
        var lines = [number == 0 ? "Nobody is said to hold this:" : "Customer \(number)"]
        add("IDs", ids, to: &lines) { row in
            let target =
                row["target_id"].map { " becomes \(ShownText.word($0))" }
                ?? " has no ID at the target"
            return ShownText.word(row["source_id"] ?? "") + target
                + ": \(row["change"] ?? "") (\(row["rule"] ?? ""))"
        }
        let isWhole = access.allSatisfy { $0["explained"] == nil }
        let title =
            "Access today" + (isWhole ? "" : ", and why the import alone does not give all of it")
        add(title, access, to: &lines) { row in
            let names = AccessNames.names(row["access"] ?? "").joined(separator: ", ")
            let reasons = AccessNames.explanations(row["explained"] ?? "")
                .map { "\($0.name): \($0.code)" }
            let id = ShownText.word(row["source_id"] ?? "")
            if names.isEmpty, reasons.isEmpty { return "\(id) has nothing" }
            return "\(id) has \(names.isEmpty ? "nothing" : names); "
                + (reasons.isEmpty ? "the import gives all of it" : reasons.joined(separator: ", "))
        }
        add("Purchases", purchases, to: &lines) { row in
            let what = ["product", "store", "transaction", "state"].compactMap { row[$0] }
            let ends = row["ends"].map { " until \($0)" } ?? ""
            let change = row["change"] ?? ""
            let code = row["code"].map { " (\($0))" } ?? ""
            let goes = [Disposition.kept, .changed].contains { $0.rawValue == change }
            let holder = goes ? row["target_id"].map { ", goes to \(ShownText.word($0))" } : nil
            return "\(what.joined(separator: " "))\(ends): \(change)\(code)\(holder ?? "")"
        }
        add("Decisions, and what to do", findings, to: &lines) { row in
            let what = [row["product"], row["entitlement"], row["transaction"]].compactMap { $0 }
            return "\(row["severity"] ?? ""), \(row["code"] ?? "") (\(row["rule"] ?? "")): "
                + ((what.first ?? row["source_id"]).map(ShownText.word) ?? "")
                + ". \(row["action"] ?? "")"
        }
        for (file, rows) in written {
            lines.append("Written to \(file)")
            lines += rows.map { "  " + ShownText.escaped($0) }
        }
        if !undone.isEmpty {
            lines.append("Taken back by undo.jsonl")
            lines += undone.map { "  " + ShownText.escaped($0) }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func add(
        _ title: String, _ rows: [Row], to lines: inout [String], _ says: (Row) -> String
    ) {
        guard !rows.isEmpty else { return }
        lines.append(title)
        lines += rows.map { "  " + ShownText.escaped(says($0)) }
    }
}

extension PlannedCustomer: Encodable {
    private enum CodingKeys: String, CodingKey {
        case customer, ids, purchases, access, findings, written, undo
    }

    /// Encodes the rows by their columns.
    package func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(number, forKey: .customer)
        try members.encode(ids, forKey: .ids)
        try members.encode(purchases, forKey: .purchases)
        try members.encode(access, forKey: .access)
        try members.encode(findings, forKey: .findings)
        try members.encode(
            Dictionary(written.map { ($0.file, $0.lines) }, uniquingKeysWith: { $1 }),
            forKey: .written)
        try members.encode(undone, forKey: .undo)
    }
}
