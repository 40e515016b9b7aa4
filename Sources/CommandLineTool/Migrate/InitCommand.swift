// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import AllonymMigration
    import ArgumentParser

    struct InitCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "init",
            abstract: "Create migration.json, a file of options for migrate plan.",
            discussion: """
                Writes the options you give, and null for the others, to migration.json or to the \
                file named by --output. migrate plan reads migration.json in the current folder, \
                or the file named by --config; options on the command line win.

                Example: allonym migrate init --from revenuecat --to qonversion --in export.csv --out plan
                """)

        @OptionGroup var options: MigrationOptions

        @Flag(help: "Overwrite the file.")
        var force = false

        @Option(
            help: ArgumentHelp(
                "The file to write (default: \(MigrationFile.name)).", valueName: "file"),
            completion: .file())
        var output: String?

        @OptionGroup var rules: MappingsOptions

        func run() throws {
            try check()
            let file = output ?? MigrationFile.name
            if !force { try CommonOptions.refuseExisting(file, named: "--output") }
            let written = try Output(file: file, isPrivate: true)
            try written.write(try MigrationFile.text(of: options))
            try written.close()
            let told = try Output(file: nil)
            try told.write(lines: ["\(file) is written. Next: \(next(file))"])
            try told.close()
        }

        /// Names and settings that there are not are said now.
        private func check() throws {
            guard let one = options.from ?? options.to else {
                if !options.settings.isEmpty { _ = try rules.load().choices(options.settings) }
                return
            }
            let (from, to) = (options.from ?? one, options.to ?? one)
            let mappings = try rules.load()
            // A setting may be of the provider that is not known yet.
            let isWhole = options.from != nil && options.to != nil
            _ = try Migration(
                from: from, to: to, settings: isWhole ? options.settings : [], using: mappings)
            _ = try mappings.choices(options.settings)
        }

        /// What to do with the file: a plan needs members that may not be given yet.
        private func next(_ file: String) -> String {
            let plan = file == MigrationFile.name ? "" : " --config \(ShellWord.text(of: file))"
            let missing = [
                ("from", options.from == nil), ("to", options.to == nil),
                ("in", options.files.isEmpty),
            ].filter { $0.1 }.map { "\"\($0.0)\"" }
            // Each plan has a folder of its own, so that it is rather given than kept in the file.
            let command = "allonym migrate plan\(plan)\(options.out == nil ? " --out PLAN" : "")"
            guard let last = missing.last else { return command }
            let names = [missing.dropLast().joined(separator: ", "), last].filter { !$0.isEmpty }
            return "fill in \(names.joined(separator: " and ")) there, or give "
                + (missing.count == 1 ? "it as an option" : "them as options")
                + ": \(command)"
        }
    }
#endif
