// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import Testing

    /// A command with wrong arguments of each kind, and what it says to them.
    struct CommandRow: Sendable, CustomTestStringConvertible {
        /// What comes of a call: its exit code, and what standard error begins with.
        struct Answer: Sendable {
            let code: Int32
            let says: String

            /// Nothing is wrong.
            static let fine = Answer(code: 0, says: "")

            static func usage(_ says: String) -> Answer { Answer(code: 64, says: says) }
            static func unreadable(_ says: String) -> Answer { Answer(code: 65, says: says) }
            static func unwritable(_ says: String) -> Answer { Answer(code: 74, says: says) }
        }

        /// As it is typed behind the program; empty for the program itself.
        let name: String
        /// Arguments with a value or a command's name misspelt.
        let typo: (arguments: String, answer: Answer)
        /// What comes of no arguments.
        let none: Answer
        /// Arguments that name a file or a folder to read that is not there; nil for a command that
        /// only has others.
        let missing: (arguments: String, answer: Answer)?
        /// Whether this build lacks it, and says so whatever the arguments are.
        var isAbsent = false

        var testDescription: String { name.isEmpty ? "allonym" : name }

        init(
            _ name: String, typo: String, _ says: String, none: Answer = .fine,
            missing: String? = nil, _ answer: Answer = .fine
        ) {
            self.name = name
            self.typo = (arguments: typo, answer: .usage(says))
            self.none = none
            self.missing = missing.map { (arguments: $0, answer: answer) }
        }

        /// A command that only another build has.
        init(absent name: String) {
            let answer = Answer.usage(
                "this build neither serves nor sends: swift run -c release --traits Server allonym "
                    + name)
            self.name = name
            typo = (arguments: "--format jsn", answer: answer)
            none = answer
            missing = (arguments: "--plan missing", answer: answer)
            isAbsent = true
        }

        /// Every command of this build.
        static let all = common + ofServer

        private static let noMappings = Answer.unreadable(
            "neutral.json: the file cannot be read in missing: No such file or directory; name a "
                + "copy of the project's folder Mappings")
        private static let noPlan = Answer.unreadable(
            "missing: the folder does not exist; make the plan first, or check the path")
        private static let json = #"--format: "jsn" is invalid; did you mean "json"?"#
        private static let nami = #"provider "namy": unknown; did you mean "nami"?"#

        private static func noFile(_ name: String) -> Answer {
            .unreadable(
                "\(name): the file cannot be read: No such file or directory; check the path")
        }

        private static let common: [CommandRow] = [
            CommandRow(
                "", typo: "compar", #"command "compar": unknown; did you mean "compare"?"#),
            CommandRow(
                "compare", typo: "--format jsn", json, missing: "missing.md",
                .unreadable("missing.md: there is no such file, and no built-in one of this name")),
            CommandRow(
                "diverge", typo: "nami purchasley",
                #"provider "purchasley": unknown; did you mean "purchasely"?"#,
                none: .usage(
                    "providers: expected two, found 0; name two, or give one with --safety"),
                missing: "nami purchasely --mappings missing", noMappings),
            CommandRow(
                "check", typo: "--format jsn", json, missing: "missing.txt",
                noFile("missing.txt")),
            CommandRow(
                "explain", typo: "revenuecat.identfy",
                #"subject "revenuecat.identfy": unknown; did you mean "revenuecat.identify"?"#,
                missing: "nami --mappings missing", noMappings),
            CommandRow(
                "dictionary", typo: "restroe",
                #"word "restroe": unknown; did you mean "restore"?"#,
                missing: "restore --mappings missing", noMappings),
            CommandRow(
                "version", typo: "--format jsn", json, missing: "--mappings missing", noMappings),
            CommandRow(
                "migrate", typo: "plann", #"command "plann": unknown; did you mean "plan"?"#),
            CommandRow(
                "migrate init", typo: "--route manul",
                #"--route: "manul" is invalid; did you mean "manual"?"#,
                missing: "--from nami --to neutral --mappings missing", noMappings),
            CommandRow(
                "migrate plan", typo: "--from nami --to neutral --in x --out y --route manul",
                #"--route: "manul" is invalid; did you mean "manual"?"#,
                none: .usage(
                    "--from <provider>, --to <provider>, --in <file>, --out <dir>: missing; give "
                        + "them, or give them to allonym migrate init, which keeps them in "
                        + "migration.json"),
                missing: "--from nami --to neutral --in missing.json --out y",
                noFile("missing.json")),
            CommandRow(
                "migrate verify", typo: "--plan x --format jsn", json,
                none: .usage("--plan <dir>: missing"), missing: "--plan missing", noPlan),
            CommandRow(
                "migrate list", typo: "--plan x --severity kep",
                #"--severity "kep": unknown; did you mean "kept"?"#,
                none: .usage("--plan <dir>: missing"), missing: "--plan missing", noPlan),
            CommandRow(
                "migrate explain", typo: "--plan x --id y --format jsn", json,
                none: .usage("--plan <dir>: missing"), missing: "--plan missing --id y", noPlan),
            CommandRow(
                "migrate diff", typo: "x y --format jsn", json,
                none: .usage("<dir>: missing"), missing: "missing other", noPlan),
            CommandRow(
                "migrate products", typo: "--from namy --in x", nami,
                none: .usage("--from <provider>: missing"),
                missing: "--from nami --in missing.json", noFile("missing.json")),
            CommandRow(
                "migrate sample", typo: "--from nami --seed many",
                #"--seed: "many" is invalid; expected a whole number"#,
                none: .usage("--from <provider>: missing"),
                missing: "--from nami --mappings missing", noMappings),
        ]

        #if Server
            private static let ofServer: [CommandRow] = [
                CommandRow(
                    "migrate export",
                    typo: "--from qonversion --key-env HOME --out y --rate fast",
                    #"--rate: "fast" is invalid; expected off, or calls and seconds such as 100/60s"#,
                    none: .usage("--from <provider>: missing"),
                    missing: "--from qonversion --key-env HOME --out y --only missing.txt",
                    noFile("missing.txt")),
                CommandRow(
                    "migrate rehearse", typo: "--plan x --devices many",
                    #"--devices: "many" is invalid; expected a share such as 1%"#,
                    none: .usage("--plan <dir>: missing"), missing: "--plan missing", noPlan),
                CommandRow(
                    "migrate apply",
                    typo: "--plan x --to-url http://127.0.0.1:9 --dry-run offlin",
                    #"--dry-run: "offlin" is invalid; did you mean "offline"?"#,
                    none: .usage("--plan <dir>: missing"),
                    missing: "--plan missing --to-url http://127.0.0.1:9", noPlan),
                CommandRow(
                    "migrate undo", typo: "--plan x --to-url http://127.0.0.1:9 --format jsn",
                    json, none: .usage("--plan <dir>: missing"),
                    missing: "--plan missing --to-url http://127.0.0.1:9", noPlan),
                // Without arguments it serves; but the tests' folder for data cannot be made.
                CommandRow(
                    "serve", typo: "--clock frozn",
                    #"--clock: "frozn" is invalid; did you mean "frozen"?"#,
                    none: .unwritable("/dev/null/data/allonym: the folder cannot be made: "),
                    missing: "--project missing.json", noFile("missing.json")),
                CommandRow(
                    "webhook", typo: "verfy",
                    #"command "verfy": unknown; did you mean "verify"?"#),
                CommandRow(
                    "webhook verify",
                    typo: "--provider namy --secret-env HOME --request x", nami,
                    none: .usage("--provider <provider>: missing"),
                    missing: "--provider revenuecat --secret-env HOME --request missing.http",
                    noFile("missing.http")),
            ]
        #else
            private static let ofServer = [
                "serve", "webhook", "migrate export", "migrate rehearse", "migrate apply",
                "migrate undo",
            ].map(CommandRow.init(absent:))
        #endif
    }
#endif
