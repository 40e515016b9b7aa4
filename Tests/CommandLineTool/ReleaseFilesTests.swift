// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import Foundation
    import Testing

    /// What is released, and what others run of it.
    @Suite struct ReleaseFilesTests {
        private static func text(of file: String) throws -> String {
            try String(
                contentsOf: ConsoleBlocks.root.appendingPathComponent(file), encoding: .utf8)
        }

        @Test(
            arguments: [
                (".github/docker/Dockerfile", "ARG VERSION="),
                (".github/docker/Dockerfile", "-t allonym:"),
                (".github/actions/check/action.yml", "default: "),
                ("README.md", "from: \""),
            ])
        func `What names a version names the program's`(file: String, before: String) async throws {
            let said = try await Workspace().run("--version").output
            let first = try #require(said.split(separator: "\n").first)
            #expect(first.hasPrefix("allonym "))
            let version = first.dropFirst("allonym ".count)
            #expect(try Self.text(of: file).contains("\(before)\(version)"))
        }

        @Test(
            arguments: [
                "serve --listen 0.0.0.0:8080 --project demo.json\n", " -v allonym:/data ",
                "\nCOPY --from=gcr.io/distroless/cc-debian12:nonroot --chown=65532:65532 "
                    + "/home/nonroot /data\n",
                "\nENV XDG_DATA_HOME=/data\n", "\nVOLUME /data\n", "\nEXPOSE 8080\n",
            ])
        func `The container keeps what it serves in a volume, and its example can be reached`(
            line: String
        ) throws {
            #expect(try Self.text(of: ".github/docker/Dockerfile").contains(line))
        }

        #if Server
            @Test func `A project with an admin key is served at any address, from XDG_DATA_HOME`()
                async throws
            {
                let workspace = try Workspace()
                try workspace.write(
                    #"{"project":"demo","provider":"nami","keys":{"admin":["ak"]}}"#,
                    to: "demo.json")
                let run = try await workspace.shell(
                    """
                    XDG_DATA_HOME=$PWD/data allonym serve --listen 0.0.0.0:0 --project demo.json \
                        > line & server=$!
                    for i in $(seq 300); do test -s line && break; sleep 0.1; done
                    kill $server; wait; ls data/allonym
                    """)
                #expect(run.output.contains("demo.sqlite"), "\(run.errors)")
            }
        #endif

        @Test(
            arguments: [
                ("guest\n42\n", "true", 1, "refused=true"),
                ("guest\n42\n", "false", 0, "refused=true"),
                ("41\n42\n", "true", 0, "refused=false"),
            ])
        func `The step that checks IDs fails where a provider refuses one, if it is to`(
            ids: String, fails: String, code: Int, said: String
        ) async throws {
            let workspace = try Workspace()
            try workspace.write(ids, to: "ids.txt")
            let tool = Workspace.products.appendingPathComponent("allonym").path
            let check = ConsoleBlocks.root.appendingPathComponent(".github/actions/check/check")
                .path
            let output = try await workspace.shell(
                "env PROGRAM='\(tool)' FILE=ids.txt PROVIDERS=nami FAIL=\(fails) "
                    + "GITHUB_OUTPUT=said.txt bash '\(check)' > shown.txt; echo $?; "
                    + "head -n 1 said.txt; sed -n 's/^list=//p' said.txt | xargs grep -c guest"
            ).output
            let found = ids.contains("guest") ? 1 : 0
            #expect(output == "\(code)\n\(said)\n\(found)\n")
        }

        @Test func `The step ends with the tool's code where there is no answer`() async throws {
            let workspace = try Workspace()
            let tool = Workspace.products.appendingPathComponent("allonym").path
            let check = ConsoleBlocks.root.appendingPathComponent(".github/actions/check/check")
                .path
            let output = try await workspace.shell(
                "env PROGRAM='\(tool)' FILE=none.txt PROVIDERS=nami bash '\(check)' "
                    + "> shown.txt 2> errors.txt; echo $?; grep -c none.txt errors.txt"
            ).output
            #expect(output == "65\n1\n")
        }

        @Test func `What an upload is called by another tag is refused before anything is sent`()
            async throws
        {
            let upload = ConsoleBlocks.root.appendingPathComponent(".github/upload").path
            let output = try await Workspace().shell(
                "bash '\(upload)' v9.9.9 allonym-0.1.0-linux-x86_64.tar.gz 2>&1; echo $?"
            ).output
            #expect(
                output
                    == "allonym-0.1.0-linux-x86_64.tar.gz is not of the version of the tag v9.9.9\n1\n"
            )
        }
    }
#endif
