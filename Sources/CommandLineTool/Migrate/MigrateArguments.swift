// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import AllonymComparison
    import AllonymCore
    import AllonymMappings
    import AllonymMigration
    import ArgumentParser
    import Crypto
    import Foundation

    extension Mappings {
        /// One side of a migration: a provider by its name, or `neutral`.
        func side(_ name: String, _ settings: [String] = []) throws -> MigrationEndpoint {
            let neutral = "neutral"
            if name.lowercased() == neutral, let neutralFormats {
                return MigrationEndpoint(key: neutral, formats: neutralFormats, rules: nil)
            }
            guard let provider = provider(name), let formats = formats[provider.key] else {
                let known = (formats.keys.sorted() + [neutral]).joined(separator: ", ")
                throw ValidationError("There is no provider «\(name)»; there are: \(known).")
            }
            var chosen: [String: String] = [:]
            for choice in try choices(settings) where choice.provider == provider.key {
                chosen[choice.setting] = choice.value
            }
            return MigrationEndpoint(
                key: provider.key, formats: formats, rules: try provider.rules(chosen))
        }

        /// Refuses settings of a provider that is on neither side.
        func checkSettings(_ settings: [String], of sides: [MigrationEndpoint]) throws {
            for choice in try choices(settings)
            where !sides.contains(where: { $0.key == choice.provider }) {
                throw ValidationError(
                    "--set \(choice.provider).\(choice.setting): \(choice.provider) is on neither "
                        + "side.")
            }
        }

        /// A migration between two sides.
        func migration(from source: MigrationEndpoint, to target: MigrationEndpoint) -> Migration {
            Migration(
                from: source, to: target, placeholders: PlaceholderIDs(providers, blocklists),
                sha256: { SHA256.hash(data: $0).withUnsafeBytes { Array($0) } },
                makeDigest: { FileDigest() })
        }
    }

    /// The SHA-256 of a file, piece by piece.
    struct FileDigest: ByteDigest {
        private var hash = SHA256()

        mutating func update(_ bytes: UnsafeRawBufferPointer) { hash.update(bufferPointer: bytes) }

        func finish() -> [UInt8] { Array(hash.finalize()) }
    }

    /// The files that a migration reads.
    struct InputOptions: ParsableArguments {
        @Option(
            name: .customLong("in"), parsing: .upToNextOption,
            help: ArgumentHelp("The files to read; their kinds are recognised.", valueName: "file"))
        var files: [String]

        func validate() throws {
            if files.isEmpty { throw ValidationError("--in names no file.") }
        }

        /// The files; `-` is standard input.
        var inputs: [Input] {
            files.map { name in
                name == "-"
                    ? .descriptor(STDIN_FILENO, name: "standard input") : .file(name)
            }
        }
    }

    /// A moment in ISO 8601, such as `2026-11-21T08:00:00Z` or `2026-11-21`.
    struct InstantArgument: ExpressibleByArgument {
        let milliseconds: Int64

        init?(argument: String) {
            guard let milliseconds = Migration.milliseconds(of: argument) else { return nil }
            self.milliseconds = milliseconds
        }
    }
#endif
