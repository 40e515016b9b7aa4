// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymSending
    import ArgumentParser

    @available(macOS 14, *)
    struct UndoCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "undo",
            abstract: "Take back what a plan has made at the target.",
            discussion: """
                Makes the documented reverse of each call that migrate apply has made, the last of each \
                customer first, and only of what the plan itself has made: what was there before stays. \
                The rest is listed. It is written down and gone on with like apply.

                Example: allonym migrate undo --plan plan --to-url http://127.0.0.1:8080 --key-env KEY
                """)

        @OptionGroup var sending: SendingOptions

        @Flag(help: "Take back too what the plan may not have made itself.")
        var alsoUnsure = false

        @Option(help: "The output format.")
        var format: ApplyCommand.Format = .text

        @OptionGroup var common: CommonOptions

        func run() async throws {
            var options = try sending.options()
            options.undoesUnsure = alsoUnsure
            try await SendingRun(sending, common, format == .json, "migrate undo").run { client in
                try Application.undoing(
                    plan: sending.plan, client: client, keys: sending.keys(),
                    project: sending.project, options: options, mappings: common.load())
            }
        }
    }
#endif
