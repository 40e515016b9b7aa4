// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import Testing

    extension Workspace {
        /// A folder with a sample of RevenueCat's export, `export.csv`.
        static func withSample(customers: Int = 300) async throws -> Workspace {
            let workspace = try Workspace()
            let run = try await workspace.run(
                "migrate sample --from revenuecat --customers \(customers) --output export.csv")
            #expect(run.code == 0, "\(run.errors)")
            return workspace
        }

        /// Plans the sample into the folder `plan`.
        func plan(_ more: String) async throws -> Run {
            try await run("migrate plan --from revenuecat --in export.csv --out plan \(more)")
        }
    }
#endif
