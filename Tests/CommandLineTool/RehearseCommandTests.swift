// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import Foundation
    import Testing

    /// Plans that are carried out against a simulated target.
    @Suite struct RehearseCommandTests {
        /// What `--format json` says, as far as tests look at it.
        private struct Report: Decodable {
            struct Row: Decodable {
                let what, sourceID, targetID, note: String
                let names, found: [String]
            }

            struct Week: Decodable {
                struct Difference: Decodable {
                    let keptBy, reason: String
                    let count: Int
                    let examples: [String]
                }

                let compared, differing, uncompared: Int
                let differences: [Difference]
                let notCompared: [Row]
            }

            struct App: Decodable { let devices, customers, notRehearsed: Int }
            struct Calls: Decodable { let made, failed: Int }

            let customers, confirmed: [String: Int]
            let codes: [String: Int]
            let calls: Calls
            let app: App
            let rows: [Row]
            let week: Week?
            let holds: Bool
        }

        private static let providers = ["nami", "purchasely", "qonversion", "revenuecat"]

        /// Every move, by files where there are such and by calls alone.
        private static let moves = providers.flatMap { source in
            providers.filter { $0 != source }.flatMap {
                [(source, $0, ""), (source, $0, "--route api")]
            }
        }

        /// How many customers are moved.
        private static let customers =
            ProcessInfo.processInfo.environment["ALLONYM_CUSTOMERS"].flatMap { Int($0) } ?? 60

        /// A plan of a provider's sample, in the folder `plan`.
        private func plan(
            from source: String, to target: String, _ more: String = "", customers: Int = 60
        ) async throws -> Workspace {
            let workspace = try Workspace()
            let made = try await workspace.run(
                "migrate sample --from \(source) --customers \(customers) --output export")
            #expect(made.code == 0)
            let planned = try await workspace.run(
                "migrate plan --from \(source) --to \(target) --in export --out plan \(more)")
            #expect(planned.code == 0)
            return workspace
        }

        private func rehearse(
            in workspace: Workspace, _ more: String = "", code: Int32 = 0
        ) async throws -> Report {
            let run = try await workspace.run("migrate rehearse --plan plan --format json \(more)")
            #expect(run.code == code, "\(run.errors)\(run.output)")
            return try JSONDecoder().decode(Report.self, from: Data(run.output.utf8))
        }

        @Test(arguments: moves)
        func `A plan comes true at its target, but for what its findings say`(
            source: String, target: String, route: String
        ) async throws {
            let workspace = try await plan(
                from: source, to: target, route, customers: RehearseCommandTests.customers)
            let report = try await rehearse(in: workspace)
            #expect(report.holds)
            #expect(report.rows.map { "\($0.what): \($0.sourceID): \($0.note)" } == [])
            #expect(report.calls.failed == 0)
            #expect(report.confirmed["kept"] == report.customers["kept"])
            #expect(report.confirmed["byApp"] == report.customers["byApp"])
            #expect(report.customers["withAccess"] ?? 0 > 40)
            #expect(report.week?.compared ?? 0 > 30)
            if let week = report.week {
                #expect(week.differing <= week.compared)
                #expect((week.differing == 0) == week.differences.isEmpty)
                #expect(week.compared + week.uncompared == report.customers["withAccess"])
                #expect(week.notCompared.count == week.uncompared)
                #expect(
                    week.notCompared.allSatisfy {
                        $0.what == "not-compared" && !$0.names.isEmpty && !$0.note.isEmpty
                    })
            }
            // Each customer counts under one reason, and nobody under what costs no access.
            let lost = (report.customers["byDecision"] ?? 0) + (report.customers["lost"] ?? 0)
            #expect(report.codes.values.reduce(0, +) == lost)
            let rule = try Regex(#"\([a-z]+\.[a-z-]+\.[0-9]+\)"#)
            for difference in report.week?.differences ?? [] {
                #expect(difference.reason.contains(rule), "\(difference.reason)")
                #expect(difference.count > 0 && !difference.examples.isEmpty)
            }
        }

        @Test(arguments: [("INT", 130), ("TERM", 143)] as [(String, Int32)])
        func `A rehearsal that is stopped leaves nothing behind`(
            signal: String, code: Int32
        ) async throws {
            let workspace = try await plan(from: "revenuecat", to: "qonversion", customers: 2_000)
            let run = try await workspace.shell(
                """
                mkdir scratch
                TMPDIR=$PWD/scratch allonym migrate rehearse --plan plan > report & child=$!
                for i in $(seq 300); do test -n "$(ls scratch)" && break; sleep 0.05; done
                sleep 1; kill -\(signal) $child; wait $child; echo "ended with $?"
                ls scratch; cat report
                """)
            #expect(run.output == "ended with \(code)\n", "\(run.errors)")
        }

        @Test func `What was bought at two stores is presented at each by its own proof`()
            async throws
        {
            let workspace = try Workspace()
            func bought(_ store: String, _ more: String) -> String {
                #"{"allonym":1,"type":"purchase","user-id":"ada_1","product":"pro","#
                    + #""store-product":"com.example.pro","store":"\#(store)","#
                    + #""kind":"non-consumable","state":"active","environment":"production","#
                    + #""family-shared":false,"purchase-date":"2026-11-01T00:00:00Z","#
                    + #""price":9.99,"currency":"USD","entitlement":["pro"],\#(more)}"# + "\n"
            }
            try workspace.write(
                #"{"allonym":1,"type":"customer","ids":[{"id":"ada_1","kind":"custom"}]}"# + "\n"
                    + bought("app_store", #""original-transaction-id":"2000000000000001""#)
                    + bought("play_store", #""order-id":"GPA.1","purchase-token":"token-1""#),
                to: "neutral.jsonl")
            let planned = try await workspace.run(
                "migrate plan --from neutral --to qonversion --at 2026-11-20T00:00:00Z "
                    + "--in neutral.jsonl --out plan")
            #expect(planned.code == 0, "\(planned.errors)")
            let report = try await rehearse(in: workspace)
            #expect(report.calls.made == 3)
            #expect(report.calls.failed == 0)
        }

        @Test func `Calls that are left to a person do not count as made`() async throws {
            let workspace = try await plan(
                from: "neutral", to: "revenuecat", "--route api", customers: 300)
            let calls = try PlannedCalls(in: workspace, "plan").calls
            let left = calls.count { $0.writer == "revenuecat.alias" }
            #expect(left > 1 && left < calls.count)
            let run = try await workspace.run("migrate rehearse --plan plan --format json")
            let report = try JSONDecoder().decode(Report.self, from: Data(run.output.utf8))
            #expect(report.calls.made == calls.count - left)
            let text = try await workspace.run("migrate rehearse --plan plan")
            #expect(
                text.output.contains(
                    "\n\(left) calls were not made, as migrate apply makes them only with --by-hand."
                ))
        }

        @Test func `An anonymous ID joins a customer without purchases whom the plan has made`()
            async throws
        {
            let workspace = try await plan(from: "revenuecat", to: "revenuecat", customers: 300)
            let aliases = try workspace.content(of: "plan/revenuecat-aliases.jsonl")
            #expect(aliases.contains(#"{"after":["revenuecat.rest-v2-customer."#))
            let report = try await rehearse(in: workspace)
            #expect(report.holds)
            #expect(report.calls.made > 0)
            #expect(report.calls.failed == 0)
        }

        @Test func `A plan that lacks a row is found, with the customer who loses access`()
            async throws
        {
            let workspace = try await plan(from: "purchasely", to: "revenuecat")
            let name = "revenuecat-import-google.csv"
            var lines = try workspace.content(of: "plan/\(name)").split(separator: "\n")
            let kept = try PlannedCalls(in: workspace, "plan").expected()
            let index = try #require(
                lines.firstIndex { kept[String($0.prefix { $0 != "," })] != nil })
            let gone = lines.remove(at: index)
            try workspace.write(lines.joined(separator: "\n") + "\n", to: "plan/\(name)")
            let refused = try await workspace.run("migrate rehearse --plan plan")
            #expect(refused.code == 65)
            #expect(refused.errors.contains(name))

            try await workspace.sign(name)
            let report = try await rehearse(in: workspace, code: 1)
            #expect(!report.holds)
            let id = String(gone.prefix { $0 != "," })
            #expect(report.rows.contains { $0.what == "not-imported" && $0.targetID == id })
            #expect(report.rows.count == 1)
        }

        @Test func `Customers who are at the target already are told, and none of theirs is lost`()
            async throws
        {
            let workspace = try await plan(from: "purchasely", to: "revenuecat")
            let made = try await workspace.run(
                "migrate sample --from revenuecat --customers 60 --output there.csv")
            #expect(made.code == 0)
            let report = try await rehearse(in: workspace, "--existing there.csv", code: 1)
            let known = Set(report.rows.filter { $0.what == "already-there" }.map(\.targetID))
            let there = try workspace.content(of: "there.csv")
            #expect(!known.isEmpty)
            #expect(known.allSatisfy(there.contains))
            let text = try await workspace.run("migrate rehearse --plan plan --existing there.csv")
            #expect(
                text.output.contains(
                    "Who is at RevenueCat already stands in the files of --existing."))
        }

        @Test func `A share of the devices starts the app, and the plan's folder stays as it is`()
            async throws
        {
            let workspace = try await plan(from: "revenuecat", to: "qonversion")
            let listing = "cd plan && sha256sum * && ls -l --time-style=full-iso"
            let before = try await workspace.shell(listing).output
            let report = try await rehearse(in: workspace, "--devices 20% --out rehearsed")
            #expect(report.app.notRehearsed > 10)
            #expect(report.app.devices < report.app.customers)
            #expect(
                report.customers["byApp"]
                    == (report.confirmed["byApp"] ?? 0) + report.app.notRehearsed)
            #expect(try await workspace.shell(listing).output == before)
            let files = try await workspace.shell("ls rehearsed").output
            #expect(files == "rehearsal.csv\nrehearsal.json\nrehearsal.txt\n")
            let text = try workspace.content(of: "rehearsed/rehearsal.txt")
            #expect(text.contains("Everything rehearsed is as the plan says, but "))
            let week = try #require(report.week)
            let left = week.notCompared.filter { $0.note.contains("which --devices left out") }
            #expect(left.count > 10)
            #expect(text.contains("\(left.count) have not started the app"))
            let rows = try workspace.content(of: "rehearsed/rehearsal.csv").split(separator: "\n")
            #expect(rows.count == 1 + week.uncompared)
            #expect(rows.dropFirst().allSatisfy { $0.hasPrefix("not-compared,") })
        }

        @Test func `Files are said to be handed over, in parts where they are too large`()
            async throws
        {
            let workspace = try await plan(from: "purchasely", to: "revenuecat")
            let mappings = ConsoleBlocks.root.appendingPathComponent("Mappings").path
            let copied = try await workspace.shell(
                "cp -r '\(mappings)' mappings && sed -i 's/\"batch\": null/\"batch\": 10/' "
                    + "mappings/revenuecat/formats.json")
            #expect(copied.code == 0)
            let whole = try await workspace.run("migrate rehearse --plan plan --out whole")
            #expect(whole.output.contains("revenuecat-import-google.csv, 22 rows"))
            #expect(whole.output.contains("(revenuecat.support.1)"))
            let parted = try await workspace.run(
                "migrate rehearse --plan plan --mappings mappings --out parts")
            #expect(parted.output.contains("in 3 files: revenuecat-import-google-1.csv"))
            let file = try workspace.content(of: "plan/revenuecat-import-google.csv")
            let header = try #require(file.split(separator: "\n").first)
            var rows: [Substring] = []
            for (number, count) in [(1, 10), (2, 10), (3, 2)] {
                let part = try workspace.content(of: "parts/revenuecat-import-google-\(number).csv")
                let lines = part.split(separator: "\n")
                #expect(lines.first == header)
                #expect(lines.count == count + 1)
                rows += lines.dropFirst()
            }
            #expect(rows == Array(file.split(separator: "\n").dropFirst()))
            let list = try await workspace.shell("ls whole").output
            #expect(!list.contains("import"))
        }

        @Test(arguments: [
            ("--plan nowhere", 65), ("--plan plan --devices many", 64),
            ("--plan plan --existing nowhere.csv", 65),
            ("--plan plan --output plan/ids.csv", 64),
        ])
        func `What cannot be rehearsed is said with its reason`(
            arguments: String, code: Int32
        ) async throws {
            let workspace = try await plan(from: "nami", to: "purchasely")
            let run = try await workspace.run("migrate rehearse \(arguments)")
            #expect(run.code == code)
            #expect(!run.errors.isEmpty)
            #expect(run.output.isEmpty)
        }
    }
#endif
