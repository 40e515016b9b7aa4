// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    import AllonymInput
    import AllonymMappings
    import AllonymMigration
    import AllonymSamples
    import AllonymSending
    import AllonymTestSupport
    import AsyncHTTPClient
    import Crypto
    import Foundation
    import Testing

    /// A plan of invented customers, and whoever makes its calls.
    final class SentPlan: Sendable {
        private let folder: Folder
        /// The plan's folder.
        let path: String
        let target: String

        /// Plans a sample.
        init(
            from source: String, to target: String, customers: Int = 40,
            by route: ImportRoute = .api
        ) throws {
            let mappings = EveryProvider.mappings
            folder = try Folder()
            self.target = target
            path = folder.file("plan")
            var migration = try Migration(
                from: source, to: target, settings: [:], hashing: TestHashes(), mappings: mappings)
            migration.preferredRoute = route
            let formats = migration.source.formats
            let reader = try #require(Sample.readers(of: formats).first)
            // What has no provider has anonymous IDs of any form.
            let rules = try migration.source.rules ?? mappings.providers.last?.rules()
            let anonymous = try #require(rules?.identifiers.anonymous)
            let sample = try Sample(
                of: reader, anonymous: anonymous, customers: customers,
                now: Migration.milliseconds(of: formats.checked) ?? 0)
            let export = folder.file("export")
            var bytes: [UInt8] = []
            try sample.write(threads: 1) { bytes.append($0) }
            try Data(bytes).write(to: URL(fileURLWithPath: export))
            _ = try migration.plan([.file(export)], into: path)
        }

        /// Plans what lines of the neutral format say.
        ///
        /// - Parameters:
        ///   - lines: The lines.
        ///   - target: The provider that it is for.
        ///   - at: The moment of the plan.
        /// - Throws: What keeps it from being planned.
        init(of lines: [String], to target: String, at: String) throws {
            folder = try Folder()
            self.target = target
            path = folder.file("plan")
            var migration = try Migration(
                from: "neutral", to: target, settings: [:], hashing: TestHashes(),
                mappings: EveryProvider.mappings)
            migration.preferredRoute = .api
            migration.at = Migration.milliseconds(of: at)
            let export = folder.file("export")
            let text = lines.map { "\($0)\n" }.joined()
            try Data(text.utf8).write(to: URL(fileURLWithPath: export))
            _ = try migration.plan([.file(export)], into: path)
        }

        /// What the stores know of the plan's purchases.
        func rehearsal() throws -> Rehearsal {
            try Migration.rehearsal(
                of: path, hashing: TestHashes(), mappings: EveryProvider.mappings)
        }

        /// The keys that the plan's calls name, all of a test project's.
        func keys() throws -> TargetKeys {
            let calls = try PlanCalls(path, hashing: TestHashes(), mappings: EveryProvider.mappings)
            var named: [String: SecretKey] = [:]
            for name in CallNeeds(calls, .calls).allKeys {
                let isPublic = ["public app key", "project key"].contains(name)
                named[name] = try SecretKey(made: isPublic ? "pk_faulty" : "sk_faulty")
            }
            return TargetKeys(named: named)
        }

        /// Options with which a test waits for nothing.
        static var options: ApplicationOptions {
            var options = ApplicationOptions()
            options.rate = .off
            options.firstPause = .milliseconds(2)
            options.concurrency = 8
            // Every third request fails, and one call can be the third again and again.
            options.mostTries = 40
            return options
        }

        /// Makes the plan's calls, or takes them back.
        func run(
            at address: String, _ options: ApplicationOptions = SentPlan.options,
            isUndo: Bool = false, project: String = "test",
            keys: TargetKeys? = nil, timeout: Int64 = 120_000,
            stop: StopSignal = StopSignal(),
            progress: @escaping @Sendable (ApplicationProgress) -> Void = { _ in }
        ) async throws -> ApplicationReport {
            try await with(address, timeout) { client in
                let keys = try keys ?? self.keys()
                let application =
                    try isUndo
                    ? Application.undoing(
                        plan: self.path, client: client, keys: keys, project: project,
                        options: options, mappings: EveryProvider.mappings)
                    : Application(
                        plan: self.path, client: client, keys: keys, project: project,
                        options: options, mappings: EveryProvider.mappings)
                return try await application.run(stop: stop, progress: progress)
            }
        }

        /// Looks what is there of the plan already.
        func look(at address: String, keys: TargetKeys? = nil) async throws -> TargetLook {
            try await with(address) { client in
                try await Application(
                    plan: self.path, client: client, keys: keys ?? self.keys(), project: "test",
                    options: SentPlan.options, mappings: EveryProvider.mappings
                ).look()
            }
        }

        /// What applying it would come to; no key is given, at most the names of some.
        func outlook(
            at address: String, _ options: ApplicationOptions = SentPlan.options,
            keysNamed names: [String] = [], now: Int64? = nil
        ) async throws -> CallOutlook {
            try await with(address) { client in
                try Application.foretelling(
                    plan: self.path, client: client, keysNamed: names, project: "test",
                    options: options, mappings: EveryProvider.mappings
                ).outlook(now: now)
            }
        }

        /// Changes a file of the plan, and what the manifest knows of it.
        ///
        /// - Throws: Where nothing was changed.
        func rewrite(_ name: String, _ old: String, as new: String) throws {
            let file = URL(fileURLWithPath: "\(path)/\(name)")
            let before = try Data(contentsOf: file)
            let text = String(decoding: before, as: UTF8.self).replacing(old, with: new)
            let after = Data(text.utf8)
            #expect(after != before)
            try after.write(to: file)
            let manifest = URL(fileURLWithPath: "\(path)/manifest.json")
            func hash(_ data: Data) -> String {
                Hexadecimal.text(of: Array(SHA256.hash(data: data)))
            }
            try String(contentsOf: manifest, encoding: .utf8)
                .replacing(hash(before), with: hash(after))
                .replacing(
                    "\"bytes\" : \(before.count),\n      \"name\" : \"\(name)\"",
                    with: "\"bytes\" : \(after.count),\n      \"name\" : \"\(name)\""
                )
                .write(to: manifest, atomically: true, encoding: .utf8)
        }

        /// What would be taken back now, and what would stay; no key is given.
        func undoOutlook(
            at address: String, _ options: ApplicationOptions = SentPlan.options
        ) async throws -> UndoOutlook {
            try await with(address) { client in
                try Application.undoing(
                    plan: self.path, client: client, keys: nil, project: "test", options: options,
                    mappings: EveryProvider.mappings
                ).undoOutlook()
            }
        }

        /// What a run would make now, and what is to be known before.
        func coming(
            at address: String, _ options: ApplicationOptions = SentPlan.options,
            isUndo: Bool = false
        ) async throws -> (calls: Int, finalities: [Application.Finality]) {
            try await with(address) { client in
                let application =
                    try isUndo
                    ? Application.undoing(
                        plan: self.path, client: client, keys: self.keys(), project: "test",
                        options: options, mappings: EveryProvider.mappings)
                    : Application(
                        plan: self.path, client: client, keys: self.keys(), project: "test",
                        options: options, mappings: EveryProvider.mappings)
                let coming = try application.coming()
                return (coming.count, application.finalities(of: coming))
            }
        }

        private func with<Result>(
            _ address: String, _ timeout: Int64 = 120_000,
            _ body: (TargetClient) async throws -> Result
        ) async throws -> Result {
            let client = TargetClient.makeHTTPClient(connections: 8, patience: timeout)
            let url = try #require(URL(string: address))
            do {
                let result = try await body(TargetClient(base: url, client, timeout: timeout))
                try await client.shutdown()
                return result
            } catch {
                try? await client.shutdown()
                throw error
            }
        }

        /// All calls, in the order in which they are made.
        func calls() throws -> [PlannedCall] { try customers().flatMap(\.calls) }

        /// Everybody with calls, in the order in which they are worked on.
        func customers() throws -> [CustomerCalls] {
            let calls = try PlanCalls(path, hashing: TestHashes(), mappings: EveryProvider.mappings)
            let reader = try calls.reader()
            reader.readsIDs = true
            var all: [CustomerCalls] = []
            while let customer = try reader.next() { all.append(customer) }
            return all
        }

        /// The lines of a file in the plan's folder; none where there is no such file.
        func lines(of file: String) -> [String] {
            let bytes = FileManager.default.contents(atPath: "\(path)/\(file)") ?? Data()
            return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        }

        /// Forgets what was done, as in another copy of the plan's folder.
        func forget() throws {
            for suffix in ["", "-wal", "-shm"] {
                try? FileManager.default.removeItem(atPath: "\(path)/\(CallRecord.name)\(suffix)")
            }
        }
    }

    struct TestHashes: Hashing {
        func sha256(_ bytes: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: Data(bytes))) }
    }
#endif
