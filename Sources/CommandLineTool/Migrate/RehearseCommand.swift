// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymInput
    import AllonymMappings
    import AllonymMigration
    import AllonymRehearsing
    import AllonymSending
    import ArgumentParser
    import Foundation

    @available(macOS 14, *)
    struct RehearseCommand: AsyncParsableCommand {
        enum Format: String, ExpressibleByArgument, CaseIterable {
            case text, json
        }

        static let configuration = CommandConfiguration(
            commandName: "rehearse",
            abstract: "Try a plan on a simulated target, and check who has access.",
            discussion: """
                Simulates the target in this process, with every purchase of the plan in its \
                stores. Makes the plan's calls there, imports its files, starts the new app on \
                the devices in the plan's lists, and lets a week pass, in which some customers \
                log in on new devices. After each step it reads the customers through the \
                target's own API and compares them with the plan. Nothing leaves this machine, \
                and the plan's folder is not changed.

                With --existing, the target starts with the customers in its own export. Exits \
                with 1 when anything differs from the plan. If the week goes otherwise than the \
                same week at the source, the differences are reported and do not count. Findings of \
                the plan that still wait for a decision are named, and do not count either.

                Example: allonym migrate rehearse --plan plan
                Example: allonym migrate rehearse --plan plan --existing customers.csv --devices 20% --out rehearsal
                """)

        @Option(help: ArgumentHelp("The folder of the plan.", valueName: "dir"))
        var plan: String

        @Option(
            parsing: .upToNextOption,
            help: ArgumentHelp(
                "The target's export of the customers it already has, in any format that plan "
                    + "reads.",
                valueName: "file"))
        var existing: [String] = []

        @Option(
            help: ArgumentHelp(
                "Start the app for this share of the customers who need to (default: all).",
                valueName: "share"))
        var devices: ShareArgument?

        @Option(
            name: .customLong("out"),
            help: ArgumentHelp(
                "Write rehearsal.json, rehearsal.txt and rehearsal.csv, which lists everybody "
                    + "who differs from the plan or was not compared after the week, to this "
                    + "folder, with the parts of files that are too large for the provider.",
                valueName: "dir"))
        var folder: String?

        @Option(help: "The output format.")
        var format: Format = .text

        @OptionGroup var common: CommonOptions

        mutating func run() async throws {
            let mappings = try common.load()
            let files = InputOptions.inputs(existing)
            let output = try common.open(isPrivate: true, sparing: files, ofPlans: [plan])
            var options = RehearsalRun.Options()
            options.existing = files
            options.share = devices?.share
            let run = RehearsalRun(
                plan: plan, options, hashing: SwiftCrypto(), mappings: mappings)
            let progress = ProgressLine("migrate rehearse")
            let work = Task {
                try await run.run { phase, done, all in progress.show(phase, done, of: all) }
            }
            let signals = StopSignals { work.cancel() }
            let report: RehearsalReport
            do {
                defer { progress.end() }
                report = try await work.value
            } catch {
                output.discard()
                throw signals.received.map { ExitCode(128 + $0) } ?? error
            }
            let handing = try HandingList(plan: plan, hashing: SwiftCrypto(), mappings: mappings)
            let lines = report.lines(plan: ShellWord.text(of: plan)) + handing.lines
            let text = lines.joined(separator: "\n") + "\n"
            switch format {
            case .text: try output.write(lines: lines)
            case .json: try output.write(try report.json())
            }
            try output.close()
            if let folder {
                try write(report, text, to: folder)
                _ = try handing.writeParts(to: folder)
            }
            if !report.holds { throw ExitCode(1) }
        }

        private func write(_ report: RehearsalReport, _ text: String, to folder: String) throws {
            try OutputFolder.make(folder)
            func file(_ name: String, _ body: (Output) throws -> Void) throws {
                let file = try Output(file: "\(folder)/\(name)", isPrivate: true)
                try body(file)
                try file.close()
            }
            try file("rehearsal.json") { try $0.write(try report.json()) }
            try file("rehearsal.txt") { try $0.write(text) }
            try file("rehearsal.csv") { file in
                var printer = TablePrinter(RehearsalReport.Row.columns, .csv)
                for row in report.allRows { try file.write(printer.text(of: row.cells)) }
                try file.write(printer.rest())
            }
        }
    }
#endif
