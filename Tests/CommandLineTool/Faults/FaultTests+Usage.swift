// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    extension FaultTests {
        /// What is wrong with arguments alone.
        static let usageRows: [Row] = [
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
            (
                "check --threads 99", 64,
                #"--threads: "99" is invalid; expected a number from 1 to 64"#
            ),
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
            (
                "migrate init --from revenucat", 64,
                #"provider "revenucat": unknown; did you mean "revenuecat"?"#
            ),
            (
                "migrate init --to nami --set nami.swich=refused", 64,
                #"setting "nami.swich": unknown; did you mean "nami.switch"?"#
            ),
            (
                "compare --set restore=keep", 64,
                #"setting "restore": unknown; did you mean "qonversion.restore" or "#
                    + #""revenuecat.restore"?"#
            ),
            (
                "migrate plan --from nami --to revenuecat --in x --out y --set swich=refused", 64,
                #"setting "swich": unknown; did you mean "nami.switch"?"#
            ),
            (
                "migrate export --from namy --key-env HOME --out y", 64,
                #"--from "namy": unknown; did you mean "nami"?"#
            ),
            (
                "--generate-completion-script zshh", 64,
                #"--generate-completion-script: "zshh" is invalid; did you mean "zsh"?"#
            ),
            // Options that do not go together, and values that are none.
            ("check --no-header", 64, "--no-header: no column is named; give --column NAME, too"),
            (
                "check --column 0", 64,
                #"--column: "0" is invalid; expected a column's name, or its number from 1"#
            ),
            (
                "check --column id --no-header", 64,
                #"--column: "id" is invalid; expected a number, as --no-header leaves no names"#
            ),
            (
                "compare at-a-glance --format svg", 64,
                "--format svg: it draws only the questions at a glance; give no file, or --format "
                    + "html for a picture of each step"
            ),
            ("explain a b c", 64, "subjects: expected one or two, found 3; leave the others out"),
            (
                "explain --format promela", 64,
                "--format promela: it shows the rules of one provider; name one"
            ),
            (
                "explain nami --depth 3", 64,
                "--depth: it is of a model only; give --format promela, too"
            ),
            (
                "explain nami --format promela --depth 0", 64,
                #"--depth: "0" is invalid; expected a number from 1 to *"#
            ),
            (
                "explain nami --format promela --set revenuecat.restore=keep", 64,
                #"setting "revenuecat.restore": it is not one of nami; allonym explain "#
                    + "nami.settings lists these"
            ),
            (
                "migrate verify --plan x --format csv", 64,
                "--format csv: it lists what --export comes to; give --export FILE, too"
            ),
            (
                "serve --from nami", 64,
                "--from: the export is missing; give --from-export FILE, too"
            ),
            (
                "serve --from-export x", 64,
                "--from-export: the provider is missing; give --from PROVIDER, too"
            ),
            (
                "serve --from-plan x --from-export y --from nami", 64,
                "--from-plan and --from-export: a project begins with one of the two; leave the "
                    + "other out"
            ),
            (
                "serve --from-plan x --project a --project b", 64,
                "--project: given 2 times, and a plan or an export begins one project; give it once"
            ),
            (
                "serve --listen nowhere", 64,
                #"--listen: "nowhere" is invalid; expected an address and a port such as "#
                    + "127.0.0.1:8080"
            ),
            (
                "migrate apply --plan x --to-url nowhere", 64,
                #"--to-url: "nowhere" is invalid; expected an address such as "#
                    + "https://api.example.com"
            ),
            (
                "migrate apply --plan x --to-url http://127.0.0.1:9 --value name", 64,
                #"--value: "name" is invalid; expected NAME=VALUE"#
            ),
            (
                "migrate export --from qonversion --out y", 64,
                "key: missing; give it with --key-env NAME or with --key-file FILE"
            ),
            (
                "migrate export --from qonversion --key-env A --key-file b --out y", 64,
                "key: given twice; give either --key-env or --key-file"
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
            (
                "diverge", 64,
                "providers: expected two, found 0; name two, or give one with --safety"
            ),
        ]
    }
#endif
