// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import AllonymMigration
    import ArgumentParser
    import Foundation

    struct DiffCommand: ParsableCommand {
        enum Format: String, ExpressibleByArgument, CaseIterable {
            case text, csv, json, jsonl
        }

        static let configuration = CommandConfiguration(
            commandName: "diff",
            abstract: "Compare two plans, by customer and by finding.",
            discussion: """
                Compares what happens to each customer, whom each finding concerns, and what each \
                ID becomes. csv, json and jsonl list every change. Exits with 1 when anything \
                differs.

                Example: allonym migrate diff plan plan-with-receipts
                Example: allonym migrate diff plan newer --format csv --output changes.csv
                """)

        @Argument(
            help: ArgumentHelp("The folder of the earlier plan.", valueName: "dir"),
            completion: .directory)
        var former: String

        @Argument(
            help: ArgumentHelp("The folder of the newer plan.", valueName: "dir"),
            completion: .directory)
        var newer: String

        @Option(help: "The output format.")
        var format: Format = .text

        @OptionGroup var common: CommonOptions

        func run() throws {
            let mappings = try common.load()
            let output = try common.open(isPrivate: true, ofPlans: [former, newer])
            let progress = ProgressLine("migrate diff")
            progress.show("comparing")
            defer { progress.end() }
            var first: [PlanDifference.Change.Aspect: [PlanDifference.Change]] = [:]
            var printer = TablePrinter(["source_id", "what", "before", "after"], format.table)
            let difference = try Migration.difference(from: former, to: newer, mappings: mappings) {
                change in
                guard format == .text else {
                    let cells = [
                        change.sourceID, change.aspect.rawValue, change.before, change.after,
                    ]
                    return try output.write(printer.text(of: cells))
                }
                if first[change.aspect, default: []].count < PlanDifference.mostShown {
                    first[change.aspect, default: []].append(change)
                }
            }
            progress.end()
            switch format {
            case .text:
                try output.write(lines: difference.lines(first))
            case .csv, .json, .jsonl: try output.write(printer.rest())
            }
            try output.close()
            if !difference.isEmpty { throw ExitCode(1) }
        }
    }

    extension DiffCommand.Format {
        /// How changes are listed; a text has the first ones alone.
        fileprivate var table: TablePrinter.Format {
            TablePrinter.Format(rawValue: rawValue) ?? .csv
        }
    }
#endif
