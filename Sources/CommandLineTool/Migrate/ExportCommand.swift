// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    import AllonymInput
    import AllonymMappings
    import AllonymSending
    import ArgumentParser
    import Foundation

    @available(macOS 14, *)
    struct ExportCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "export",
            abstract:
                "Read a project's customers through the provider's API, into files for "
                + "migrate plan.",
            discussion: """
                Only reads, at the documented rate. If it is stopped, run it again with the same \
                options and it continues. The folder holds personal data, and \
                \(ExportReport.file) in it says what the API does not give.

                Exits with 0 when everybody was read, with 1 when the key or a customer is \
                refused, with 64 for wrong usage or another export's folder, with 65 when what is \
                asked for is not there or an answer or a file is not as documented, with 74 when \
                a file cannot be written, with 75 when the provider does not answer and you need \
                to run it again, and with 130 or 143 when interrupted.

                Example: allonym migrate export --from revenuecat --key-env REVENUECAT_KEY \
                --project proj1ab2c3d4 --out export
                Example: allonym migrate export --from qonversion --from-url http://127.0.0.1:8080 \
                --key-file key --rate off --out export
                """)

        @Option(help: ArgumentHelp("The provider.", valueName: "provider"))
        var from: String

        @Option(
            help: ArgumentHelp(
                "The address to read from (default: the provider's own API); http only for "
                    + "this machine.",
                valueName: "url"))
        var fromURL: String?

        @OptionGroup var key: KeyOptions

        @Option(help: ArgumentHelp("The project's ID, for RevenueCat.", valueName: "id"))
        var project: String?

        @Option(help: ArgumentHelp("The folder of the export.", valueName: "dir"))
        var out: String

        @Option(
            help: ArgumentHelp(
                "Read only the customers with these IDs, one per line.", valueName: "file"))
        var only: String?

        @Option(help: ArgumentHelp("Read this many customers at most.", valueName: "n"))
        var limit: Int?

        @Option(
            help: ArgumentHelp(
                "The call rate, such as 100/60s (default: as documented); off only for this "
                    + "machine.", valueName: "n/s"))
        var rate: Rate?

        @Option(help: ArgumentHelp("Number of customers read at the same time.", valueName: "n"))
        var concurrency = 8

        @OptionGroup var common: CommonOptions

        func validate() throws {
            guard (1...64).contains(concurrency) else {
                throw ValidationError(
                    "--concurrency", concurrency, expected: "a number from 1 to 64")
            }
            if let limit, limit < 1 {
                throw ValidationError("--limit", limit, expected: "a number from 1")
            }
            guard !out.isEmpty else {
                throw ValidationError("--out", out, expected: "the name of a folder")
            }
        }

        func run() async throws {
            let source = try source(try common.load())
            var options = ExportRun.Options()
            options.most = limit
            options.concurrency = concurrency
            options.only = try only.map { try IDList($0).ids }
            options.pace = try pace(
                at: TargetAddress(source.base.absoluteString, option: "--from-url"))
            let output = try common.open(isPrivate: true)
            let text = try await StopSignals.running { [options, out] in
                try await ExportCommand.text(of: source, options, into: out)
            }
            try output.write(lines: text.lines)
            try output.close()
            if text.isPartial { throw ExitCode(1) }
        }

        /// Reads, and tells what was read; partial is an export without somebody whom the provider
        /// refused.
        private static func text(
            of source: ExportSource, _ options: ExportRun.Options, into out: String
        ) async throws -> (lines: [String], isPartial: Bool) {
            let only = options.only.map { ids in
                SwiftCrypto().makeDigest().fingerprint(of: ids.joined(separator: "\n"))
            }
            let folder = try ExportFolder(
                out,
                ExportState.Subject(
                    provider: source.provider, url: source.base.absoluteString,
                    project: source.project, only: only))
            defer { folder.close() }
            try say(before: source, options, folder.state)
            let progress = ProgressLine("migrate export")
            let total = [options.only?.count, options.most].compactMap(\.self).min()
            var told = options
            told.progress = { [weak progress] far in
                progress?.show(
                    "reading", far.customers, of: total, .things("customer"),
                    note: far.reason.map(ProgressLine.reason), nextTry: far.nextTry)
            }
            do {
                defer { progress.end() }
                try await ExportRun.run(source, told, into: folder)
            }
            let report = ExportReport(source, folder, shown: ShellWord.text(of: out))
            try report.write()
            let lines =
                report.lines.map(ShownText.escaped) + [
                    "What the API does not give is in \(ShownText.escaped(out))/\(ExportReport.file)."
                ]
                + (report.next.map { ["Next: \($0)"] } ?? [])
                + (report.comparison.map { ["If a plan led here, compare it with this: \($0)"] }
                    ?? [])
            return (lines, folder.state.refused > 0)
        }

        /// How long it takes, before it begins.
        private static func say(
            before source: ExportSource, _ options: ExportRun.Options, _ state: ExportState
        ) throws {
            if state.isFinished { return }
            let estimate = ExportEstimate(source, options.pace)
            let given = [options.only?.count, options.most].compactMap(\.self).min()
            let counts = given.map { [max(0, $0 - state.asked)] } ?? [1_000, 100_000]
            var text: String
            if let pace = estimate.pace {
                let times = counts.compactMap(estimate.words).joined(separator: ", ")
                text =
                    "at \(pace.count.of("call")) in \(pace.seconds.of("second")) and "
                    + "\(estimate.calls.of("call")) for each customer, \(times) at least"
                if given == nil { text += "; --only FILE and --limit N read fewer" }
            } else {
                let calls = estimate.calls.of("call")
                text = "\(calls) for each customer, as fast as the provider answers"
                let address = try TargetAddress(
                    source.base.absoluteString, option: "--from-url")
                if !address.isThisMachine {
                    text +=
                        ": no rate is documented; to set one, give --rate, such as --rate 60/60s"
                }
            }
            if state.asked > 0 {
                text = "going on after \(state.asked.of("customer")); \(text)"
            }
            StandardError.say(text)
        }
    }

    // What the options mean.

    @available(macOS 14, *)
    extension ExportCommand {
        private func source(_ mappings: Mappings) throws -> ExportSource {
            let provider = from.lowercased()
            guard let formats = mappings.formats[provider] else {
                let known = mappings.formats.keys.sorted()
                throw ValidationError("\(UnknownName("--from", from, known: known))")
            }
            guard let export = formats.export else { throw unavailable(formats) }
            guard export.needsProject == (project?.isEmpty == false) else {
                throw ValidationError(
                    export.needsProject
                        ? "--project: missing, and \(formats.provider)'s paths name the project; "
                            + "give its ID"
                        : "--project: a key of \(formats.provider) is one project's; leave it out")
            }
            let base = try TargetAddress(fromURL ?? export.host, option: "--from-url").url
            guard
                let source = ExportSource(
                    provider, mappings, base: base, project: project, key: try key.key())
            else { throw unavailable(formats) }
            return source
        }

        /// No API gives the customers: what to ask for instead is known to `allonym explain`.
        private func unavailable(_ formats: ProviderFormats) -> ValidationError {
            let asked = formats.support.first { $0.when.contains("export") }
            let advice = asked.map { ", as allonym explain \($0.id) says" } ?? ""
            return ValidationError(
                "--from \(from): no API of \(formats.provider) gives its customers; ask "
                    + "\(formats.provider) for an export\(advice)")
        }

        private func pace(at address: TargetAddress) throws -> ExportPace {
            try address.check(rate ?? .documented)
            return switch rate {
            case nil, .documented?: .documented
            case .fixed(let count, let seconds)?: .most(count, seconds: seconds)
            case .off?: .unlimited
            }
        }
    }

    extension ByteDigest {
        /// The hash of a text, in hexadecimal digits.
        fileprivate func fingerprint(of text: String) -> String {
            var digest = self
            let bytes = Array(text.utf8)
            digest.update(bytes.span)
            return digest.finish().map { byte in
                let digits = String(byte, radix: 16)
                return digits.count == 1 ? "0\(digits)" : digits
            }.joined()
        }
    }
#endif
