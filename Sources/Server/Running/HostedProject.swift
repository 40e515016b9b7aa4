// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    package import AllonymJournal
    package import AllonymMappings
    package import AllonymService
    import Foundation

    /// The keys that were made for a project, shown once.
    package struct NewKeys: Encodable, Sendable {
        package let `public`: [String]
        package let secret: [String]
        package let admin: [String]
    }

    /// A project with its dialect and its keys.
    package final class HostedProject: Sendable {
        package let project: Project
        package let keys: KeyRing
        let dialect: any Dialect
        let routes: RouteTable
        /// Whose signed transactions it takes.
        let appStore: AppStoreTrust
        /// Nil where every call is answered.
        let limits: RateLimits?
        let idempotentCalls = IdempotentCalls()
        private let journal: any Journal

        private init(
            _ project: Project, _ keys: KeyRing, _ dialect: any Dialect, _ routes: RouteTable,
            _ appStore: AppStoreTrust, _ limits: RateLimits?, _ journal: any Journal
        ) {
            self.project = project
            self.keys = keys
            self.dialect = dialect
            self.routes = routes
            self.appStore = appStore
            self.limits = limits
            self.journal = journal
        }

        /// Keeps the keys that were made for it, once somebody has been told them: until then a start
        /// makes others.
        package func keepKeys() throws {
            try journal.setValue([UInt8](try JSONEncoder().encode(keys)), for: "keys")
        }

        /// Opens a project: made where it is new, brought up to date where its file has changed.
        ///
        /// - Parameters:
        ///   - file: Its description.
        ///   - journal: Where it is kept.
        ///   - mappings: The providers' rules and operations.
        ///   - clock: The clock of a new project.
        ///   - vault: What secrets are sealed with in the journal.
        ///   - beginning: What the project begins with; it has to be a new one then.
        /// - Returns: The project, and its keys where they were made just now; ``keepKeys()`` keeps them.
        /// - Throws: ``DocumentFault`` for a file that does not fit what is there, ``JournalFault``.
        package static func open(
            _ file: ProjectFile, in journal: any Journal, _ mappings: Mappings, clock: ProjectClock,
            vault: Vault = Vault(), beginning: ProjectBeginning? = nil
        ) throws -> (hosted: HostedProject, keys: NewKeys?) {
            let served = try Served(file, mappings)
            guard try beginning == nil || journal.head() == .start else {
                throw DocumentFault(
                    "project",
                    "the data folder already has a project \"\(file.name)\", and only a new one "
                        + "can start from a plan or an export; name another folder with --data DIR")
            }
            if let provider = try journal.value("provider") {
                let known = String(decoding: provider, as: UTF8.self)
                guard known == file.provider else {
                    throw DocumentFault(
                        "provider",
                        "the project \"\(file.name)\" is kept as one of \(known), not of "
                            + "\(file.provider); give it another name, or name another folder with "
                            + "--data DIR"
                    )
                }
            }
            let (dialects, dialect) = (served.dialects, served.dialect)
            let project = try Project(
                file, served.rules, in: journal, clock: clock, forms: dialects.forms, vault: vault,
                beginning: beginning)
            try journal.setValue(Array(file.provider.utf8), for: "provider")
            let (keys, made) = try self.keys(of: file, in: journal, dialect)
            let hosted = HostedProject(
                project, keys, dialect, dialects.routes(of: dialect), served.appStore,
                file.hasRateLimits ? dialects.limits(of: file.provider) : nil, journal)
            if made == nil { try hosted.keepKeys() }
            return (hosted, made)
        }

        /// The IDs of the operations that a provider's dialect answers.
        package static func handledOperations(
            of provider: String, _ mappings: Mappings
        ) -> [String] {
            let dialect = try? Dialects(mappings).dialect(of: provider)
            return dialect?.handlers.keys.sorted() ?? []
        }

        /// What a file asks for, which is looked at before anything is kept.
        private struct Served {
            let rules: Rules
            let appStore: AppStoreTrust
            let dialects: Dialects
            let dialect: any Dialect

            init(_ file: ProjectFile, _ mappings: Mappings) throws {
                rules = try HostedProject.rules(of: file, mappings)
                appStore = try AppStoreTrust(file)
                dialects = Dialects(mappings)
                dialect = try dialects.dialect(of: file.provider, variant: file.variant)
                for scope in file.scopes.values.flatMap({ $0 }).sorted()
                where !dialects.hasScope(scope, of: file.provider) {
                    throw DocumentFault("keys.secret", "there is no scope \"\(scope)\"")
                }
            }
        }

        /// Throws where a file asks for what there is not, before anything is kept.
        static func check(_ file: ProjectFile, _ mappings: Mappings) throws {
            _ = try Served(file, mappings)
        }

        /// The rules that a file asks for, over the anonymous IDs of the dialect that it speaks: its
        /// SDKs make them, whatever the rules are.
        private static func rules(
            of file: ProjectFile, _ mappings: Mappings
        ) throws(DocumentFault) -> Rules {
            guard let provider = mappings.provider(file.rules) else {
                throw DocumentFault("rules", "there is no provider \"\(file.rules)\"")
            }
            guard let spoken = mappings.provider(file.provider) else {
                throw DocumentFault("provider", "there is no provider \"\(file.provider)\"")
            }
            var chosen: [String: String] = [:]
            do throws(SettingError) {
                for (name, value) in file.settings.sorted(by: { $0.key < $1.key }) {
                    let choice = try SettingChoice(name, value, mappings)
                    guard choice.provider == file.rules else {
                        throw SettingError(
                            setting: name, value: nil,
                            known: provider.rulebook.settings.map { "\(provider.key).\($0.name)" })
                    }
                    chosen[choice.setting] = choice.value
                }
                return try provider.rules(chosen).minting(spoken.anonymous)
            } catch {
                throw DocumentFault("settings", "\(error)")
            }
        }

        /// The keys that a file names, else those of before, else new ones.
        private static func keys(
            of file: ProjectFile, in journal: any Journal, _ dialect: any Dialect
        ) throws -> (ring: KeyRing, made: NewKeys?) {
            var ring = KeyRing(file)
            var made: NewKeys?
            if ring.isEmpty {
                if let kept = try journal.value("keys") {
                    return (try JSONDecoder().decode(KeyRing.self, from: Data(kept)), nil)
                }
                let keys = NewKeys(
                    public: [KeyRing.generate(prefix: dialect.publicKeyPrefix)],
                    secret: [KeyRing.generate(prefix: "sk_")],
                    admin: [KeyRing.generate(prefix: "ak_")])
                for key in keys.public { ring.add(key, as: .public) }
                for key in keys.secret { ring.add(key, as: .secret) }
                for key in keys.admin { ring.add(key, as: .admin) }
                made = keys
            }
            return (ring, made)
        }
    }
#endif
