// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension PlannedCustomer {
    /// What the plan says, for a terminal.
    ///
    /// - Parameter width: How long a line may be; a row that is longer has its cells or members on
    ///   lines of their own. Nil leaves all rows as they stand in their files.
    /// - Returns: The lines.
    package func text(to width: Int? = nil) -> String {
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
            lines += rows.flatMap { shown($0, under: heads[file], to: width) }
        }
        if !undone.isEmpty {
            lines.append("Taken back by undo.jsonl")
            lines += undone.flatMap { shown($0, under: nil, to: width) }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// A row of a file, as one line or as several.
    private func shown(_ row: String, under head: String?, to width: Int?) -> [String] {
        var parts = [row]
        if let width, row.count + 2 > width {
            parts = head.flatMap { cells(of: row, under: $0) } ?? members(of: row) ?? parts
        }
        return parts.map { "  " + ShownText.escaped($0) }
    }

    /// The cells of a row that hold something, each with its name; nil where they are not as the head
    /// of their table says.
    private func cells(of row: String, under head: String) -> [String]? {
        // The target decides what stands between the cells.
        let delimiter = UInt8(ascii: head.contains(";") ? ";" : ",")
        let lines = [head, row].map { line in
            let bytes = Array(line.utf8)
            var tokenizer = CSVTokenizer(
                delimiter: delimiter, from: 0, to: bytes.count, isLast: true)
            var cells = CSVCells()
            return tokenizer.next(in: bytes.span, &cells) && cells.isSound ? cells.texts : []
        }
        let (names, cells) = (lines[0], lines[1])
        guard names.count == cells.count else { return nil }
        let longest = names.map(\.count).max() ?? 0
        return zip(names, cells).filter { !$1.isEmpty }.map { name, cell in
            name + String(repeating: " ", count: longest - name.count + 2) + cell
        }
    }

    /// The lines of a JSON object that is laid out; nil where it is none.
    private func members(of row: String) -> [String]? {
        guard let object = try? JSONSerialization.jsonObject(with: Data(row.utf8)),
            let text = try? JSONDocument.text(ofMembers: object)
        else { return nil }
        return text.split(separator: "\n").map(String.init)
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
