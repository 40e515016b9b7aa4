// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import AllonymInput
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
                throw NobodyFound(id: id, plan: plan, elsewhere: try elsewhere())
            }
            let output = try common.open(isPrivate: true, ofPlans: [plan])
            switch format {
            case .text:
                let text = customers.map { $0.text(to: output.wrappingWidth) }
                    .joined(separator: "\n")
                var lines: [String] = text.split(separator: "\n", omittingEmptySubsequences: false)
                    .dropLast().map(String.init)
                if let more = try elsewhere() { lines.append(ShownText.escaped(more)) }
                try output.write(lines: lines)
            case .json: try output.write(json: customers)
            }
            try output.close()
        }

        /// What the plan has rejected and names the ID as well; nil where nothing does.
        private func elsewhere() throws -> String? {
            try Migration.rejectedMentions(of: id, in: plan).sentence
                .map { "\($0); see \(plan)/rejected.jsonl" }
        }

        /// The plan knows nobody by an ID.
        struct NobodyFound: Error, CustomStringConvertible {
            let id: String
            let plan: String
            /// What the plan has rejected and names the ID; nil where nothing does.
            let elsewhere: String?

            var description: String {
                "--id \"\(id)\": the plan knows no such ID and no such transaction; look it up in "
                    + "\(plan)/ids.csv and \(plan)/purchases.csv, upper and lower case as there"
                    + (elsewhere.map { "; \($0)" } ?? "")
            }
        }
    }
#endif
