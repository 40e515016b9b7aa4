// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import AllonymMigration
    import ArgumentParser
    import Foundation

    struct LookUpCommand: ParsableCommand {
        enum Format: String, ExpressibleByArgument, CaseIterable {
            case text, json
        }

        static let configuration = CommandConfiguration(
            commandName: "explain",
            abstract: "Show what a plan does with one customer, and why.",
            discussion: """
                Finds the customer by an ID at the source or the target, or by the transaction ID \
                of a purchase. Prints their IDs and purchases, each decision with its rule, what \
                is written for them, and what is left to do. Exits with 1 when the plan has no \
                such customer.

                Example: allonym migrate explain --plan plan --id ada@example.com
                """)

        @Option(
            help: ArgumentHelp("The folder of the plan.", valueName: "dir"), completion: .directory)
        var plan: String

        @Option(help: ArgumentHelp("An ID, or a transaction.", valueName: "id"))
        var id: String

        @Option(help: "The output format.")
        var format: Format = .text

        @OptionGroup var common: CommonOptions

        func run() throws {
            let customers = try Migration.customers(id, in: plan)
            guard !customers.isEmpty else {
                throw NobodyFound(id: id)
            }
            let output = try common.open(isPrivate: true)
            switch format {
            case .text:
                let text = customers.map(\.text).joined(separator: "\n")
                try output.write(
                    lines: text.split(separator: "\n", omittingEmptySubsequences: false)
                        .dropLast().map(String.init))
            case .json: try output.write(json: customers)
            }
            try output.close()
        }

        /// The plan knows nobody by an ID.
        struct NobodyFound: Error, CustomStringConvertible {
            let id: String

            var description: String {
                "the plan knows no ID and no transaction \"\(id)\"; IDs are compared "
                    + "exactly, upper and lower case as well"
            }
        }
    }
#endif
