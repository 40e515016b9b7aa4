// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import AllonymCore
    import AllonymMappings
    import AllonymMigration
    import ArgumentParser
    import Foundation

    struct VersionCommand: ParsableCommand {
        enum Format: String, ExpressibleByArgument, CaseIterable {
            case text, json
        }

        static let configuration = CommandConfiguration(
            commandName: "version",
            abstract: "Show the version of the program and how old its rules are.",
            discussion: """
                The rules are of the last day on which a provider's documents were read. A warning \
                on standard error says when that is more than \(RulesAge.most) days ago. \
                allonym --version does the same.

                Example: allonym --version
                Example: allonym version --format json
                """)

        @Option(help: "The output format.")
        var format: Format = .text

        @OptionGroup var common: CommonOptions

        /// What `--format json` prints.
        private struct Answer: Encodable {
            struct Rules: Encodable {
                let newest, oldest: String
                let ageInDays: Int
                let tooOld: Bool
                let providers: [String]
            }

            let version: String
            let rules: Rules
        }

        func run() throws {
            let mappings = try common.load()
            let readings = try mappings.readingDays()
            let age = RulesAge(readings)
            let output = try common.open()
            switch format {
            case .text:
                try output.write(lines: [
                    "allonym \(AllonymVersion.text)",
                    "rules of \(readings.newest): \(mappings.providers.count) providers, "
                        + "sources read from \(readings.oldest) to \(readings.newest)",
                ])
            case .json:
                let rules = Answer.Rules(
                    newest: readings.newest, oldest: readings.oldest, ageInDays: age.days,
                    tooOld: age.isTooOld, providers: mappings.providers.map(\.key))
                try output.write(json: Answer(version: AllonymVersion.text, rules: rules))
            }
            try output.close()
            age.warn()
        }
    }
#endif
