// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import Foundation
    import Testing

    /// What a terminal of some width shows: nothing is cut.
    @Suite struct WidthTests {
        private static let plan =
            "allonym migrate sample --from revenuecat --customers 40 --output in; "
            + "allonym migrate plan --from revenuecat --to nami --in in --out plan > /dev/null"

        @Test(
            arguments: [
                "compare at-a-glance", "explain", "explain nami.identify", "dictionary restore",
                "explain nami.identify revenuecat.identify",
                "diverge nami purchasely --depth 3", "migrate verify --plan plan",
                "migrate list --plan plan --code brought-by-app",
                "migrate explain --plan plan --id x",
                "migrate plan --from revenuecat --to nami --in in --out plan", "migrate --help",
                "migrate products --from revenuecat --in in", "migrate diff plan plan", "version",
            ], [60, 80, 200])
        func `A line ends at the width, unless it is one word or a command`(
            arguments: String, width: Int
        ) async throws {
            let workspace = try Workspace()
            if arguments.contains("plan") || arguments.contains("--in in") {
                _ = try await workspace.shell(Self.plan)
            }
            let id = "\"$(sed -n 4p plan/ids.csv | cut -d, -f1)\""
            let run = try await workspace.run(
                arguments.replacing("--id x", with: "--id \(id)"),
                environment: ["COLUMNS": "\(width)"])
            #expect(run.code <= 1 && !run.output.isEmpty, "\(run.errors)")
            // No blank stands where it could have been broken, after its indent and its name.
            #expect(run.output.lines(over: width, leaving: 30) == [])
        }

        @Test(arguments: [60, 80, 200])
        func `A note on standard error ends at the width, and is one line in a pipe`(
            width: Int
        ) async throws {
            let workspace = try Workspace()
            try workspace.write("id,name\n1,ada\n", to: "ids.csv")
            let piped = try await workspace.run("check ids.csv")
            let note = "allonym: note: ids.csv looks like CSV, and each whole line was checked as"
            #expect(piped.errors.hasPrefix(note), "\(piped.errors)")
            #expect(piped.errors.split(separator: "\n").count == 1)
            let shown = try await workspace.run(
                "check ids.csv", environment: ["COLUMNS": "\(width)"])
            #expect(shown.errors.lines(over: width) == [])
            #expect(shown.errors.words == piped.errors.words)
            #expect(shown.code == piped.code)
        }

        #if os(Linux)
            @Test func `A terminal says how wide standard error is`() async throws {
                let workspace = try Workspace()
                try workspace.write("id,name\n1,ada\n", to: "ids.csv")
                try workspace.write(
                    "stty cols 70; allonym check ids.csv > /dev/null\n", to: "check.sh")
                let run = try await workspace.shell(
                    "timeout 100 script -qec 'sh check.sh' shown < /dev/null > /dev/null; "
                        + "grep -v '^Script ' shown")
                #expect(run.output.words.contains("looks like CSV, and each whole line"))
                #expect(run.output.lines(over: 70) == [])
                #expect(run.output.split(whereSeparator: \.isNewline).count > 1)
            }
        #endif

        @Test func `A comparison of four is stacked by provider where it does not fit`()
            async throws
        {
            let run = try await Workspace().run(
                "compare at-a-glance --all", environment: ["COLUMNS": "60"])
            #expect(
                run.output.contains(
                    "1. phone: install app_store:ann\n  Nami        none [installed]\n"))
        }

        @Test(
            arguments: [
                "compare at-a-glance", "compare settings", "diverge nami purchasely --depth 3",
                "explain nami.identify revenuecat.identify", "explain", "dictionary",
            ])
        func `No word is broken at 60 columns`(arguments: String) async throws {
            let workspace = try Workspace()
            let wide = try await workspace.run(arguments, environment: ["COLUMNS": "4000"])
            let narrow = try await workspace.run(arguments, environment: ["COLUMNS": "60"])
            let words = Set(wide.output.split(whereSeparator: \.isWhitespace))
            // The title of a step has its number and its device before a colon.
            let broken = narrow.output.split(whereSeparator: \.isWhitespace).filter { word in
                !words.contains(word) && !words.contains(word.dropLast())
                    && !(word.last == "." && word.dropLast().allSatisfy(\.isNumber))
            }
            #expect(!words.isEmpty && broken == [])
        }

        @Test(arguments: [(60, false), (80, true), (200, true)])
        func `Two subjects stand side by side where their sentences can be read`(
            width: Int, isSideBySide: Bool
        ) async throws {
            let run = try await Workspace().run(
                "explain nami.identify revenuecat.identify", environment: ["COLUMNS": "\(width)"])
            let lines = run.output.split(separator: "\n")
            #expect(lines.contains { $0.hasPrefix("Nami  ") } == isSideBySide)
            #expect(lines.contains("Nami") == !isSideBySide)
            #expect(lines.contains("RevenueCat") == !isSideBySide)
        }

        @Test func `A summary of a check is whole in files and pipes, whatever COLUMNS says`()
            async throws
        {
            let workspace = try Workspace()
            let ids = (0..<5).map { "a-rather-long-name-\($0)@mail.example\n" }.joined()
            try workspace.write(ids, to: "ids.txt")
            let plain = try await workspace.run("check ids.txt")
            #expect(plain.output.split(separator: "\n").contains { $0.count > 200 })
            for command in [
                "check ids.txt", "check ids.txt | cat", "check ids.txt --output out; cat out",
            ] {
                let run = try await workspace.run(command, environment: ["COLUMNS": "60"])
                #expect(run.output == plain.output, "\(command)")
            }
        }

        #if os(Linux)
            @Test func `A summary of a check is wrapped on a terminal, at COLUMNS where it is set`()
                async throws
            {
                let workspace = try Workspace()
                let ids = (0..<5).map { "a-rather-long-name-\($0)@mail.example\n" }.joined()
                try workspace.write(ids, to: "ids.txt")
                try workspace.write(
                    "stty cols 90; allonym check ids.txt; COLUMNS=60 allonym check ids.txt\n",
                    to: "check.sh")
                let run = try await workspace.shell(
                    "timeout 100 script -qec 'sh check.sh' shown < /dev/null > /dev/null; "
                        + "grep -v '^Script ' shown")
                let lines = run.output.split(whereSeparator: \.isNewline)
                let starts = lines.indices.filter { lines[$0].hasPrefix("5 IDs in ids.txt") }
                try #require(starts.count == 2)
                #expect(String(lines[..<starts[1]].joined(separator: "\n")).lines(over: 90) == [])
                #expect(String(lines[starts[1]...].joined(separator: "\n")).lines(over: 60) == [])
                #expect(lines[..<starts[1]].contains { $0.count > 60 })
            }
        #endif

        @Test func `Lists are whole in files and pipes`() async throws {
            let workspace = try Workspace()
            _ = try await workspace.shell(Self.plan)
            let run = try await workspace.run("migrate list --plan plan")
            #expect(run.output.hasPrefix("code "))
            #expect(run.output.split(separator: "\n")[0].count > 80)
        }

        @Test(
            arguments: [
                ("migrate plan --from", "revenuecat"), ("compare --set", "revenuecat.restore=keep"),
                ("migrate list --code", "missing-receipt"),
                ("explain subjects", "revenuecat.identify"),
                ("migrate sample --format", "revenuecat.export-v5"),
            ])
        func `The shell is offered what the mappings know`(
            argument: String, word: String
        ) async throws {
            var words = argument.split(separator: " ").map(String.init)
            let last = words.removeLast()
            let name = last.hasPrefix("-") ? last : "positional@0"
            let run = try await Workspace().run(
                "---completion \(words.joined(separator: " ")) -- \(name) 0 0 allonym")
            #expect(run.code == 0, "\(run.errors)")
            #expect(run.output.split(separator: "\n").contains(word[...]), "\(run.output)")
        }
    }
#endif
