// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import AllonymComparison
    import AllonymCore
    import AllonymInput
    import AllonymMappings
    import ArgumentParser
    import Foundation

    struct CompareCommand: ParsableCommand {
        enum Format: String, ExpressibleByArgument, CaseIterable {
            case table, markdown, json, html, svg
        }

        static let configuration = CommandConfiguration(
            commandName: "compare",
            abstract: "Run scenarios, and show what each provider answers.",
            discussion: """
                Without a file, runs the built-in scenarios, which cover every documented \
                example, and shows the most common questions at a glance. To run one built-in \
                file, give its name, such as at-a-glance. Exits with 1 when an answer differs \
                from the one that a scenario expects; built-in scenarios expect the answers under \
                their own settings.

                Example: allonym compare my.md --providers nami,revenuecat \
                --set revenuecat.restore=keep
                """)

        @Argument(
            help: ArgumentHelp("Scenario files; - is standard input.", valueName: "file"),
            completion: .file())
        var files: [String] = []

        @Flag(help: "Without a file: show every built-in scenario as a table, step by step.")
        var all = false

        @Option(
            help: ArgumentHelp(
                """
                Providers to run in addition to a scenario's own; without a file, the providers \
                to show at a glance.
                """, valueName: "a,b"), completion: KnownWords.providers)
        var providers: String?

        @Option(
            name: .customLong("set"),
            help: ArgumentHelp(
                "A setting, which overrides a scenario's; see allonym explain PROVIDER.settings.",
                valueName: "k=v"), completion: KnownWords.settings)
        var settings: [String] = []

        @Option(help: "The output format.")
        var format: Format = .table

        @OptionGroup var memory: MemoryOptions

        @OptionGroup var common: CommonOptions

        func run() throws {
            let mappings = try common.load()
            let runner = Runner(
                mappings, adding: try providers.map(mappings.keys) ?? [],
                settings: try mappings.choices(settings))
            let files = try files.isEmpty ? builtIn(mappings) : given(mappings)
            let output = try common.open(
                sparing: self.files.filter { $0 != "-" }.map { .file($0) })
            let holds =
                switch format {
                case .table where isAtAGlance: try glance(files, runner, mappings, output)
                case .table: try table(files, runner, output)
                case .markdown: try markdown(files, runner, output)
                case .json: try json(files, runner, output)
                case .html: try html(files, runner, mappings, output)
                case .svg: try picture(files, runner, mappings, output)
                }
            try output.close()
            if !holds { throw ExitCode(1) }
        }

        // MARK: - Formats. Each returns whether everything asserted holds.

        /// Whether the questions come first: where no file is given.
        private var isAtAGlance: Bool { files.isEmpty && !all }

        private func glance(
            _ files: [ScenarioFile], _ runner: Runner, _ mappings: Mappings, _ output: Output
        ) throws -> Bool {
            var report = GlanceReport(width: output.width, isColoured: output.isColoured)
            var asked: [ComparedScenario] = []
            try run(files, runner) { compared in
                report.count(compared)
                if compared.file.name == mappings.questions.file { asked.append(compared) }
            }
            let glance = try answered(asked, mappings)
            var summary = report.summary(of: glance)
            if let usual = try usual(asked, mappings) {
                summary = report.changes(of: glance, from: usual)
            }
            try output.write(report.text(of: glance) + "\n" + summary)
            return report.holds
        }

        /// The questions at a glance as a picture.
        private func picture(
            _ files: [ScenarioFile], _ runner: Runner, _ mappings: Mappings, _ output: Output
        ) throws -> Bool {
            guard isAtAGlance else {
                throw ValidationError(
                    "--format svg: it draws only the questions at a glance; give no file, or "
                        + "--format html for a picture of each step")
            }
            var holds = true
            var asked: [ComparedScenario] = []
            try run(files, runner) { compared in
                holds = holds && compared.asserted == compared.held
                if compared.file.name == mappings.questions.file { asked.append(compared) }
            }
            try output.write(GlancePicture(try answered(asked, mappings)).svg)
            return holds
        }

        /// The questions, for the providers that are named or for all.
        private func answered(
            _ asked: [ComparedScenario], _ mappings: Mappings
        ) throws -> Glance {
            let named = files.isEmpty ? try providers.map(mappings.keys) : nil
            return try Glance(asked, mappings.questions, only: named)
        }

        /// The same under the scenarios' own settings, where others were chosen.
        private func usual(
            _ asked: [ComparedScenario], _ mappings: Mappings
        ) throws -> Glance? {
            guard !settings.isEmpty else { return nil }
            let runner = Runner(mappings, adding: try providers.map(mappings.keys) ?? [])
            return try answered(asked.map { try runner.run($0.scenario, of: $0.file) }, mappings)
        }

        private func table(
            _ files: [ScenarioFile], _ runner: Runner, _ output: Output
        ) throws -> Bool {
            let report = TableReport(width: output.width, isColoured: output.isColoured)
            var counts = (scenarios: 0, asserted: 0, held: 0)
            try run(files, runner) { compared in
                counts.scenarios += 1
                counts.asserted += compared.asserted
                counts.held += compared.held
                try output.write(report.text(of: compared))
            }
            try output.write(
                report.summary(
                    scenarios: counts.scenarios, asserted: counts.asserted, held: counts.held))
            return counts.asserted == counts.held
        }

        private func markdown(
            _ files: [ScenarioFile], _ runner: Runner, _ output: Output
        ) throws -> Bool {
            var holds = true
            for (number, file) in files.enumerated() {
                var all: [ComparedScenario] = []
                try run([file], runner) { compared in
                    holds = holds && compared.asserted == compared.held
                    all.append(compared)
                }
                try output.write((number > 0 ? "\n" : "") + MarkdownReport.text(of: file, all))
            }
            return holds
        }

        private func json(
            _ files: [ScenarioFile], _ runner: Runner, _ output: Output
        ) throws -> Bool {
            var report = JSONReport()
            var holds = true
            try output.write(report.head)
            try run(files, runner) { compared in
                holds = holds && compared.asserted == compared.held
                try report.add(compared, output.write)
            }
            try output.write(report.tail)
            return holds
        }

        private func html(
            _ files: [ScenarioFile], _ runner: Runner, _ mappings: Mappings, _ output: Output
        ) throws -> Bool {
            var all: [ComparedScenario] = []
            var asked: [ComparedScenario] = []
            var (bytes, leftOut, holds) = (0, 0, true)
            try run(files, runner) { compared in
                holds = holds && compared.asserted == compared.held
                if isAsked(compared.file, mappings) { asked.append(compared) }
                bytes += compared.byteCount
                if bytes > memory.bytes { leftOut += 1 } else { all.append(compared) }
            }
            var page = Page(all)
            if !asked.isEmpty {
                page.glance = try answered(asked, mappings)
                page.usualGlance = try usual(asked, mappings)
            }
            if leftOut > 0 {
                let left = leftOut == 1 ? "1 scenario is" : "\(leftOut) scenarios are"
                page.introduction.append(
                    "\(left) not on this page: all that is shown would take more than "
                        + "\(memory.megabytes) MB of memory.")
                memory.warn(
                    "compare: \(left) not on the page, whose scenarios filled \(memory.megabytes) MB"
                )
            }
            try page.write(output.write)
            return holds
        }

        /// Whether a file is the built-in one of the questions, and none of the reader's own that is
        /// called so.
        private func isAsked(_ file: ScenarioFile, _ mappings: Mappings) -> Bool {
            file.name == mappings.questions.file
                && (files.isEmpty || !FileManager.default.fileExists(atPath: file.name))
        }

        private func run(
            _ files: [ScenarioFile], _ runner: Runner, _ show: (ComparedScenario) throws -> Void
        ) throws {
            let count = files.map(\.scenarios.count).reduce(0, +)
            var progress = Progress("compare, scenarios")
            var done = 0
            for file in files {
                for scenario in file.scenarios {
                    let compared = try runner.run(scenario, of: file)
                    try show(compared)
                    compared.notes.forEach(CheckNotes.write)
                    done += 1
                    progress.report(done, of: count)
                }
            }
        }
    }
#endif
