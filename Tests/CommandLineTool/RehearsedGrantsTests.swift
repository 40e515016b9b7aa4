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
        private func rehearse(
            _ rows: String
        ) async throws -> (text: String, json: [String: Any], csv: String) {
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
            let csv = try workspace.content(of: "rehearsed/rehearsal.csv")
            #expect(try workspace.content(of: "rehearsed/rehearsal.txt") == run.output)
            return (run.output, try #require(json as? [String: Any]), csv)
        }

        @Test func `What a grant keeps for longer than a purchase is no difference of the week`()
            async throws
        {
            let report = try await rehearse(Self.trial(of: "ada_1") + Self.grant(of: "ada_1"))
            let week = try #require(report.json["week"] as? [String: Any])
            #expect(week["compared"] as? Int == 1)
            #expect((week["differences"] as? [Any])?.isEmpty == true)
            // The only device of the only customer is replaced.
            #expect(week["loggedIn"] as? Int == 1)
            #expect(report.text.contains("1 customer logged in on a new device during the week."))
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
            #expect(
                report.text.contains(
                    """
                    Nobody has access that could be compared after a week:
                      1 × not compared: what they have at Qonversion is not simulated at \
                    RevenueCat, such as a grant. For example \(id)

                    """))
        }

        /// A subscription at Stripe, of which Qonversion needs more than the export says.
        private static func subscription(of id: String) -> String {
            "\(id),\(id),US,,pro_monthly,,,2026-11-10 08:00:00,2026-12-10 08:00:00,,"
                + "2026-12-10 08:00:00,stripe,true,false,false,false,,,,,,sub_22,sub_22,,,,USD,9.99,"
                + #"9.99,"[""pro""]",1,false,,PURCHASED,,,iOS,,,2026-11-10 08:00:00,,,"#
                + "2025-01-01 00:00:00,\n"
        }

        @Test func `Who was not compared after a week is named with the reason`() async throws {
            let report = try await rehearse(
                Self.grant(of: "ada_1") + Self.trial(of: "bob_2") + Self.subscription(of: "cid_3"))
            #expect(
                report.text.contains(
                    """
                    After a week, of 3 customers with access: 1 has the same as it would have at \
                    RevenueCat, 1 has nothing at Qonversion, 1 has nothing that is simulated at \
                    RevenueCat:
                      1 × not compared: nothing of theirs is at Qonversion. For example cid_3
                      1 × not compared: what they have at Qonversion is not simulated at \
                    RevenueCat, such as a grant. For example ada_1

                    """), "\(report.text)")
            let week = try #require(report.json["week"] as? [String: Any])
            #expect(week["uncompared"] as? Int == 2)
            let rows = try #require(week["notCompared"] as? [[String: Any]])
            #expect(rows.map { $0["sourceID"] as? String } == ["cid_3", "ada_1"])
            #expect(rows.map { $0["found"] as? [String] } == [[], ["pro"]])
            #expect((report.json["rows"] as? [Any])?.isEmpty == true)
            let lines = report.csv.split(separator: "\n")
            #expect(lines.count == 3)
            #expect(
                lines[1] == "not-compared,cid_3,cid_3,pro,,nothing of theirs is at Qonversion")
            #expect(lines[2].hasPrefix("not-compared,ada_1,ada_1,pro,pro,\"what they have at "))
        }
    }
#endif
