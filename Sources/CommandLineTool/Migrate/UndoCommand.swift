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
            abstract: "Undo what a plan created at the target.",
            discussion: """
                Sends the documented reverse of each call that migrate apply made, each \
                customer's last call first, and only for what the plan itself created: what was \
                there before stays. Lists each call that stays in undo-left.jsonl, in the plan's \
                folder, with the reason and what to do by hand. Like apply, it keeps a record, and continues \
                when you run it again. Exits as apply does, and with 1 when nothing was taken back \
                though there is something.

                Example: allonym migrate undo --plan plan --to-url http://127.0.0.1:8080 --dry-run
                Example: allonym migrate undo --plan plan --to-url http://127.0.0.1:8080 --key-env KEY
                """)

        @OptionGroup var sending: SendingOptions

        @Flag(
            help: "Send nothing and read no key: count and time the calls, and what would stay.")
        var dryRun = false

        @Flag(help: "Also undo what the plan may not have created itself.")
        var alsoUnsure = false

        @Option(help: "The output format.")
        var format: ApplyCommand.Format = .text

        @OptionGroup var common: CommonOptions

        func run() async throws {
            let list = try sending.list()
            var options = try sending.options(list)
            options.undoesUnsure = alsoUnsure
            let run = SendingRun(sending, list, common, format == .json, "migrate undo")
            func undoing(_ client: TargetClient, _ keys: TargetKeys?) throws -> Application {
                try Application.undoing(
                    plan: sending.plan, client: client, keys: keys, project: sending.project,
                    options: options, mappings: common.load())
            }
            if dryRun {
                try await run.foretellUndo { try undoing($0, nil) }
            } else {
                try await run.run { try undoing($0, sending.keys()) }
            }
        }
    }
#endif
