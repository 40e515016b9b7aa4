// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
public import AllonymMappings

/// What cannot be explained because there is no such thing.
public struct UnknownSubject: Error, Hashable, Sendable, CustomStringConvertible {
    /// A whole sentence, with what there is.
    public let description: String
}

/// Explains what providers do, from the mappings alone.
public struct Explanation {
    private let mappings: Mappings

    /// An explainer.
    public init(_ mappings: Mappings) { self.mappings = mappings }

    /// The providers, and the tables with what they are about.
    public func overview() -> Sheet {
        var sheet = Sheet()
        sheet.add(
            "Providers", ["Provider", "Rows", "Settings", "ID rules"],
            mappings.providers.map { provider in
                [
                    provider.key, "\(provider.rulebook.rows.count)",
                    provider.rulebook.settings.map(\.name).joined(separator: ", "),
                    "\(provider.identifierRules.count)",
                ]
            })
        sheet.add(
            "Tables", ["Table", "About"],
            Table.allCases.map { [$0.rawValue, meaning("tables", $0.rawValue)] }
                + [["settings", "The choices."], ["id", "Which user IDs are taken."]])
        return sheet
    }

    /// A provider, one of its tables, or one row.
    ///
    /// The path is `PROVIDER`, `PROVIDER.TABLE` or `PROVIDER.TABLE.ROW`; `id` and `settings` stand
    /// beside the tables.
    ///
    /// - Throws: ``UnknownSubject``, with what there is instead.
    public func subject(_ path: String) throws(UnknownSubject) -> Sheet {
        let (provider, table, row) = try parse(path)
        var sheet = Sheet()
        if row == nil, table != nil {
            // A setting of the table's name is shown with it.
            let setting = lines(of: provider, "settings").filter { $0.id == path.lowercased() }
            sheet.add(
                title(provider, "settings"), Explanation.heads, setting.map(\.cells))
        }
        for part in table.map({ [$0] }) ?? Explanation.parts {
            let lines = lines(of: provider, part).filter { row == nil || $0.id == row }
            sheet.add(
                title(provider, part), Explanation.heads, lines.map(\.cells))
        }
        if table ?? Table.tell.rawValue == Table.tell.rawValue, row == nil {
            sheet.add(
                "\(provider.name): events that no action here causes", ["Event", "Why"],
                provider.rulebook.untold.map { [$0.event, $0.why] })
        }
        if sheet.sections.isEmpty, let row {
            throw UnknownSubject(
                description: "There is no rule \"\(row)\"; see \"allonym explain "
                    + "\(provider.key).\(table ?? "")\".")
        }
        return sheet
    }

    /// Two providers, or the same table of two, side by side.
    ///
    /// - Throws: ``UnknownSubject``, with what there is instead.
    public func subjects(_ left: String, _ right: String) throws(UnknownSubject) -> Sheet {
        let paths = [left, right]
        let left = try parse(left)
        let right = try parse(right)
        let names = [left.provider.name, right.provider.name]
        let heads = names[0] == names[1] ? paths : names
        var sheet = Sheet()
        for part in Explanation.parts {
            guard left.table.map({ $0 == part }) ?? true, right.table.map({ $0 == part }) ?? true
            else { continue }
            let columns = [left, right].map { side in
                lines(of: side.provider, part).filter { side.row == nil || $0.id == side.row }
            }
            let count = columns.map(\.count).max() ?? 0
            let about = part == "id" ? "user IDs" : part
            sheet.add(
                about, heads,
                (0..<count).map { number in
                    columns.map { number < $0.count ? $0[number].paragraph : "" }
                })
        }
        guard !sheet.sections.isEmpty else {
            throw UnknownSubject(
                description: "Two different tables have nothing to be laid side by side; "
                    + "name the same table twice, or providers alone.")
        }
        return sheet
    }

    // MARK: - Finding

    private static let heads = ["Rule", "When", "Then", "Says", "From"]
    private static let parts = ["settings", "id"] + Table.allCases.map(\.rawValue)

    private typealias Subject = (provider: Provider, table: String?, row: String?)

    private func parse(_ path: String) throws(UnknownSubject) -> Subject {
        let words = path.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
            .map(String.init)
        guard let provider = mappings.provider(words[0]) else {
            let known = mappings.providers.map(\.key).joined(separator: ", ")
            throw UnknownSubject(
                description: "There is no provider \"\(words[0])\"; there are: \(known).")
        }
        guard words.count > 1 else { return (provider, nil, nil) }
        let table = words[1].lowercased()
        guard Explanation.parts.contains(table) else {
            if provider.rulebook.settings.contains(where: { $0.name == table }) {
                return (provider, "settings", "\(provider.key).\(table)")
            }
            let known = Explanation.parts.joined(separator: ", ")
            throw UnknownSubject(
                description: "\(provider.name) has no table \"\(words[1])\"; there are: \(known).")
        }
        return (provider, table, words.count > 2 ? "\(provider.key).\(table).\(words[2])" : nil)
    }

    private func title(_ provider: Provider, _ part: String) -> String {
        switch part {
        case "settings": "\(provider.name): settings, the default first"
        case "id": "\(provider.name): which user IDs are taken"
        default: "\(provider.name), \(part): \(meaning("tables", part))"
        }
    }

    private func meaning(_ list: String, _ word: String) -> String {
        mappings.neutral.words(of: list).first { $0.word == word }?.means ?? ""
    }

    private func lines(of provider: Provider, _ part: String) -> [ExplainedRule] {
        switch part {
        case "settings":
            provider.rulebook.settings.map { ExplainedRule($0, provider.key) }
        case "id":
            [ExplainedRule(provider.anonymous, provider.key)]
                + provider.identifierRules.map {
                    ExplainedRule($0, provider.anonymous, provider.key)
                }
        default:
            provider.rulebook.rows.filter { $0.table.rawValue == part }
                .map { ExplainedRule($0, provider.key) }
        }
    }
}
