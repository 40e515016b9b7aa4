// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import Foundation
    import Testing

    @Suite struct DivergeCommandTests {
        /// What the JSON holds that programs read.
        private struct Found: Decodable {
            struct Explored: Decodable {
                let depth: Int
                let states: Int
                let transitions: Int
                let complete: Bool
                let growth: [Int]
                let kinds: [String]
            }

            struct Difference: Decodable {
                let history: Int
                let title: String
                let kind: String
                let scenario: String
                let rules: [String?]
            }

            let sides: [String]
            let explored: Explored
            let differences: [Difference]
        }

        private func found(_ arguments: String, exits code: Int32 = 1) async throws -> Found {
            let run = try await Workspace().run("diverge \(arguments) --format json")
            #expect(run.code == code, "\(run.errors)")
            #expect(run.output.hasSuffix("}\n"))
            return try JSONDecoder().decode(Found.self, from: Data(run.output.utf8))
        }

        @Test func `JSON has the keys of the design`() async throws {
            let found = try await found("nami purchasely --depth 3")
            #expect(found.sides == ["Nami", "Purchasely"])
            #expect(found.explored.depth == 3)
            #expect(found.explored.complete)
            #expect(found.explored.states == found.explored.growth.reduce(0, +))
            #expect(found.explored.kinds == ["subscription"])
            #expect(found.differences.count > 5)
            #expect(found.differences.allSatisfy { $0.rules.count == 2 })
        }

        @Test func `A found scenario goes on in compare`() async throws {
            let workspace = try Workspace()
            for difference in try await found("revenuecat purchasely --depth 4").differences {
                try workspace.write(difference.scenario, to: "found.md")
                let run = try await workspace.run("compare found.md --format markdown")
                #expect(run.code == 0, "\(run.output)")
                #expect(run.output == difference.scenario)
            }
        }

        @Test func `Only the first histories can be asked for`() async throws {
            let (all, some) = (
                try await found("nami purchasely --depth 4"),
                try await found("nami purchasely --depth 4 --top 3")
            )
            #expect(Set(some.differences.map(\.history)) == [1, 2, 3])
            #expect(
                some.differences.map(\.scenario)
                    == all.differences.filter { $0.history <= 3 }.map(\.scenario))
            #expect(some.explored.states == all.explored.states)
            let run = try await Workspace().run("diverge nami purchasely --depth 4 --top 3")
            let count = Set(all.differences.map(\.history)).count
            #expect(run.code == 1)
            #expect(run.output.contains("\n3. At Purchasely, "))
            #expect(!run.output.contains("\n4. "))
            #expect(run.output.contains("\(count - 3) more histories are not shown"))
            let safety = try await Workspace().run("diverge --safety nami --depth 4 --top 1")
            #expect(safety.output.contains("without --top to see all"))
        }

        @Test func `Settings choose a side`() async throws {
            let keep = try await found("revenuecat revenuecat --set-b restore=keep --depth 4")
            #expect(
                keep.sides == [
                    "RevenueCat with restore = transfer", "RevenueCat with restore = keep",
                ])
            let other = try await found("revenuecat revenuecat --set-a restore=keep --depth 4")
            #expect(other.sides == keep.sides.reversed())
            #expect(other.differences.count == keep.differences.count)
        }

        @Test func `Names that change nothing can be told apart`() async throws {
            let one = try await found("nami purchasely --depth 4")
            let all = try await found("nami purchasely --depth 4 --no-renaming")
            #expect(all.explored.states > one.explored.states)
            #expect(all.differences.map(\.rules) == one.differences.map(\.rules))
        }

        @Test(arguments: [
            "--products 2", "--kinds subscription,subscription", "--devices 3 --ids 1",
        ])
        func `The world can be another`(arguments: String) async throws {
            let usual = try await found("nami revenuecat --depth 3")
            let other = try await found("nami revenuecat --depth 3 \(arguments)")
            #expect(other.explored.states != usual.explored.states)
            let rules = Set(other.differences.map(\.rules))
            #expect(rules.contains(["nami.grant.1", "revenuecat.grant.1"]))
        }

        @Test func `Two runs print the same bytes`() async throws {
            let workspace = try Workspace()
            for format in ["table", "markdown", "json", "html"] {
                let command = "diverge nami qonversion --depth 4 --format \(format)"
                let first = try await workspace.run(command + " --threads 1")
                #expect(try await workspace.run(command + " --threads 3").output == first.output)
            }
        }

        @Test func `A file takes what is found`() async throws {
            let workspace = try Workspace()
            let run = try await workspace.run(
                "diverge nami purchasely --depth 3 --output found.txt")
            #expect(run.code == 1)
            #expect(run.output.isEmpty)
            #expect(
                try workspace.content(of: "found.txt").hasPrefix("Nami and Purchasely differ in "))
            #expect(
                try await workspace.run("diverge nami purchasely --depth 3 --output no/such/x").code
                    == 74)
        }

        @Test(arguments: ["table", "json"])
        func `Ctrl-C prints what was found so far, and says that it is cut`(format: String)
            async throws
        {
            let workspace = try Workspace()
            // The second progress report says that the search is well under way.
            let run = try await workspace.shell(
                """
                ulimit -t 300
                : > errors
                allonym diverge qonversion revenuecat --depth 20 --format \(format) \
                > out 2>> errors & search=$!
                for second in $(seq 60); do
                    sleep 1; [ "$(grep -c states errors)" -lt 2 ] || break
                done
                kill -INT $search
                # A sleep that outlives the shell would be waited for: short ones.
                (for second in $(seq 60); do sleep 1; done; kill -KILL $search) 2> /dev/null &
                guard=$!
                wait $search; echo $?; kill $guard
                """)
            #expect(run.output == "1\n")
            let output = try workspace.content(of: "out")
            if format == "json" {
                let found = try JSONDecoder().decode(Found.self, from: Data(output.utf8))
                #expect(!found.explored.complete)
                #expect(found.differences.count > 5)
            } else {
                #expect(output.hasPrefix("Qonversion and RevenueCat differ in "))
                #expect(output.contains("CUT"))
            }
            let errors = try workspace.content(of: "errors").split(separator: "\n")
            #expect(errors.allSatisfy { $0.hasPrefix("diverge: action ") }, "\(errors)")
        }

        @Test func `Memory has a bound, and reaching it is said`() async throws {
            let workspace = try Workspace()
            let search = try await workspace.run(
                "diverge nami purchasely --depth 12 --memory 1 --format json")
            #expect(search.code == 1)
            #expect(search.errors.contains("the search stopped when its states filled 1 MB"))
            let found = try JSONDecoder().decode(Found.self, from: Data(search.output.utf8))
            #expect(!found.explored.complete)
            let page = try await workspace.run("compare --format html --memory 1")
            #expect(page.code == 0)
            #expect(page.errors.contains("scenarios are not on the page"), "\(page.errors)")
            #expect(page.output.contains("are not on this page: all that is shown would take more"))
            let whole = try await workspace.run("compare --format html")
            #expect(
                !whole.errors.contains("not on") && !whole.output.contains("are not on this page"))
            #expect(whole.output.utf8.count > page.output.utf8.count)
            #expect(try await workspace.run("compare --memory 0").code == 64)
        }

        @Test func `Help shows examples`() async throws {
            let run = try await Workspace().run("diverge --help")
            #expect(run.output.contains("Example: allonym diverge revenuecat purchasely"))
            #expect(run.output.contains("Example: allonym diverge --safety nami"))
        }
    }
#endif
