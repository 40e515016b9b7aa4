// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import Foundation
    import Testing

    /// Customers that are read over HTTP from a server of this package, and planned.
    @Suite(.serialized) struct ExportCommandTests {
        private static let key = ["ALLONYM_TEST_KEY": "sk_demo"]

        /// A server that begins with an export of the sample generator, and a plan of that export.
        private func server(
            of provider: String, customers: Int = 60, to target: String = "neutral"
        ) async throws -> (workspace: Workspace, server: ServerProcess) {
            let workspace = try Workspace()
            try workspace.write(
                """
                {"project":"demo","provider":"\(provider)",
                 "keys":{"public":["pk_demo"],"secret":["sk_demo"],"admin":["ak_demo"]}}
                """, to: "demo.json")
            for command in [
                "migrate sample --from \(provider) --customers \(customers) --output given",
                "migrate plan --from \(provider) --to \(target) --in given --out first",
            ] {
                let run = try await workspace.run(command)
                #expect(run.code == 0, "\(run.errors)")
            }
            let server = try await ServerProcess(
                in: workspace, project: "demo.json", ["--from-export", "given", "--from", provider])
            return (workspace, server)
        }

        private func export(
            _ provider: String, _ server: ServerProcess, _ workspace: Workspace,
            out: String = "export", _ more: String = ""
        ) async throws -> Run {
            let project = provider == "revenuecat" ? "--project demo " : ""
            return try await workspace.run(
                "migrate export --from \(provider) --from-url \(server.address) \(project)"
                    + "--key-env ALLONYM_TEST_KEY --rate off --out \(out) \(more)",
                environment: Self.key)
        }

        /// The command that an export ends with, for a target.
        private func plan(after run: Run, to target: String, out: String) throws -> String {
            let next = try #require(
                run.output.split(separator: "\n").first { $0.hasPrefix("Next: allonym ") })
            return String(next.dropFirst("Next: allonym ".count))
                .replacing("PROVIDER", with: target).replacing("PLAN", with: out)
        }

        /// Rows of a plan's list, by some of its columns, sorted.
        private func rows(
            _ columns: [String], of file: String, _ plan: PlannedCalls
        ) throws -> [String] {
            try plan.rows(of: file).map { row in
                columns.map { row[$0] ?? "?" }.joined(separator: ",")
            }.sorted()
        }

        @Test
        func `What RevenueCat's API gives is planned as its export is, but for what it lacks`()
            async throws
        {
            let (workspace, server) = try await server(of: "revenuecat", to: "qonversion")
            let run = try await export("revenuecat", server, workspace)
            #expect(run.code == 0, "\(run.errors)")
            #expect(run.output.contains("60 customers were read with "))
            let planned = try await workspace.run(
                try plan(after: run, to: "qonversion", out: "second"))
            #expect(planned.code == 0, "\(planned.errors)")
            #expect(!planned.output.contains("rejected"))

            let first = try PlannedCalls(in: workspace, "first")
            let second = try PlannedCalls(in: workspace, "second")
            // All IDs, and what becomes of them.
            let ids = ["source_id", "target_id", "change", "rule"]
            let known = try rows(ids, of: "ids.csv", first)
            #expect(known.count > 60)
            #expect(try rows(ids, of: "ids.csv", second) == known)
            // The access of each. Why it is lost can differ: prices are not given, products are.
            let access = ["source_id", "target_id", "access"]
            #expect(
                try rows(access, of: "access.csv", second) == rows(access, of: "access.csv", first))
            // Which purchases there are. Which of its IDs has bought is not given, and neither is of
            // what kind something is that the served project does not know.
            let bought = ["product", "store", "transaction", "target_id"]
            #expect(
                try rows(bought, of: "purchases.csv", second)
                    == rows(bought, of: "purchases.csv", first))
            let report = try workspace.content(of: "export/export.md")
            #expect(report.hasPrefix("# Export of RevenueCat\n"))
            #expect(report.contains("revenuecat.export.lacks-receipts"))
            #expect(server.terminate() == 0)
        }

        @Test
        func `What Qonversion's API gives is planned as its export is, but for what it lacks`()
            async throws
        {
            let (workspace, server) = try await server(of: "qonversion")
            let run = try await export("qonversion", server, workspace)
            #expect(run.code == 0, "\(run.errors)")
            let planned = try await workspace.run(
                try plan(after: run, to: "neutral", out: "second"))
            #expect(planned.code == 0, "\(planned.errors)")
            #expect(!planned.output.contains("rejected"))
            let first = try PlannedCalls(in: workspace, "first")
            let second = try PlannedCalls(in: workspace, "second")
            let ids = ["source_id", "target_id", "change"]
            #expect(try rows(ids, of: "ids.csv", second) == rows(ids, of: "ids.csv", first))
            let access = ["source_id", "access"]
            #expect(
                try rows(access, of: "access.csv", second) == rows(access, of: "access.csv", first))
            #expect(server.terminate() == 0)
        }

        /// The files of an export that a plan reads, with their contents.
        private func answers(_ folder: String, in workspace: Workspace) throws -> [String: Data] {
            let path = workspace.folder.appendingPathComponent("\(folder)/answers")
            var files: [String: Data] = [:]
            for name in try FileManager.default.contentsOfDirectory(atPath: path.path) {
                files[name] = try Data(contentsOf: path.appendingPathComponent(name))
            }
            return files
        }

        @Test(arguments: ["revenuecat", "qonversion"])
        func `An export that is killed at any time and started again has the same files`(
            provider: String
        ) async throws {
            let (workspace, server) = try await server(of: provider, customers: 300)
            let whole = try await export(provider, server, workspace, out: "whole")
            #expect(whole.code == 0, "\(whole.errors)")
            let project = provider == "revenuecat" ? "--project demo " : ""
            for number in 0..<5 {
                // At this pace the first run cannot come to its end; a later one can, with what the
                // former ones have read.
                let run = try await workspace.shell(
                    "timeout -s KILL \(Double.random(in: 0.5...1.5)) allonym migrate export "
                        + "--from \(provider) --from-url \(server.address) \(project)"
                        + "--key-env ALLONYM_TEST_KEY --rate 400/1s --out parts",
                    environment: Self.key)
                #expect(run.code == 137 || run.code == 0 && number > 0, "\(run.errors)")
            }
            let last = try await export(provider, server, workspace, out: "parts")
            #expect(last.code == 0, "\(last.errors)")
            #expect(try answers("parts", in: workspace) == answers("whole", in: workspace))
            #expect(server.terminate() == 0)
        }

        @Test func `Ctrl-C and SIGTERM stop with what is done kept, and their exit codes`()
            async throws
        {
            let (workspace, server) = try await server(of: "revenuecat")
            for (signal, code) in [("INT", 130), ("TERM", 143)] {
                let run = try await workspace.shell(
                    // What the run before has said would be taken for this one's.
                    "rm -f said; allonym migrate export --from revenuecat "
                        + "--from-url \(server.address) --project demo "
                        + "--key-env ALLONYM_TEST_KEY --rate 10/60s --out slow 2> said & "
                        + "until grep -qs 'at 10 calls' said; do sleep 0.05; done; "
                        + "kill -\(signal) $!; wait $!; code=$?; cat said >&2; exit $code",
                    environment: Self.key)
                #expect(run.code == Int32(code), "\(run.errors)")
                #expect(run.errors.contains("start it again to go on"))
                #expect(run.errors.contains("1,000 customers take 8 hours"))
            }
            let rest = try await export("revenuecat", server, workspace, out: "slow")
            #expect(rest.code == 0, "\(rest.errors)")
            #expect(rest.output.contains("60 customers were read"))
            #expect(server.terminate() == 0)
        }

        @Test func `Some customers alone: by their IDs, or the first so many, and then more`()
            async throws
        {
            let (workspace, server) = try await server(of: "revenuecat")
            let some = try await export("revenuecat", server, workspace, out: "some", "--limit 7")
            #expect(some.code == 0, "\(some.errors)")
            #expect(some.output.contains("7 customers were read with "))
            #expect(some.output.contains("more are left"))
            let all = try await export("revenuecat", server, workspace, out: "some")
            #expect(all.code == 0)
            #expect(all.output.contains("60 customers were read with "))

            let plan = try PlannedCalls(in: workspace, "first")
            let ids = try plan.rows(of: "ids.csv").prefix(3).compactMap { $0["source_id"] }
            try workspace.write((ids + ["nobody"]).joined(separator: "\n"), to: "ids.txt")
            let only = try await export(
                "revenuecat", server, workspace, out: "only", "--only ids.txt")
            #expect(only.code == 0, "\(only.errors)")
            #expect(only.output.contains("1 customer was gone"))
            #expect(try workspace.content(of: "only/notices.jsonl").contains("\"nobody\""))
            try workspace.write("another", to: "ids.txt")
            let other = try await export(
                "revenuecat", server, workspace, out: "only", "--only ids.txt")
            #expect(other.code == 64)
            #expect(server.terminate() == 0)
        }

        @Test func `A key that is refused stops it, and files are their owner's alone`()
            async throws
        {
            let (workspace, server) = try await server(of: "revenuecat", customers: 3)
            let arguments =
                "migrate export --from revenuecat --from-url \(server.address) --project demo "
                + "--key-env ALLONYM_TEST_KEY --rate off --out export"
            let refused = try await workspace.run(
                arguments, environment: ["ALLONYM_TEST_KEY": "sk_other"])
            #expect(refused.code == 1)
            #expect(refused.errors.contains("401"))
            #expect(!refused.errors.contains("sk_other"))
            let mistyped = try await workspace.run(
                arguments.replacing("--project demo", with: "--project demi")
                    .replacing("--out export", with: "--out other"),
                environment: Self.key)
            #expect(mistyped.code == 65)
            #expect(mistyped.errors.contains("check --from-url and --project, then start again"))
            let taken = try await workspace.run(arguments, environment: Self.key)
            #expect(taken.code == 0, "\(taken.errors)")
            #expect(taken.output.contains(": allonym migrate verify --plan PLAN --export export/"))
            let again = try await workspace.run(arguments, environment: Self.key)
            #expect(again.code == 0)
            let found = try await workspace.shell(
                "find export -type f ! -perm 600; find export -type d ! -perm 700; grep -r sk_ export"
            )
            #expect(found.output == "")
            #expect(server.terminate() == 0)
        }

        @Test(arguments: [
            (
                "--from nami --key-env K --out a",
                "--from nami: no API of Nami gives its customers; ask Nami for an export, as "
                    + "allonym explain nami.support.1 says\nUsage: "
            ),
            ("--from purchasely --key-env K --out a", "purchasely.support.7"),
            ("--from fifth --key-env K --out a", "--from \"fifth\": unknown; expected nami, "),
            ("--from revenucat --key-env K --out a", "did you mean \"revenuecat\"?"),
            (
                "--from revenuecat --key-env K --out a",
                "--project: missing, and RevenueCat's paths name the project; give its ID"
            ),
            (
                "--from qonversion --project x --key-env K --out a",
                "--project: a key of Qonversion is one project's; leave it out"
            ),
            ("--from revenuecat --project x --out a", "key: missing; give it with --key-env NAME"),
            ("--from revenuecat --project x --key-env NONE --out a", "NONE: it is not set"),
            (
                "--from revenuecat --project x --key-env K --rate off --out a",
                "--rate off: it is for a server on this machine"
            ),
            ("--from revenuecat --project x --key-env K --rate 5 --out a", "--rate"),
            (
                "--from revenuecat --project x --key-env K --from-url http://example.com --out a",
                "begins with https"
            ),
            (
                "--from revenuecat --project x --key-env K --from-url x --out a",
                "--from-url: \"x\" is invalid; expected an address"
            ),
            ("--from revenuecat --project x --key-env K --limit 0 --out a", "--limit"),
            (
                "--from qonversion --key-env K --from-url http://127.0.0.1:9 --out .",
                "which no export has written"
            ),
        ])
        func `Wrong usage is refused with what to do, before anything is sent`(
            arguments: String, words: String
        ) async throws {
            let workspace = try Workspace()
            try workspace.write("mine", to: "letter.txt")
            let run = try await workspace.run(
                "migrate export \(arguments)", environment: ["K": "sk_x"])
            #expect(run.code == 64)
            #expect(run.errors.contains(words), "\(run.errors)")
        }
    }
#endif
