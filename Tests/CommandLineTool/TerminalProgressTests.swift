// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server && os(Linux)
    import Foundation
    import Testing

    /// What commands that send, read and rehearse say at a terminal while they work, and leave of it.
    @Suite struct TerminalProgressTests {
        /// A folder with what some commands make in it.
        private func workspace(_ commands: [String]) async throws -> Workspace {
            let workspace = try Workspace()
            for command in commands {
                let run = try await workspace.run("migrate \(command)")
                #expect(run.code == 0, "\(run.errors)")
            }
            return workspace
        }

        /// What a terminal gets of a script, and then the exit code.
        private func shown(_ script: String, in workspace: Workspace) async throws -> String {
            try workspace.write(script, to: "shown.sh")
            return try await workspace.shell(
                "timeout 200 script -qefc 'sh shown.sh' shown < /dev/null > /dev/null; "
                    + "echo ended with $? >> shown; cat shown",
                environment: ["PROJECT": "pk_demo", "SECRET": "sk_demo"]
            ).output
        }

        @Test func `A line of apply says the limit, why nothing starts, and for how long`()
            async throws
        {
            let workspace = try await workspace([
                "sample --from revenuecat --customers 20 --output export",
                "plan --from revenuecat --to qonversion --route api --in export --out plan",
            ])
            // Nobody listens there, so that it waits until it is interrupted.
            let output = try await shown(
                """
                exec timeout --foreground --preserve-status -s INT 5 \\
                    allonym migrate apply --plan plan --to-url http://127.0.0.1:9 --rate 50/1s \\
                    --key-env 'project key=PROJECT' --key-env 'secret key=SECRET'
                """, in: workspace)
            let said = output.matches(
                of: /0 of [\d,]+ calls, \d+ s, limit 50\/1s, ([^\r\e]+)/)
            #expect(
                said.contains {
                    $0.1.firstMatch(of: /^Connection refused, next try in \d+ s$/) != nil
                }, "\(output)")
            #expect(output.contains("It has stopped: it was interrupted."))
            #expect(output.contains("ended with 130"))
        }

        @Test func `A line of export says why it waits, and for how long`() async throws {
            let output = try await shown(
                """
                exec timeout --foreground --preserve-status -s INT 5 \\
                    allonym migrate export --from qonversion --from-url http://127.0.0.1:9 \\
                    --rate off --key-env SECRET --out export
                """, in: workspace([]))
            let said =
                /migrate export, reading: \d+ s, no answer: Connection refused, next try in \d+ s/
            #expect(output.firstMatch(of: said) != nil, "\(output)")
            #expect(output.contains("start it again to go on"))
            #expect(output.contains("ended with 130"))
        }

        @Test func `The line of rehearse is taken away before its report`() async throws {
            let workspace = try await workspace([
                "sample --from revenuecat --customers 1500 --output export",
                "plan --from revenuecat --to qonversion --in export --out plan",
            ])
            let output = try await shown("allonym migrate rehearse --plan plan", in: workspace)
            let begin = try #require(
                output.range(of: "\r\u{1B}[KFrom RevenueCat to Qonversion, rehearsed: "),
                "\(output)")
            let line = #/migrate rehearse, [a-z' ]+: [0-9,]+, [0-9,]+/s, /#
            #expect(output[..<begin.lowerBound].firstMatch(of: line) != nil, "\(output)")
            let report = output[begin.upperBound...]
            #expect(report.contains("Everything rehearsed is as the plan says, but "))
            #expect(!report.contains("migrate rehearse, ") && !report.contains("\u{1B}"))
            #expect(report.contains("ended with 0"))
        }
    }
#endif
