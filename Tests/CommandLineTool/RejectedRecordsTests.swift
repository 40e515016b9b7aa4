// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import Foundation
    import Testing

    /// A customer of whom the plan has read only a part, or nothing.
    @Suite struct RejectedRecordsTests {
        @Test(
            arguments: [
                (0, nil),
                (
                    1,
                    "1 record was rejected, and what it alone names is missing; migrate plan lists it in "
                        + "rejected.jsonl with the reason."
                ),
                (
                    2,
                    "2 records were rejected, and what they alone name is missing; migrate plan lists "
                        + "them in rejected.jsonl with the reason."
                ),
            ] as [(Int, String?)])
        func `A table of products says what is missing in it, and what to do with it`(
            rejected: Int, says: String?
        ) async throws {
            let workspace = try await Workspace.withSample(customers: 20)
            let export = try workspace.content(of: "export.csv")
            try workspace.write(
                export + String(repeating: "short\n", count: rejected), to: "export.csv")
            let next =
                "Next: change the names that differ at the target, then plan: allonym migrate plan "
                + "--from revenuecat --to PROVIDER --in export.csv --products"
            let command = "migrate products --from revenuecat --in export.csv"
            let filed = try await workspace.run("\(command) --output products.csv")
            let told = ["products.csv is written.", says, "\(next) products.csv --out PLAN"]
            #expect(
                filed.output == told.compactMap(\.self).map { "\($0)\n" }.joined()
                    && filed.errors.isEmpty, "\(filed.errors)")
            let piped = try await workspace.run(command)
            let notes = [says, "\(next) FILE --out PLAN"].compactMap(\.self)
            #expect(piped.errors == notes.map { "allonym: note: \($0)\n" }.joined())
            #expect(piped.output == (try workspace.content(of: "products.csv")))
        }

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
