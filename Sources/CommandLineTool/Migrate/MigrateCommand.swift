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
                plan reads what one provider exports, decides what is migrated and how, and writes \
                what the other one imports, with a report of everything that cannot be migrated as it \
                is. verify checks the plan; list and explain say whom it is about and why. Only apply and \
                undo send anything.

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
