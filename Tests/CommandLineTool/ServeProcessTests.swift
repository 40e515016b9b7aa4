// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import Foundation
    import Testing

    /// The server as a process: what it says, and what is left of it when it ends.
    @Suite(.serialized) struct ServeProcessTests {
        static let project = """
            {"project":"demo","provider":"revenuecat",
             "keys":{"public":["pk_demo"],"secret":["sk_demo"],"admin":["ak_demo"]},
             "catalogue":[{"id":"coins","kind":"consumable"},
              {"id":"month","period":"P1M","entitlements":["pro"]}]}
            """

        private func workspace() throws -> Workspace {
            let workspace = try Workspace()
            try workspace.write(Self.project, to: "demo.json")
            return workspace
        }

        @Test func `A second process with the same data is refused`() async throws {
            let workspace = try workspace()
            let server = try await ServerProcess(in: workspace, project: "demo.json")
            let second = try await workspace.run(
                "serve --project demo.json --data data --listen 127.0.0.1:0")
            #expect(second.code == 74)
            #expect(second.errors.contains("demo.sqlite: it is in use by another process"))
            let address = server.address.replacing("http://", with: "")
            let third = try await workspace.run(
                "serve --project demo.json --data other --listen \(address)")
            #expect(third.code == 74)
            #expect(
                third.errors.contains(
                    "allonym: \(address): cannot be listened on: Address already in use; stop the "
                        + "other program, or give another address with --listen HOST:PORT\n"))
            // Keys that nobody was told are not kept.
            let untold = try await workspace.run("serve --data fresh --listen \(address)")
            #expect(untold.code == 74)
            let told = try await workspace.shell(
                """
                timeout -s TERM 100 allonym serve --data fresh --listen 127.0.0.1:0 > said & child=$!
                until [ -s said ] || ! kill -0 $child; do sleep 0.1; done
                kill $child; wait; cat said
                """)
            #expect(told.output.contains("\"keys\":"))
            #expect(server.terminate() == 0)
        }

        @Test(
            arguments: [
                ("serve --project none.json", 65, "none.json: the file cannot be read"),
                (
                    "serve --project wrong.json", 65,
                    #"wrong.json: keys.pubic: there is no such member; did you mean "public"?"#
                ),
                (
                    "serve --project projct.json", 65,
                    #"projct.json: projct: there is no such member; did you mean "project"?"#
                ),
                (
                    "serve --project catalog.json", 65,
                    "catalog.json: catalog: there is no such member; did you mean \"catalogue\"?"
                ),
                (
                    "serve --project comma.json", 65,
                    "comma.json: no valid JSON at or before line 1"
                ),
                (
                    "serve --project typo.json", 65,
                    #"typo.json: provider: "revenucat" is unknown; did you mean "revenuecat"?"#
                ),
                (
                    "serve --project setting.json", 65,
                    #"setting.json: settings: setting "nami.swich": unknown"#
                ),
                (
                    "serve --project demo.json --listen nowhere", 64,
                    #"--listen: "nowhere" is invalid; expected an address"#
                ),
                ("serve --project open.json --listen 0.0.0.0:0", 64, "has no admin key"),
                (
                    "serve --project demo.json --listen nohost.invalid:0", 74,
                    "nohost.invalid:0: the host is unknown; give another address with --listen"
                ),
                ("serve --project demo.json --data demo.json", 74, "demo.json"),
                ("serve --project demo.json --data /dev/null/data", 74, "/dev/null/data"),
                (
                    "serve --project demo.json --data keyless", 65,
                    "keyless/allonym.key: it is no key"
                ),
                ("serve --project demo.json --data empty", 65, "demo.sqlite: it has 0 bytes"),
            ])
        func `A wrong argument or file is named`(arguments: String, code: Int32, says: String)
            async throws
        {
            let workspace = try workspace()
            try workspace.write(
                #"{"project":"a","provider":"revenuecat","keys":{"pubic":["x"]}}"#, to: "wrong.json"
            )
            try workspace.write(#"{"projct":"a","provider":"revenuecat"}"#, to: "projct.json")
            try workspace.write(#"{"project":"a","provider":"revenuecat"}"#, to: "open.json")
            try workspace.write(
                #"{"project":"a","provider":"nami","catalog":[]}"#, to: "catalog.json")
            try workspace.write(#"{"project":"a","provider":"nami",}"#, to: "comma.json")
            try workspace.write(#"{"project":"a","provider":"revenucat"}"#, to: "typo.json")
            try workspace.write(
                #"{"project":"a","provider":"nami","settings":{"nami.swich":"x"}}"#,
                to: "setting.json")
            _ = try await workspace.shell(
                "mkdir keyless empty; printf 0123 > keyless/allonym.key; : > empty/demo.sqlite")
            let run = try await workspace.run(
                arguments + (arguments.contains("--data") ? "" : " --data d"))
            #expect(run.code == code)
            #expect(run.errors.contains(says), "\(run.errors)")
            #expect(run.output.isEmpty)
        }

        @Test func `Without a file there is a project for each provider, with keys told once`()
            async throws
        {
            let workspace = try Workspace()
            for isFirst in [true, false] {
                let run = try await workspace.shell(
                    """
                    rm -f said
                    timeout -s TERM 100 allonym serve --data data --listen 127.0.0.1:0 > said & child=$!
                    until [ -s said ] || ! kill -0 $child; do sleep 0.1; done
                    kill $child; wait; cat said
                    """)
                let line = try #require(run.output.split(separator: "\n").first)
                let said = try #require(
                    try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
                #expect(
                    said["projects"] as? [String] == [
                        "nami", "purchasely", "qonversion", "revenuecat",
                    ])
                #expect((said["keys"] != nil) == isFirst)
            }
        }
    }
#endif
