// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import Foundation
    import Testing

    /// The servers that a page starts, each on a free port instead of the one that is shown.
    final class ServedPage {
        private let workspace: Workspace
        private var servers: [(shown: String, process: ServerProcess)] = []

        init(in workspace: Workspace) { self.workspace = workspace }

        /// What is run for a command of the page: the command with the servers' real addresses, or
        /// nothing where it has started a server.
        func made(of command: String) async throws -> String? {
            if command.hasPrefix("allonym serve ") {
                try await start(command)
                return nil
            }
            return servers.reduce(command) { text, server in
                text.replacing(
                    server.shown, with: server.process.address.replacing("http://", with: ""))
            }
        }

        private func start(_ command: String) async throws {
            var words = command.split(separator: " ").dropFirst(2).map(String.init)
            func take(_ option: String) throws -> String {
                let index = try #require(words.firstIndex(of: option), "\(command): \(option)")
                try #require(index + 1 < words.count)
                let value = words[index + 1]
                words.removeSubrange(index...(index + 1))
                return value
            }
            let (project, data) = (try take("--project"), try take("--data"))
            // As every server of the tests has it, so that nothing depends on the day.
            let clock = try take("--clock")
            #expect(clock == "frozen", "\(command)")
            let shown = words.contains("--listen") ? try take("--listen") : "127.0.0.1:8080"
            let process = try await ServerProcess(
                in: workspace, project: project, data: data, words)
            servers.append((shown, process))
        }

        /// Ends all of them.
        ///
        /// - Returns: Their exit codes, in the order in which they were started.
        func terminate() -> [Int32] { servers.map { $0.process.terminate() } }
    }
#endif
