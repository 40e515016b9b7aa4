// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import Foundation
    import Testing

    /// A customer of whom the plan has read only a part, or nothing.
    @Suite struct RejectedRecordsTests {
        @Test func `Rejected records that name whoever is looked up are said, and no others`()
            async throws
        {
            let workspace = try Workspace()
            let run = try await workspace.shell(
                """
                allonym migrate sample --from revenuecat --customers 50 \\
                    | sed 's/play_store/google_play/' > export.csv
                allonym migrate plan --from revenuecat --to qonversion --in export.csv --out plan \\
                    > /dev/null
                record="$(head -n 1 plan/rejected.jsonl | sed 's/.*"record":"//')"
                id="$(echo "$record" | cut -d, -f1)"
                transaction="$(echo "$record" | cut -d, -f23)"
                grep -n "^$id," export.csv | grep google_play | cut -d: -f1 | head -n 3
                allonym migrate explain --plan plan --id "$id" | tail -n 1
                allonym migrate explain --plan plan --id "$(sed -n 2p export.csv | cut -d, -f1)" \\
                    | grep -c rejected
                allonym migrate explain --plan plan --id "$transaction"; echo $?
                allonym migrate explain --plan plan --id nobody
                """)
            let lines = run.output.split(separator: "\n").map(String.init)
            let places = lines.prefix { Int($0) != nil }.map { "export.csv:\($0)" }
            let rest = Array(lines.dropFirst(places.count))
            #expect(rest.count == 3 && rest.dropFirst() == ["0", "1"], "\(run.output)")
            let name = "this ID: \(places.joined(separator: ", "))"
            #expect(rest.first?.contains(name) == true, "\(run.output)")
            #expect(rest.first?.hasSuffix("; see plan/rejected.jsonl") == true)
            let errors = run.errors.split(separator: "\n").filter { $0.contains("--id \"") }
            #expect(errors.count == 2, "\(run.errors)")
            #expect(errors.first?.contains(" this ID: export.csv:") == true, "\(run.errors)")
            #expect(errors.last?.hasSuffix("upper and lower case as there") == true)
        }
    }
#endif
