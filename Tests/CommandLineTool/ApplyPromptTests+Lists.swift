// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import Foundation
    import Testing

    /// The customers whom `--only` names.
    extension ApplyPromptTests {
        @Test func `A list of nobody is refused, and of one with some is said how many`()
            async throws
        {
            let workspace = try await workspace("--to qonversion --route api")
            try workspace.write("nobody\n", to: "none.txt")
            // The first call's customer, by the ID at the target.
            let filled = try await workspace.shell(
                "sed -n 's|.*/v3/identities/\\([^\"/]*\\)\".*|\\1|p' plan/qonversion-calls.jsonl "
                    + "| head -n 1 | cat - none.txt > some.txt")
            #expect(filled.code == 0)
            let target = "--plan plan --to-url http://127.0.0.1:9 \(Self.named)"
            for command in [
                "apply \(target)", "apply --dry-run offline \(target)",
                "apply --dry-run read \(target)", "undo \(target)",
            ] {
                let run = try await workspace.run(
                    "migrate \(command) --only none.txt", environment: Self.keys)
                #expect(run.code == 65 && run.output.isEmpty, "\(command): \(run.errors)")
                #expect(run.errors.contains("none.txt: its ID is of no customer who has calls"))
            }
            let some = try await workspace.run(
                "migrate apply --dry-run offline \(target) --only some.txt", environment: Self.keys)
            #expect(some.code == 0, "\(some.errors)")
            #expect(some.output.hasPrefix("1 customer has calls:"))
            #expect(some.errors.contains("Of the 2 IDs in some.txt, 1 is of no customer"))
        }

        @Test(arguments: [
            ("source_id,target_id\nnobody,\nKNOWN,\n", "", 2),
            ("id;name\nKNOWN;a\n\"nobody\";\"b\nc\"\n", "--column id", 3),
            ("KNOWN,x\n", "--column 1", 0), ("id\tx\nnobody\t1\nKNOWN\t2\n", "--column 1", 2),
            ("nobody\n\nKNOWN\r\n", "", 1),
        ])
        func `A list can be a table, and its lines about nobody are named`(
            text: String, options: String, line: Int
        ) async throws {
            let workspace = try await workspace("--to qonversion --route api")
            let found = try await workspace.shell(
                "sed -n 's|.*/v3/identities/\\([^\"/]*\\)\".*|\\1|p' plan/qonversion-calls.jsonl "
                    + "| head -n 1")
            let known = found.output.trimmingCharacters(in: .whitespacesAndNewlines)
            try workspace.write(text.replacing("KNOWN", with: known), to: "list")
            let run = try await workspace.run(
                "migrate apply --dry-run offline --plan plan --to-url http://127.0.0.1:9 "
                    + "\(Self.named) --only list \(options)", environment: Self.keys)
            if line == 0 {
                // Its only row is the header.
                #expect(run.code == 64 && run.errors.contains("list holds no ID"), "\(run.errors)")
                return
            }
            #expect(run.code == 0, "\(run.errors)")
            #expect(run.output.hasPrefix("1 customer has calls:"))
            #expect(run.errors.contains("note: list:\(line): \"nobody\" is of no customer"))
        }

        @Test(arguments: [
            ("id,name\nKNOWN,x\n", 65, "allonym: list: none of its 2 IDs is of a customer"),
            ("id,name\nKNOWN\n", 0, "note: list: its first line has 2 cells, and each line was"),
        ])
        func `A table whose column of IDs is not known is said to be read by lines`(
            text: String, code: Int32, words: String
        ) async throws {
            let workspace = try await workspace("--to qonversion --route api")
            let found = try await workspace.shell(
                "sed -n 's|.*/v3/identities/\\([^\"/]*\\)\".*|\\1|p' plan/qonversion-calls.jsonl "
                    + "| head -n 1")
            let known = found.output.trimmingCharacters(in: .whitespacesAndNewlines)
            try workspace.write(text.replacing("KNOWN", with: known), to: "list")
            let run = try await workspace.run(
                "migrate apply --dry-run offline --plan plan --to-url http://127.0.0.1:9 "
                    + "\(Self.named) --only list", environment: Self.keys)
            #expect(run.code == code && run.errors.contains(words), "\(run.errors)")
            #expect(
                run.errors.contains("if it is CSV, name the column with --column: id, name"),
                "\(run.errors)")
        }

        @Test(arguments: [
            ("--column id", "--column: no file is named; give --only FILE, too"),
            ("--only list --column 0", "--column: \"0\" is invalid; expected a column's name"),
            ("--only list --column name", "--column \"name\": list has no column of this name"),
            ("--only list --column 3", "--column: \"3\" is invalid; expected a number from 1 to 2"),
        ])
        func `A column that a list does not have is refused`(
            options: String, words: String
        ) async throws {
            let workspace = try await workspace("--to qonversion --route api")
            try workspace.write("id,other\na,b\n", to: "list")
            let run = try await workspace.run(
                "migrate apply --dry-run offline --plan plan --to-url http://127.0.0.1:9 "
                    + "\(Self.named) \(options)", environment: Self.keys)
            #expect(run.code == 64 && run.errors.contains(words), "\(run.errors)")
        }
    }
#endif
