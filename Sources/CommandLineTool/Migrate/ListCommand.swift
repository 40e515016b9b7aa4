// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import AllonymCore
    import AllonymMappings
    import AllonymMigration
    import ArgumentParser

    struct ListCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List every customer, ID and purchase that a plan's findings concern.",
            discussion: """
                Prints the rows of findings.csv: all of them, or those with certain codes and \
                severities. jsonl has one object per line. Exits with 1 when there are none.

                Example: allonym migrate list --plan plan --code missing-purchase-token
                Example: allonym migrate list --plan plan --severity needs-decision --format csv
                """)

        @Option(
            help: ArgumentHelp("The folder of the plan.", valueName: "dir"), completion: .directory)
        var plan: String

        @Option(
            help: ArgumentHelp("Only findings with this code.", valueName: "code"),
            completion: KnownWords.findings)
        var code: String?

        @Option(
            help: ArgumentHelp(
                "Only findings with this severity: needs-decision, ambiguous, dropped, "
                    + "changed, kept or note.", valueName: "severity"),
            completion: .list(FindingSeverity.allCases.map(\.rawValue)))
        var severity: String?

        @Option(help: "The output format.")
        var format: TablePrinter.Format = .table

        @OptionGroup var common: CommonOptions

        func validate() throws {
            if let severity, FindingSeverity(rawValue: severity) == nil {
                let known = FindingSeverity.allCases.map(\.rawValue)
                throw ValidationError("\(UnknownName("--severity", severity, known: known))")
            }
        }

        func run() throws {
            let mappings = try common.load()
            let known = mappings.findingCodes
            if let code, !known.contains(code) {
                throw UnknownName(
                    "code of a finding", code, known: known, listedBy: "allonym explain findings")
            }
            let output = try common.open(isPrivate: true, ofPlans: [plan])
            var printer = TablePrinter(findings: format, width: output.wrappingWidth)
            var count = 0
            try Migration.forEachFinding(in: plan) { cells in
                guard code.map({ $0 == cells[0] }) ?? true,
                    severity.map({ $0 == cells[1] }) ?? true
                else { return }
                count += 1
                try show(printer.text(of: cells), output)
            }
            try show(printer.rest(), output)
            try output.close()
            if count == 0 {
                let wanted = ["finding", code, severity.map { "of the severity \($0)" }]
                    .compactMap(\.self).joined(separator: " ")
                StandardError.say("The plan's findings.csv has no \(wanted).")
                throw ExitCode(1)
            }
        }

        /// Writes rows; those of a table end at the width of a terminal.
        private func show(_ text: String, _ output: Output) throws {
            guard format == .table, output.wrappingWidth != nil else {
                return try output.write(text)
            }
            try output.write(lines: text.split(separator: "\n").map(String.init))
        }
    }

    extension TablePrinter.Format: ExpressibleByArgument {}
#endif
