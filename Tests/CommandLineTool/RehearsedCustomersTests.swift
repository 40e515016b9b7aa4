// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import Foundation
    import Testing

    /// Customers in a rehearsal who are not like the others: two of one purchase, and IDs that the
    /// simulated target does not read.
    @Suite struct RehearsedCustomersTests {
        private struct Report: Decodable {
            struct Row: Decodable { let what, sourceID, note: String }
            struct App: Decodable { let devices: Int }

            let customers, confirmed: [String: Int]
            let app: App
            let rows: [Row]
        }

        private func rehearse(
            in workspace: Workspace, code: Int32
        ) async throws -> (report: Report, text: String) {
            let run = try await workspace.run("migrate rehearse --plan plan --out rehearsed")
            #expect(run.code == code, "\(run.errors.prefix(2_000))\(run.output.prefix(2_000))")
            let json = try workspace.content(of: "rehearsed/rehearsal.json")
            return (try JSONDecoder().decode(Report.self, from: Data(json.utf8)), run.output)
        }

        // MARK: - Two holders

        private static func user(_ name: Character) -> String {
            "QON_" + String(repeating: name, count: 32)
        }

        private static func entitlements(of name: Character) -> String {
            #"{"object":"list","url":"/v4/users/\#(user(name))/entitlements","data":[{"#
                + #""object":"user_entitlement","id":"premium","is_active":true,"#
                + #""source":"appstore","started_at":"2026-11-20T00:00:00Z","#
                + #""expires_at":"2026-12-27T00:00:00Z","product":{"product_id":"com.acme.m","#
                + #""subscription":{"renew_state":"will_renew","current_period_type":"normal"}}}],"#
                + #""has_more":false}"# + "\n"
        }

        private static func purchases(of name: Character) -> String {
            #"{"object":"list","url":"/v4/users/\#(user(name))/purchases","has_more":false,"#
                + #""next_cursor":null,"data":[{"object":"purchase","id":"\#(name)","#
                + #""user_id":"\#(user(name))","platform":"app_store","product_id":"com.acme.m","#
                + #""currency":"USD","price":"3","purchased_at":"2026-11-20T00:00:00Z","#
                + #""expires_at":"2026-12-27T00:00:00Z","is_auto_renewing":true,"store_data":{"#
                + #""transaction_id":"70","original_transaction_id":"70"},"#
                + #""created_at":"2026-11-20T00:00:00Z"}]}"# + "\n"
        }

        private static func record(of name: Character) -> String {
            #"{"object":"user","id":"\#(user(name))","environment":"prod","#
                + #""created_at":"2026-11-20T00:00:00Z","#
                + #""identity_id":"00000000-0000-4000-8000-00000000000\#(name)"}"# + "\n"
        }

        @Test(arguments: ["ab", "ba"])
        func `The device of two holders is the one's who keeps the purchase, in any order`(
            order: String
        ) async throws {
            let workspace = try Workspace()
            for (name, text) in [
                ("1.jsonl", order.map(Self.entitlements).joined()),
                ("2.jsonl", "ab".map(Self.purchases).joined()),
                ("3.jsonl", "ab".map(Self.record).joined()),
            ] {
                try workspace.write(text, to: name)
            }
            let planned = try await workspace.run(
                "migrate plan --from qonversion --to nami --in 1.jsonl 2.jsonl 3.jsonl --out plan")
            #expect(planned.code == 0, "\(planned.errors)")
            let (report, _) = try await rehearse(in: workspace, code: 0)
            #expect(report.rows.map(\.what) == [])
            #expect(report.customers["byApp"] == 1)
            #expect(report.confirmed["byApp"] == 1)
            #expect(report.app.devices == 1)
        }

        // MARK: - IDs that are not read

        private static func bought(_ id: String, _ transaction: Int) -> String {
            #"{"allonym":1,"type":"customer","ids":[{"id":"\#(id)","kind":"custom"}]}"# + "\n"
                + #"{"allonym":1,"type":"purchase","user-id":"\#(id)","product":"pro","#
                + #""store-product":"com.example.pro","store":"app_store","#
                + #""kind":"subscription","state":"active","environment":"production","#
                + #""purchase-date":"2026-11-01T00:00:00Z","expiry-date":"2026-12-01T00:00:00Z","#
                + #""original-transaction-id":"\#(transaction)","entitlement":["pro"]}"# + "\n"
        }

        @Test(arguments: [
            ("purchasely", String(repeating: "w", count: 30_000)),
            ("purchasely", String(repeating: "w", count: 100_000)),
            ("purchasely", #"nul\u0000id-1234567890"#),
            ("qonversion", String(repeating: "w", count: 30_000)),
            ("qonversion", #"nul\u0000id-1234567890"#),
            ("revenuecat", #"nul\u0000id-1234567890"#),
        ])
        func `A customer whose ID the target does not read is named, and the others are rehearsed`(
            target: String, id: String
        ) async throws {
            let workspace = try Workspace()
            try workspace.write(
                Self.bought(id, 1) + Self.bought("ada-1234567890abcdef", 2), to: "in.jsonl")
            let planned = try await workspace.run(
                "migrate plan --from neutral --to \(target) --at 2026-11-20T00:00:00Z "
                    + "--in in.jsonl --out plan")
            #expect(planned.code == 0, "\(planned.errors.prefix(2_000))")
            let (report, text) = try await rehearse(in: workspace, code: 1)
            #expect(report.rows.map(\.what) == ["not-readable"])
            let unread = id.replacingOccurrences(of: #"\u0000"#, with: "\u{0}")
            #expect(report.rows.first?.sourceID == unread)
            #expect(report.rows.first?.note.hasSuffix(" (HTTP 400)") == true)
            #expect(report.confirmed.values.reduce(0, +) == 1)
            #expect(report.customers["unexpected"] == 1)
            let lines = text.split(separator: "\n")
            #expect(lines.allSatisfy { $0.utf8.count < 1_000 })
            #expect(lines.contains { $0.hasPrefix("not-readable: ") })
        }
    }
#endif
