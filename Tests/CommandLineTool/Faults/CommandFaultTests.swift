// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import Foundation
    import Testing

    /// Every command of the tree, called wrongly at terminals of several widths.
    @Suite struct CommandFaultTests {
        private func run(_ row: CommandRow, _ arguments: String, width: Int) async throws -> Run {
            try await Workspace().run(
                "\(row.name) \(arguments)",
                // Nothing is written where a user's data are.
                environment: ["COLUMNS": "\(width)", "XDG_DATA_HOME": "/dev/null/data"])
        }

        /// Expects an error of the one shape, `allonym: what: why; what to do`, with the usage of the
        /// very command where that is what was wrong.
        private func expect(
            _ answer: CommandRow.Answer, of row: CommandRow, _ run: Run, width: Int
        ) {
            let said = run.errors.words
            let command = ("allonym " + row.name).words
            #expect(run.code == answer.code, "\(run.errors)")
            #expect(run.output.isEmpty)
            #expect(said.hasPrefix("allonym: \(answer.says)"), "\(run.errors)")
            let isUsage = answer.code == 64
            #expect(said.contains(" Usage: \(command) ") == isUsage, "\(run.errors)")
            let end = "See '\(command) --help' for more information."
            #expect(said.hasSuffix(end) == isUsage, "\(run.errors)")
            #expect(run.errors.lines(over: width) == [])
        }

        @Test func `Every command of the tree has a row here, and no row is of another`()
            async throws
        {
            let names = try await CommandTree.shared.value.commands.map(\.name)
            #expect(names.sorted() == CommandRow.all.map(\.name).sorted())
            #expect(CommandRow.all.allSatisfy { $0.missing != nil || hasCommands($0, names) })
        }

        private func hasCommands(_ row: CommandRow, _ names: [String]) -> Bool {
            row.name.isEmpty || names.contains { $0.hasPrefix(row.name + " ") }
        }

        @Test(arguments: CommandRow.all, [60, 200])
        func `A mistyped option is named, with the one that was meant`(
            row: CommandRow, width: Int
        ) async throws {
            let option = try await CommandTree.shared.value.command(row.name).mistypedOption
            let run = try await run(row, option.typed, width: width)
            let answer = CommandRow.Answer.usage(
                #"option "\#(option.typed)": unknown; did you mean "\#(option.meant)""#)
            expect(row.isAbsent ? row.none : answer, of: row, run, width: width)
        }

        @Test(arguments: CommandRow.all)
        func `A misspelt value is named, with what was meant or what is expected`(
            row: CommandRow
        ) async throws {
            let run = try await run(row, row.typo.arguments, width: 60)
            expect(row.typo.answer, of: row, run, width: 60)
        }

        @Test(arguments: CommandRow.all, [60, 80])
        func `Without arguments a command says what is missing, unless it needs none`(
            row: CommandRow, width: Int
        ) async throws {
            let run = try await run(row, "", width: width)
            guard row.none.code == 0 else {
                return expect(row.none, of: row, run, width: width)
            }
            #expect(run.code == 0, "\(run.errors)")
            #expect(!run.output.isEmpty)
            // A word of a table has the name of its row beside it.
            #expect(run.output.lines(over: width, leaving: 30) == [])
            #expect(run.errors.lines(over: width) == [])
        }

        @Test(arguments: CommandRow.all.filter { $0.missing != nil }, [60, 200])
        func `What is to be read and is not there is named`(
            row: CommandRow, width: Int
        ) async throws {
            let missing = try #require(row.missing)
            let run = try await run(row, missing.arguments, width: width)
            expect(missing.answer, of: row, run, width: width)
        }

        @Test(arguments: CommandRow.all.filter { !$0.isAbsent })
        func `A help fits a narrow terminal, its usage as well`(row: CommandRow) async throws {
            let run = try await run(row, "--help", width: 60)
            #expect(run.code == 0 && run.errors.isEmpty, "\(run.errors)")
            #expect(run.output.words.contains(("USAGE: allonym " + row.name).words))
            #expect(run.output.lines(over: 60) == [])
        }
    }
#endif
