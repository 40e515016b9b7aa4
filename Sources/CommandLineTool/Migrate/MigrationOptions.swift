// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import AllonymMigration
    import ArgumentParser

    /// The options that a migration keeps from plan to plan.
    struct MigrationOptions: ParsableArguments {
        enum Route: String, ExpressibleByArgument, CaseIterable {
            case bulkImport = "bulk-import"
            case api, client, manual
        }

        @Option(
            help: ArgumentHelp("The provider of the files, or neutral.", valueName: "provider"),
            completion: KnownWords.endpoints)
        var from: String?

        @Option(
            help: ArgumentHelp("The provider to write for, or neutral.", valueName: "provider"),
            completion: KnownWords.endpoints)
        var to: String?

        @Option(
            name: .customLong("in"), parsing: .upToNextOption,
            help: ArgumentHelp(
                "The files to read, all from one provider, and neutral files that complete "
                    + "them; - is standard input.", valueName: "file"), completion: .file())
        var files: [String] = []

        @Option(
            help: ArgumentHelp("The folder of the plan.", valueName: "dir"), completion: .directory)
        var out: String?

        @Option(
            help: ArgumentHelp(
                "A CSV table of product names at the target; migrate products creates it.",
                valueName: "file"), completion: .file())
        var products: String?

        @Option(
            help: ArgumentHelp(
                "A CSV table of entitlement names at the target; migrate products "
                    + "--entitlements creates it.", valueName: "file"), completion: .file())
        var entitlements: String?

        @Option(
            help: ArgumentHelp(
                "Plan only for the customers with these IDs: one per line, or CSV with a "
                    + "column source_id.", valueName: "file"), completion: .file())
        var only: String?

        @Option(
            help: ArgumentHelp(
                "Plan for a share of the customers, such as 1%, always the same ones.",
                valueName: "share"))
        var sample: ShareArgument?

        @Option(
            parsing: .upToNextOption,
            help: ArgumentHelp("Leave out the customers of earlier plans.", valueName: "dir"),
            completion: .directory)
        var except: [String] = []

        @Option(
            help: ArgumentHelp(
                "The time at which states are worked out (default: the latest event in the "
                    + "inputs).", valueName: "iso-8601"))
        var at: InstantArgument?

        @Option(
            name: .customLong("set"),
            help: ArgumentHelp(
                "A setting; see allonym explain PROVIDER.settings.", valueName: "k=v"),
            completion: KnownWords.settings)
        var settings: [String] = []

        @Option(help: "The route into the target to try first.")
        var route: Route?

        /// The options that no plan can do without, beside the files to read.
        ///
        /// - Parameter file: The file of options that was read; nil where there is none.
        /// - Returns: The two providers, and the folder of the plan.
        /// - Throws: An error of usage that names all that are missing, and where to give them.
        func needed(
            besides file: String?
        ) throws -> (from: String, to: String, out: String) {
            if let from, let to, let out, !files.isEmpty { return (from, to, out) }
            let missing = [
                ("from", "provider", from == nil), ("to", "provider", to == nil),
                ("in", "file", files.isEmpty), ("out", "dir", out == nil),
            ].filter { $0.2 }
            let names = missing.map { "--\($0.0) <\($0.1)>" }.joined(separator: ", ")
            let what = missing.count == 1 ? "it" : "them"
            let members = missing.map { "\"\($0.0)\"" }.joined(separator: ", ")
            throw ValidationError(
                "\(names): missing; give \(what), or "
                    + (file.map { "set \(members) in \($0)" }
                        ?? "give \(what) to allonym migrate init, which keeps \(what) in "
                        + MigrationFile.name))
        }
    }
#endif
