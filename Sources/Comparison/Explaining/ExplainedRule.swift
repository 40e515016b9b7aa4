// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// One rule of any kind, in words.
struct ExplainedRule {
    let id: String
    let when: String
    let then: String
    let says: String
    let from: String

    init(_ id: String, when: String, then: String, _ citation: Citation) {
        self.id = id
        self.when = when
        self.then = then
        says = [citation.says, citation.note].compactMap { $0.map(ExplainedRule.sentence) }
            .joined(separator: " ")
        from =
            "\(citation.authority.rawValue), \(citation.checked): \(citation.source), "
            + citation.address
    }

    /// A text as a sentence: a title has no full stop of its own.
    private static func sentence(_ text: String) -> String {
        text.last.map { $0.isLetter || $0.isNumber } == true ? text + "." : text
    }

    /// The cells of a row.
    var cells: [String] { [id, when, then, says, from] }

    /// All of it as one paragraph.
    var paragraph: String {
        let condition = when.isEmpty ? "" : "\(when): "
        return "\(id)\n\(condition)\(then)\n\(says)\n\(from)\n"
    }

    init(_ row: Row, _ key: String) {
        var then = row.effect.rawValue
        if let refusal = row.refusal { then += " \(refusal.rawValue)" }
        if row.effect == .alias { then += ", original of the \(row.original.rawValue)" }
        if row.givesToOwner { then += ", new purchases to the owner" }
        switch row.answering {
        case .some: break
        case .last: then += ", the last result is the answer"
        case .any: then += ", refused where any is"
        }
        if !row.notices.isEmpty {
            then += ": " + row.notices.map(\.description).joined(separator: ", ")
        }
        let facts = row.table.facts.compactMap { fact in
            row.conditions[fact].map { values in
                "\(fact.rawValue) = \(values.map(\.word).joined(separator: " or "))"
            }
        }
        self.init(
            row.id, when: (facts + settings(row.settings, key)).joined(separator: "; "),
            then: then, row.citation)
    }

    init(_ setting: Setting, _ key: String) {
        let override = setting.override.map { override in
            let conditions = settings(override.conditions, key).joined(separator: "; ")
            return "in the place of \(key).\(override.setting), with \(conditions)"
        }
        self.init(
            "\(key).\(setting.name)", when: override ?? "",
            then: setting.values.joined(separator: ", "), setting.citation)
    }

    init(_ form: AnonymousForm, _ key: String) {
        self.init("\(key).id.anonymous", when: "", then: form.template, form.citation)
    }

    init(_ rule: IdentifierRule, _ anonymous: AnonymousForm, _ key: String) {
        let meaning = rule.kind.meaning(anonymous)
        let then = meaning?.explanation(quoted: quoted) ?? "trims a log-in's ID"
        self.init(
            rule.id, when: settings(rule.settings, key).joined(separator: "; "), then: then,
            rule.citation)
    }
}

extension Notice {
    /// The event, whom it is about, and what is sent in its place of a free trial:
    /// `TRANSFER (former to owner, once)`.
    fileprivate var description: String {
        var about = from.map { "\($0.rawValue) to \(to.rawValue)" } ?? "to the \(to.rawValue)"
        if isOnce { about += ", once" }
        switch ahead {
        case .once: about += ", already when it is set ahead"
        case .only: about += ", only when it is set ahead"
        case nil: break
        }
        for (moment, names) in [
            ("in a free trial", trial), ("first payment after a free trial", conversion),
        ] {
            guard let names else { continue }
            about += "; \(moment): " + (names.isEmpty ? "none" : names.joined(separator: " and "))
        }
        return "\(event) (\(about))"
    }
}

private func settings(_ settings: [String: [String]], _ key: String) -> [String] {
    settings.sorted { $0.key < $1.key }.map { name, values in
        "\(key).\(name) = \(values.joined(separator: " or "))"
    }
}
