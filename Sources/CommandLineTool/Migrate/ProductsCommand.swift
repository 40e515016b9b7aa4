// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import AllonymMappings
    import AllonymMigration
    import ArgumentParser
    import Foundation

    struct ProductsCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "products",
            abstract:
                "Create the tables of products and entitlements, with a row for each one in "
                + "the files.",
            discussion: """
                Writes CSV for migrate plan --products. target_product is the product's own name \
                until you change it. --entitlements writes another table, for migrate plan \
                --entitlements: an entitlement without a target_entitlement is not migrated. A \
                table that is there already is overwritten only with --force.

                Example: allonym migrate products --from revenuecat --in export.csv --output products.csv
                Example: allonym migrate products --from revenuecat --in export.csv \
                --output products.csv --entitlements entitlements.csv
                """)

        @Option(
            help: ArgumentHelp("The provider of the files, or neutral.", valueName: "provider"),
            completion: KnownWords.endpoints)
        var from: String

        @OptionGroup var input: InputOptions

        @Option(
            help: ArgumentHelp(
                "Also create a table of entitlements, including those of grants, in this file.",
                valueName: "file"), completion: .file())
        var entitlements: String?

        @Flag(help: "Overwrite the files.")
        var force = false

        @OptionGroup var common: CommonOptions

        func validate() throws {
            try common.keepApart(entitlements, named: "--entitlements")
        }

        func run() throws {
            let mappings = try common.load()
            var migration = try Migration(from: from, to: from, using: mappings)
            // Before anything is read, and not written over it.
            let output = try common.open(isPrivate: true, sparing: input.inputs)
            let other = try common.openSecond(entitlements, sparing: input.inputs)
            if !force {
                try CommonOptions.refuseExisting(common.output, named: "--output")
                try CommonOptions.refuseExisting(entitlements, named: "--entitlements")
            }
            let progress = ProgressLine("migrate products")
            migration.progress = progress.migration(reading: input.files)
            let tables: (products: String, entitlements: String)
            do {
                defer { progress.end() }
                tables = try migration.startingTables(input.inputs)
            }
            try output.write(tables.products)
            try other?.write(tables.entitlements)
            try output.close()
            try other?.close()
        }
    }
#endif
