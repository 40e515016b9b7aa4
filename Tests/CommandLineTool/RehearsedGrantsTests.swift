// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import Foundation
    import Testing

    /// What was given by hand, in a rehearsal: no device brings it, and it ends by its own date.
    @Suite struct RehearsedGrantsTests {
        /// A trial that was cancelled and ends within the week.
        private static func trial(of id: String) -> String {
            "\(id),\(id),IN,,pro_yearly,,,2026-11-17 14:13:00,2026-11-24 14:13:00,,"
                + "2026-11-24 14:13:00,play_store,true,true,false,false,,,,,,GPA.1,GPA.1,,"
                + #"2026-11-17 21:06:34,,INR,,0.00,"[""pro""]",1,,,PURCHASED,,,Android,,,"#
                + "2026-11-17 21:06:39,,,2026-11-14 04:10:21,\n"
        }

        private static func grant(of id: String) -> String {
            "\(id),\(id),,,granted_pro,,,2026-11-15 02:36:46,2027-11-15 02:36:46,,"
                + "2027-11-15 02:36:46,promotional,,,,false,,,,,,3e9b,3e9b,,,,,,,"
                + #""[""pro""]",1,,,,,,,,,2026-11-15 02:36:46,,,2026-11-14 04:10:21,"# + "\n"
        }

        /// Plans a move of rows of RevenueCat's export to Qonversion, and rehearses it.
        private func rehearse(_ rows: String) async throws -> (text: String, json: [String: Any]) {
            let workspace = try Workspace()
            let header = try await workspace.run(
                "migrate sample --from revenuecat --customers 1 | head -n 1")
            try workspace.write(header.output + rows, to: "export")
            let planned = try await workspace.run(
                "migrate plan --from revenuecat --to qonversion --in export --out plan "
                    + "--at 2026-11-20T00:00:00Z")
            #expect(planned.code == 0, "\(planned.errors)")
            let run = try await workspace.run("migrate rehearse --plan plan --out rehearsed")
            #expect(run.code == 0, "\(run.errors)\(run.output)")
            let json = try JSONSerialization.jsonObject(
                with: Data(workspace.content(of: "rehearsed/rehearsal.json").utf8))
            return (run.output, try #require(json as? [String: Any]))
        }

        @Test func `What a grant keeps for longer than a purchase is no difference of the week`()
            async throws
        {
            let report = try await rehearse(Self.trial(of: "ada_1") + Self.grant(of: "ada_1"))
            let week = try #require(report.json["week"] as? [String: Any])
            #expect(week["compared"] as? Int == 1)
            #expect((week["differences"] as? [Any])?.isEmpty == true)
        }

        @Test func `What only an ID has that no device knows was not got from the app`()
            async throws
        {
            let id = "$RCAnonymousID:fe828fae5160701f0591cca1a70d5843"
            let report = try await rehearse(Self.grant(of: id))
            let customers = try #require(report.json["customers"] as? [String: Int])
            #expect(customers["lost"] == 1)
            #expect(customers["better"] == 0)
            #expect(!report.text.contains("got it from the app"))
            #expect(report.text.contains("Nobody has access that could be compared"))
        }
    }
#endif
