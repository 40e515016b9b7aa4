// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import AllonymChecking
    import AllonymComparison
    import AllonymCore
    import AllonymMappings
    import ArgumentParser
    import Foundation

    struct CheckCommand: ParsableCommand {
        enum Format: String, ExpressibleByArgument, CaseIterable {
            case summary, list, json, jsonl, csv
            case summaryJSON = "summary-json"

            /// Whether it is a line of JSON for each ID; both names mean the same.
            var isLines: Bool { self == .json || self == .jsonl }
        }

        enum Separator: String, ExpressibleByArgument, CaseIterable {
            case comma, semicolon, tab

            var byte: UInt8 {
                switch self {
                case .comma: UInt8(ascii: ",")
                case .semicolon: UInt8(ascii: ";")
                case .tab: UInt8(ascii: "\t")
                }
            }
        }

        static let configuration = CommandConfiguration(
            commandName: "check",
            abstract:
                "Check which user IDs each provider accepts, and why it refuses the others.",
            discussion: """
                Reads one ID per line, verbatim, or CSV with --column. A note on standard error \
                points out a file that is compressed, UTF-16 or empty, looks like CSV, begins with a \
                byte order mark, or has lines that end with a carriage return alone. Exits with 1 \
                when a provider refuses an ID.

                Example: allonym check users.csv --column user_id --for nami,revenuecat
                """)

        @Argument(
            help: ArgumentHelp(
                "Files of IDs; - is standard input (default: standard input).",
                valueName: "file"), completion: .file())
        var files: [String] = []

        @Option(
            name: .customLong("for"),
            help: ArgumentHelp(
                "The providers to ask, separated by commas, or all.", valueName: "a,b"),
            completion: KnownWords.askedProviders)
        var asked = "all"

        @Option(
            help: ArgumentHelp(
                "Read CSV: the name of the column, or its number from 1.", valueName: "name"))
        var column: String?

        @Option(
            help: ArgumentHelp(
                "The CSV separator (default: detected from the first record).",
                valueName: "comma|semicolon|tab"))
        var separator: Separator?

        @Flag(name: .customLong("no-header"), help: "The file has no header.")
        var hasNoHeader = false

        @Flag(
            help: """
                Also report duplicates, IDs that differ only in spelling, an ID that dominates, \
                and anonymous IDs. Uses 24 bytes of memory per distinct ID.
                """)
        var wholeFile = false

        @Option(
            name: .customLong("set"),
            help: ArgumentHelp(
                "A setting; see allonym explain PROVIDER.settings.", valueName: "k=v"),
            completion: KnownWords.settings)
        var settings: [String] = []

        @Option(help: "The output format.")
        var format: Format = .summary

        @Option(
            name: .customLong("map"),
            help: ArgumentHelp(
                """
                Also write a replacement for each refused ID, such as a hash, as CSV \
                (id,suggestion), each ID once. Uses about 24 bytes of memory per ID.
                """, valueName: "file"), completion: .file())
        var suggestions: String?

        @Option(help: ArgumentHelp("Number of threads.", valueName: "n"))
        var threads = 2

        @OptionGroup var common: CommonOptions

        func validate() throws {
            if column == nil, separator != nil || hasNoHeader {
                let option = separator == nil ? "--no-header" : "--separator"
                throw ValidationError("\(option): no column is named; give --column NAME, too")
            }
            if let column, column.isEmpty || Int(column).map({ $0 < 1 }) == true {
                throw ValidationError(
                    "--column", column, expected: "a column's name, or its number from 1")
            }
            if hasNoHeader, let column, Int(column) == nil {
                throw ValidationError(
                    "--column", column, expected: "a number, as --no-header leaves no names")
            }
            if suggestions == "-" {
                throw ValidationError(
                    "--map", "-", expected: "a file, as the summary is on standard output")
            }
            if suggestions != nil, report != nil {
                throw ValidationError(
                    "--map: it goes with a summary; give --format summary or summary-json")
            }
            try common.keepApart(suggestions, named: "--map")
            guard (1...64).contains(threads) else {
                throw ValidationError("--threads", threads, expected: "a number from 1 to 64")
            }
        }

        func run() throws {
            let mappings = try common.load()
            var check = FileCheck(try identifierCheck(mappings))
            if let column { check.layout = .column(csvColumn(column)) }
            check.isWholeFile = wholeFile
            if report != nil, !format.isLines { check.mostListed = Self.mostListed }
            check.workers = threads
            let names = files.isEmpty ? ["-"] : files
            let inputs = names.map { name in
                name == "-"
                    ? Input.descriptor(STDIN_FILENO, name: "standard input")
                    : Input.file(name)
            }
            let progress = ProgressLine("check")
            let size = ProgressLine.size(of: names)
            check.progress = { progress.show("reading", $0, of: size, .bytes) }
            let output = try common.open(sparing: inputs)
            if let report { try output.write(report.head(inputs: inputs.count)) }
            // Its owner's alone, since it has IDs.
            let map = try common.openSecond(suggestions, sparing: inputs)
                .map { try SuggestionFile($0, head: CheckReport(.suggestions)) }
            // A worker that is about to end may keep the output for a moment longer than this.
            defer {
                progress.end()
                output.discard()
                map?.discard()
            }
            let summary = try check.runUntilFault(
                inputs, report: map == nil ? report : CheckReport(.suggestions)
            ) { if let map { try map.write($0) } else { try output.write($0) } }
            progress.end()
            CheckNotes.beginnings(
                of: inputs, hasColumn: column != nil, failed: summary.fault?.file
            ).forEach(CheckNotes.write)
            if summary.ids == 0 {
                // Where nothing was read before the fault, it is all there is to say.
                if let fault = summary.fault { throw fault }
                CheckNotes.write(CheckNotes.nothing(in: inputs))
            }
            let page = SummaryReport(check.check, inputs: inputs.map(\.name))
            let list = FindingList(inputs: inputs.map(\.name))
            switch format {
            case .summary:
                let width = output.wrappingWidthOnTerminal
                try output.write(
                    width.map { page.text(summary, width: $0) } ?? page.text(summary))
            case .summaryJSON:
                try output.layOut(page.document(summary))
            case .list:
                try output.write(page.wholeFile(summary))
                if let found = summary.wholeFile { try output.write(list.text(found)) }
            case .json, .jsonl: try output.write(page.json(summary))
            case .csv: if let found = summary.wholeFile { try output.write(list.csv(found)) }
            }
            // What was read before a fault is shown; a file comes into being only when all was read.
            if summary.fault == nil {
                try output.close()
                try map?.close()
                if let map {
                    CheckNotes.write(
                        CheckNotes.written(
                            map.count, to: suggestions ?? "",
                            without: summary.refused - map.recordCount))
                }
            } else {
                try output.abandon()
            }
            if let fault = summary.fault { throw fault }
            if summary.refused > 0 { throw ExitCode(1) }
        }

        /// As many whole-file findings of each kind as a list has; texts take memory.
        private static let mostListed = 20_000

        private var report: CheckReport? {
            switch format {
            case .summary, .summaryJSON: nil
            case .list: CheckReport(.list)
            case .json, .jsonl: CheckReport(.json)
            case .csv: CheckReport(.csv)
            }
        }

        // MARK: - Arguments

        private func identifierCheck(_ mappings: Mappings) throws -> IdentifierCheck {
            var chosen: [String: [String: String]] = [:]
            for choice in try mappings.choices(settings) {
                chosen[choice.provider, default: [:]][choice.setting] = choice.value
            }
            return IdentifierCheck(
                try mappings.providers.map { try $0.rules(chosen[$0.key] ?? [:]) },
                asked: asked == "all" ? nil : try mappings.keys(named: asked),
                blocklists: mappings.blocklists,
                sha256: SwiftCrypto().sha256)
        }

        private func csvColumn(_ text: String) -> CSVColumn {
            let choice = Int(text).map(CSVColumn.Choice.number) ?? .name(text)
            return CSVColumn(choice, separator: separator?.byte, hasHeader: !hasNoHeader)
        }
    }
#endif
