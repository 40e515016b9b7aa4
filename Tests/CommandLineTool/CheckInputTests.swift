// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import Foundation
    import Testing

    /// What the command `check` says of inputs that are missing, damaged or of another form, and of an
    /// output that ends early.
    @Suite struct CheckInputTests {
        @Test func `A broken pipe ends quietly`() async throws {
            let workspace = try Workspace.withIDs()
            try workspace.write(
                String(repeating: "\(Workspace.uuid)\n", count: 200_000), to: "many.txt")
            for reset in ["", "trap '' PIPE; "] {
                let run = try await workspace.shell(
                    "\(reset)allonym check many.txt --format json | head -n 1 | wc -l")
                #expect(run.output.trimmingCharacters(in: .whitespaces) == "1\n")
                #expect(run.errors.isEmpty)
            }
        }

        @Test func `The output file is whole or not there`() async throws {
            let workspace = try Workspace.withIDs()
            let run = try await workspace.run("check bad.txt --format json --output out.jsonl")
            #expect(run.code == 1)
            #expect(run.output.isEmpty)
            #expect(try workspace.content(of: "out.jsonl").split(separator: "\n").count == 2)
            // More than once: whoever is still at work when the fault is found leaves nothing either.
            for _ in 0..<20 {
                let run = try await workspace.run("check open.csv --column 1 --output none.txt")
                #expect(run.code == 65)
            }
            #expect(try await workspace.shell("ls -a | grep -c none").output == "0\n")
        }

        @Test(arguments: ["json", "list", "csv", "summary"])
        func `What was read before a fault is shown`(format: String) async throws {
            let workspace = try Workspace.withIDs()
            try workspace.write("id\na\nb\n\"c\n", to: "late.csv")
            let run = try await workspace.run(
                "check late.csv --column id --format \(format) --for nami")
            #expect(run.code == 65)
            #expect(run.errors.contains("late.csv:4:1: "))
            let lines = run.output.split(separator: "\n").count
            #expect(lines == ["json": 2, "list": 2, "csv": 3, "summary": 4][format])
            let missing = try await workspace.run("check bad.txt missing.txt --format \(format)")
            #expect(missing.code == 65)
            #expect(missing.output.contains("guest"))
        }

        @Test(arguments: ["summary", "json"])
        func `No other column is checked in place of one that is not there`(
            format: String
        ) async throws {
            let workspace = try Workspace.withIDs()
            let rows = (0..<200).map { "guest-\($0);pro\n" }.joined()
            try workspace.write("user;plan\n" + rows, to: "export.csv")
            // More than once, since another thread may read on while the fault is noted.
            for _ in 0..<20 {
                let run = try await workspace.run(
                    "check export.csv --column nosuch --threads 8 --format \(format) --for nami")
                #expect(run.code == 65)
                #expect(run.errors.contains("nosuch"))
                #expect(run.output.isEmpty, "\(run.output)")
            }
        }

        @Test(
            arguments: [
                ("check plain.txt", nil), ("check one.txt", nil),
                ("check users.csv --column 2", nil),
                ("check users.csv", "looks like CSV"), ("check table.txt", "looks like CSV"),
                ("check packed", "is compressed with gzip"), ("check empty.txt", "no ID was found"),
                ("check - < empty.txt", "no ID was found"),
                (
                    "check marked.txt",
                    "marked.txt begins with a byte order mark (BOM), which counts as part of the "
                        + "first ID; save it without one"
                ),
                ("check marked.txt --column 1 --no-header", nil),
                ("check marked-table.txt", "looks like CSV"),
                (
                    "check returns.txt",
                    "returns.txt begins with lines that end with a carriage return alone, which were "
                        + "checked as one ID; save it with line feeds"
                ),
                ("check returns.csv", "which were checked as one ID; save it with line feeds"),
                ("check returns.csv --column 1 --no-header", "which were read as one record; save"),
                ("check inside.txt", nil),
                (
                    "check utf-16.txt",
                    "utf-16.txt is UTF-16, and its bytes were checked as they are; save it as UTF-8"
                ),
            ] as [(String, String?)])
        func `A note says what an input looks like, and verdicts stay`(
            command: String, note: String?
        ) async throws {
            let workspace = try Workspace.withIDs()
            try workspace.write("a-long-name-1\na-long-name-2\n", to: "plain.txt")
            try workspace.write("a,b\nc\n", to: "one.txt")
            try workspace.write("id\tname\n1\tann\n", to: "table.txt")
            try Data([0x1F, 0x8B, 8, 0, 10, 1]).write(
                to: workspace.folder.appendingPathComponent("packed"))
            try workspace.write("\u{FEFF}a-long-name-1\na-long-name-2\n", to: "marked.txt")
            try workspace.write("\u{FEFF}id,name\n1,ann\n", to: "marked-table.txt")
            try workspace.write("a-long-name-1\ra-long-name-2\r", to: "returns.txt")
            try workspace.write("id,name\r1,ann\r2,bob", to: "returns.csv")
            try workspace.write("a-long\rname-1\na-long-name-2\n", to: "inside.txt")
            try Data([0xFF, 0xFE, 0x61, 0, 0x0A, 0]).write(
                to: workspace.folder.appendingPathComponent("utf-16.txt"))
            let run = try await workspace.run(
                command.replacing("check", with: "check --for purchasely", maxReplacements: 1)
                    .replacing("allonym ", with: ""))
            #expect(run.errors.contains(note ?? "note") == (note != nil), "\(run.errors)")
            #expect(run.errors.split(separator: "\n").count == (note == nil ? 0 : 1))
            #expect(run.output.contains(" in "))
        }

        @Test func `A long first line keeps its line feed, wherever what is looked at ends`()
            async throws
        {
            let workspace = try Workspace()
            let line = String(repeating: "a", count: 4_095)
            try workspace.write("\(line)\r\nb\r\n", to: "long.txt")
            let run = try await workspace.run("check long.txt --for purchasely")
            #expect(run.errors.isEmpty, "\(run.errors)")
        }

        @Test func `A header whose lines end with a carriage return alone is refused as in a plan`()
            async throws
        {
            let workspace = try Workspace()
            try workspace.write("id,name\r1,ann\r2,bob", to: "returns.csv")
            let run = try await workspace.run("check returns.csv --column id --for purchasely")
            #expect(run.code == 65)
            #expect(
                run.errors
                    == "allonym: returns.csv:1: lines end with a carriage return alone; save the "
                    + "file with line feeds\n")
        }

        @Test func `A compressed file has its note where its column is missing, too`()
            async throws
        {
            let workspace = try Workspace.withIDs()
            try Data([0x1F, 0x8B, 8, 0, 10, 1]).write(
                to: workspace.folder.appendingPathComponent("packed.csv"))
            let run = try await workspace.run("check packed.csv --column id --for purchasely")
            #expect(run.code == 65)
            #expect(run.errors.contains("is compressed with gzip"), "\(run.errors)")
            #expect(!run.errors.contains("looks like CSV"))
        }

        @Test(arguments: ["json", "list", "csv", "summary"])
        func `Of a file that does not exist only the error is said`(format: String) async throws {
            let run = try await Workspace.withIDs().run("check missing.csv --format \(format)")
            #expect(run.code == 65)
            #expect(run.output.isEmpty)
            #expect(run.errors.split(separator: "\n").count == 1)
        }

        @Test func `Nothing is said about progress where there is no terminal`() async throws {
            let run = try await Workspace.withIDs().shell("(sleep 2; cat bad.txt) | allonym check")
            #expect(run.errors.isEmpty)
        }
    }
#endif
