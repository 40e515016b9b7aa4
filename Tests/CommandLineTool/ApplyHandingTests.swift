// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymMappings
    import AllonymTestSupport
    import Foundation
    import Testing

    /// What `migrate apply` hands over and leaves to a person beside the calls that it makes.
    @Suite(.serialized) struct ApplyHandingTests {
        @Test func `Files that are too large are handed over in parts, each with the header`()
            async throws
        {
            let workspace = try Workspace()
            let mappings = try TemporaryMappings()
            try mappings.importRows(atMost: 3, by: "revenuecat")
            try await workspace.done(
                "migrate sample --from purchasely --customers 40 --output export")
            try await workspace.done(
                "migrate plan --from purchasely --to revenuecat --route bulk-import --in export "
                    + "--out plan")
            let server = try await workspace.serve(plan: "plan", at: "revenuecat")
            let apply =
                "migrate apply --plan plan --to-url \(server.address) --project demo --rate off "
                + "\(try PlannedCalls(in: workspace, "plan").keyOptions) --parts parts"
            let whole = try await workspace.done(apply)
            #expect(whole.contains("Hand over to RevenueCat:"))
            #expect(!whole.contains("In parts: "))
            #expect(whole.contains("\n--parts: no size is documented; nothing was split.\n"))
            let cut = try await workspace.done(
                "\(apply) --mappings '\(mappings.directory.path)'")
            #expect(server.terminate() == 0)
            let named = try #require(cut.firstMatch(of: /\nIn parts: (.+)\n/)).output.1
                .split(separator: ", ").map(String.init)
            let folder = workspace.folder.appendingPathComponent("parts").path
            let found = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(named.count > 1 && found.sorted() == named.sorted())
            for file in Set(named.map { $0.replacing(#/-\d+\.csv$/#, with: ".csv") }) {
                let parts = try named.filter { $0.replacing(#/-\d+\.csv$/#, with: ".csv") == file }
                    .map { try workspace.content(of: "parts/\($0)").split(separator: "\n") }
                let lines = try workspace.content(of: "plan/\(file)").split(separator: "\n")
                #expect(parts.allSatisfy { $0.first == lines.first && (2...4).contains($0.count) })
                #expect(parts.flatMap { $0.dropFirst() } == Array(lines.dropFirst()), "\(file)")
            }
        }

        @Test func `Parts are written before anything is sent, and JSON has them, too`()
            async throws
        {
            let workspace = try Workspace()
            let mappings = try TemporaryMappings()
            try mappings.importRows(atMost: 3, by: "revenuecat")
            try await workspace.done(
                "migrate sample --from purchasely --customers 40 --output export")
            try await workspace.done(
                "migrate plan --from purchasely --to revenuecat --route bulk-import --in export "
                    + "--out plan")
            let server = try await workspace.serve(plan: "plan", at: "revenuecat")
            let calls = try PlannedCalls(in: workspace, "plan")
            try #require(!calls.calls.isEmpty)
            let apply =
                "migrate apply --plan plan --to-url \(server.address) --project demo --rate off "
                + "\(calls.keyOptions) --mappings '\(mappings.directory.path)' --format json"
            let refused = try await workspace.run(
                "\(apply) --parts export/parts", environment: Workspace.keys)
            #expect(refused.code == 74 && refused.output.isEmpty, "\(refused.errors)")
            #expect(refused.errors.contains("export is a file"), "\(refused.errors)")
            let record = workspace.folder.appendingPathComponent("plan/apply.sqlite").path
            #expect(!FileManager.default.fileExists(atPath: record))
            let text = try await workspace.done("\(apply) --parts parts")
            #expect(server.terminate() == 0)
            let report = try #require(
                try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
            #expect(report["sent"] as? Int == calls.calls.count)
            let handing = try #require(report["handing"] as? [String: Any])
            #expect((handing["files"] as? [Any])?.isEmpty == false)
            let written = try #require(handing["written"] as? [[String: Any]])
            let names = written.compactMap { $0["name"] as? String }
            let folder = workspace.folder.appendingPathComponent("parts").path
            let found = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(names.count > 1 && found.sorted() == names.sorted())
            let schema = try JSONSchema(
                Mappings.load().bytes(of: "schemas/apply-report.schema.json"))
            #expect(schema.faults(of: try JSONValue(parsing: Array(text.utf8))) == [])
        }

        /// A customer with one ID, and one with two, of which a call that nobody documents joins one.
        private static let several = """
            {"allonym":1,"type":"customer","ids":[{"id":"ada_1","kind":"custom"}]}
            {"allonym":1,"type":"customer","ids":[{"id":"bob_1","kind":"custom","original":true},\
            {"id":"bob_2","kind":"custom"}]}

            """

        @Test func `Calls that are left to a person are said, and the exit code is 1`()
            async throws
        {
            let workspace = try Workspace()
            try workspace.write(Self.several, to: "export")
            try await workspace.done(
                "migrate plan --from neutral --to revenuecat --route api --in export --out plan "
                    + "--at 2026-11-20T00:00:00Z")
            let server = try await workspace.serve(plan: "plan", at: "revenuecat")
            let plan = try PlannedCalls(in: workspace, "plan")
            try #require(plan.calls.contains { $0.writer == "revenuecat.alias" })
            let apply =
                "migrate apply --plan plan --to-url \(server.address) --project demo --rate off"
            // What is not sent needs no key.
            let own = "\(apply) --key-env 'secret key, version 2=SECRET'"
            let run = try await workspace.run(own, environment: Workspace.keys)
            #expect(run.code == 1, "\(run.errors)\(run.output)")
            #expect(run.output.contains("\n- complete: 1\n- by hand, not sent: 1\n"))
            #expect(
                run.output.contains("was not sent. Ask RevenueCat first; add --by-hand to send it.")
            )
            let keyless = try await workspace.run("\(own) --by-hand", environment: Workspace.keys)
            #expect(keyless.code == 64)
            #expect(keyless.errors.contains("key \"public app key\": it is missing"))
            // The call is sent, whatever the target answers.
            let sent = try await workspace.run(
                "\(apply) \(plan.keyOptions) --by-hand", environment: Workspace.keys)
            #expect(!sent.output.contains("by hand, not sent"), "\(sent.output)")
            #expect(server.terminate() == 0)
        }
    }
#endif
