// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import Foundation
    import Testing

    /// A file of another provider is named as such.
    @Suite struct OtherProviderTests {
        private static let export =
            "the file is of RevenueCat (Scheduled data export, versions 4 to 7)"

        @Test(
            arguments: [
                (
                    "migrate plan --from purchasely --to nami --in export.csv --out p",
                    "\(export); use --from revenuecat"
                ),
                (
                    "migrate products --from nami --in export.csv",
                    "\(export); use --from revenuecat"
                ),
                (
                    "serve --from-export export.csv --from qonversion --data d",
                    "\(export); use --from revenuecat"
                ),
                (
                    "migrate verify --plan plan --export export.csv",
                    "\(export); the plan is for Nami: give what Nami exports"
                ),
                (
                    "migrate rehearse --plan plan --existing export.csv",
                    "\(export); the plan is for Nami: give what Nami exports"
                ),
                (
                    "migrate plan --from revenuecat --to nami --in events.json --out p",
                    "the file is of Nami (Webhook events); use --from nami"
                ),
            ])
        func `A file of another provider is named as such`(
            arguments: String, says: String
        ) async throws {
            let workspace = try Workspace()
            _ = try await workspace.shell(
                """
                allonym migrate sample --from revenuecat --customers 20 --output export.csv
                allonym migrate sample --from nami --customers 20 --output events.json
                allonym migrate plan --from revenuecat --to nami --in export.csv --out plan
                """)
            let file = arguments.contains("events.json") ? "events.json" : "export.csv"
            let run = try await workspace.run(arguments)
            #expect(run.code == 65)
            #expect(run.errors == "allonym: \(file): \(says)\n")
        }
    }
#endif
