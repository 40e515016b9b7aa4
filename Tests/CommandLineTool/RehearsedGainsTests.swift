// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import Foundation
    import Testing

    /// Access in a rehearsal that was never a customer's, whether there is access at the source or not.
    @Suite struct RehearsedGainsTests {
        private struct Report: Decodable {
            struct Row: Decodable {
                let what, sourceID: String
                let names: [String]
            }

            let customers, confirmed, gains: [String: Int]
            let rows: [Row]
            let holds: Bool
        }

        private static func customers(_ ids: String...) -> String {
            ids.map {
                #"{"allonym":1,"type":"customer","ids":[{"id":"\#($0)","kind":"custom"}]}"# + "\n"
            }.joined()
        }

        private static func bought(
            _ id: String, _ entitlement: String, _ number: Int, _ state: String,
            _ from: String, _ until: String
        ) -> String {
            #"{"allonym":1,"type":"purchase","user-id":"\#(id)","product":"\#(entitlement)","#
                + #""store-product":"com.example.\#(entitlement)","store":"play_store","#
                + #""kind":"subscription","state":"\#(state)","environment":"production","#
                + #""family-shared":false,"purchase-date":"\#(from)T00:00:00Z","#
                + #""expiry-date":"\#(until)T00:00:00Z","price":9.99,"currency":"USD","#
                + #""order-id":"GPA.\#(number)","purchase-token":"token-\#(number)","#
                + #""entitlement":["\#(entitlement)"]}"# + "\n"
        }

        private static func running(_ id: String, _ entitlement: String, _ number: Int) -> String {
            bought(id, entitlement, number, "active", "2026-11-10", "2026-12-10")
        }

        /// Plans a move to Qonversion by calls.
        private func plan(_ lines: String) async throws -> Workspace {
            let workspace = try Workspace()
            try workspace.write(lines, to: "neutral.jsonl")
            let planned = try await workspace.run(
                "migrate plan --from neutral --to qonversion --at 2026-11-20T00:00:00Z "
                    + "--in neutral.jsonl --out plan")
            #expect(planned.code == 0, "\(planned.errors)")
            return workspace
        }

        private func rehearse(in workspace: Workspace, code: Int32) async throws -> Report {
            let run = try await workspace.run("migrate rehearse --plan plan --format json")
            #expect(run.code == code, "\(run.errors)\(run.output)")
            return try JSONDecoder().decode(Report.self, from: Data(run.output.utf8))
        }

        @Test func `A gain that a finding explains is counted by its code, and the plan holds`()
            async throws
        {
            func begun(later id: String, _ entitlement: String, _ number: Int) -> String {
                Self.bought(id, entitlement, number, "active", "2026-11-25", "2026-12-25")
            }
            // Without access now, and with access to something else.
            let workspace = try await plan(
                Self.customers("ada_1", "bob_2", "cid_3") + Self.running("ada_1", "pro", 1)
                    + Self.running("bob_2", "plus", 2)
                    + begun(later: "bob_2", "pro", 3) + begun(later: "cid_3", "plus", 4))
            let report = try await rehearse(in: workspace, code: 0)
            #expect(report.rows.map(\.sourceID) == [])
            #expect(report.gains == ["begins-later": 2])
            #expect(report.customers["withAccess"] == 2)
            #expect(report.confirmed.values.reduce(0, +) == 2)
            let text = try await workspace.run("migrate rehearse --plan plan").output
            #expect(text.contains("\n  access gained because of begins-later: 2 customers\n"))
        }

        @Test func `Somebody without access who gains some without a finding is named`()
            async throws
        {
            let workspace = try await plan(
                Self.customers("ada_1", "bob_2") + Self.running("ada_1", "pro", 1)
                    + Self.bought("bob_2", "pro", 2, "paused", "2026-10-10", "2026-11-10"))
            // The store says otherwise than the export has said.
            let rows = try workspace.content(of: "plan/purchases.csv")
            let changed = rows.replacing(",paused,2026-11-10T", with: ",active,2026-12-10T")
            #expect(changed != rows && changed.utf8.count == rows.utf8.count)
            try workspace.write(changed, to: "plan/purchases.csv")
            try await workspace.sign("purchases.csv")

            let report = try await rehearse(in: workspace, code: 1)
            #expect(report.rows.map(\.what) == ["gained"])
            #expect(report.rows.map(\.sourceID) == ["bob_2"])
            #expect(report.rows.map(\.names) == [["pro"]])
            #expect(report.customers["unexpected"] == 1)
            #expect(report.confirmed.values.reduce(0, +) == 1)
            #expect(report.gains == [:])
            let text = try await workspace.run("migrate rehearse --plan plan").output
            #expect(text.contains("has pro, never had it, and no finding explains it"))
        }
    }
#endif
