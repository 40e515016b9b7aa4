// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymInput
    import AllonymMappings
    import AllonymSending
    import ArgumentParser
    import Foundation

    @available(macOS 14, *)
    struct ApplyCommand: AsyncParsableCommand {
        enum Format: String, ExpressibleByArgument, CaseIterable {
            case text, json
        }

        enum DryRun: String, ExpressibleByArgument, CaseIterable {
            case offline
            case read
        }

        static let configuration = CommandConfiguration(
            commandName: "apply",
            abstract: "Send a plan's calls to the target, each of them once.",
            discussion: """
                Records each call in apply.sqlite, in the plan's folder, before sending it, and \
                its outcome afterwards. However it was stopped, run it again and it continues, \
                after reading back every call that may have gone through. It never overwrites \
                data at the target that differs from the plan.

                Reads keys from the environment or from files, and never writes them anywhere. \
                Any target other than this machine needs --really.

                Exits with 0 when everything is there, or the canary went through, with 1 when a \
                key is refused or something else needs your attention, such as calls left to you \
                without --by-hand, with 64 for wrong usage, \
                with 65 when the plan or its record cannot be read, with 74 when a file cannot be \
                written, with 75 when calls are left, or another process is applying the plan, and you \
                need to run it again, and with 130 or 143 when interrupted.

                At the end, lists what calls cannot do: which file to hand over to whom. If the \
                plan has only files, that is all there is to do.

                Example: allonym migrate apply --plan plan --to-url http://127.0.0.1:8080 --key-env KEY
                Example: allonym migrate apply --plan plan --to-url https://api.revenuecat.com \
                --key-env 'secret key, version 2=KEY' --project proj1ab2c3d4 --canary 10 --really
                """)

        @OptionGroup var sending: SendingOptions

        @Option(
            help: ArgumentHelp(
                "Send nothing: count and time the calls without a key (offline), or read what is "
                    + "there (read)."))
        var dryRun: DryRun?

        @Option(help: ArgumentHelp("Stop after this many customers.", valueName: "n"))
        var canary: Int?

        @Option(
            help: ArgumentHelp(
                "Stop when more than this share of the calls fails, once "
                    + "\(ApplicationOptions.fewestForErrors) are made.",
                valueName: "share")
        )
        var stopOnErrors: ShareText?

        @Option(
            help: ArgumentHelp(
                "Split files that are too large for the provider, and write the parts to this "
                    + "folder.",
                valueName: "dir"))
        var parts: String?

        @Flag(help: "Also send calls that the plan wants a person to review first.")
        var byHand = false

        @Option(help: "The output format.")
        var format: Format = .text

        @OptionGroup var common: CommonOptions

        /// A share such as `1%`.
        struct ShareText: ExpressibleByArgument {
            let share: Double

            init?(argument: String) {
                guard argument.hasSuffix("%"), let percent = Double(argument.dropLast()),
                    (0...100).contains(percent)
                else { return nil }
                share = percent / 100
            }
        }

        func validate() throws {
            if let canary, canary < 1 {
                throw ValidationError("--canary", canary, expected: "a number from 1")
            }
        }

        func run() async throws {
            let list = try sending.list()
            var options = try sending.options(list)
            options.canary = canary
            options.sendsByHand = byHand
            options.stopOnErrors = stopOnErrors?.share
            let mappings = try common.load()
            let run = SendingRun(
                sending, list, common, format == .json, "migrate apply",
                handing: { try handing(mappings, parts: parts) })
            let make = { [options] (client: TargetClient) in
                try Application(
                    plan: sending.plan, client: client, keys: sending.keys(),
                    project: sending.project, options: options, mappings: mappings)
            }
            do {
                switch dryRun {
                case nil: try await run.run(make)
                case .offline:
                    try await run.foretell { [options] client in
                        try Application.foretelling(
                            plan: sending.plan, client: client, keysNamed: sending.keyNames,
                            project: sending.project, options: options, mappings: mappings)
                    }
                case .read: try await run.look(make)
                }
            } catch let fault as ApplicationFault {
                guard case .noCalls = fault, dryRun != .read else { throw fault }
                // A dry run writes nothing.
                let sheet = try handing(mappings, parts: dryRun == nil ? parts : nil)
                let output = try common.open(isPrivate: true, ofPlans: [sending.plan])
                switch format {
                case .text:
                    let none =
                        "Nothing has to be sent or handed over: \(sending.plan) has neither calls nor "
                        + "files. Its steps.md says what the app does."
                    try output.write(lines: sheet.isEmpty ? [none] : sheet.lines)
                case .json: try output.write(json: sheet)
                }
                try output.close()
            }
        }

        /// What is handed over, checked once more, and in parts where that is asked for.
        private func handing(_ mappings: Mappings, parts: String?) throws -> HandingSheet {
            let handing = try HandingList(
                plan: sending.plan, hashing: SwiftCrypto(), mappings: mappings)
            return HandingSheet(
                handing, parts: try parts.map(handing.writeParts), in: parts)
        }
    }
#endif
