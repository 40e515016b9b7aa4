// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import Testing

    /// A data folder that is mounted for reading only.
    @Suite struct ReadOnlyFolderTests {
        @Test func `A folder on a mount for reading only is called read-only`() async throws {
            let workspace = try Workspace()
            try workspace.write(
                #"{"project":"demo","provider":"nami","keys":{"admin":["ak_demo"]}}"#,
                to: "demo.json")
            let server = try await ServerProcess(in: workspace, project: "demo.json")
            #expect(server.terminate() == 0)
            // Root may write to any folder, but not on such a mount.
            let run = try await workspace.shell(
                """
                unshare -rm sh -c 'mount --bind data data && mount -o remount,ro,bind data \\
                    && echo mounted \\
                    && exec allonym serve --project demo.json --data data --listen 127.0.0.1:0'
                """)
            // Not every machine lets a test mount anything.
            guard run.output.contains("mounted") else { return }
            #expect(run.code == 74)
            #expect(
                run.errors.hasPrefix(
                    "allonym: data/demo.sqlite or its folder is read-only. Make both writable, or "),
                "\(run.errors)")
        }
    }
#endif
