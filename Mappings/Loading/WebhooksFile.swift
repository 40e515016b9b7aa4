// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// Reads `webhooks.json`.
struct WebhooksFile {
    let profile: DeliveryProfile

    /// What stands beside an entry's source.
    private static let cited = ["authority", "source", "checked", "note"]

    /// Checks the whole file.
    ///
    /// - Throws: ``MappingsError``, with the entry and the reason.
    init(_ file: MappingFile) throws(MappingsError) {
        try file.root.allow(
            [
                "provider", "source", "checked", "version", "sources", "headers", "signatures",
                WebhooksFile.logInFilter,
            ]
                + DeliveryProfile.Fact.allCases.map(\.rawValue))
        let sources = try file.root.lists("sources")
        func fact(_ fact: DeliveryProfile.Fact) throws(MappingsError) -> MappingEntry {
            try file.root.entry(fact.rawValue)
        }
        var citations: [DeliveryProfile.Fact: Citation] = [:]
        for name in DeliveryProfile.Fact.allCases {
            let entry = try fact(name)
            try entry.allow(["value", "says"] + WebhooksFile.cited)
            citations[name] = try entry.reasonedCitation(sources)
        }
        let signatures = try WebhooksFile.signatures(file, sources)
        let headers = try WebhooksFile.headers(file, sources, signatures)
        let (timeout, order) = (try fact(.timeout), try fact(.order))
        profile = DeliveryProfile(
            successes: try fact(.success).successes(),
            timeoutSeconds: timeout.isNull("value") ? nil : try timeout.number("value", from: 1),
            pausesSeconds: try fact(.pauses).numbers("value", in: 1...(366 * 86_400)),
            order: try order.word(
                "value", try order.text("value"), of: DeliveryProfile.Order.self),
            dedupe: try fact(.dedupe).paths("value"), headers: headers, signatures: signatures,
            logInFilter: try WebhooksFile.logInFilter(file, sources), citations: citations)
    }

    private static let logInFilter = "log-in-filter"

    /// The one member that a provider can be without.
    private static func logInFilter(
        _ file: MappingFile, _ sources: [String: [String]]
    ) throws(MappingsError) -> DeliveryProfile.LogInFilter? {
        guard file.root.members[logInFilter] != nil else { return nil }
        let entry = try file.root.entry(logInFilter)
        try entry.allow(["check-seconds", "says"] + cited)
        return DeliveryProfile.LogInFilter(
            checkSeconds: try entry.number("check-seconds", from: 1),
            citation: try entry.reasonedCitation(sources))
    }

    private static func signatures(
        _ file: MappingFile, _ sources: [String: [String]]
    ) throws(MappingsError) -> [SignatureScheme] {
        var schemes: [SignatureScheme] = []
        for entry in try file.root.entries("signatures", kind: "signature") {
            try entry.allow(
                ["id", "algorithm", "message", "value", "repeats", "vectors", "says"] + cited)
            schemes.append(
                SignatureScheme(
                    id: try entry.name(after: schemes.last?.id), recipe: try entry.recipe(),
                    vectors: try entry.vectors(),
                    citation: try entry.reasonedCitation(sources)))
        }
        return schemes
    }

    private static func headers(
        _ file: MappingFile, _ sources: [String: [String]], _ schemes: [SignatureScheme]
    ) throws(MappingsError) -> [DeliveryProfile.Header] {
        var headers: [DeliveryProfile.Header] = []
        for entry in try file.root.entries("headers", label: "name", kind: "header") {
            try entry.allow(["name", "carries", "prefix", "value", "scheme", "says"] + cited)
            let name = try entry.text("name")
            guard try entry.pattern("[A-Za-z0-9-]+").matches(name.utf8) else {
                throw entry.error("a header's name is letters, numbers and \"-\"")
            }
            if let last = headers.last?.name, last.lowercased() >= name.lowercased() {
                throw entry.error("headers are sorted and stand once; this one follows \"\(last)\"")
            }
            headers.append(
                DeliveryProfile.Header(
                    name: name, content: try entry.content(schemes),
                    citation: try entry.reasonedCitation(sources)))
        }
        for scheme in schemes
        where !headers.contains(where: { $0.content == .signature(scheme: scheme.id) }) {
            throw MappingsError(file: file.name, entry: scheme.id, reason: "no header carries it")
        }
        let sendsTime = headers.contains { $0.content == .timestamp }
        for scheme in schemes where !sendsTime {
            guard let recipe = scheme.recipe, recipe.message.names.contains(.timestamp),
                !recipe.value.names.contains(.timestamp)
            else { continue }
            throw MappingsError(
                file: file.name, entry: scheme.id,
                reason: "it signs a timestamp that no header carries")
        }
        return headers
    }
}

extension MappingEntry {
    /// What is said of it; what is inferred has a note that says why.
    fileprivate func reasonedCitation(
        _ sources: [String: [String]]
    ) throws(MappingsError) -> Citation {
        let citation = try citation(sources)
        guard citation.authority != .inferred || !(citation.note ?? "").isEmpty else {
            throw error("what is inferred needs a \"note\" that says why")
        }
        return citation
    }

    /// The statuses: a list of them, or `2xx`.
    fileprivate func successes() throws(MappingsError) -> DeliveryProfile.Successes {
        if case .string(let text) = members["value"] {
            guard text == "2xx" else {
                throw error("\"value\" has to be a list of statuses or \"2xx\", not \"\(text)\"")
            }
            return .every2xx
        }
        let statuses = try numbers("value", in: 200...599)
        guard !statuses.isEmpty, zip(statuses, statuses.dropFirst()).allSatisfy(<) else {
            throw error("\"value\" has to name statuses, sorted and once each")
        }
        return .statuses(statuses)
    }

    /// A list of whole numbers.
    fileprivate func numbers(
        _ name: String, in range: ClosedRange<Int>
    ) throws(MappingsError) -> [Int] {
        guard case .array(let elements) = members[name] else {
            throw error("\"\(name)\" has to be a list of whole numbers")
        }
        var numbers: [Int] = []
        for element in elements {
            guard case .number(let value) = element, let number = Int(exactly: value),
                range.contains(number)
            else {
                throw error(
                    "\"\(name)\" has to hold whole numbers from \(range.lowerBound) to "
                        + "\(range.upperBound)")
            }
            numbers.append(number)
        }
        return numbers
    }

    /// Paths of members: names with dots between them.
    fileprivate func paths(_ name: String) throws(MappingsError) -> [String] {
        let paths = try texts(name)
        let form = try pattern("[A-Za-z0-9_.]+")
        guard !paths.isEmpty, Set(paths).count == paths.count else {
            throw error("\"\(name)\" has to name members, once each")
        }
        for path in paths {
            let names = path.split(separator: ".", omittingEmptySubsequences: false)
            guard form.matches(path.utf8), !names.contains("") else {
                throw error("\"\(name)\" names members such as event.id, not \"\(path)\"")
            }
        }
        return paths
    }

    /// What a header carries, with the one member that says more of it.
    fileprivate func content(
        _ schemes: [SignatureScheme]
    ) throws(MappingsError) -> DeliveryProfile.Content {
        let kind = try word("carries", try text("carries"), of: HeaderKind.self)
        for other in HeaderKind.allCases {
            guard let member = other.member, other != kind, members[member] != nil else { continue }
            throw error("\"\(member)\" belongs to \"\(other.rawValue)\"")
        }
        switch kind {
        case .authorization: return .authorization(prefix: try printable("prefix"))
        case .mediaType: return .mediaType(try printable("value"))
        case .timestamp: return .timestamp
        case .signature:
            return .signature(scheme: try member("scheme", of: schemes.map(\.id)))
        }
    }

    /// A text that can stand in a header; it may be empty.
    private func printable(_ name: String) throws(MappingsError) -> String {
        let text = try text(name)
        guard text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            throw error("\"\(name)\" has to be printable ASCII")
        }
        return text
    }

    /// How a signature is made; nil where the algorithm, message and value are null.
    fileprivate func recipe() throws(MappingsError) -> SignatureScheme.Recipe? {
        let algorithm = try requiredTextOrNull("algorithm")
        let message = try template("message", of: [.timestamp, .body, .secret])
        let value = try template("value", of: [.timestamp, .hex])
        guard let algorithm, let message, let value else {
            guard algorithm == nil, message == nil, value == nil else {
                throw error("\"algorithm\", \"message\" and \"value\" are null together")
            }
            return nil
        }
        guard value.names.contains(.hex) else { throw error("\"value\" has to hold {hex}") }
        return SignatureScheme.Recipe(
            algorithm: try word("algorithm", algorithm, of: SignatureScheme.Algorithm.self),
            message: message, value: value, repeated: try repeated())
    }

    /// What a header goes on with for each further secret.
    private func repeated() throws(MappingsError) -> SignatureTemplate? {
        guard members["repeats"] != nil else { return nil }
        let template = try template("repeats", of: [.hex])
        guard let template, template.names.contains(.hex) else {
            throw error("\"repeats\" has to hold {hex}")
        }
        return template
    }

    private func template(
        _ name: String, of names: Set<SignatureTemplate.Name>
    ) throws(MappingsError) -> SignatureTemplate? {
        guard let text = try requiredTextOrNull(name) else { return nil }
        guard let template = SignatureTemplate(text), template.names.isSubset(of: names) else {
            let known = names.map { "{\($0.rawValue)}" }.sorted().joined(separator: ", ")
            throw error("\"\(name)\" is a text with \(known) in it, not \"\(text)\"")
        }
        return template
    }

    /// Examples; none where they are left out.
    fileprivate func vectors() throws(MappingsError) -> [SignatureScheme.Vector] {
        guard members["vectors"] != nil else { return [] }
        var vectors: [SignatureScheme.Vector] = []
        for entry in try entries("vectors", label: "value", kind: "vector") {
            try entry.allow(["secret", "timestamp", "body", "value"])
            vectors.append(
                SignatureScheme.Vector(
                    secret: try entry.text("secret"), timestamp: try entry.text("timestamp"),
                    body: try entry.text("body"), value: try entry.text("value")))
        }
        return vectors
    }
}

/// What can stand under `carries`.
private enum HeaderKind: String, CaseIterable {
    case authorization
    case mediaType = "media-type"
    case timestamp
    case signature

    /// The member that says more of it.
    var member: String? {
        switch self {
        case .authorization: "prefix"
        case .mediaType: "value"
        case .timestamp: nil
        case .signature: "scheme"
        }
    }
}
