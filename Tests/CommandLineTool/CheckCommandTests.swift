// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import Foundation
    import Testing

    /// What the command `check` prints of IDs, and how it ends.
    @Suite struct CheckCommandTests {
        @Test(
            arguments: [
                ("check good.txt", 0), ("check empty.txt", 0), ("check < good.txt", 0),
                ("check - < bad.txt", 1), ("check bad.txt", 1), ("check good.txt bad.txt", 1),
                ("check bad.txt --for purchasely,Qonversion", 0), ("check bad.txt --for nami", 1),
                ("check good.txt --for all --format list", 0), ("check bad.txt --format csv", 1),
                ("check bad.txt --format json --whole-file", 1),
                ("check users.csv --column user", 0),
                ("check users.csv --column 2", 0), ("check users.csv --column 1 --for nami", 1),
                ("check users.csv --column 2 --no-header", 1),
                ("check users.csv --column user --separator semicolon", 0),
                ("check good.txt --threads 1", 0),
                ("check good.txt --set nami.external-ids=sha256-uuid", 0),
                ("check good.txt --for x", 64), ("check good.txt --set nami.x=y", 64),
                ("check good.txt --format html", 64), ("check good.txt --separator tab", 64),
                ("check good.txt --column 0", 64), ("check good.txt --threads 0", 64),
                ("check users.csv --column user --no-header", 64),
                ("check good.txt --whole-file --format csv", 0), ("check missing.txt", 65),
                ("check .", 65), ("check users.csv --column id", 65),
                ("check open.csv --column user", 65), ("check good.txt --mappings /no/such", 65),
            ] as [(String, Int32)])
        func `The exit code says how it went`(command: String, code: Int32) async throws {
            let run = try await Workspace.withIDs().shell("allonym \(command)")
            #expect(run.code == code, "\(run.errors)")
            #expect(run.errors.isEmpty == (code < 64 && !command.contains("empty.txt")))
        }

        @Test func `A verdict is that of a log-in under the same settings`() async throws {
            let workspace = try Workspace.withIDs()
            try workspace.write(" guest\n \n", to: "white.txt")
            func reasons(_ settings: String) async throws -> [Substring] {
                let run = try await workspace.run(
                    "check white.txt --for revenuecat --format json" + settings)
                #expect(run.code == 1)
                return run.output.split(separator: "\n").compactMap { line in
                    line.firstRange(of: "\"reasons\":").map { line[$0.upperBound...] }
                }
            }
            try #expect(
                await reasons("") == [#"["blocked-value"]}}}"#, #"["empty"]}}}"#])
            try #expect(
                await reasons(" --set revenuecat.whitespace=kept")
                    == [#"[]}}}"#, #"["empty"]}}}"#])
            // No SDK trims what REST v2 is given.
            try #expect(
                await reasons(" --set revenuecat.identifiers=api-v2")
                    == [#"["wrong-format"]}}}"#, #"["empty"]}}}"#])
        }

        @Test func `JSON has one line for each input line, with sorted keys`() async throws {
            let run = try await Workspace.withIDs().run(
                "check bad.txt --format json --for revenuecat,nami")
            let lines = run.output.split(separator: "\n").map(String.init)
            #expect(
                lines == [
                    #"{"id":"guest","line":1,"verdicts":{"nami":{"accepted":false,"advice":[],"#
                        + #""reasons":["wrong-format"]},"revenuecat":{"accepted":false,"advice":[],"#
                        + #""reasons":["blocked-value"]}}}"#,
                    #"{"id":"035b30e2-faf4-462d-aec3-caa0fbe26c49","line":2,"verdicts":{"nami":"#
                        + #"{"accepted":true,"advice":[],"reasons":[]},"revenuecat":{"accepted":true,"#
                        + #""advice":[],"reasons":[]}}}"#,
                ])
        }

        @Test func `The summary as JSON has the numbers of the table`() async throws {
            let workspace = try Workspace.withIDs()
            let run = try await workspace.run(
                "check bad.txt --format summary-json --for revenuecat,purchasely")
            #expect(run.code == 1)
            let plain = run.output.filter { !$0.isWhitespace }
            let expected = [
                #"{"ids":2,"isComplete":true,"providers":{"purchasely":{"#,
                #""accepted":2,"advice":{"blocked-elsewhere":1,"guessable":1,"#,
                #""not-portable":1},"notPortable":{"nami":1,"revenuecat":1},"reasons":{},"#,
                #""refused":0},"revenuecat":{"accepted":1,"advice":{},"notPortable":{},"#,
                #""reasons":{"blocked-value":1},"refused":1}},"refused":1}"#,
            ].joined()
            #expect(plain == expected)
            #expect(run.output.hasPrefix("{\n  \"ids\" : 2,\n"))
            let none = try await workspace.run("check good.txt --format summary-json --for nami")
            #expect(none.code == 0)
            #expect(none.output.hasSuffix("  \"refused\" : 0\n}\n"))
        }

        @Test func `JSON says who refuses what is not portable`() async throws {
            let run = try await Workspace.withIDs().run(
                "check bad.txt --format json --for purchasely")
            #expect(
                run.output.hasPrefix(
                    #"{"id":"guest","line":1,"verdicts":{"purchasely":{"accepted":true,"#
                        + #""advice":["guessable","blocked-elsewhere","not-portable"],"#
                        + #""notPortable":["nami","revenuecat"],"reasons":[]}}}"# + "\n"))
        }

        @Test func `Several files are named in each line`() async throws {
            let run = try await Workspace.withIDs().run(
                "check good.txt bad.txt --format json --for nami")
            let files = run.output.split(separator: "\n").map { $0.prefix(18) }
            #expect(
                files == [#"{"file":"good.txt""#, #"{"file":"bad.txt","#, #"{"file":"bad.txt","#])
        }

        @Test func `The list gives evidence, the rule and what to give instead`() async throws {
            let workspace = try Workspace.withIDs()
            let run = try await workspace.run("check bad.txt --format list --for revenuecat,nami")
            #expect(
                run.output == """
                    bad.txt:1: "guest": nami refuses it; wrong-format: none of numeric, sha256, uuid \
                    from byte 0 on (nami.id.2)
                    bad.txt:1: "guest": revenuecat refuses it; blocked-value: the entry "guest" \
                    (revenuecat.id.3)

                    """)
            try workspace.write("ann@mail.test\n", to: "mail.txt")
            let mail = try await workspace.run("check mail.txt --format list --for nami")
            #expect(
                mail.output.hasSuffix(
                    "instead: a80b42c384c68e4cc1edd8bff2cb043ecbccb38cf388c9bd9da60c0d80b6d5d1\n"))
        }

        @Test func `Records have a head and a row for each ID and provider`() async throws {
            let run = try await Workspace.withIDs().run(
                "check bad.txt --format csv --for revenuecat")
            #expect(
                run.output == """
                    line,id,provider,accepted,reasons,advice,evidence,suggestion
                    1,guest,revenuecat,false,blocked-value,,"blocked-value: the entry ""guest"" \
                    (revenuecat.id.3)",
                    2,\(Workspace.uuid),revenuecat,true,,,,

                    """)
        }

        @Test func `Whole-file findings end the list, and are the last line of JSON`() async throws
        {
            let workspace = try Workspace.withIDs()
            try workspace.write("Ann\nann\nann\n", to: "twice.txt")
            let list = try await workspace.run(
                "check twice.txt --format list --whole-file --for purchasely")
            #expect(list.output.contains("\nWhole file: 2 different IDs\n"))
            #expect(
                list.output.hasSuffix(
                    """

                    twice.txt:3: "ann": repeated; the same as line 2
                    twice.txt:2: "ann": only-case; differs only by case from "Ann" on line 1

                    """))
            let records = try await workspace.run("check twice.txt --format csv --whole-file")
            #expect(records.output.contains("\n3,ann,whole-file,,,repeated,the same as"))
            let json = try await workspace.run(
                "check twice.txt --format json --whole-file --for purchasely")
            let summary = [
                #"{"wholeFile":{"anonymous":{"nami":0,"purchasely":0,"qonversion":0,"#,
                #""revenuecat":0},"distinct":2,"dominating":null,"#,
                #""empty":0,"examples":{"case":[[{"id":"Ann","line":1},"#,
                #"{"id":"ann","line":2}]],"normalization":[],"repeated":[["#,
                #"{"id":"ann","line":2},{"id":"ann","line":3}]],"several":[],"#,
                #""uuid":[],"whitespace":[]},"#,
                #""ids":3,"repeated":1,"repetitions":1,"spellings":{"case":1,"#,
                #""normalization":0,"several":0,"uuid":0,"whitespace":0},"#,
                #""tooLong":0}}"#,
            ].joined()
            #expect(json.output.hasSuffix(summary + "\n"))
        }
    }
#endif
