// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import Foundation
    import Testing

    /// What a server says to the person who has started it.
    @Suite struct ServeGreetingTests {
        /// Starts a server without a project, reads what it says, and stops it.
        private func start(in workspace: Workspace) async throws -> Run {
            let run = try await workspace.shell(
                """
                : > told
                XDG_DATA_HOME=$PWD/home timeout -s TERM 100 allonym serve --listen 127.0.0.1:0 \\
                    > said 2> told & child=$!
                until [ "$(wc -l < told)" -ge 3 ] || ! kill -0 $child; do sleep 0.1; done
                kill $child; wait $child; code=$?; cat said; cat told >&2; exit $code
                """)
            #expect(run.code == 0, "\(run.errors)")
            return run
        }

        @Test func `It says where it listens, where projects and keys are, and how to stop it`()
            async throws
        {
            let workspace = try Workspace()
            let first = try await start(in: workspace)
            #expect(first.output.split(separator: "\n").count == 1)
            let object = try JSONSerialization.jsonObject(with: Data(first.output.utf8))
            let said = try #require(object as? [String: Any])
            let address = try #require(said["listening"] as? String)
            let data = try #require(said["data"] as? String)
            #expect(data.hasSuffix("/home/allonym"))
            let lines = first.errors.split(separator: "\n").map(String.init)
            #expect(
                lines == [
                    "allonym: listening on \(address); Ctrl-C stops the server",
                    "allonym: projects are kept in \(data)",
                    "allonym: the new keys are in the line of JSON and nowhere else: the folder "
                        + "keeps only their hashes",
                ])
            // Keys are new once.
            let keys = try #require(said["keys"] as? [String: [String: [String]]])
            #expect(keys.count == 4)
            let second = try await start(in: workspace)
            #expect(!second.output.contains("\"keys\""))
            #expect(
                second.errors.contains(
                    "allonym: the keys are in the project file, or were printed when the project "
                        + "was new: the folder keeps only their hashes\n"))
            for key in keys.values.flatMap(\.values).flatMap(\.self) {
                #expect(!(first.errors + second.errors + second.output).contains(key))
            }
        }
    }
#endif
