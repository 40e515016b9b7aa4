// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import Foundation
    import Testing

    /// A customer of whom the plan has read only a part, or nothing.
    @Suite struct RejectedRecordsTests {
        @Test func `Whoever is looked up may stand among the rejected records, and that is said`()
            async throws
        {
            let workspace = try Workspace()
            let run = try await workspace.shell(
                """
                allonym migrate sample --from revenuecat --customers 50 \\
                    | sed 's/play_store/google_play/' > export.csv
                allonym migrate plan --from revenuecat --to qonversion --in export.csv --out plan
                allonym migrate explain --plan plan --id "$(sed -n 2p plan/ids.csv | cut -d, -f1)"
                allonym migrate explain --plan plan --id nobody; echo $?
                """)
            let count = try workspace.content(of: "plan/rejected.jsonl").split(separator: "\n")
                .count
            #expect(count > 1)
            let lines = run.output.split(separator: "\n")
            #expect(lines[1].hasPrefix("\(count) of ") && lines[1].contains(" were rejected; "))
            let hint = "\(count) rejected records may name this ID: see plan/rejected.jsonl"
            #expect(lines.contains(hint[...]) && lines.last == "1", "\(run.output)")
            #expect(run.errors.contains("upper and lower case as well; \(hint)"), "\(run.errors)")
        }
    }
#endif
