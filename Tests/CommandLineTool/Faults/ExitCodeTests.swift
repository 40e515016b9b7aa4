// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import Foundation
    import Testing

    /// The exit codes that a help lists.
    @Suite struct ExitCodeTests {
        /// The numbers of the sentence that lists them.
        private func codes(ofHelp command: String) async throws -> [Int32] {
            let run = try await Workspace().run("\(command) --help")
            let sentence = try #require(
                run.output.words.firstMatch(of: /(?:Exits with|Exit codes:) [^.]+\./), "\(command)")
            return sentence.output.matches(of: /[0-9]+/).compactMap { Int32($0.output) }
        }

        @Test(
            arguments: [
                ("", [0, 1, 64, 65, 70, 74, 75, 130, 143]),
                ("migrate apply", [0, 1, 64, 65, 74, 75, 130, 143]),
                ("migrate export", [0, 1, 64, 65, 74, 75, 130, 143]),
                ("serve", [0, 64, 65, 74]),
            ] as [(String, [Int32])])
        func `A help lists the codes that the command can end with`(
            command: String, expected: [Int32]
        ) async throws {
            let codes = try await codes(ofHelp: command)
            #expect(codes == expected)
        }

        @Test(
            arguments: [
                ("migrate export", "--from qonversion --key-env NONE --out export"),
                (
                    "migrate export",
                    "--from qonversion --key-env HOME --out . --rate off "
                        + "--from-url http://127.0.0.1:9"
                ),
                ("migrate apply", "--plan missing --to-url http://127.0.0.1:9 --key-env HOME"),
                ("migrate apply", "--plan missing --to-url none --key-env HOME"),
                ("serve", "--project missing.json --data data"),
                ("serve", "--listen none --data data"),
                ("serve", "--data /dev/null/data"),
            ])
        func `A command ends with a code of its help`(
            command: String, arguments: String
        ) async throws {
            let workspace = try Workspace()
            try workspace.write("mine", to: "letter.txt")
            let run = try await workspace.run("\(command) \(arguments)")
            #expect(
                try await codes(ofHelp: command).contains(run.code), "\(run.code) \(run.errors)")
            #expect(run.code > 1, "\(run.errors)")
        }
    }
#endif
