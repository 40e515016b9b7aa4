// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import AllonymInput
    import AllonymMappings
    import AllonymMigration
    import ArgumentParser
    import Foundation

    struct PlanCommand: ParsableCommand {
        enum Loss: String, ExpressibleByArgument, CaseIterable {
            case report, fail
        }

        enum Format: String, ExpressibleByArgument, CaseIterable {
            case text, markdown, json
        }

        enum Route: String, ExpressibleByArgument, CaseIterable {
            case bulkImport = "bulk-import"
            case api, client, manual
        }

        static let configuration = CommandConfiguration(
            commandName: "plan",
            abstract: "Plan a migration: read files, decide, write what the target imports.",
            discussion: """
                Writes to the folder what the target imports, ids.csv, purchases.csv, report.md, \
                findings.csv, report.json, rejected.jsonl, calls.json, undo.jsonl and manifest.json, \
                all readable only by you. Start with report.md.

                Example: allonym migrate plan --from revenuecat --to nami --in export.csv --out plan
                Example: allonym migrate plan --from purchasely --to neutral --in events.jsonl --out all
                """)

        @Option(help: ArgumentHelp("The provider of the files, or neutral.", valueName: "provider"))
        var from: String

        @Option(help: ArgumentHelp("The provider to write for, or neutral.", valueName: "provider"))
        var to: String

        @OptionGroup var input: InputOptions

        @Option(help: ArgumentHelp("The folder of the plan.", valueName: "dir"))
        var out: String

        @Option(
            help: ArgumentHelp(
                "A CSV table of product names at the target; begin it with migrate products.",
                valueName: "file"))
        var products: String?

        @Option(
            help: ArgumentHelp(
                "Plan only for the customers with these IDs: one a line, or CSV with a column "
                    + "source_id.", valueName: "file"))
        var only: String?

        @Option(
            help: ArgumentHelp(
                "Plan for a part of the customers, always the same ones, such as 1%.",
                valueName: "share"))
        var sample: ShareArgument?

        @Option(
            parsing: .upToNextOption,
            help: ArgumentHelp("Leave out the customers of earlier plans.", valueName: "dir"))
        var except: [String] = []

        @Option(
            help: ArgumentHelp(
                "The moment for which states are worked out (default: the latest time of anything that "
                    + "happened in the inputs).", valueName: "iso-8601"))
        var at: InstantArgument?

        @Option(
            name: .customLong("set"),
            help: ArgumentHelp(
                "A setting; see allonym explain PROVIDER.settings.", valueName: "k=v"))
        var settings: [String] = []

        @Option(help: "The route into the target to try first.")
        var route: Route?

        @Flag(help: "Exit with 1 when something needs a decision.")
        var exitCode = false

        @Option(
            help: "With fail, exit with 1 when something needs a decision, is dropped or ambiguous."
        )
        var onLoss: Loss = .report

        @Flag(help: "End at the first rejected record or unknown value.")
        var strict = false

        @Flag(help: "Overwrite the outputs of another plan.")
        var force = false

        @Option(
            help: ArgumentHelp(
                "Number of threads (default: one for each core).",
                valueName: "n"))
        var threads: Int?

        @Option(help: "What to print: a summary (text), or the whole report.")
        var format: Format = .text

        @OptionGroup var common: CommonOptions

        func validate() throws {
            guard (1...64).contains(threads ?? 1) else {
                throw ValidationError("--threads expects a number from 1 to 64.")
            }
            if out.isEmpty { throw ValidationError("--out expects the name of a folder.") }
        }

        func run() throws {
            let mappings = try common.load()
            var migration = try Migration(from: from, to: to, settings: settings, using: mappings)
            migration.at = at?.milliseconds
            migration.preferredRoute = route.flatMap { ImportRoute(rawValue: $0.rawValue) }
            migration.products = products.map { .file($0) }
            migration.only = only.map { .file($0) }
            migration.sample = sample?.share
            migration.except = except
            migration.isStrict = strict
            migration.isForced = force
            if let threads { migration.threads = threads }
            let progress = MigrateProgress(files: input.files)
            migration.progress = progress.report
            // Before anything is done, unless the folder of the plan is to hold it.
            let isInside = common.output.map { Self.isInside(out, $0) } ?? false
            let spared = input.inputs + [products, only].compactMap { $0 }.map { .file($0) }
            let early = isInside ? nil : try common.open(isPrivate: true, sparing: spared)
            let report: MigrationReport
            do {
                defer { progress.end() }
                report = try migration.plan(input.inputs, into: out)
            }
            let output = try early ?? common.open(isPrivate: true, sparing: spared)
            switch format {
            case .text: try output.write(text(of: report))
            case .markdown: try output.write(Self.text(of: "\(out)/report.md"))
            case .json: try output.write(Self.text(of: "\(out)/report.json"))
            }
            try output.close()
            switch report.worst {
            case .needsDecision: if exitCode || onLoss == .fail { throw ExitCode(1) }
            case .ambiguous, .dropped: if onLoss == .fail { throw ExitCode(1) }
            case .changed, .kept, .note, nil: break
            }
        }

        /// What matters most, where everything is, and what comes next.
        private func text(of report: MigrationReport) -> String {
            let folder = ShellWord.text(of: out)
            let next = [
                "The plan is in \(out): start with report.md.",
                "Next: allonym migrate verify --plan \(folder)",
                "Everybody a finding is about: allonym migrate list --plan \(folder) --code CODE",
            ]
            return (report.lines.map(ShownText.escaped) + next).joined(separator: "\n") + "\n"
        }

        /// Whether a file lies in a folder, however both are written.
        private static func isInside(_ folder: String, _ file: String) -> Bool {
            let (folder, file) = (URL(fileURLWithPath: folder), URL(fileURLWithPath: file))
            return file.standardizedFileURL.path.hasPrefix(folder.standardizedFileURL.path + "/")
        }

        /// A whole file of the plan.
        private static func text(of file: String) throws -> String {
            guard let data = FileManager.default.contents(atPath: file) else {
                throw OutputError(
                    description: "the plan is written, but \(file) cannot be read back")
            }
            return String(decoding: data, as: UTF8.self)
        }
    }
#endif
