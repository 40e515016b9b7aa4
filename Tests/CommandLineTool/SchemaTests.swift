// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymMappings
    import Foundation
    import Testing

    /// Whatever is written as JSON is described by a schema.
    @Suite struct SchemaTests {
        private static let sample =
            "allonym migrate sample --from revenuecat --customers 120 --output in"

        private static func plan(_ target: String, _ more: String = "") -> String {
            "allonym migrate plan --from revenuecat --to \(target) --in in --out plan \(more)"
        }

        /// A schema, the commands that lead to an output, and whether it is a value a line.
        private static let table: [(schema: String, commands: [String], isLines: Bool)] = [
            ("version", ["allonym version --format json"], false),
            ("compare", ["allonym compare --format json"], false),
            (
                "compare",
                ["allonym compare at-a-glance --set revenuecat.restore=keep --format json"], false
            ),
            (
                "compare",
                [
                    "printf '# A\\n\\n| Device | Action | Nami |\\n|--|--|--|\\n' > idle.md",
                    "printf '| A | %s | |\\n' install 'renew X' >> idle.md",
                    "allonym compare idle.md --format json",
                ], false
            ),
            ("diverge", ["allonym diverge nami purchasely --depth 3 --format json"], false),
            ("diverge", ["allonym diverge --safety nami --depth 3 --format json"], false),
            ("sheet", ["allonym explain revenuecat --format json"], false),
            ("sheet", ["allonym dictionary --format json"], false),
            (
                "check", ["printf 'guest\\na\\377\\n' | allonym check --format json --whole-file"],
                true
            ),
            ("check", ["echo guest > a; allonym check a a --format jsonl --whole-file"], true),
            (
                "check-summary",
                ["printf 'a\\na\\nA\\n' | allonym check --format summary-json --whole-file"], false
            ),
            ("check-summary", ["echo guest | allonym check --format summary-json"], false),
            ("report", [sample, plan("qonversion", "--format json")], false),
            ("report", [sample, plan("nami", "--sample 50% --redact --format json")], false),
            ("calls", [sample, plan("qonversion", "> log"), "cat plan/calls.json"], false),
            (
                "call", [sample, plan("qonversion", "> log"), "cat plan/qonversion-calls.jsonl"],
                true
            ),
            ("manifest", [sample, plan("purchasely", "> log"), "cat plan/manifest.json"], false),
            ("undo", [sample, plan("qonversion", "> log"), "cat plan/undo.jsonl"], true),
            (
                "rejected",
                [
                    sample, "sed -i '3s/,[a-z_]*store,/,moon_store,/' in", plan("nami", "> log"),
                    "cat plan/rejected.jsonl",
                ], true
            ),
            (
                "findings",
                [sample, plan("nami", "> log"), "allonym migrate list --plan plan --format json"],
                false
            ),
            (
                "findings",
                [
                    sample, plan("nami", "> log"),
                    "allonym migrate list --plan plan --code collision --format json",
                ], false
            ),
            (
                "diff",
                [
                    sample, plan("nami", "> log"), "mv plan former",
                    plan("nami", "--set nami.external-ids=sha256-uuid > log"),
                    "allonym migrate diff former plan --format json",
                ], false
            ),
            (
                "customers",
                [
                    sample, plan("qonversion", "> log"),
                    "allonym migrate explain --plan plan --format json --id "
                        + "\"$(sed -n 5p plan/ids.csv | cut -d, -f1)\"",
                ], false
            ),
            (
                "verify",
                [
                    sample, plan("nami", "> log"),
                    "allonym migrate verify --plan plan --format json",
                ], false
            ),
            (
                "verify",
                [
                    sample, plan("nami", "> log"),
                    "allonym migrate sample --from nami --customers 20 --output nami.json",
                    "allonym migrate verify --plan plan --export nami.json --format json",
                ], false
            ),
        ]

        /// A plan from a provider to Qonversion, a server there, and `send`, which applies the plan.
        private static func served(from source: String, beginning: String = "") -> [String] {
            [
                "allonym migrate sample --from \(source) --customers 60 --output in",
                "allonym migrate plan --from \(source) --to qonversion --route api --in in --out plan"
                    + " > log",
                """
                echo '{"project":"demo","provider":"qonversion","keys":{"public":["pk"],' \\
                    '"secret":["sk"],"admin":["ak"]}}' > demo.json
                allonym serve --project demo.json \(beginning) --data d --clock frozen \\
                    --listen 127.0.0.1:0 > line 2> told & server=$!
                trap 'kill $server' EXIT
                for i in $(seq 300); do test -s line && break; sleep 0.1; done
                at=$(sed -E 's/.*"listening":"([^"]+)".*/\\1/' line)
                export PUBLIC=pk SECRET=sk
                send() {
                    command=$1; shift
                    allonym migrate $command --plan plan --to-url $at --rate off --format json \\
                        --key-env 'project key=PUBLIC' --key-env 'secret key=SECRET' "$@"
                }
                """,
            ]
        }

        private static let known = served(from: "revenuecat", beginning: "--from-plan plan")

        /// The same for what is sent to a server, or read from one.
        private static let sent: [(schema: String, commands: [String], isLines: Bool)] = [
            (
                "handing",
                [
                    sample, plan("nami", "> log"),
                    "allonym migrate apply --plan plan --to-url http://127.0.0.1:9 --format json",
                ], false
            ),
            ("apply-outlook", known + ["send apply --dry-run offline"], false),
            ("apply-look", known + ["send apply --dry-run read"], false),
            ("apply-report", known + ["send apply --canary 3"], false),
            ("apply-report", known + ["send apply > log", "cat plan/apply-report.json"], false),
            ("apply-report", known + ["send apply > log", "send undo"], false),
            (
                "apply-report",
                known + ["send apply --canary 3 > log", "send undo > log", "send apply"], false
            ),
            ("apply-report", known + ["send apply --canary 3 > log", "send undo"], false),
            (
                "undo-left",
                known + ["send apply > log", "send undo > log", "cat plan/undo-left.jsonl"], true
            ),
            ("undo-outlook", known + ["send apply > log", "send undo --dry-run"], false),
            ("undo-outlook", known + ["send undo --dry-run"], false),
            // Stores that know nothing refuse every purchase.
            (
                "failed",
                served(from: "purchasely") + ["send apply > log", "cat plan/failed.jsonl"], true
            ),
            (
                "export",
                known + [
                    "send apply > log",
                    "allonym migrate export --from qonversion --from-url $at --rate off "
                        + "--key-env SECRET --out read > log", "cat read/export.json",
                ], false
            ),
            ("rehearsal", known + ["allonym migrate rehearse --plan plan --format json"], false),
        ]

        @Test func `What is handed over is in a report as it is alone`() throws {
            func object(_ name: String) throws -> [String: Any] {
                let bytes = try Mappings.load().bytes(of: "schemas/\(name).schema.json")
                return try #require(
                    try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
            }
            let definitions = try object("apply-report")["$defs"] as? [String: Any]
            let part = try #require(definitions?["handing"] as? [String: Any])
            var whole = try object("handing")
            for name in ["$schema", "$id", "title", "description"] { whole[name] = nil }
            func bytes(_ object: [String: Any]) throws -> Data {
                try JSONSerialization.data(withJSONObject: object, options: .sortedKeys)
            }
            #expect(try bytes(part) == bytes(whole))
        }

        private func schema(_ name: String) throws -> JSONSchema {
            try JSONSchema(Mappings.load().bytes(of: "schemas/\(name).schema.json"))
        }

        @Test(arguments: table + sent)
        func `What is written fits its schema`(
            name: String, commands: [String], isLines: Bool
        ) async throws {
            let run = try await Workspace().shell(commands.joined(separator: "\n"))
            let schema = try schema(name)
            let texts = isLines ? run.output.split(separator: "\n").map(String.init) : [run.output]
            #expect(!texts.isEmpty, "\(run.errors)")
            for text in texts {
                let value = try JSONValue(parsing: Array(text.utf8))
                let faults = schema.faults(of: value)
                #expect(faults.isEmpty, "\(faults.prefix(5))")
                // Whatever is added to an object is a fault.
                if case .object(var members) = value {
                    members["added"] = .null
                    #expect(!schema.faults(of: .object(members)).isEmpty)
                }
            }
            if !isLines {
                let value = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
                let laid = try JSONSerialization.data(
                    withJSONObject: value,
                    options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
                // Laid out alike, but for the blank lines that Foundation writes into what is empty.
                let closed = String(decoding: laid, as: UTF8.self)
                    .replacing(#/\[\n\s*\]/#, with: "[]").replacing(#/\{\n\s*\}/#, with: "{}")
                #expect(run.output == closed + "\n")
            }
        }

        @Test func `Every schema is used, is named by explain, and refuses what it does not know`()
            async throws
        {
            let mappings = try Mappings.load()
            let schemas = try mappings.schemas()
            let names = schemas.map {
                String($0.file.dropFirst("schemas/".count).dropLast(".schema.json".count))
            }
            let held = Set((Self.table + Self.sent).map(\.schema)).union(["serve"])
            #expect(Set(names) == held)
            let told = try await Workspace().run("explain schemas --format json").output
            for schema in schemas { #expect(told.contains(schema.file)) }
            for name in names {
                #expect(!(try schema(name).faults(of: .string("x")).isEmpty))
            }
        }

        @Test func `The line of a server that listens fits its schema`() async throws {
            let workspace = try Workspace()
            let run = try await workspace.shell(
                """
                allonym serve --listen 127.0.0.1:0 --data d > line & server=$!
                for i in $(seq 300); do test -s line && break; sleep 0.1; done
                kill $server; cat line
                """)
            let faults = try schema("serve").faults(
                of: JSONValue(parsing: Array(run.output.utf8)))
            #expect(faults.isEmpty, "\(faults)")
        }
    }
#endif
