// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymInput
import AllonymMappings

/// What is read and written, in words.
extension ExplainedRule {
    init(_ reader: FormatReader) {
        let known = reader.knownBy.map(\.description)
        let values = reader.knownValues.map(\.words)
        self.init(
            reader.id, when: "the file has \((known + values).joined(separator: ", "))",
            then: "read as \(reader.title)", reader.citation)
    }

    init(_ missing: MissingColumn, of reader: FormatReader) {
        let then =
            switch missing.meaning {
            case .refuse: "refused"
            case .decide: "a finding that needs a decision"
            }
        let unless = missing.standIn.map { ", unless the table of products has \($0.rawValue)" }
        self.init(
            missing.id, when: "a file of \(reader.id) lacks \(missing.column)",
            then: then + (unless ?? ""), missing.citation)
    }

    init(_ writer: FormatWriter) {
        var conditions = ["for each \(writer.subject.rawValue)"]
        conditions += writer.takes.map { "\($0.name) = \($1.joined(separator: " or "))" }.sorted()
        conditions += writer.needs.map { "with \($0.map(\.name).joined(separator: " or "))" }
        conditions += writer.future.map { "\($0.name) ahead" }
        conditions += writer.without.map { "without \($0.name)" }
        let place = "in \(writer.file), route \(writer.route.rawValue)"
        let then =
            switch writer.container {
            case .csv: "a row \(place)"
            case .lines: "a line \(place)"
            case .calls(let call): "\(call.method) \(call.host)\(call.path.text), \(place)"
            }
        self.init(
            writer.id, when: conditions.joined(separator: "; "),
            then: "\(writer.title): \(then)", writer.citation)
    }

    init(_ limit: ProviderFormats.Limit) {
        let most = limit.count.map { "\($0)" } ?? "no documented number"
        let seconds = limit.seconds.map { " in \($0.of("second"))" } ?? ""
        self.init(
            limit.id, when: limit.formats.joined(separator: ", "),
            then: "\(limit.subject.rawValue), \(limit.name): \(most)\(seconds)", limit.citation)
    }

    init(_ answer: ProviderFormats.Answer) {
        let code = answer.code.map { "\(answer.place ?? "") \($0)" }
        let known = [answer.status.map { "\($0)" }, code].compactMap { $0 }
        self.init(
            answer.id, when: answer.writers.joined(separator: ", "),
            then: "\(known.joined(separator: ", ")): \(answer.meaning.rawValue)", answer.citation)
    }

    /// A note; to be asked for, where it names somebody.
    init(_ note: ProviderFormats.Note, asking name: String?) {
        self.init(
            note.id, when: note.when.joined(separator: " or "),
            then: name.map { "ask \($0)" } ?? "know before you go back", note.citation)
    }

    /// What is read by the API, and what is not.
    static func rules(of export: ProviderExport) -> [ExplainedRule] {
        export.calls.map { call in
            let subject =
                switch call.subject {
                case .project: "once"
                case .customers: "for all customers"
                case .customer: "for each customer"
                }
            return ExplainedRule(
                call.id, when: subject, then: "GET \(export.host)\(call.path), in \(call.file)",
                call.citation)
        }
            + export.lacks.map { ExplainedRule($0.id, when: "", then: "not read", $0.citation) }
    }

    /// What IDs a customer can have.
    static func rules(of identity: ProviderFormats.Identity) -> [ExplainedRule] {
        let most = identity.mostCustomIDs.map { "at most \($0)" } ?? "any number"
        let anonymous = identity.takesAnonymousIDs ? "imported" : "not imported"
        let form = identity.minted.map { ", or made as \($0)" } ?? ""
        let exact =
            identity.isCaseExact ? "told apart by case" : "not known to be told apart by case"
        return [
            ExplainedRule(
                identity.customRule, when: "", then: "custom IDs: \(most)", identity.custom),
            ExplainedRule(
                identity.anonymousRule, when: "", then: "anonymous IDs: \(anonymous)\(form)",
                identity.anonymous),
            ExplainedRule(
                identity.caseRule, when: "", then: "IDs: \(exact)", identity.letterCase),
        ]
    }

    init(_ entry: BlocklistEntry) {
        let values =
            entry.values.isEmpty
            ? "a pattern" : entry.values.map { quoted($0) }.joined(separator: ", ")
        self.init(
            entry.id, when: "", then: "advice \(Advice.blockedElsewhere.rawValue): \(values)",
            entry.citation)
    }
}

extension FormatCondition {
    /// As `type = customer or alias`.
    fileprivate var words: String {
        "\(path) = \(values.map { $0 ?? "nothing" }.joined(separator: " or "))"
    }
}

extension FormatTemplate {
    /// As it stands in the file.
    fileprivate var text: String {
        pieces.map { piece in
            switch piece {
            case .verbatim(let text): text
            case .field(let field): "{\(field.name)}"
            }
        }.joined()
    }
}
