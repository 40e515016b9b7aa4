// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import AllonymInput
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
                until you change it; give a product that the files call by two names, the \
                provider's and the store's, one target_product in both rows, and the plan reads \
                it as one. --entitlements writes another table, for migrate plan \
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

        /// As many pairs of products are named that may be one.
        private static let mostTwins = 10

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
            let tables: Migration.StartingTables
            do {
                defer { progress.end() }
                tables = try migration.startingTables(input.inputs)
            }
            try output.write(tables.products)
            try other?.write(tables.entitlements)
            try output.close()
            try other?.close()
            try tell(tables)
        }

        /// Says where the tables are, what is missing in them, and what to do with them; on standard
        /// error where standard output is a table itself.
        private func tell(_ tables: Migration.StartingTables) throws {
            let rejected = tables.rejected
            let files = [common.output, entitlements].compactMap(\.self)
            var lines: [String] = []
            if !files.isEmpty {
                lines.append(
                    "\(files.joined(separator: " and ")) \(files.count == 1 ? "is" : "are") written."
                )
            }
            if rejected > 0 {
                let missing =
                    rejected == 1
                    ? "was rejected, and what it alone names is missing; migrate plan lists it"
                    : "were rejected, and what they alone name is missing; migrate plan lists them"
                lines.append(
                    "\(rejected.of("record")) \(missing) in rejected.jsonl with the reason.")
            }
            lines += tables.lacks
            lines += tables.twins.prefix(ProductsCommand.mostTwins).map(\.says)
            lines.append("Next: change the names that differ at the target, then plan: \(next)")
            if common.output == nil {
                lines.forEach(CheckNotes.write)
            } else {
                let told = try Output(file: nil)
                try told.write(lines: lines.map(ShownText.escaped))
                try told.close()
            }
        }

        /// The command that plans with the tables.
        private var next: String {
            var words = ["allonym", "migrate", "plan", "--from", from, "--to", "PROVIDER", "--in"]
            words += input.files.map(ShellWord.text)
            words += ["--products", common.output.map(ShellWord.text) ?? "FILE"]
            if let entitlements { words += ["--entitlements", ShellWord.text(of: entitlements)] }
            return (words + ["--out", "PLAN"]).joined(separator: " ")
        }
    }
#endif
