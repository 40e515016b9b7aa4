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

        /// What is missing, for an error.
        func required(_ option: String?, _ name: String) throws -> String {
            guard let option else {
                throw ValidationError(
                    "--\(name) is missing: give it, or write it into \(MigrationFile.name), which "
                        + "allonym migrate init begins.")
            }
            return option
        }
    }
#endif
