// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The page of documentation that lays an SDK's public symbols beside its façade's.
struct APIPage {
    let provider: String
    let list: DocumentedAPI
    let comparison: APIComparison

    init(provider: String, list: DocumentedAPI, graph: SymbolGraph) {
        self.provider = provider
        self.list = list
        comparison = APIComparison(list, with: graph)
    }

    var text: String {
        let counts = DocumentedAPI.Status.allCases.map { status in
            list.symbols.filter { $0.status == status }.count
        }
        var lines = [
            "# The SDK's symbols and \(provider)Facade", "",
            "Every public symbol of the SDK, and what the façade has of it.", "",
            "## Overview", "",
            "The list is the vendor's: \(list.source), version \(list.version), read on \(list.checked). A test compares",
            "what is called the same with the compiled module: names, labels, types, defaults, raw values.",
        ]
        lines += expansion
        lines += [
            "",
            "| | symbols |", "|---|---:|",
            "| same | \(counts[0]) |", "| differs | \(counts[1]) |",
            "| inert: there, and does nothing | \(counts[2]) |", "| absent | \(counts[3]) |",
            "| total | \(list.symbols.count) |",
        ]
        lines += differing + inert + absent + same + own
        return lines.joined(separator: "\n") + "\n"
    }

    /// Why the total is more than the lines of the vendor's list.
    private var expansion: [String] {
        let count = list.symbols.count { $0.declaration.hasPrefix("enum ") && $0.swift != nil }
        guard count > 0 else { return [] }
        return [
            "",
            "The vendor's \(count) enumerations of C, a line each in its headers, are expanded to their cases: each",
            "case is counted as a symbol.",
        ]
    }

    private var differing: [String] {
        let rows = entries(.differs).map { entry in
            let here = comparison.here(entry).map { "`\(cell($0))`" }.joined(separator: "; ")
            return "| \(name(entry.symbol)) | \(here) | \(cell(entry.symbol.why ?? "")) |"
        }
        return section("What differs", ["| the SDK | here | why |", "|---|---|---|"], rows)
    }

    private var inert: [String] {
        section("Inert", [], byType(entries(.inert)))
    }

    private var absent: [String] {
        let entries = entries(.absent)
        var members: [String: Int] = [:]
        for entry in entries where entry.symbol.why == nil {
            members[entry.symbol.owner, default: 0] += 1
        }
        let rows = entries.compactMap { entry -> String? in
            guard let why = entry.symbol.why else { return nil }
            var name = name(entry.symbol)
            if let type = entry.declaredType {
                let count = members.filter { $0.key == type || $0.key.hasPrefix(type + ".") }
                    .reduce(0) { $0 + $1.value }
                if count > 0 { name += " and \(count) member\(count == 1 ? "" : "s")" }
            }
            return "| \(name) | \(cell(why)) |"
        }
        return section("What is missing", ["| the SDK | why it is not here |", "|---|---|"], rows)
    }

    private func entries(_ status: DocumentedAPI.Status) -> [APIComparison.Entry] {
        comparison.entries.filter { $0.symbol.status == status }
    }

    private var same: [String] {
        section("What is the same", [], byType(entries(.same)))
    }

    private var own: [String] {
        section(
            "What is ours",
            [
                "Public, and not in the vendor's list: what tests need, and members that a stand-in needs.",
                "",
            ],
            comparison.own.map { "- `\($0)`" })
    }

    /// A line for each type, in the order of the list, with its members' names.
    private func byType(_ entries: [APIComparison.Entry]) -> [String] {
        var order: [String] = []
        var members: [String: [String]] = [:]
        for entry in entries {
            let type = entry.declaredType ?? entry.symbol.owner
            if members[type] == nil { order.append(type) }
            let names = entry.symbol.severalCases ?? [entry.declaration.label]
            members[type, default: []] += entry.declaredType == nil ? names : []
        }
        return order.map { type in
            var seen: Set<String> = []
            let names = (members[type] ?? []).filter { seen.insert($0).inserted }
            let head = type.isEmpty ? "At the top of the module" : "`\(type)`"
            return "- \(head)" + (names.isEmpty ? "" : ": ")
                + names.map { "`\($0)`" }.joined(separator: ", ")
        }
    }

    private func section(_ title: String, _ head: [String], _ rows: [String]) -> [String] {
        rows.isEmpty ? [] : ["", "## \(title)", ""] + head + rows
    }

    private func name(_ symbol: DocumentedAPI.Symbol) -> String {
        let version = symbol.in.map { " (\($0))" } ?? ""
        let declaration = "`\(cell(symbol.swift ?? symbol.declaration))`"
        return (symbol.owner.isEmpty ? "" : "`\(symbol.owner)` ") + declaration + version
    }

    private func cell(_ text: String) -> String {
        text.replacingOccurrences(of: "|", with: "\\|").replacingOccurrences(of: "\n", with: " ")
    }
}

extension Declaration {
    /// The name with its labels, as documentation links write it: `logIn(_:completion:)`.
    var label: String {
        let name = name.isEmpty ? kind.split(separator: " ").last.map(String.init) ?? "" : name
        guard signature.first == "(" || signature.hasPrefix("?(") else { return name }
        var depth = 0
        var labels = ""
        var word = ""
        for character in signature {
            switch character {
            case "(", "[", "<":
                depth += 1
                if depth == 1 { word = "" }
            case ")", "]", ">":
                depth -= 1
                if depth == 0 { return "\(name)(\(labels))" }
            case ":" where depth == 1: labels += word.trimmingCharacters(in: .whitespaces) + ":"
            case "," where depth == 1: word = ""
            default: if depth == 1 { word.append(character) }
            }
        }
        return name
    }
}
