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

/// Explains every name that the tool prints, from the mappings alone: rules, settings, what is read
/// and written, limits, findings, reasons.
public struct Explanation {
    let mappings: Mappings
    let sides: [ExplainedSide]
    let words: WordList

    static let heads = ["Rule", "When", "Then", "Says", "From"]

    /// An explainer.
    public init(_ mappings: Mappings) {
        self.mappings = mappings
        sides = ExplainedSide.all(mappings)
        words = WordList(mappings)
    }

    /// The providers, the parts with what they are about, and what else can be asked for.
    public func overview() -> Sheet {
        var sheet = Sheet()
        sheet.add(
            "Providers", ["Provider", "Rows", "Settings", "ID rules", "Readers", "Writers"],
            sides.map { side in
                [
                    side.key, "\(side.provider?.rulebook.rows.count ?? 0)",
                    side.provider?.rulebook.settings.map(\.name).joined(separator: ", ") ?? "",
                    "\(side.provider?.identifierRules.count ?? 0)",
                    "\(side.lines("readers").count)", "\(side.lines("writers").count)",
                ]
            })
        sheet.add("Parts", ["Part", "About"], ExplainedSide.parts.map { [$0, about($0)] })
        sheet.add(
            "Also", ["Subject", "About"],
            [
                ["findings", "What a migration plan finds; or one code, such as missing-receipt."],
                [
                    "revenuecat.operations.errors",
                    "What a REST API answers when it refuses; .limits says how often it can be called.",
                ],
                ["schemas", "The JSON Schemas of everything that is written as JSON."],
                ["scan.kind", "A rule of Allonym's own, as reports name it."],
                [
                    "too-long",
                    "A reason, an advice, a refusal, an outcome or another neutral word.",
                ],
                ["gained", "A word of a report: of a plan, a rehearsal, a check, a search."],
                ["outcomes", "A list of such words."],
                ["transfer-if-inactive", "A value of a setting or a fact, or a format of IDs."],
            ])
        return sheet
    }

    /// A provider, one of its parts, one rule; or a part, a finding, a word of any provider.
    ///
    /// A path is `PROVIDER`, `PROVIDER.PART` or the ID of a rule; the parts are the tables of the
    /// rulebook and those of the formats. What is no provider's is found by its name alone, and a part
    /// or a setting without a provider is shown of each that has it.
    ///
    /// - Throws: ``UnknownSubject``, with the names that are nearest.
    public func subject(_ path: String) throws(UnknownSubject) -> Sheet {
        let name = path.lowercased()
        var sheet = Sheet()
        if let (side, rest) = parse(name) {
            add(side.selection(rest), of: side, to: &sheet)
            if rest == nil || rest == Table.tell.rawValue {
                sheet.add(
                    "\(side.name): events that no action here causes", ["Event", "Why"],
                    (side.provider?.rulebook.untold ?? []).map { [$0.event, $0.why] })
            }
            if let rest { addOperations(rest, of: side, to: &sheet) }
            if let rest, sheet.sections.isEmpty { addRemainder(rest, of: side, to: &sheet) }
        } else {
            add(name, to: &sheet)
        }
        guard !sheet.sections.isEmpty else { throw unknown(path) }
        return sheet
    }

    /// Two providers, or the same part of two, side by side.
    ///
    /// - Throws: ``UnknownSubject``, with what there is instead.
    public func subjects(_ left: String, _ right: String) throws(UnknownSubject) -> Sheet {
        let paths = [left, right]
        var names: [String] = []
        var columns: [[String: [ExplainedRule]]] = []
        for path in paths {
            guard let (side, rest) = parse(path.lowercased()) else { throw unknown(path) }
            let selection = side.selection(rest)
            guard !selection.isEmpty else { throw unknown(path) }
            names.append(side.name)
            columns.append(selection)
        }
        let heads = names[0] == names[1] ? paths : names
        var sheet = Sheet()
        for part in ExplainedSide.parts {
            guard let left = columns[0][part], let right = columns[1][part] else { continue }
            let sides = [left, right]
            sheet.add(
                part == "id" ? "user IDs" : part, heads,
                (0..<max(left.count, right.count)).map { number in
                    sides.map { number < $0.count ? $0[number].paragraph : "" }
                })
        }
        guard !sheet.sections.isEmpty else {
            throw UnknownSubject(
                description: "\(left), \(right): two different tables cannot be laid side by side; "
                    + "name the same table twice, or providers alone")
        }
        return sheet
    }

    // MARK: - Finding

    /// The provider that a path begins with, and the rest of it; nil where it begins with none.
    private func parse(_ path: String) -> (side: ExplainedSide, rest: String?)? {
        let words = path.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let side = sides.first(where: { $0.key == words[0] }) else { return nil }
        return (side, words.count > 1 ? String(words[1]) : nil)
    }

    /// Adds rules in the order of the parts.
    func add(
        _ selection: [String: [ExplainedRule]], of side: ExplainedSide, to sheet: inout Sheet
    ) {
        for part in ExplainedSide.parts {
            sheet.add(
                title(side, part), Explanation.heads, (selection[part] ?? []).map(\.cells))
        }
    }

    /// What has the form of a rule's ID and is none: a verdict on IDs, a call, a name of the
    /// vocabulary.
    private func addRemainder(_ rest: String, of side: ExplainedSide, to sheet: inout Sheet) {
        if rest == "identifiers" {
            let part = side.provider == nil ? "identity" : "id"
            sheet.add(
                "\(side.key).identifiers: all rules about user IDs accept it", Explanation.heads,
                side.lines(part).map(\.cells))
        }
        if let writer = side.writer(ofCall: rest) {
            sheet.add("A call of \(writer.id)", Explanation.heads, [writer.cells])
        }
        let entry = mappings.vocabularies[side.key]?.entries.first {
            $0.id == "\(side.key).\(rest)"
        }
        if let entry {
            sheet.add(
                "\(entry.word) (\(entry.list)): what providers call it", WordList.heads,
                words.rows(of: entry.list, entry.word))
        }
    }

    private func unknown(_ path: String) -> UnknownSubject {
        let near = NearestNames(path, among: names).names
        let all = parse(path.lowercased()).map { " \($0.side.key)" } ?? ""
        let known = "allonym explain\(all) shows what there is"
        return UnknownSubject(
            description: "subject \"\(path)\": unknown; "
                + (UnknownName.question(near) ?? known))
    }

    private func title(_ side: ExplainedSide, _ part: String) -> String {
        switch part {
        case "settings": "\(side.name): settings, the default first"
        case "id": "\(side.name): which user IDs are taken"
        case "operations":
            "\(side.name): REST operations, \(side.operations?.coverage().words ?? "none")"
        default: "\(side.name), \(part): \(about(part))"
        }
    }

    private func about(_ part: String) -> String {
        switch part {
        case "settings": "The choices."
        case "id": "Which user IDs are taken."
        default:
            ExplainedSide.formatParts.first { $0.name == part }?.about
                ?? mappings.neutral.words(of: "tables").first { $0.word == part }?.means ?? ""
        }
    }
}
