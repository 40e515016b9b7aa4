// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import Foundation
    import Testing

    /// What `migrate export` says of its rate before it begins.
    @Suite struct ExportRateTests {
        @Test(arguments: [
            ("https://api.allonym.invalid", true), ("http://127.0.0.1:9", false),
        ])
        func `Where no rate is documented it is said how to set one, but not on this machine`(
            address: String, isSaid: Bool
        ) async throws {
            let workspace = try Workspace()
            // Neither leads anywhere, so nobody is asked.
            let run = try await workspace.shell(
                "timeout -s KILL 10 allonym migrate export --from qonversion --out export "
                    + "--from-url \(address) --key-env ALLONYM_TEST_KEY",
                environment: ["ALLONYM_TEST_KEY": "sk_demo"])
            #expect(run.errors.contains("for each customer, as fast as the provider answers"))
            let words = "no rate is documented; to set one, give --rate, such as --rate 60/60s"
            #expect(run.errors.contains(words) == isSaid, "\(run.errors)")
        }

        @Test(arguments: [
            ("150/1s", "at 150 calls in 1 second and "), ("1/60s", "at 1 call in 60 seconds and "),
        ])
        func `A rate is said in the singular where it is one`(
            rate: String, words: String
        ) async throws {
            let run = try await Workspace().shell(
                "timeout -s KILL 5 allonym migrate export --from qonversion --out export "
                    + "--from-url http://127.0.0.1:9 --key-env ALLONYM_TEST_KEY --rate \(rate)",
                environment: ["ALLONYM_TEST_KEY": "sk_demo"])
            #expect(run.errors.contains(words), "\(run.errors)")
        }
    }
#endif
