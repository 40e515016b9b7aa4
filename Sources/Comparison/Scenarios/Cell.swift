// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// The cells of a line of a Markdown table, unescaped, without white space around them.
///
/// `\|` is a bar wherever it stands, whatever stands before it.
///
/// - Throws: ``Unreadable`` when the line is not framed by bars.
func cells(of line: String) throws(Unreadable) -> [String] {
    var cells: [String] = []
    var cell = ""
    var isEscaped = false
    for character in line.trimmed.dropFirst().unicodeScalars {
        if character == "|", isEscaped {
            cell.unicodeScalars.removeLast()
        } else if character == "|" {
            cells.append(cell.trimmed)
            cell = ""
            continue
        }
        cell.unicodeScalars.append(character)
        isEscaped = character == "\\"
    }
    guard cell.trimmed.isEmpty else {
        throw Unreadable(
            "a row of a table ends with \"|\", and a bar inside a cell is written \"\\|\"")
    }
    return cells
}

extension Expectation {
    /// Reads a cell; nil when it is empty.
    ///
    /// - Parameters:
    ///   - cell: The cell.
    ///   - ids: The labels of the scenario.
    /// - Returns: What the cell expects.
    /// - Throws: ``Unreadable``, with what stands there and what could.
    static func read(
        _ cell: String, ids: [UserID: String] = [:]
    ) throws(Unreadable) -> Expectation? {
        guard !cell.isEmpty else { return nil }
        let (first, parts) = try CellPart.split(cell, ids: ids)
        var expectation = try read(first: first, of: cell)
        for part in parts { try expectation.add(part) }
        return expectation
    }

    /// Reads what stands before the first semicolon.
    private static func read(first: String, of cell: String) throws(Unreadable) -> Expectation {
        guard !first.isEmpty else {
            return Expectation(text: cell, access: nil, outcome: nil, refusal: nil)
        }
        if first.hasPrefix("refused:") {
            let code = String(first.dropFirst("refused:".count)).trimmed
            guard let refusal = Refusal(rawValue: code) else {
                throw Unreadable("unknown refusal", code, known: Refusal.allCases.map(\.rawValue))
            }
            return Expectation(text: cell, access: nil, outcome: .refused, refusal: refusal)
        }
        var access = first
        var outcome: Outcome?
        if first.hasSuffix("]"), let bracket = first.lastIndex(of: "[") {
            let word = String(first[first.index(after: bracket)...].dropLast()).trimmed
            outcome = Outcome.allCases.first { $0.word == word }
            if outcome == nil {
                throw Unreadable("unknown outcome", word, known: Outcome.allCases.map(\.word))
            }
            access = String(first[..<bracket]).trimmed
        }
        return Expectation(
            text: cell, access: try entitlements(access), outcome: outcome, refusal: nil)
    }

    private static func entitlements(_ text: String) throws(Unreadable) -> [EntitlementID]? {
        if text.isEmpty { return nil }
        if text == "none" { return [] }
        var entitlements: [EntitlementID] = []
        for part in parts(text) {
            if part.hasPrefix("\"") {
                var reader = TokenReader(part)
                if let token = try reader.next(), reader.isAtEnd {
                    entitlements.append(EntitlementID(unchecked: token.text))
                    continue
                }
            } else if isBare(part.filter { $0 != ";" }) {
                entitlements.append(EntitlementID(unchecked: part))
                continue
            }
            throw Unreadable(
                "cannot read the cell \"\(text)\"; expected none, entitlements separated by "
                    + "commas, [outcome], or refused: code; and after a semicolon original:, "
                    + "aliases: or events:")
        }
        return Set(entitlements).sorted()
    }

    /// Whether an entitlement can stand in a cell without quotes.
    static func isBare(_ name: String) -> Bool {
        !name.isEmpty && name != "none" && !name.hasPrefix("refused:") && name == name.trimmed
            && !name.unicodeScalars.contains(";")
            && name.unicodeScalars.allSatisfy {
                $0.value >= 0x20 && !",[]\"".unicodeScalars.contains($0)
            }
    }
}

extension Character {
    var isBlank: Bool { self == " " || self == "\t" }
}

extension String {
    /// Without blanks and tabs at both ends.
    var trimmed: String {
        var text = self[...]
        while text.first?.isBlank == true { text.removeFirst() }
        while text.last?.isBlank == true { text.removeLast() }
        return String(text)
    }
}
