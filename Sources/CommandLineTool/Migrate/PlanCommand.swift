// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
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
                The folder gets ids.csv, what the target imports, report.md and report.json, \
                rejected.jsonl, undo.jsonl and manifest.json, all readable by you alone; with columns \
                that no format knows also unknown-columns.jsonl. Exits with 1 when something needs \
                a decision.

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
                "What products are called at the target: CSV; see migrate products.",
                valueName: "file"))
        var products: String?

        @Option(
            help: ArgumentHelp(
                "The instant at which states are looked at; by default the latest that an input says "
                    + "something happened at.", valueName: "iso-8601"))
        var at: InstantArgument?

        @Option(
            name: .customLong("set"),
            help: ArgumentHelp("A setting; see allonym explain.", valueName: "k=v"))
        var settings: [String] = []

        @Option(help: "Which way into the target comes first, where it has several.")
        var route: Route?

        @Option(help: "Whether what is dropped or ambiguous makes the exit code 1, too.")
        var onLoss: Loss = .report

        @Flag(help: "End at the first record that is not taken, and at a value that nobody knows.")
        var strict = false

        @Flag(help: "Write over the outputs of another plan.")
        var force = false

        @Option(
            help: ArgumentHelp(
                "How many threads read and decide; without it as many as the machine has cores.",
                valueName: "n"))
        var threads: Int?

        @Option(help: "What is printed: the lines that matter, or the whole report.")
        var format: Format = .text

        @OptionGroup var common: CommonOptions

        func validate() throws {
            guard (1...64).contains(threads ?? 1) else {
                throw ValidationError("--threads is between 1 and 64.")
            }
            if out.isEmpty { throw ValidationError("--out names no folder.") }
        }

        func run() throws {
            let mappings = try common.load()
            var migration = try Migration(from: from, to: to, settings: settings, using: mappings)
            migration.at = at?.milliseconds
            migration.preferredRoute = route.flatMap { ImportRoute(rawValue: $0.rawValue) }
            migration.products = products.map { .file($0) }
            migration.isStrict = strict
            migration.isForced = force
            if let threads { migration.threads = threads }
            let progress = MigrateProgress(files: input.files)
            migration.progress = progress.report
            // Before anything is done, unless the folder of the plan is to hold it.
            let isInside = common.output.map { Self.isInside(out, $0) } ?? false
            let early = isInside ? nil : try common.open(isPrivate: true)
            let report: MigrationReport
            do {
                defer { progress.end() }
                report = try migration.plan(input.inputs, into: out)
            }
            let output = try early ?? common.open(isPrivate: true)
            switch format {
            case .text: try output.write(report.lines.joined(separator: "\n") + "\n")
            case .markdown: try output.write(Self.text(of: "\(out)/report.md"))
            case .json: try output.write(Self.text(of: "\(out)/report.json"))
            }
            try output.close()
            switch report.worst {
            case .needsDecision: throw ExitCode(1)
            case .ambiguous, .dropped: if onLoss == .fail { throw ExitCode(1) }
            case .changed, .kept, .note, nil: break
            }
        }

        /// Whether a file lies in a folder, however both are written.
        private static func isInside(_ folder: String, _ file: String) -> Bool {
            let (folder, file) = (URL(fileURLWithPath: folder), URL(fileURLWithPath: file))
            return file.standardizedFileURL.path.hasPrefix(folder.standardizedFileURL.path + "/")
        }

        /// A file of the plan, which is read as a whole.
        private static func text(of file: String) throws -> String {
            guard let data = FileManager.default.contents(atPath: file) else {
                throw OutputError(
                    description: "\(file): the plan is written, and this file of it cannot be read")
            }
            return String(decoding: data, as: UTF8.self)
        }
    }
#endif
