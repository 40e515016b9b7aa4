// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
public import AllonymMappings
import Foundation

/// A migration from one provider's files to another's: reads them, decides, and writes a plan.
///
/// Whatever ends it early, the folder of its outputs holds what it held before.
public struct Migration: Sendable {
    /// What a run has got to.
    public enum Progress: Sendable {
        /// So many bytes of all inputs are read.
        case reading(bytes: Int)
        /// Everything is decided about so many customers.
        case planning(customers: Int, of: Int)
        /// So many IDs of a plan are compared with what they had.
        case comparing(ids: Int, of: Int)
    }

    /// The instant at which states are looked at, in milliseconds since 1970; nil for the latest one
    /// at which an input says that something happened.
    public var at: Int64?
    /// Writers of this route come first, if there are any.
    public var preferredRoute: ImportRoute?
    /// The table of products, as ``productTable(_:)`` begins it; nil where products keep their names.
    public var products: Input?
    /// The table of entitlements, with the columns `source_entitlement` and `target_entitlement`; nil
    /// where entitlements keep their names.
    public var entitlements: Input?
    /// The IDs of the customers who are planned for, one a line or in a column `source_id` of CSV; nil
    /// for everybody.
    public var only: Input?
    /// A part of these, the same customers in every export; nil for all of them.
    public var sample: CohortShare?
    /// The folders of plans whose customers are left out.
    public var except: [String] = []
    /// Whether a record that is not taken, or a value that nobody knows, ends the run.
    public var isStrict = false
    /// Whether the outputs of another plan may be written over.
    public var isForced = false
    /// Whether the reports leave IDs, products and entitlements out, so that they can be shared; the
    /// lists have them all the same.
    public var isRedacted = false
    /// How many threads read and decide.
    public var threads = ProcessInfo.processInfo.activeProcessorCount
    /// Is told now and then how far the run is; from any thread, one call at a time.
    public var progress: (@Sendable (Progress) -> Void)?

    /// As many customers are decided about before their rows are written, unless these are long.
    package var blockSize = 2_048
    /// The provider that the files are of.
    package let source: MigrationEndpoint
    /// The provider that is written for.
    package let target: MigrationEndpoint
    let mappings: Mappings
    let hashing: any Hashing

    /// A migration between two providers.
    ///
    /// - Parameters:
    ///   - source: The provider that the files are of, or `neutral`, in any case.
    ///   - target: The provider that is written for, or `neutral`.
    ///   - settings: Settings of the two, such as `["nami.external-ids": "sha256-uuid"]`; all others
    ///     have their defaults.
    ///   - hashing: Makes SHA-256 hashes: of IDs that go over so, and of all files.
    ///   - mappings: What is known of the providers; without it what comes with the package.
    /// - Throws: ``MigrationError`` for a provider, a setting or a value that there is not, and for
    ///   mappings that cannot be loaded.
    public init(
        from source: String, to target: String, settings: [String: String] = [:],
        hashing: any Hashing, mappings: Mappings? = nil
    ) throws(MigrationError) {
        let mappings = try Migration.loaded(mappings)
        var chosen: [String: [String: String]] = [:]
        for (name, value) in settings.sorted(by: { $0.key < $1.key }) {
            do throws(SettingError) {
                let choice = try SettingChoice(name, value, mappings)
                chosen[choice.provider, default: [:]][choice.setting] = choice.value
            } catch {
                throw .setting(error)
            }
        }
        self.init(
            from: try MigrationEndpoint(source, chosen, mappings),
            to: try MigrationEndpoint(target, chosen, mappings), hashing: hashing,
            mappings: mappings)
        for key in chosen.keys.sorted() where ![self.source.key, self.target.key].contains(key) {
            throw .settingOfNeither(provider: key)
        }
    }

    #if canImport(CryptoKit)
        /// A migration between two providers, with the hashes of CryptoKit.
        ///
        /// - Parameters:
        ///   - source: The provider that the files are of, or `neutral`, in any case.
        ///   - target: The provider that is written for, or `neutral`.
        ///   - settings: Settings of the two; all others have their defaults.
        /// - Throws: ``MigrationError`` for a provider, a setting or a value that there is not, and
        ///   for mappings that cannot be loaded.
        public init(
            from source: String, to target: String, settings: [String: String] = [:]
        ) throws(MigrationError) {
            try self.init(
                from: source, to: target, settings: settings, hashing: CryptoKitHashing())
        }
    #endif

    package init(
        from source: MigrationEndpoint, to target: MigrationEndpoint, hashing: any Hashing,
        mappings: Mappings
    ) {
        self.source = source
        self.target = target
        self.hashing = hashing
        self.mappings = mappings
    }

    /// The mappings, or else those that come with the package.
    static func loaded(_ mappings: Mappings?) throws(MigrationError) -> Mappings {
        if let mappings { return mappings }
        do throws(MappingsError) {
            return try Mappings.load()
        } catch {
            throw .mappings(error)
        }
    }
}

extension MigrationEndpoint {
    /// The key of the project's own format.
    static let neutral = "neutral"

    /// An endpoint by its name, with the settings of all providers.
    init(
        _ name: String, _ settings: [String: [String: String]], _ mappings: Mappings
    ) throws(MigrationError) {
        if name.lowercased() == MigrationEndpoint.neutral, let formats = mappings.neutralFormats {
            self.init(key: MigrationEndpoint.neutral, formats: formats, rules: nil)
            return
        }
        guard let provider = mappings.provider(name), let formats = mappings.formats[provider.key]
        else {
            throw .unknownProvider(
                name, known: mappings.formats.keys.sorted() + [MigrationEndpoint.neutral])
        }
        do throws(SettingError) {
            self.init(
                key: provider.key, formats: formats,
                rules: try provider.rules(settings[provider.key] ?? [:]),
                given: Set((settings[provider.key] ?? [:]).keys))
        } catch {
            throw .setting(error)
        }
    }
}
