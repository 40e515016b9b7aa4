// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// What can stand in a cell after a semicolon.
enum CellPart {
    case original([NamedID])
    case aliases([NamedID])
    case events([String])

    private static let words = ["original", "aliases", "events"]

    /// Takes a cell apart: what stands before the first of the parts, and the parts.
    ///
    /// A semicolon belongs to what stands before it unless a word and a colon follow, so that an
    /// entitlement may have one in its name.
    ///
    /// - Parameters:
    ///   - cell: The cell.
    ///   - ids: The labels of the scenario.
    /// - Returns: The access or outcome that stands first, and the parts after it.
    /// - Throws: ``Unreadable`` for a part that is none.
    static func split(
        _ cell: String, ids: [UserID: String]
    ) throws(Unreadable) -> (first: String, parts: [CellPart]) {
        var pieces: [String] = []
        for piece in self.pieces(of: cell) {
            if pieces.isEmpty || word(before: piece) != nil {
                pieces.append(piece)
            } else {
                pieces[pieces.count - 1] += ";" + piece
            }
        }
        var parts: [CellPart] = []
        for piece in pieces.dropFirst() {
            let word = word(before: piece) ?? ""
            let value = String(piece.trimmed.dropFirst(word.count)).trimmed.dropFirst()
            switch word {
            case "original":
                let named = try named(value, word, ids)
                guard named.count < 2 else {
                    throw Unreadable("expected one ID or none after \"original:\"")
                }
                parts.append(.original(named))
            case "aliases": parts.append(.aliases(try named(value, word, ids)))
            case "events": parts.append(.events(try names(value)))
            default: throw Unreadable("unknown part of a cell", word, known: words)
            }
        }
        return (first: pieces[0].trimmed, parts: parts)
    }

    /// The pieces between semicolons that stand outside of quotes.
    private static func pieces(of cell: String) -> [String] {
        var pieces = [""]
        var isQuoted = false
        var isEscaped = false
        for scalar in cell.unicodeScalars {
            if scalar == ";", !isQuoted {
                pieces.append("")
                continue
            }
            if scalar == "\"", !isEscaped { isQuoted.toggle() }
            isEscaped = isQuoted && scalar == "\\" && !isEscaped
            pieces[pieces.count - 1].unicodeScalars.append(scalar)
        }
        return pieces
    }

    /// The word that a piece begins with, where a colon follows it.
    private static func word(before piece: String) -> String? {
        let piece = piece.trimmed
        let word = piece.prefix { $0.isLetter }
        guard !word.isEmpty, piece[word.endIndex...].trimmedStart.first == ":" else { return nil }
        return String(word)
    }

    private static func named(
        _ value: Substring, _ word: String, _ ids: [UserID: String]
    ) throws(Unreadable) -> [NamedID] {
        if String(value).trimmed == "none" { return [] }
        var named: [NamedID] = []
        for part in AllonymComparison.parts(value) {
            var reader = TokenReader(part)
            guard let id = try reader.nextID(ids), reader.isAtEnd else {
                throw Unreadable("expected IDs separated by commas, or none, after \"\(word):\"")
            }
            named.append(id)
        }
        return named
    }

    private static func names(_ value: Substring) throws(Unreadable) -> [String] {
        if String(value).trimmed == "none" { return [] }
        let names = AllonymComparison.parts(value)
        guard names.allSatisfy({ !$0.isEmpty && !$0.contains(where: \.isBlank) }) else {
            throw Unreadable("expected names of events separated by commas, or none")
        }
        return names
    }
}

extension Substring {
    /// Without blanks and tabs at its start.
    fileprivate var trimmedStart: Substring { drop(while: \.isBlank) }
}
