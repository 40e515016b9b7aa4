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

        static let configuration = CommandConfiguration(
            commandName: "plan",
            abstract: "Plan a migration: read files, decide, write what the target imports.",
            discussion: """
                Writes to the folder what the target imports, report.html, report.md, report.json, \
                steps.md, ids.csv, purchases.csv, findings.csv, rejected.jsonl, calls.json, undo.jsonl \
                and manifest.json, all readable only by you. Start with report.html.

                Example: allonym migrate plan --from revenuecat --to nami --in export.csv --out plan
                Example: allonym migrate plan --from revenuecat --to qonversion --in export.csv \
                receipts.jsonl --entitlements entitlements.csv --out plan
                Example: allonym migrate plan --from purchasely --to neutral --in events.jsonl --out all
                """)

        @OptionGroup var given: MigrationOptions

        @Option(
            help: ArgumentHelp(
                "A file of options, which migrate init begins (default: \(MigrationFile.name), where "
                    + "it is there).", valueName: "file"), completion: .file())
        var config: String?

        @Flag(help: "Exit with 1 when something needs a decision.")
        var exitCode = false

        @Option(
            help: """
                With fail, exit with 1 when something needs a decision, is dropped or ambiguous, \
                or a customer loses access.
                """
        )
        var onLoss: Loss = .report

        @Flag(help: "End at the first rejected record or unknown value.")
        var strict = false

        @Flag(
            help:
                "Leave IDs, products and entitlements out of the reports and steps.md, to share them."
        )
        var redact = false

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
            if let threads, !(1...64).contains(threads) {
                throw ValidationError("--threads", threads, expected: "a number from 1 to 64")
            }
        }

        /// The file of options; nil where there is none.
        private var optionsFile: String? {
            let isThere = FileManager.default.fileExists(atPath: MigrationFile.name)
            return config ?? (isThere ? MigrationFile.name : nil)
        }

        func run() throws {
            // Those of the command line, and those of the file that it does not give.
            var options = given
            let file = optionsFile
            if let file {
                try MigrationFile(reading: file).fill(&options)
                StandardError.say("options are read from \(file)")
            }
            let (from, to, out) = try options.needed(besides: file)
            if out.isEmpty {
                throw ValidationError("--out", out, expected: "the name of a folder")
            }
            let mappings = try common.load()
            var migration = try Migration(
                from: from, to: to, settings: options.settings, using: mappings)
            migration.at = options.at?.milliseconds
            migration.preferredRoute = options.route.flatMap { ImportRoute(rawValue: $0.rawValue) }
            migration.products = options.products.map { .file($0) }
            migration.entitlements = options.entitlements.map { .file($0) }
            migration.only = options.only.map { .file($0) }
            migration.sample = options.sample?.share
            migration.except = options.except
            migration.isStrict = strict
            migration.isForced = force
            migration.isRedacted = redact
            if let threads { migration.threads = threads }
            let input = InputOptions.inputs(options.files)
            let progress = ProgressLine("migrate plan")
            migration.progress = progress.migration(reading: options.files)
            // Before anything is done, unless the folder of the plan is to hold it.
            let isInside = common.output.map { Self.isInside(out, $0) } ?? false
            if let file = common.output { try Output.refuseFileOfPlan(file) }
            let lists = [options.products, options.entitlements, options.only].compactMap { $0 }
            let spared = input + lists.map { .file($0) }
            let plans = options.except
            func opened() throws -> Output {
                try common.open(isPrivate: true, sparing: spared, ofPlans: plans)
            }
            let early = isInside ? nil : try opened()
            let report: MigrationReport
            do {
                defer { progress.end() }
                report = try migration.plan(input, into: out)
            }
            let output = try early ?? opened()
            switch format {
            case .text: try output.write(lines: Self.lines(of: report, in: out))
            case .markdown: try output.write(Self.text(of: "\(out)/report.md"))
            case .json: try output.write(Self.text(of: "\(out)/report.json"))
            }
            try output.close()
            RulesAge(try mappings.readingDays()).warn()
            let customers = report.counts.customers
            let fails =
                switch report.worst {
                case .needsDecision: exitCode || onLoss == .fail
                case .ambiguous, .dropped: onLoss == .fail
                // What is migrated with changes can cost access as well.
                case .changed, .kept, .note, nil:
                    onLoss == .fail && customers.byDecision + customers.lost > 0
                }
            if fails { throw ExitCode(1) }
        }

        /// What matters most, where everything is, and what comes next.
        private static func lines(of report: MigrationReport, in out: String) -> [String] {
            let folder = ShellWord.text(of: out)
            let next = [
                "The plan is in \(ShownText.escaped(out)): start with report.html; steps.md says what to "
                    + "do.",
                "Next: allonym migrate verify --plan \(folder)",
                "To list everybody whom a finding concerns: allonym migrate list --plan "
                    + "\(folder) --code CODE",
            ]
            return report.lines.map(ShownText.escaped) + next
        }

        /// Whether a file lies in a folder, however both are written.
        private static func isInside(_ folder: String, _ file: String) -> Bool {
            let (folder, file) = (URL(fileURLWithPath: folder), URL(fileURLWithPath: file))
            return file.standardizedFileURL.path.hasPrefix(folder.standardizedFileURL.path + "/")
        }

        /// A whole file of the plan.
        private static func text(of file: String) throws -> String {
            do throws(InputError) {
                return String(decoding: try Input.file(file).wholeBytes(), as: UTF8.self)
            } catch {
                throw OutputError(
                    file, "the plan is written, but not read back: \(error.reason)",
                    isOfSystem: true)
            }
        }
    }
#endif
