// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import AllonymCore
    import AllonymMappings
    import AllonymMigration
    import AllonymSamples
    import ArgumentParser

    struct SampleCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "sample",
            abstract: "Write a file of invented customers, as a provider would export it.",
            discussion: """
                The same number of customers and the same seed give the same bytes. The default \
                format is the provider's scheduled export, or else its first format with purchases. \
                A file that is there already is overwritten only with --force.

                Example: allonym migrate sample --from revenuecat --customers 1000 > export.csv
                """)

        @Option(
            help: ArgumentHelp("The provider, or neutral.", valueName: "provider"),
            completion: KnownWords.endpoints)
        var from: String

        @Option(help: ArgumentHelp("Number of customers.", valueName: "n"))
        var customers = 1_000

        @Option(
            help: ArgumentHelp(
                "The format of the file, such as revenuecat.export-v5.", valueName: "id"),
            completion: KnownWords.formats)
        var format: String?

        @Option(help: ArgumentHelp("The seed; another one gives other customers.", valueName: "n"))
        var seed: UInt64 = 1

        @Option(
            help: ArgumentHelp(
                "The time of the export (default: the day on which the format was checked).",
                valueName: "iso-8601"))
        var at: InstantArgument?

        @Flag(help: "Overwrite the file.")
        var force = false

        @OptionGroup var common: CommonOptions

        func validate() throws {
            guard customers > 0 else {
                throw ValidationError("--customers", customers, expected: "a number from 1")
            }
        }

        func run() throws {
            let mappings = try common.load()
            let migration = try Migration(from: from, to: from, using: mappings)
            let formats = migration.source.formats
            let readers = Sample.readers(of: formats)
            let chosen = format.map { id in readers.first { $0.id == id } } ?? readers.first
            guard let reader = chosen else {
                throw UnknownName(
                    "format of \(formats.provider) with purchases", format ?? "",
                    known: readers.map(\.id))
            }
            // What has no provider has anonymous IDs of any form.
            let rules = try migration.source.rules ?? mappings.providers.last?.rules()
            guard let anonymous = rules?.identifiers.anonymous else { return }
            let now = at?.milliseconds ?? Migration.milliseconds(of: formats.checked) ?? 0
            let sample: Sample
            do throws(Sample.Refusal) {
                sample = try Sample(
                    of: reader, anonymous: anonymous, customers: customers, seed: seed, now: now)
            } catch {
                throw ValidationError(error.description)
            }
            if !force { try CommonOptions.refuseExisting(common.output, named: "--output") }
            let output = try common.open()
            let progress = ProgressLine("migrate sample")
            defer { progress.end() }
            var bytes = 0
            try sample.write(threads: migration.threads) { piece in
                try output.write(piece)
                bytes += piece.count
                progress.show("writing", bytes, .bytes)
            }
            try output.close()
        }
    }
#endif
