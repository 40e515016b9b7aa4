// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import Foundation
    import Testing

    /// `check --map`, which writes what could be given instead of IDs.
    @Suite struct SuggestionFileTests {
        private static let ada = "fdee430d40bd57deeac186cd9790033d0f06f909a8806e7ce6e717ab7c7d5029"

        @Test(arguments: [1, 4])
        func `Each refused ID stands there once, in the order of the inputs`(
            threads: Int
        ) async throws {
            let workspace = try Workspace()
            try workspace.write("ada\nguest\n42\nuser,2\nada\n", to: "a.txt")
            try workspace.write("ada\na \"b\"\n", to: "b.txt")
            let run = try await workspace.run(
                "check a.txt b.txt --for nami --map map.csv --threads \(threads)")
            #expect(run.code == 1)
            #expect(run.output.hasPrefix("7 IDs in 2 inputs: 6 refused"))
            #expect(
                run.errors
                    == "allonym: note: map.csv has 3 IDs, each with a suggested replacement; for 1 "
                    + "refused ID there is no suggestion: in --format list it is the refused line "
                    + "without 'instead'\n")
            let lines = try workspace.content(of: "map.csv").split(separator: "\n")
            #expect(
                lines.map { $0.dropLast(64) } == ["", "ada,", "\"user,2\",", "\"a \"\"b\"\"\","])
            #expect(lines.first == "id,suggestion" && lines[1] == "ada,\(Self.ada)")
        }

        @Test func `Where nothing could be given instead there is a head alone, and a note`()
            async throws
        {
            let workspace = try Workspace()
            try workspace.write("guest\n", to: "ids.txt")
            let run = try await workspace.run(
                "check ids.txt --for revenuecat --format summary-json --map map.csv")
            #expect(run.code == 1 && run.output.contains("\"ids\" : 1,"))
            #expect(run.errors.contains("map.csv has no ID"))
            #expect(try workspace.content(of: "map.csv") == "id,suggestion\n")
        }

        @Test(
            arguments: [
                ("ids.txt --map ids.txt", 64, "ids.txt: it is the input ids.txt"),
                ("ids.txt --map -", 64, "--map: \"-\" is invalid; expected a file"),
                ("ids.txt --map out --output out", 64, "--map: it names the same file as --output"),
                ("ids.txt --map out --output ./out", 64, "it names the same file as --output"),
                (
                    "ids.txt --map out --format json", 64,
                    "--map: it goes with a summary; give --format"
                ),
                (
                    "ids.txt --map out --format list", 64,
                    "--map: it goes with a summary; give --format"
                ),
                (
                    "ids.txt --map no/such/out", 74,
                    "no/such/out: cannot be written: No such file or directory; make its folder "
                        + "first, or check the path"
                ),
                ("open.csv --column user --map out", 65, "open.csv:2"),
            ] as [(String, Int32, String)])
        func `What cannot be written, or read, leaves no file`(
            arguments: String, code: Int32, reason: String
        ) async throws {
            let workspace = try Workspace()
            try workspace.write("ada\n", to: "ids.txt")
            try workspace.write("user\n\"ann", to: "open.csv")
            let run = try await workspace.run("check \(arguments) --for nami")
            #expect(run.code == code, "\(run.errors)")
            #expect(run.errors.contains(reason), "\(run.errors)")
            #expect(try workspace.content(of: "ids.txt") == "ada\n")
            #expect((try? workspace.content(of: "out")) == nil)
        }
    }
#endif
