// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import AllonymMigration
    import ArgumentParser
    import Foundation

    struct VerifyCommand: ParsableCommand {
        enum Format: String, ExpressibleByArgument, CaseIterable {
            case text, json
        }

        static let configuration = CommandConfiguration(
            commandName: "verify",
            abstract: "Replay a plan under the target's rules, and compare who has access to what.",
            discussion: """
                Reads the files of a finished plan back and checks for each ID that it has at the \
                target what it had at the source, or that the report says why not. Reads the inputs \
                again with separate code and compares who has access. Exits with 1 when anything is \
                unexplained.

                Example: allonym migrate verify --plan plan
                """)

        @Option(help: ArgumentHelp("The folder of the plan.", valueName: "dir"))
        var plan: String

        @Option(
            name: .customLong("in"), parsing: .upToNextOption,
            help: ArgumentHelp(
                "Copies of the plan's inputs that have moved since.", valueName: "file"))
        var inputs: [String] = []

        @Option(help: "The output format.")
        var format: Format = .text

        @OptionGroup var common: CommonOptions

        /// What `--format json` prints.
        private struct Answer: Encodable {
            struct Row: Encodable {
                let sourceID, targetID: String
                let before, after, lost, gained: [String]
                let objection: String?
            }

            let customers: [String: Int]
            let ids, equal, explained, unexplained: Int
            let codes: [String: Int]
            let rows: [Row]
            let interrupted: Bool
            let readAgain: Int?
            let objections, open: Int
            let notes: [String]

            init(_ report: VerificationReport) {
                var words = ["unexplained": report.unexplainedCustomers]
                words["withAccess"] = report.customers.all + report.unexplainedCustomers
                for outcome in AccessOutcome.allCases {
                    words[outcome.word] = report.customers[outcome]
                }
                customers = words
                ids = report.ids
                equal = report.equal
                explained = report.explained
                unexplained = report.unexplained
                codes = report.codes
                interrupted = report.isToBeReplaced
                readAgain = report.readAgain
                (objections, open) = (report.objections, report.open)
                notes = report.notes
                rows = report.rows.map {
                    Row(
                        sourceID: $0.sourceID, targetID: $0.targetID, before: $0.before,
                        after: $0.after, lost: $0.lost, gained: $0.gained,
                        objection: $0.objection)
                }
            }
        }

        func run() throws {
            let mappings = try common.load()
            let report = try Migration.verify(
                plan, inputs: inputs, hashing: SwiftCrypto(), mappings: mappings)
            let output = try common.open(isPrivate: true, sparing: inputs.map { .file($0) })
            switch format {
            case .text: try output.write(report.lines.joined(separator: "\n") + "\n")
            case .json:
                let encoder = JSONEncoder()
                encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
                let data = try encoder.encode(Answer(report))
                try output.write(String(decoding: data, as: UTF8.self) + "\n")
            }
            try output.close()
            if !report.holds { throw ExitCode(1) }
        }
    }
#endif
