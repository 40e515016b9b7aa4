// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import AllonymComparison
    import AllonymCore
    import AllonymInput
    import AllonymMappings
    import Foundation

    // Which scenario files the arguments of `allonym compare` name.

    extension CompareCommand {
        /// The built-in files.
        func builtIn(_ mappings: Mappings) throws -> [ScenarioFile] {
            try mappings.scenarioFiles().map { name in
                try ScenarioFile(name: name, bytes: mappings.bytes(of: name), mappings: mappings)
            }
        }

        /// The files that are named, built-in ones included.
        func given(_ mappings: Mappings) throws -> [ScenarioFile] {
            let known = try mappings.scenarioFiles()
            return try files.map { name in
                if name != "-", !FileManager.default.fileExists(atPath: name) {
                    return try builtIn(name, known, mappings)
                }
                let input = InputOptions.inputs([name])[0]
                let bytes = try input.wholeBytes()
                do throws(ReadingError) {
                    return try ScenarioFile(name: name, bytes: bytes, mappings: mappings)
                } catch {
                    // Reports keep the name that was given, "-" included.
                    throw ReadingError(
                        file: input.name, line: error.line, column: error.column,
                        reason: error.reason)
                }
            }
        }

        private func builtIn(
            _ name: String, _ known: [String], _ mappings: Mappings
        ) throws -> ScenarioFile {
            if let file = known.first(where: { isName(name, of: $0) }) {
                return try ScenarioFile(
                    name: file, bytes: mappings.bytes(of: file), mappings: mappings)
            }
            let names = known.map(ScenarioFile.shortName)
            let reason =
                if mappings.provider(name) != nil {
                    "it is a provider, not a file; give --providers \(namedProviders(mappings))"
                } else {
                    "there is no such file, and no built-in one of this name; "
                        + (question(name, among: names, mappings)
                            ?? "those are: \(names.joined(separator: ", "))")
                }
            throw ReadingError(file: name, line: 0, reason: reason)
        }

        /// The arguments that are no files but providers, as `--providers` takes them.
        private func namedProviders(_ mappings: Mappings) -> String {
            files.compactMap { mappings.provider($0)?.key }.joined(separator: ",")
        }

        /// Which built-in file, or which provider, was meant; nil where none is near.
        private func question(
            _ name: String, among names: [String], _ mappings: Mappings
        ) -> String? {
            let providers = NearestNames(name, among: mappings.providers.map(\.key)).names
            return UnknownName.question(
                NearestNames(name, among: names).names + providers.map { "--providers \($0)" })
        }

        /// Whether a built-in file is called so: `at-a-glance`, or `scenarios/at-a-glance.md`.
        private func isName(_ name: String, of file: String) -> Bool {
            [file, "\(ScenarioFile.shortName(of: file)).md", ScenarioFile.shortName(of: file)]
                .contains(name)
        }
    }
#endif
