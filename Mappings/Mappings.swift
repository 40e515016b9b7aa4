// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import AllonymCore
import Foundation

/// Everything that the folder `Mappings` says: the neutral words, what other systems refuse as IDs,
/// and each provider's identifiers, rulebook and vocabulary.
///
/// Nothing else opens a mapping file.
public struct Mappings: Sendable {
    /// The folder that was read.
    public let directory: String
    /// The neutral words.
    public let neutral: NeutralVocabulary
    /// What identity systems that are none of the providers refuse as user IDs.
    public let blocklists: ExternalBlocklists
    /// What the findings of migration plans mean, and what to do about them.
    public let findings: FindingGuide
    /// The questions that are answered at a glance.
    package let questions: QuestionGuide
    /// The providers, in the order of their keys.
    public let providers: [Provider]
    /// Each provider's vocabulary, by its key.
    public let vocabularies: [String: Vocabulary]
    /// What can be read from each provider and written for it, by its key; providers without
    /// formats are missing.
    package let formats: [String: ProviderFormats]
    /// The same for this project's own format; nil where the folder has none.
    package let neutralFormats: ProviderFormats?
    /// Each provider's published REST operations, by its key; providers without the file are
    /// missing.
    package let operations: [String: Operations]
    /// How each provider delivers its webhooks, by its key; providers without the file are missing.
    package let deliveryProfiles: [String: DeliveryProfile]

    /// Reads a folder of mappings and checks it: every word exists, every table is total, no row is
    /// dead.
    ///
    /// Without a folder it is the one that comes with the package, looked for beside the program.
    ///
    /// - Throws: ``MappingsError``, with the file, the entry and the reason. Nothing is half loaded.
    public static func load(from directory: String? = nil) throws(MappingsError) -> Mappings {
        if let directory { return try Mappings(in: directory) }
        return try Mappings(in: MappingsDirectory.find())
    }

    private init(in directory: String) throws(MappingsError) {
        self.directory = directory
        neutral = try NeutralVocabulary(MappingFile(directory, "neutral.json"))
        blocklists = try ExternalBlocklistsFile(MappingFile(directory, "blocklists.json"))
            .blocklists
        findings = try FindingsFile(MappingFile(directory, "findings.json")).guide
        questions = try QuestionsFile(MappingFile(directory, "at-a-glance.json"), neutral).guide
        var providers: [Provider] = []
        var vocabularies: [String: Vocabulary] = [:]
        var formats: [String: ProviderFormats] = [:]
        var operations: [String: Operations] = [:]
        var deliveryProfiles: [String: DeliveryProfile] = [:]
        for key in try Mappings.keys(in: directory) {
            let identifiers = try IdentifiersFile(MappingFile(directory, "\(key)/identifiers.json"))
            let rulebook = try RulebookFile(MappingFile(directory, "\(key)/rulebook.json"), key)
            try identifiers.check(against: rulebook.rulebook.settings)
            let file = try MappingFile(directory, "\(key)/vocabulary.json")
            let vocabulary = try Vocabulary(file, neutral)
            vocabularies[key] = vocabulary
            formats[key] = try Mappings.formats(
                directory, "\(key)/formats.json", key, vocabulary)
            operations[key] = try Mappings.operations(directory, "\(key)/operations.json", key)
            deliveryProfiles[key] = try Mappings.profile(directory, "\(key)/webhooks.json")
            try Mappings.check(rulebook.rulebook, against: vocabulary, key)
            if let minted = formats[key]?.identity.minted,
                minted != identifiers.anonymous.template
            {
                throw MappingsError(
                    file: "\(key)/formats.json", entry: "anonymous-ids",
                    reason: "\"mint\" has to be the form that identifiers.json has, "
                        + "\"\(identifiers.anonymous.template)\", or null")
            }
            do throws(RulebookFault) {
                providers.append(
                    try Provider(
                        key: key, rulebook: rulebook.rulebook, anonymous: identifiers.anonymous,
                        identifierRules: identifiers.rules))
            } catch {
                throw MappingsError(
                    file: "\(key)/rulebook.json", entry: error.subject, reason: error.reason)
            }
        }
        self.providers = providers
        self.vocabularies = vocabularies
        self.formats = formats
        self.operations = operations
        self.deliveryProfiles = deliveryProfiles
        neutralFormats = try Mappings.formats(directory, "neutral-formats.json", "neutral", nil)
    }

    /// Refuses events of a rulebook that the provider's vocabulary does not know.
    private static func check(
        _ rulebook: Rulebook, against vocabulary: Vocabulary, _ key: String
    ) throws(MappingsError) {
        let known = Set(vocabulary.entries.filter { $0.list == "events" }.map(\.name))
        let told = rulebook.rows.flatMap { row in
            row.notices.flatMap(\.names).map { (entry: row.id, event: $0) }
        }
        for (entry, event) in told + rulebook.untold.map({ (entry: $0.event, event: $0.event) })
        where !known.contains(event) {
            throw MappingsError(
                file: "\(key)/rulebook.json", entry: entry,
                reason: "the vocabulary has no event \"\(event)\"")
        }
    }

    /// The formats of a file; nil where there is none.
    private static func formats(
        _ directory: String, _ name: String, _ key: String, _ vocabulary: Vocabulary?
    ) throws(MappingsError) -> ProviderFormats? {
        guard FileManager.default.fileExists(atPath: "\(directory)/\(name)") else { return nil }
        return try FormatsFile(MappingFile(directory, name), key, vocabulary).formats
    }

    /// The operations of a file; nil where there is none.
    private static func operations(
        _ directory: String, _ name: String, _ key: String
    ) throws(MappingsError) -> Operations? {
        guard FileManager.default.fileExists(atPath: "\(directory)/\(name)") else { return nil }
        return try OperationsFile(MappingFile(directory, name), key).operations
    }

    /// The delivery profile of a file; nil where there is none.
    private static func profile(
        _ directory: String, _ name: String
    ) throws(MappingsError) -> DeliveryProfile? {
        guard FileManager.default.fileExists(atPath: "\(directory)/\(name)") else { return nil }
        return try WebhooksFile(MappingFile(directory, name)).profile
    }

    /// The folders that hold a provider: those with a rulebook.
    private static func keys(in directory: String) throws(MappingsError) -> [String] {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: directory)
        } catch {
            throw MappingsError(file: directory, entry: nil, reason: "the folder cannot be read")
        }
        let keys = names.sorted().filter {
            FileManager.default.fileExists(atPath: "\(directory)/\($0)/rulebook.json")
        }
        if keys.isEmpty {
            throw MappingsError(
                file: directory, entry: nil, reason: "no folder in it holds a rulebook.json")
        }
        return keys
    }

    /// A provider by its name, without regard to case.
    public func provider(_ name: String) -> Provider? {
        providers.first { $0.key == name.lowercased() }
    }

    /// The names of the built-in scenario files, sorted.
    public func scenarioFiles() throws(MappingsError) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: "\(directory)/scenarios")
                .filter { $0.hasSuffix(".md") }.sorted().map { "scenarios/\($0)" }
        } catch {
            throw MappingsError(file: "scenarios", entry: nil, reason: "the folder cannot be read")
        }
    }

    /// The bytes of a built-in scenario file.
    public func bytes(of file: String) throws(MappingsError) -> [UInt8] {
        try MappingFile.bytes(directory, file)
    }
}
