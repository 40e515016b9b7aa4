// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings

/// Everything that the mappings say of one provider, or of the neutral format, in parts.
struct ExplainedSide {
    /// The key that its IDs begin with.
    let key: String
    /// The name as the provider writes it.
    let name: String
    /// Nil for the neutral format, which does nothing.
    let provider: Provider?
    private let formats: ProviderFormats?
    /// Nil where no operations are known.
    let operations: Operations?
    private let lines: [String: [ExplainedRule]]

    /// The parts, in the order in which they are shown.
    static let parts =
        ["settings", "id"] + Table.allCases.map(\.rawValue) + formatParts.map(\.name)

    /// What is said of files, calls, REST operations and webhooks.
    static let formatParts = [
        (name: "identity", about: "How many IDs, and which, one customer can have."),
        (name: "readers", about: "The files that can be read."),
        (name: "writers", about: "The files and calls that can be written."),
        (name: "limits", about: "How much, how often or how long something works."),
        (name: "answers", about: "What answers mean when the calls of a plan are made."),
        (name: "support", about: "What to ask the provider's support for."),
        (name: "rollback", about: "What is documented about going back."),
        (name: "export", about: "The calls that read customers, and what they do not give."),
        (name: "operations", about: "The published REST operations, and which a server answers."),
        (name: "webhooks", about: "How webhooks are delivered: tries, order, headers, signatures."),
    ]

    private init(
        key: String, name: String, provider: Provider?, formats: ProviderFormats?,
        operations: Operations?, webhooks: DeliveryProfile?
    ) {
        (self.key, self.name, self.provider, self.formats) = (key, name, provider, formats)
        self.operations = operations
        lines = Dictionary(
            uniqueKeysWithValues: ExplainedSide.parts.map { part in
                let lines =
                    switch part {
                    case "operations":
                        operations.map { known in
                            known.apis.map { ExplainedRule($0, of: known, key) }
                        } ?? []
                    case "webhooks": webhooks.map { ExplainedRule.rules(of: $0, key) } ?? []
                    default: ExplainedSide.lines(part, key: key, name: name, provider, formats)
                    }
                return (part, lines)
            })
    }

    /// All providers, and the neutral format where the mappings have one.
    static func all(_ mappings: Mappings) -> [ExplainedSide] {
        let providers = mappings.providers.map {
            ExplainedSide(
                key: $0.key, name: $0.name, provider: $0, formats: mappings.formats[$0.key],
                operations: mappings.operations[$0.key],
                webhooks: mappings.deliveryProfiles[$0.key])
        }
        guard let neutral = mappings.neutralFormats else { return providers }
        return providers + [
            ExplainedSide(
                key: "neutral", name: "Neutral format", provider: nil, formats: neutral,
                operations: nil, webhooks: nil)
        ]
    }

    /// The rules of a part.
    func lines(_ part: String) -> [ExplainedRule] { lines[part] ?? [] }

    private static func lines(
        _ part: String, key: String, name: String, _ provider: Provider?,
        _ formats: ProviderFormats?
    ) -> [ExplainedRule] {
        switch part {
        case "settings":
            return provider?.rulebook.settings.map { ExplainedRule($0, key) } ?? []
        case "id":
            guard let provider else { return [] }
            return [ExplainedRule(provider.anonymous, key)]
                + provider.identifierRules.map { ExplainedRule($0, provider.anonymous, key) }
        case "identity":
            // A row of the rulebook that says so is shown with its table.
            return formats.map { ExplainedRule.rules(of: $0.identity) }?
                .filter { $0.id.hasPrefix("\(key).identity.") } ?? []
        case "readers":
            return (formats?.readers ?? []).flatMap { reader in
                [ExplainedRule(reader)] + reader.lacking.map { ExplainedRule($0, of: reader) }
            }
        case "writers": return formats?.writers.map { ExplainedRule($0) } ?? []
        case "limits": return formats?.limits.map { ExplainedRule($0) } ?? []
        case "answers": return formats?.answers.map { ExplainedRule($0) } ?? []
        case "support": return formats?.support.map { ExplainedRule($0, asking: name) } ?? []
        case "export": return formats?.export.map { ExplainedRule.rules(of: $0) } ?? []
        case "rollback": return formats?.rollback.map { ExplainedRule($0, asking: nil) } ?? []
        default:
            return provider?.rulebook.rows.filter { $0.table.rawValue == part }
                .map { ExplainedRule($0, key) } ?? []
        }
    }

    /// The rules that a path behind the key names, by their part.
    ///
    /// Without a path it is all of them. A path is a part or one rule; a setting of a part's name is
    /// shown with the part.
    func selection(_ path: String?) -> [String: [ExplainedRule]] {
        var selection: [String: [ExplainedRule]] = [:]
        for part in ExplainedSide.parts {
            let lines = lines(part)
            selection[part] =
                path == nil || path == part
                ? lines : lines.filter { $0.id == "\(key).\(path ?? "")" }
        }
        return selection.filter { !$0.value.isEmpty }
    }

    /// The writer of a call's ID, such as `qonversion.rest-user.1`: without the numbers behind it.
    func writer(ofCall path: String) -> ExplainedRule? {
        var words = path.split(separator: ".", omittingEmptySubsequences: false)
        while let last = words.last, Int(last) != nil { words.removeLast() }
        let id = "\(key).\(words.joined(separator: "."))"
        return formats?.writers.first { $0.id == id && $0.isCall }.map { ExplainedRule($0) }
    }
}

extension FormatWriter {
    /// Whether it writes calls.
    fileprivate var isCall: Bool { if case .calls = container { true } else { false } }
}
