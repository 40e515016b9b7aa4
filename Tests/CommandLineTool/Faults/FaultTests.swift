// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import Foundation
    import Testing

    /// What every command says when it cannot do what it is asked to.
    @Suite struct FaultTests {
        /// Arguments, the exit code, and the first line on standard error.
        private static let table: [(arguments: String, code: Int32, says: String)] = [
            // Words that name nothing.
            ("compar", 64, #"command "compar": unknown; did you mean "compare"?"#),
            ("plan", 64, #"command "plan": unknown; did you mean "migrate plan"?"#),
            ("help migrat", 64, #"command "migrat": unknown; did you mean "migrate"?"#),
            ("--verson", 64, #"option "--verson": unknown; did you mean "--version"?"#),
            // A mistyped option is not a missing one.
            ("migrate verify --plann x", 64, #"option "--plann": unknown; did you mean "--plan"?"#),
            (
                "migrate sample --form=nami", 64,
                #"option "--form": unknown; did you mean "--from"?"#
            ),
            ("diverge --formt json", 64, #"option "--formt": unknown; did you mean "--format"?"#),
            (
                "migrate apply --plan x --qux", 64,
                #"option "--qux": unknown; --help lists what there is"#
            ),
            ("migrate plann", 64, #"command "plann": unknown; did you mean "plan"?"#),
            ("webhook verfy", 64, #"command "verfy": unknown; did you mean "verify"?"#),
            ("compare --formt json", 64, #"option "--formt": unknown; did you mean "--format"?"#),
            ("compare --format jsn", 64, #"--format: "jsn" is invalid; did you mean "json"?"#),
            (
                "compare --format pdf", 64,
                #"--format: "pdf" is invalid; expected table, markdown, json, html or svg"#
            ),
            (
                "check --threads x", 64,
                #"--threads: "x" is invalid; expected a whole number"#
            ),
            (
                "migrate sample --from nami --seed many", 64,
                #"--seed: "many" is invalid; expected a whole number"#
            ),
            (
                "migrate plan --from nami --to neutral --in x --out y --at soon", 64,
                #"--at: "soon" is invalid; expected a moment such as 2026-11-21 "#
                    + "or 2026-11-21T08:00:00Z"
            ),
            (
                "migrate plan --from nami --to neutral --in x --out y --sample half", 64,
                #"--sample: "half" is invalid; expected a share such as 1%"#
            ),
            (
                "migrate export --from qonversion --key-env K --out y --rate fast", 64,
                #"--rate: "fast" is invalid; expected off, or calls and seconds such as 100/60s"#
            ),
            ("check --threads 99", 64, "--threads expects a number from 1 to 64"),
            ("check --column", 64, "--column <name>: the value is missing"),
            ("check --column -5", 64, "--column <name>: the value is missing"),
            (
                "migrate sample --from nami --customers -5", 64,
                #"--customers: "-5" is invalid; expected a positive whole number"#
            ),
            (
                "check --for revenucat", 64,
                #"provider "revenucat": unknown; did you mean "revenuecat"?"#
            ),
            (
                "check --for adapty", 64,
                #"provider "adapty": unknown; expected nami, purchasely, qonversion or revenuecat"#
            ),
            (
                "check --for nami --set nami.swich=refused", 64,
                #"setting "nami.swich": unknown; did you mean "nami.switch"?"#
            ),
            (
                "check --for nami --set nami.switch=refusd", 64,
                #"value of nami.switch "refusd": unknown; did you mean "refused"?"#
            ),
            (
                "check --set nami.switch", 64,
                #"setting "nami.switch": it has no value; expected provider.setting=value"#
            ),
            (
                "diverge nami purchasley", 64,
                #"provider "purchasley": unknown; did you mean "purchasely"?"#
            ),
            (
                "diverge nami purchasely --kind acess", 64,
                #"kind of difference "acess": unknown; did you mean "access"?"#
            ),
            (
                "explain revenuecat.identfy", 64,
                #"subject "revenuecat.identfy": unknown; did you mean "revenuecat.identify"?"#
            ),
            ("dictionary restroe", 64, #"word "restroe": unknown; did you mean "restore"?"#),
            (
                "dictionary frobnicate", 64,
                #"word "frobnicate": unknown; allonym dictionary lists what there is"#
            ),
            (
                "migrate sample --from revenucat", 64,
                #"provider "revenucat": unknown; did you mean "revenuecat"?"#
            ),
            (
                "migrate sample --from nami --format nami.webhook", 64,
                #"format of Nami with purchases "nami.webhook": unknown; did you mean "nami.webhooks"?"#
            ),
            (
                "migrate init --from namy --to nami", 64,
                #"provider "namy": unknown; did you mean "nami"?"#
            ),
            (
                "migrate list --plan x --code mising-receipt", 64,
                #"code of a finding "mising-receipt": unknown; did you mean "missing-receipt"?"#
            ),
            (
                "migrate list --plan x --severity kep", 64,
                #"--severity "kep": unknown; did you mean "kept"?"#
            ),
            (
                "webhook verify --provider namy --secret-env X --request x", 64,
                #"provider "namy": unknown; did you mean "nami"?"#
            ),
            // Nothing at all, where something is needed.
            (
                "migrate plan", 64,
                "--from <provider>, --to <provider>, --in <file>, --out <dir>: missing; give them, "
                    + "or give them to allonym migrate init, which keeps them in migration.json"
            ),
            ("migrate verify", 64, "--plan <dir>: missing"),
            ("migrate list", 64, "--plan <dir>: missing"),
            ("migrate explain", 64, "--plan <dir>: missing"),
            ("migrate diff", 64, "<dir>: missing"),
            ("migrate products", 64, "--from <provider>: missing"),
            ("migrate sample", 64, "--from <provider>: missing"),
            ("webhook verify", 64, "--provider <provider>: missing"),
            ("diverge", 64, "expected two providers, or --safety with one; found 0"),
            // Files that are not there.
            (
                "compare missing.md", 65,
                "missing.md: there is no such file, and no built-in one of this name; those are: *"
            ),
            (
                "compare at-a-glanse", 65,
                #"at-a-glanse: there is no such file, and no built-in one of this name; did you mean "at-a-glance"?"#
            ),
            (
                "check missing.txt", 65,
                "missing.txt: the file cannot be read: No such file or directory"
            ),
            (
                "migrate plan --from nami --to revenuecat --in missing.json --out p", 65,
                "missing.json: the file cannot be read: No such file or directory"
            ),
            (
                "migrate products --from nami --in missing.json", 65,
                "missing.json: the file cannot be read: No such file or directory"
            ),
            (
                "migrate verify --plan missing", 65,
                "missing/manifest.json: it is missing; make the plan first, or again"
            ),
            (
                "migrate list --plan missing", 65,
                "missing/manifest.json: it is missing; make the plan first, or again"
            ),
            (
                "migrate explain --plan missing --id x", 65,
                "missing/manifest.json: it is missing; make the plan first, or again"
            ),
            (
                "migrate diff missing other", 65,
                "missing/manifest.json: it is missing; make the plan first, or again"
            ),
            (
                "serve --project missing.json", 65,
                "missing.json: the file cannot be read: No such file or directory"
            ),
            (
                "serve --from-plan missing", 65,
                "missing/manifest.json: it is missing; make the plan first, or again"
            ),
            (
                "webhook verify --provider revenuecat --secret-env HOME --request missing.http", 65,
                "missing.http: the file cannot be read: No such file or directory"
            ),
            // What cannot be written.
            (
                "explain --output no/such/x", 74,
                "no/such/x: cannot be written: No such file or directory"
            ),
            ("explain --output /proc/x", 74, "/proc/x: cannot be written: *"),
            ("explain --output .", 74, ".: it is a folder; name a file"),
            (
                "explain --output /dev/full", 74,
                "/dev/full: cannot be written: No space left on device"
            ),
            (
                "explain nami > /dev/full", 74,
                "standard output: cannot be written: No space left on device"
            ),
            (
                "--help > /dev/full", 74,
                "standard output: cannot be written: No space left on device"
            ),
            (
                "--version > /dev/full", 74,
                "standard output: cannot be written: No space left on device"
            ),
            ("explain nami >&-", 74, "standard output: cannot be written: Bad file descriptor"),
            (
                "migrate init --output no/such/x", 74,
                "no/such/x: cannot be written: No such file or directory"
            ),
            (
                "migrate init > /dev/full", 74,
                "standard output: cannot be written: No space left on device"
            ),
            (
                "migrate sample --from nami --output /dev/full", 74,
                "/dev/full: cannot be written: No space left on device"
            ),
        ]

        @Test(arguments: table)
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
                ("steal X", #"unknown action "steal X"; expected buy, cancel, "#),
            ])
        func `An action that is misspelt has its nearest named`(
            action: String, says: String
        ) async throws {
            let workspace = try Workspace()
            try workspace.write(
                "# T\n\n| Device | Action | Nami |\n|---|---|---|\n| A | \(action) | |\n",
                to: "t.md")
            let run = try await workspace.run("compare t.md")
            #expect(run.code == 65)
            #expect(run.errors.hasPrefix("allonym: t.md:5: \(says)"), "\(run.errors)")
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
