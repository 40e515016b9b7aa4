// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension DocumentedAPI {
    /// The list after a new reading of the vendor's symbols.
    ///
    /// What is known of a symbol stays. A new one is `same` if the façade has it, and else `absent`
    /// without a reason, which is a fault until somebody writes one. What the table does not have is
    /// left out.
    ///
    /// - Parameters:
    ///   - table: Lines of `type`, `declaration` and a note, separated by tabs, after a line of
    ///     heads.
    ///   - graph: The façade's symbols.
    /// - Returns: The new list.
    func merged(with table: String, graph: SymbolGraph) -> DocumentedAPI {
        struct Key: Hashable {
            let type: String
            let declaration: String
        }
        let known = Dictionary(
            symbols.map { (Key(type: $0.type, declaration: $0.declaration), $0) },
            uniquingKeysWith: { first, _ in first })
        var seen: Set<Key> = []
        var merged = self
        merged.symbols = DocumentedAPI.symbols(in: table).compactMap { symbol in
            let key = Key(type: symbol.type, declaration: symbol.declaration)
            guard seen.insert(key).inserted else { return nil }
            return known[key] ?? symbol
        }
        return merged.withDeclared(by: graph)
    }

    /// The symbols of a table, all absent; each case of an Objective-C enumeration is one of its own.
    static func symbols(in table: String) -> [Symbol] {
        table.split(separator: "\n").dropFirst().flatMap { line -> [Symbol] in
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard cells.count >= 2 else { return [] }
            let declaration = String(cells[1])
            return ObjectiveCEnumeration(declaration)?.symbols
                ?? [Symbol(type: String(cells[0]), declaration: declaration, status: .absent)]
        }
    }

    /// The list, in which a symbol that was absent without a reason and is there is the same, or
    /// inert if its comment says so.
    func withDeclared(by graph: SymbolGraph) -> DocumentedAPI {
        let comparison = APIComparison(self, with: graph)
        var list = self
        for (index, entry) in comparison.entries.enumerated()
        where entry.symbol.status == .absent && entry.symbol.why == nil
            && comparison.isDeclared(entry)
        {
            list.symbols[index].status = comparison.doesNothing(entry) ? .inert : .same
        }
        return list
    }
}
