// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server && os(Linux)
    import Foundation
    import Testing

    /// What `migrate apply` says at a terminal while it waits.
    @Suite struct ApplyProgressTests {
        @Test func `At a terminal a line says the limit, why nothing starts, and for how long`()
            async throws
        {
            let workspace = try Workspace()
            for command in [
                "migrate sample --from revenuecat --customers 20 --output export",
                "migrate plan --from revenuecat --to qonversion --route api --in export --out plan",
            ] { #expect(try await workspace.run(command).code == 0) }
            // Nobody listens there, so that it waits until it is interrupted.
            try workspace.write(
                """
                exec timeout --foreground --preserve-status -s INT 5 \\
                    allonym migrate apply --plan plan --to-url http://127.0.0.1:9 --rate 50/1s \\
                    --key-env 'project key=PROJECT' --key-env 'secret key=SECRET'
                """, to: "apply.sh")
            let run = try await workspace.shell(
                "timeout 100 script -qefc 'sh apply.sh' shown < /dev/null > /dev/null; "
                    + "echo ended with $? >> shown; cat shown",
                environment: ["PROJECT": "pk_demo", "SECRET": "sk_demo"])
            let said = run.output.matches(
                of: /migrate apply, sending: \d+ s, limit 50\/1s, ([^\r\e]+)/)
            #expect(
                said.contains {
                    $0.1.firstMatch(of: /^Connection refused, next try in \d+ s$/) != nil
                }, "\(run.output)")
            #expect(run.output.contains("It has stopped: it was interrupted."))
            #expect(run.output.contains("ended with 130"))
        }
    }
#endif
