// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import AllonymMappings
    import AllonymMigration
    import ArgumentParser

    struct ProductsCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "products",
            abstract: "Begin a table of products: a row for each that the files name.",
            discussion: """
                Writes CSV for migrate plan --products. target_product is the product's own name \
                until you change it.

                Example: allonym migrate products --from revenuecat --in export.csv --output products.csv
                """)

        @Option(help: ArgumentHelp("The provider of the files, or neutral.", valueName: "provider"))
        var from: String

        @OptionGroup var input: InputOptions

        @OptionGroup var common: CommonOptions

        func run() throws {
            let mappings = try common.load()
            var migration = try Migration(from: from, to: from, using: mappings)
            // Before anything is read, and not written over it.
            let output = try common.open(isPrivate: true, sparing: input.inputs)
            let progress = MigrateProgress(files: input.files)
            migration.progress = progress.report
            let table: String
            do {
                defer { progress.end() }
                table = try migration.productTable(input.inputs)
            }
            try output.write(table)
            try output.close()
        }
    }
#endif
