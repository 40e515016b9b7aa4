// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import AllonymMigration
    import ArgumentParser
    import Foundation

    struct VerifyCommand: ParsableCommand {
        enum Format: String, ExpressibleByArgument, CaseIterable {
            case text, json, csv
        }

        static let configuration = CommandConfiguration(
            commandName: "verify",
            abstract: "Replay a plan under the target's rules, and compare who has access to what.",
            discussion: """
                Reads a finished plan's files back, and checks that each ID has at the target \
                what it had at the source, or that the report says why not. Also reads the inputs \
                again with separate code and compares who has access. Exits with 1 when anything \
                is unexplained, or when a row names an entitlement or a product that is missing \
                from the plan's tables.

                With --export, also reads the target's own export after the import, and reports \
                customers who are missing there or have less than the import should have given \
                them; it exits with 1 for these, too. Renewals, expiries and new customers since \
                then do not count.

                Example: allonym migrate verify --plan plan
                Example: allonym migrate verify --plan plan --export customers.csv --format csv
                """)

        @Option(
            help: ArgumentHelp("The folder of the plan.", valueName: "dir"), completion: .directory)
        var plan: String

        @Option(
            name: .customLong("in"), parsing: .upToNextOption,
            help: ArgumentHelp(
                "Copies of the plan's inputs, if they have moved since.", valueName: "file"),
            completion: .file())
        var inputs: [String] = []

        @Option(
            parsing: .upToNextOption,
            help: ArgumentHelp(
                "The target's export after the import, in any format that plan reads.",
                valueName: "file"), completion: .file())
        var export: [String] = []

        @Option(
            help: "The output format; csv lists every customer whom --export reports.")
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
            let ids, equal, explained, unexplained, rejected: Int
            let codes: [String: Int]
            let rows: [Row]
            let interrupted: Bool
            let readAgain: Int?
            let objections, open: Int
            let notes: [String]
            let export: ExportAnswer?
            let unknownNames: [String]

            init(_ report: VerificationReport, _ export: ExportAnswer?) {
                self.export = export
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
                rejected = report.rejected
                codes = report.codes
                interrupted = report.isToBeReplaced
                readAgain = report.readAgain
                (objections, open) = (report.objections, report.open)
                notes = report.notes
                unknownNames = report.unknownNames.map(\.description)
                rows = report.rows.map {
                    Row(
                        sourceID: $0.sourceID, targetID: $0.targetID, before: $0.before,
                        after: $0.after, lost: $0.lost, gained: $0.gained,
                        objection: $0.objection)
                }
            }
        }

        func validate() throws {
            if format == .csv, export.isEmpty {
                throw ValidationError(
                    "--format csv: it lists what --export comes to; give --export FILE, too")
            }
        }

        func run() throws {
            let mappings = try common.load()
            let progress = ProgressLine("migrate verify")
            progress.show("reading")
            defer { progress.end() }
            let report = try Migration.verify(
                plan, inputs: inputs, hashing: SwiftCrypto(), mappings: mappings,
                progress: progress.migration(reading: []))
            if !export.isEmpty { progress.show("reading the export") }
            let exports = InputOptions.inputs(export)
            let output = try common.open(
                isPrivate: true, sparing: inputs.map { .file($0) } + exports, ofPlans: [plan])
            var printer = TablePrinter(ExportReport.columns, .csv)
            var shown: [ExportReport.Row] = []
            let after =
                try exports.isEmpty
                ? nil
                : Migration.compare(exports, with: plan, hashing: SwiftCrypto(), mappings: mappings)
                { row in
                    if format == .csv { try output.write(printer.text(of: row.cells)) }
                    if row.isFault, shown.count < VerificationReport.mostRows { shown.append(row) }
                }
            progress.end()
            switch format {
            case .text:
                let lines =
                    report.lines
                    + (after?.lines(Array(shown.prefix(ExportReport.mostShown))) ?? [])
                try output.write(lines: lines)
            case .csv: try output.write(printer.rest())
            case .json:
                try output.write(json: Answer(report, after.map { ExportAnswer($0, shown) }))
            }
            try output.close()
            if !report.holds || after?.holds == false { throw ExitCode(1) }
        }
    }

    /// What `--format json` prints of an export.
    private struct ExportAnswer: Encodable {
        struct Row: Encodable {
            let what, sourceID, targetID, note: String
            let expected, found: [String]
        }

        let at: String?
        let expected, present, ended, arrived, uncompared, found, absent: Int
        let counts: [String: Int]
        let notes: [String]
        let rows: [Row]

        init(_ report: ExportReport, _ shown: [ExportReport.Row]) {
            at = report.at
            (expected, present) = (report.expected, report.present)
            (ended, arrived) = (report.ended, report.arrived)
            (uncompared, found) = (report.uncompared, report.found)
            absent = report.absent
            var words: [String: Int] = [:]
            for matter in ExportReport.Row.Matter.allCases {
                words[matter.rawValue] = report.matters[matter] ?? 0
            }
            counts = words
            notes = report.notes
            rows = shown.map {
                Row(
                    what: $0.matter.rawValue, sourceID: $0.sourceID, targetID: $0.targetID,
                    note: $0.note, expected: $0.expected, found: $0.found)
            }
        }
    }
#endif
