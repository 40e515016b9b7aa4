// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import Foundation
    import Testing

    /// What every command says when it cannot do what it is asked to.
    @Suite struct FaultTests {
        /// Arguments, the exit code, and the first line on standard error; an asterisk at its end
        /// stands for anything.
        typealias Row = (arguments: String, code: Int32, says: String)

        @Test(arguments: usageRows + fileRows)
        func `An error says what, why and what to do, and wrong usage is followed by the usage`(
            arguments: String, code: Int32, says: String
        ) async throws {
            let run = try await Workspace().run(arguments)
            #expect(run.code == code)
            let lines = run.errors.split(separator: "\n", omittingEmptySubsequences: false)
            let first = try #require(lines.first)
            if says.hasSuffix("*") {
                #expect(first.hasPrefix("allonym: " + says.dropLast()))
            } else {
                #expect(first == "allonym: " + says)
            }
            #expect(run.errors.contains("\nUsage: allonym ") == (code == 64), "\(run.errors)")
            #expect(run.output.isEmpty)
        }

        @Test func `Of settings only those of the two providers of a plan are offered`()
            async throws
        {
            let run = try await Workspace().run(
                "migrate plan --from nami --to revenuecat --in x --out y --set anonymos=drop")
            #expect(run.code == 64)
            #expect(
                run.errors.hasPrefix(#"allonym: setting "anonymos": unknown; expected nami."#),
                "\(run.errors)")
            #expect(run.errors.contains("revenuecat.restore"))
            #expect(!run.errors.contains("qonversion.") && !run.errors.contains("purchasely."))
        }

        @Test(
            arguments: [
                ("compar", "Usage: allonym <subcommand>", "'allonym --help'"),
                (
                    "migrate plann", "Usage: allonym migrate <subcommand>",
                    "'allonym migrate --help'"
                ),
                ("migrate plan", "Usage: allonym migrate plan ", "'allonym migrate plan --help'"),
                ("check --for x", "Usage: allonym check ", "'allonym check --help'"),
                (
                    "webhook verify", "Usage: allonym webhook verify ",
                    "'allonym webhook verify --help'"
                ),
            ])
        func `The usage is that of the very command`(
            arguments: String, usage: String, see: String
        ) async throws {
            let run = try await Workspace().run(arguments)
            #expect(run.code == 64)
            #expect(run.errors.contains("\n\(usage)"), "\(run.errors)")
            #expect(run.errors.hasSuffix("  See \(see) for more information.\n"), "\(run.errors)")
        }

        @Test(
            arguments: [
                ("explain nami", 64), ("migrate verify --plan x", 65), ("check missing.txt", 65),
            ])
        func `A full disk under standard error changes no exit code`(
            arguments: String, code: Int32
        ) async throws {
            let wrong = code == 64 ? "explain nani" : arguments
            #expect(try await Workspace().run("\(wrong) 2> /dev/full").code == code)
        }

        @Test func `The reader of a pipe may end early`() async throws {
            let workspace = try Workspace()
            let run = try await workspace.shell("allonym explain revenuecat | head -n 1")
            #expect(run.code == 0 && run.errors.isEmpty, "\(run.errors)")
        }

        @Test func `A file in a folder that only others may write stays as it was`() async throws {
            let workspace = try Workspace()
            try workspace.write("old", to: "out")
            let run = try await workspace.run("migrate init --output out")
            #expect(run.code == 64)
            #expect(
                run.errors.hasPrefix(
                    "allonym: out: it is there already; give --force to overwrite it, or another "
                        + "file with --output\n"))
            #expect(try workspace.content(of: "out") == "old")
        }

        @Test(
            arguments: [
                ("buyy X", #"unknown action "buyy X"; did you mean "buy"?"#),
                ("logg in u1", #"unknown action "logg in u1"; did you mean "log in"?"#),
                ("restroe", #"unknown action "restroe"; did you mean "restore"?"#),
                (#"logInn("u1")"#, #"unknown call "logInn(…)"; did you mean "#),
                ("purchase X", #"unknown action "purchase X"; did you mean "buy"?"#),
                ("identify u1", #"unknown action "identify u1"; did you mean "log in"?"#),
                ("steal X", #"unknown action "steal X"; expected buy, cancel, "#),
            ])
        func `An action that is misspelt has its nearest named`(
            action: String, says: String
        ) async throws {
            let workspace = try Workspace()
            try workspace.write(
                "# T\n\n| Device | Action | Nami |\n|---|---|---|\n| A | \(action) | |\n",
                to: "t.md")
            for (file, name) in [("t.md", "t.md"), ("- < t.md", "standard input")] {
                let run = try await workspace.shell("allonym compare \(file); echo $?")
                #expect(run.output == "65\n")
                #expect(run.errors.hasPrefix("allonym: \(name):5: \(says)"), "\(run.errors)")
            }
        }

        @Test func `A column that is misspelt has its nearest named`() async throws {
            let workspace = try Workspace()
            try workspace.write("user_id,name\n1,ada\n", to: "ids.csv")
            for (column, says) in [
                ("userid", #"did you mean "user_id"?"#), ("x", #"there are: "user_id", "name""#),
            ] {
                let run = try await workspace.run("check ids.csv --column \(column)")
                #expect(run.code == 65)
                #expect(
                    run.errors
                        == "allonym: ids.csv:1: expected a column \"\(column)\"; \(says)\n")
            }
        }
    }
#endif
