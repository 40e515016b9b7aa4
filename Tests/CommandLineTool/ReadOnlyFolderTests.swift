// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymTestSupport
    import Foundation
    import Testing

    /// A data folder that is mounted for reading only.
    @Suite struct ReadOnlyFolderTests {
        /// Whether this machine lets a test mount anything.
        private static let mayMount: Bool = {
            let mount = try? ChildProcess(
                URL(fileURLWithPath: "/bin/sh"),
                [
                    "-c",
                    "d=$(mktemp -d) && unshare -rm sh -c \"mount --bind $d $d"
                        + " && mount -o remount,ro,bind $d\" && rmdir $d",
                ])
            return mount?.waitUntilExit() == 0
        }()

        @Test(.enabled(if: mayMount, "This machine lets no test mount a folder"))
        func `A folder on a mount for reading only is called read-only`() async throws {
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
            #expect(run.output.contains("mounted"), "\(run.errors)")
            #expect(run.code == 74)
            #expect(
                run.errors.hasPrefix(
                    "allonym: data/demo.sqlite: it or its folder is read-only; make both writable, "
                        + "or "
                ),
                "\(run.errors)")
        }
    }
#endif
