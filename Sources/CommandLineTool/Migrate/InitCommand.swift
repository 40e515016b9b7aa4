// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import AllonymInput
    import AllonymMigration
    import ArgumentParser
    import Foundation

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

        @OptionGroup var common: CommonOptions

        func run() throws {
            if let from = options.from, let to = options.to {
                // Names and settings that there are not are said now.
                _ = try Migration(
                    from: from, to: to, settings: options.settings, using: try common.load())
            }
            let file = common.output ?? MigrationFile.name
            if !force, FileManager.default.fileExists(atPath: file) {
                throw OutputError(
                    file,
                    "it is there already; give --force to overwrite it, or another file with "
                        + "--output")
            }
            let output = try Output(file: file, isPrivate: true)
            try output.write(try MigrationFile.text(of: options))
            try output.close()
            let plan = file == MigrationFile.name ? "" : " --config \(ShellWord.text(of: file))"
            let told = try Output(file: nil)
            try told.write(lines: ["\(file) is written. Next: allonym migrate plan\(plan)"])
            try told.close()
        }
    }
#endif
