// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import Foundation
    import Testing

    /// The server's guides, run as they stand.
    @Suite struct ServeGuideTests {
        @Test func `Every line of the guide to testing a backend prints what it shows`()
            async throws
        {
            let page = "Sources/Server/AllonymServer.docc/Testing-a-backend.md"
            let blocks = try ConsoleBlocks(of: page)
            let workspace = try Workspace()
            try blocks.writeFiles(to: workspace)
            let server = try await ServerProcess(in: workspace, project: "demo.json")
            let host = server.address.replacing("http://", with: "")
            let commands = try await blocks.run(in: workspace) {
                $0.replacing("127.0.0.1:8080", with: host)
            }
            #expect(commands == 9)
            #expect(server.terminate() == 0)
        }
    }
#endif
