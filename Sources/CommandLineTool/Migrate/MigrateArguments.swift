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

    extension Migration {
        /// Reads names and settings as they are given on the command line.
        init(
            from source: String, to target: String, settings: [String] = [],
            using mappings: Mappings
        ) throws {
            var chosen: [String: String] = [:]
            for choice in try mappings.choices(settings, offering: [source, target]) {
                chosen["\(choice.provider).\(choice.setting)"] = choice.value
            }
            try self.init(
                from: source, to: target, settings: chosen, hashing: SwiftCrypto(),
                mappings: mappings)
        }
    }

    /// The hashes of swift-crypto.
    struct SwiftCrypto: Hashing {
        func sha256(_ bytes: [UInt8]) -> [UInt8] {
            // A digest does not tell how long it is, so that an array of it would grow several times.
            var hash: [UInt8] = []
            hash.reserveCapacity(SHA256.byteCount)
            hash += SHA256.hash(data: bytes)
            return hash
        }

        func makeDigest() -> any ByteDigest { Digest() }

        private struct Digest: ByteDigest {
            private var hash = SHA256()

            mutating func update(_ bytes: Span<UInt8>) { bytes.withData { hash.update(data: $0) } }

            func finish() -> [UInt8] { Array(hash.finalize()) }
        }
    }

    /// The files that a migration reads.
    struct InputOptions: ParsableArguments {
        @Option(
            name: .customLong("in"), parsing: .upToNextOption,
            help: ArgumentHelp(
                "The files to read, all from one provider, and files in the neutral format "
                    + "that complete them; - is standard input.", valueName: "file"),
            completion: .file())
        var files: [String]

        func validate() throws {
            if files.isEmpty {
                throw ValidationError("--in: the file is missing; name one or more")
            }
        }

        /// The files; `-` is standard input.
        var inputs: [Input] { Self.inputs(files) }

        /// Files by their names.
        static func inputs(_ files: [String]) -> [Input] {
            files.map { name in
                name == "-"
                    ? .descriptor(STDIN_FILENO, name: "standard input") : .file(name)
            }
        }
    }

    /// A share of all customers, such as `1%` or `0.5%`.
    struct ShareArgument: ExpressibleByArgument {
        let share: CohortShare

        init?(argument: String) {
            guard let share = CohortShare(argument) else { return nil }
            self.share = share
        }
    }

    /// A moment in ISO 8601, such as `2026-11-21T08:00:00Z` or `2026-11-21`.
    struct InstantArgument: ExpressibleByArgument {
        /// As it is written.
        let text: String
        let milliseconds: Int64

        init?(argument: String) {
            guard let milliseconds = Migration.milliseconds(of: argument) else { return nil }
            (text, self.milliseconds) = (argument, milliseconds)
        }
    }
#endif
