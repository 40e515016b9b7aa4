// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import ArgumentParser

    struct MigrateCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "migrate",
            abstract: "Move customers, their IDs and purchases between providers.",
            discussion: """
                In order: export reads customers through a provider's API, if you have no export \
                file; plan decides what is migrated and how, and writes what the target imports; \
                verify replays that under the target's rules; rehearse tries the plan on a \
                simulated target; apply sends the calls, and undo takes them back. list and \
                explain show whom a plan's findings concern, and why. Only apply and undo change \
                anything at a provider.

                Example: allonym migrate plan --from revenuecat --to qonversion --in export.csv --out plan
                Example: allonym migrate verify --plan plan
                """,
            subcommands: [
                InitCommand.self, PlanCommand.self, VerifyCommand.self, ListCommand.self,
                LookUpCommand.self,
                DiffCommand.self, ProductsCommand.self, SampleCommand.self, ExportCommand.self,
                RehearseCommand.self, ApplyCommand.self, UndoCommand.self,
            ])
    }
#endif
