// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import Foundation
    import Testing

    /// What customers do in the week of a rehearsal.
    @Suite struct RehearsedWeekTests {
        private struct Report: Decodable {
            struct App: Decodable { let devices: Int }

            struct Week: Decodable { let loggedIn, compared: Int }

            let app: App
            let week: Week
        }

        /// Plans a sample of 60 customers, and rehearses it.
        private func rehearse(
            from source: String, to target: String, _ more: String = ""
        ) async throws -> (report: Report, text: String) {
            let workspace = try Workspace()
            let run = try await workspace.shell(
                """
                allonym migrate sample --from \(source) --customers 60 --output export
                allonym migrate plan --from \(source) --to \(target) --in export --out plan > log
                allonym migrate rehearse --plan plan --out rehearsed \(more)
                """)
            #expect(run.code == 0, "\(run.errors)")
            let json = try workspace.content(of: "rehearsed/rehearsal.json")
            return (try JSONDecoder().decode(Report.self, from: Data(json.utf8)), run.output)
        }

        @Test(arguments: [("revenuecat", "qonversion"), ("revenuecat", "purchasely")])
        func `Some customers log in on a new device during the week`(
            source: String, target: String
        ) async throws {
            let (report, text) = try await rehearse(from: source, to: target)
            let most = (report.app.devices + 4) / 5
            #expect(report.week.loggedIn > 0 && report.week.loggedIn <= most)
            #expect(text.contains("logged in on a new device during the week."))
            #expect(report.week.compared > 30)
        }

        @Test func `Only those whose app was started log in`() async throws {
            let all = try await rehearse(from: "revenuecat", to: "qonversion").report
            let some = try await rehearse(
                from: "revenuecat", to: "qonversion", "--devices 20%"
            ).report
            #expect(some.app.devices < all.app.devices)
            #expect(some.week.loggedIn < all.week.loggedIn)
            #expect(some.week.loggedIn <= (some.app.devices + 4) / 5)
        }
    }
#endif
