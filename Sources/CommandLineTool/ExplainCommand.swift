// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import AllonymComparison
    import AllonymMappings
    import AllonymPromela
    import ArgumentParser

    /// How a page of tables is shown.
    enum SheetFormat: String, ExpressibleByArgument, CaseIterable {
        case table, markdown, json

        func write(_ sheet: Sheet, _ output: Output) throws {
            switch self {
            case .table:
                try output.write(sheet.text(width: output.width, isColoured: output.isColoured))
            case .markdown: try output.write(sheet.markdown)
            case .json: try output.write(sheet.json())
            }
            try output.close()
        }
    }

    struct ExplainCommand: ParsableCommand {
        enum Format: String, ExpressibleByArgument, CaseIterable {
            case table, markdown, json, promela

            /// As a page of tables; a model is none.
            var sheet: SheetFormat? { SheetFormat(rawValue: rawValue) }
        }

        static let configuration = CommandConfiguration(
            commandName: "explain",
            abstract:
                "Explain any name that appears in an output, with its authority, source and date.",
            discussion: """
                A subject is PROVIDER, PROVIDER.PART, the ID of a rule, setting, reader, writer, \
                limit, note or REST operation, or the bare name of a finding, a reason, a \
                setting's value or another word of an output. A part or setting without a provider \
                is shown for every provider that has it. Two subjects are shown side by side. \
                --format promela writes one provider's rules in a small world as a model for the \
                model checker Spin.

                Example: allonym explain revenuecat.identify
                Example: allonym explain missing-receipt
                """)

        @Argument(
            help: ArgumentHelp(
                "One or two providers, parts, IDs or other names.", valueName: "subject"),
            completion: KnownWords.subjects)
        var subjects: [String] = []

        @Option(help: "The output format.")
        var format: Format = .table

        @OptionGroup(title: "Options of --format promela") var model: ModelOptions

        @OptionGroup var common: CommonOptions

        func validate() throws {
            if format == .promela, subjects.count != 1 {
                throw ValidationError(
                    "--format promela: it shows the rules of one provider; name one")
            }
            if format != .promela, let option = model.given.first {
                throw ValidationError(
                    "--\(option): it is of a model only; give --format promela, too")
            }
            if subjects.count > 2 {
                throw ValidationError(
                    "subjects: expected one or two, found \(subjects.count); leave the others out")
            }
        }

        func run() throws {
            guard let format = format.sheet else {
                let model = try model.model(of: subjects[0], try common.load())
                let output = try common.open()
                try output.write(model.text)
                return try output.close()
            }
            let explanation = Explanation(try common.load())
            let sheet =
                switch subjects.count {
                case 0: explanation.overview()
                case 1: try explanation.subject(subjects[0])
                default: try explanation.subjects(subjects[0], subjects[1])
                }
            try format.write(sheet, common.open())
        }
    }

    struct DictionaryCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "dictionary",
            abstract: "Show what each provider calls an action, error, event, store or state.",
            discussion: """
                The word can be a neutral one, or a provider's own name or code, in any case.

                Example: allonym dictionary "log in"
                """)

        @Argument(
            help: ArgumentHelp("The word to look up (default: all words).", valueName: "word"),
            completion: KnownWords.neutralWords)
        var word: String?

        @Option(help: "The output format.")
        var format: SheetFormat = .table

        @OptionGroup var common: CommonOptions

        func run() throws {
            let words = WordList(try common.load())
            try format.write(word.map { try words.word($0) } ?? words.all(), common.open())
        }
    }
#endif
